// Lets the Mocsár kit test my game: a JSON object a line comes in, and one goes out.
using System.Text.Json;
using System.Text.Json.Serialization;

// The protocol. None of it needs to change but About.
var web = new JsonSerializerOptions(JsonSerializerDefaults.Web); // camelCase names
Table? table = null; // before the first match

using var input = new StreamReader(Console.OpenStandardInput());
using var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
while (input.ReadLine() is { } line)
{
    var request = JsonSerializer.Deserialize<Request>(line, web)!;
    var reply = Answer(request);
    reply["id"] = request.Id;
    output.WriteLine(JsonSerializer.Serialize(reply, web));
    if (request.What == "bye") break;
}

Dictionary<string, object?> Answer(Request request)
{
    if (request.What == "start")
    {
        table = null;
        request.Toggles["variant"] = JsonSerializer.SerializeToElement(request.Variant);
        foreach (var (name, value) in About.Assumed)
            if (request.Toggles[name].ToString() is var asked && asked != value)
                return new() { ["answer"] = "unsupported", ["what"] = $"{name} = {asked}" };
        table = new Table(request);
    }
    switch (request.What)
    {
        case "hello": return new(About.Hello);
        case "bye": return new() { ["answer"] = "bye" };
        case "act" when table != null:
            var accepted = table.Act(request.Player, request.Action);
            return new() { ["answer"] = accepted ? "accepted" : "refused", ["view"] = table.View() };
        case "deal" when table != null: table.Deal(request); break;
        case "start" or "view" when table != null: break;
        default: return new() { ["answer"] = "unsupported", ["what"] = request.What };
    }
    return new() { ["answer"] = "view", ["view"] = table!.View() };
}

static class About
{
    // plays may also have toggles, for how you read the sources; capabilities also standing and pack, once you can
    public static readonly Dictionary<string, object?> Hello = new()
    {
        ["answer"] = "hello", ["protocol"] = 1, ["name"] = "my-game", ["language"] = "csharp",
        ["plays"] = new[] { new { variant = "kollar" } }, ["capabilities"] = new[] { "hands" },
    };

    // with other values than these, a match is unsupported
    public static readonly Dictionary<string, string> Assumed = new() { ["variant"] = "kollar", ["play.beats"] = "higher" };
}

record Request(long Id, [property: JsonPropertyName("request")] string What, string Variant,
    Dictionary<string, JsonElement> Toggles, List<string> Players, Dictionary<string, List<string>> Hands,
    Dictionary<string, string>? Chance, string Player, GameAction Action);
record GameAction(string Do, List<string>? Cards);
record OnTable(string Form, int Size, string Rank, string Owner);

/// <summary>YOUR RULES GO HERE. So far the cards are dealt, and every action is refused.</summary>
class Table
{
    readonly List<string> players;
    Dictionary<string, List<string>> hands = new();
    string turn = "";
    OnTable? onTable;

    public Table(Request start)
    {
        players = start.Players;
        Deal(start);
    }

    public void Deal(Request dealt)
    {
        hands = dealt.Hands;
        turn = dealt.Chance?.GetValueOrDefault("leader") ?? players[0];
        onTable = null;
    }

    /// <summary>Does the action and returns true, or changes nothing and returns false.</summary>
    public bool Act(string player, GameAction action)
    {
        return false;
    }

    public object View()
    {
        var sizes = hands.ToDictionary(hand => hand.Key, hand => hand.Value.Count);
        return new { phase = "playing", turn, table = onTable, sizes, @out = new string[0], titles = (object?)null };
    }
}
