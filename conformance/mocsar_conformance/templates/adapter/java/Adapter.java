import com.google.gson.*;
import com.google.gson.annotations.SerializedName;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/** Lets the Mocsár kit test my game: a JSON object a line comes in, and one goes out. */
public class Adapter {
    // plays may also have toggles, for how you read the sources; capabilities also standing and pack, once you can
    static final Map<String, Object> HELLO = Map.of("answer", "hello", "protocol", 1, "name", "my-game",
            "language", "java", "plays", List.of(Map.of("variant", "kollar")), "capabilities", List.of("hands"));
    static final Map<String, Object> ASSUMED = Map.of("variant", "kollar", "play.beats", "higher"); // else unsupported

    record Action(@SerializedName("do") String what, List<String> cards) {}
    record Request(long id, String request, String variant, Map<String, JsonElement> toggles, List<String> players,
            Map<String, List<String>> hands, Map<String, String> chance, String player, Action action) {}
    record OnTable(String form, int size, String rank, String owner) {}
    record View(String phase, String turn, OnTable table, Map<String, Integer> sizes, List<String> out, Object titles) {}

    /** YOUR RULES GO HERE. So far the cards are dealt, and every action is refused. */
    static class Table {
        List<String> players;
        Map<String, List<String>> hands;
        String turn;
        OnTable onTable;

        Table(Request start) {
            players = start.players;
            deal(start);
        }

        void deal(Request dealt) {
            hands = dealt.hands;
            turn = dealt.chance == null ? players.get(0) : dealt.chance.getOrDefault("leader", players.get(0));
            onTable = null;
        }

        /** Does the action and returns true, or changes nothing and returns false. */
        boolean act(String player, Action action) {
            return false;
        }

        View view() {
            var sizes = new HashMap<String, Integer>();
            hands.forEach((player, hand) -> sizes.put(player, hand.size()));
            return new View("playing", turn, onTable, sizes, List.of(), null);
        }
    }

    // The protocol. None of it needs to change.
    static Table table; // null before the first match
    static final Gson GSON = new GsonBuilder().serializeNulls().create();

    static Map<String, Object> answer(Request request) {
        String what = request.request, said = "view";
        if (what.equals("hello")) return HELLO;
        if (what.equals("bye")) return Map.of("answer", "bye");
        if (what.equals("start")) {
            table = new Table(request);
            request.toggles.put("variant", new JsonPrimitive(request.variant));
            for (String name : ASSUMED.keySet()) {
                JsonElement asked = request.toggles.get(name);
                if (asked.equals(GSON.toJsonTree(ASSUMED.get(name)))) continue;
                table = null;
                what = name + " = " + asked;
            }
        }
        if (table == null || !List.of("start", "act", "deal", "view").contains(what))
            return Map.of("answer", "unsupported", "what", what);
        if (what.equals("act")) said = table.act(request.player, request.action) ? "accepted" : "refused";
        if (what.equals("deal")) table.deal(request);
        return Map.of("answer", said, "view", table.view());
    }

    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line; (line = in.readLine()) != null; ) {
            var request = GSON.fromJson(line, Request.class);
            var reply = GSON.toJsonTree(answer(request)).getAsJsonObject();
            reply.addProperty("id", request.id);
            out.println(GSON.toJson(reply));
            if (request.request.equals("bye")) break;
        }
    }
}
