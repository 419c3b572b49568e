// Lets the Mocsár kit test my game: a JSON object a line comes in, and one goes out.
package main

import (
	"encoding/json"
	"fmt"
	"os"
)

type object map[string]any

// plays may also have toggles, for how you read the sources; capabilities also standing and pack, once you can.
var hello = object{"answer": "hello", "protocol": 1, "name": "my-game", "language": "go",
	"plays": []object{{"variant": "kollar"}}, "capabilities": []string{"hands"}}

var assumed = object{"variant": "kollar", "play.beats": "higher"} // with other values, a match is unsupported

type request struct {
	ID                       int64
	Request, Variant, Player string
	Players                  []string
	Toggles                  object
	Hands                    map[string][]string
	Chance                   struct{ Leader string }
	Action                   action
}

// YOUR RULES GO HERE. So far the cards are dealt, and every action is refused.
type table struct {
	players []string
	hands   map[string][]string
	turn    string
	onTable object
}

func start(r request) *table {
	t := &table{players: r.Players}
	t.deal(r)
	return t
}

func (t *table) deal(r request) {
	t.hands, t.turn, t.onTable = r.Hands, r.Chance.Leader, nil
	if t.turn == "" {
		t.turn = t.players[0]
	}
}

type action struct {
	Do    string
	Cards []string
}

// act does the action and returns true, or changes nothing and returns false.
func (t *table) act(player string, a action) bool {
	return false
}

func (t *table) view() object {
	sizes := map[string]int{}
	for player, hand := range t.hands {
		sizes[player] = len(hand)
	}
	return object{"phase": "playing", "turn": t.turn, "table": t.onTable, "sizes": sizes, "out": []string{}, "titles": nil}
}

// The protocol. None of it needs to change.
var current *table // nil before the first match

func answer(r request) object {
	what, said := r.Request, "view"
	switch {
	case what == "hello":
		return hello
	case what == "bye":
		return object{"answer": "bye"}
	case what == "start":
		current = start(r)
		r.Toggles["variant"] = r.Variant
		for name, value := range assumed {
			if asked := r.Toggles[name]; fmt.Sprint(asked) != fmt.Sprint(value) {
				current = nil
				return object{"answer": "unsupported", "what": fmt.Sprintf("%s = %v", name, asked)}
			}
		}
	case what == "act" && current != nil:
		said = map[bool]string{true: "accepted", false: "refused"}[current.act(r.Player, r.Action)]
	case what == "deal" && current != nil:
		current.deal(r)
	case what != "view" || current == nil:
		return object{"answer": "unsupported", "what": what}
	}
	return object{"answer": said, "view": current.view()}
}

func main() {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if err := in.Decode(&r); err != nil {
			return // the input has ended
		}
		reply := answer(r)
		reply["id"] = r.ID
		if err := out.Encode(reply); err != nil || r.Request == "bye" {
			return
		}
	}
}
