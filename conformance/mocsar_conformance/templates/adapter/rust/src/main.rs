//! Lets the Mocsár kit test my game: a JSON object a line comes in, and one goes out.
use serde_json::{from_value, json, Value};
use std::collections::BTreeMap;
use std::io::{stdin, stdout, Write};

/// plays may also have toggles, for how you read the sources; capabilities also standing and pack, once you can.
fn hello() -> Value {
    json!({"answer": "hello", "protocol": 1, "name": "my-game", "language": "rust",
           "plays": [{"variant": "kollar"}], "capabilities": ["hands"]})
}

/// With other values than these, a match is unsupported.
fn assumed() -> Value {
    json!({"variant": "kollar", "play.beats": "higher"})
}

/// YOUR RULES GO HERE. So far the cards are dealt, and every action is refused.
#[derive(Default)]
struct Table {
    players: Vec<String>,
    hands: BTreeMap<String, Vec<String>>,
    turn: String,
    table: Option<Value>,
}

impl Table {
    fn start(request: &Value) -> serde_json::Result<Table> {
        let mut table = Table {
            players: from_value(request["players"].clone())?,
            ..Table::default()
        };
        table.deal(request)?;
        Ok(table)
    }

    fn deal(&mut self, request: &Value) -> serde_json::Result<()> {
        self.hands = from_value(request["hands"].clone())?;
        self.turn = request["chance"]["leader"]
            .as_str()
            .unwrap_or(&self.players[0])
            .to_string();
        self.table = None;
        Ok(())
    }

    /// Does the action and returns true, or changes nothing and returns false.
    #[allow(unused_variables)] // until the rules read them
    fn act(&mut self, player: &str, action: &Value) -> bool {
        false
    }

    fn view(&self) -> Value {
        let sizes: BTreeMap<_, _> = self
            .hands
            .iter()
            .map(|(player, hand)| (player, hand.len()))
            .collect();
        json!({"phase": "playing", "turn": self.turn, "table": self.table, "sizes": sizes, "out": [], "titles": null})
    }
}

// The protocol. None of it needs to change.
fn answer(request: &Value, table: &mut Option<Table>) -> serde_json::Result<Value> {
    let what = request["request"].as_str().unwrap_or_default();
    let mut said = "view";
    match (what, table.as_mut()) {
        ("hello", _) => return Ok(hello()),
        ("bye", _) => return Ok(json!({"answer": "bye"})),
        ("start", _) => {
            *table = None;
            for (name, value) in assumed().as_object().into_iter().flatten() {
                let asked = request["toggles"].get(name).unwrap_or(&request[name]);
                if asked != value {
                    let what = format!("{name} = {asked}");
                    return Ok(json!({"answer": "unsupported", "what": what}));
                }
            }
            *table = Some(Table::start(request)?);
        }
        ("act", Some(table)) => {
            let player = request["player"].as_str().unwrap_or_default();
            said = if table.act(player, &request["action"]) {
                "accepted"
            } else {
                "refused"
            };
        }
        ("deal", Some(table)) => table.deal(request)?,
        ("view", Some(_)) => {}
        _ => return Ok(json!({"answer": "unsupported", "what": what})),
    }
    Ok(json!({"answer": said, "view": table.as_ref().map(Table::view)}))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut table = None; // before the first match
    for line in stdin().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let mut reply = answer(&request, &mut table)?;
        reply["id"] = request["id"].clone();
        println!("{reply}");
        stdout().flush()?;
        if request["request"] == "bye" {
            break;
        }
    }
    Ok(())
}
