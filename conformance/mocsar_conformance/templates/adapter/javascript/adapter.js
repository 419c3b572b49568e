// Lets the Mocsár kit test my game: a JSON object a line comes in, and one goes out.
import { createInterface } from 'node:readline';

const PLAYS = [{ variant: 'kollar' }]; // beside it toggles, to state how you read what the sources leave open
const CAPABILITIES = ['hands']; // also 'standing' and 'pack', once you can begin from them
const HELLO = { protocol: 1, name: 'my-game', language: 'javascript', plays: PLAYS, capabilities: CAPABILITIES };
const ASSUMED = { variant: 'kollar', 'play.beats': 'higher' }; // with other values, a match is unsupported

/** YOUR RULES GO HERE. So far the cards are dealt, and every action is refused. */
class Table {
  constructor(start) {
    this.players = start.players;
    this.deal(start);
  }

  deal({ hands, chance }) {
    this.hands = hands;
    this.turn = chance?.leader ?? this.players[0];
    this.table = null;
  }

  /** Does the action and returns true, or changes nothing and returns false. */
  act(player, action) {
    return false;
  }

  view() {
    const sizes = Object.fromEntries(Object.entries(this.hands).map(([player, hand]) => [player, hand.length]));
    return { phase: 'playing', turn: this.turn, table: this.table, sizes, out: [], titles: null };
  }
}

// The protocol. None of it needs to change.
let table = null; // before the first match

function answer(request) {
  const what = request.request;
  let said = 'view';
  if (what === 'hello') return { answer: 'hello', ...HELLO };
  if (what === 'bye') return { answer: 'bye' };
  if (what === 'start') {
    const asked = { variant: request.variant, ...request.toggles };
    const differs = (name) => JSON.stringify(asked[name]) !== JSON.stringify(ASSUMED[name]);
    const other = Object.keys(ASSUMED).find(differs);
    table = other ? null : new Table(request);
    if (other) return { answer: 'unsupported', what: `${other} = ${asked[other]}` };
  }
  if (!table || !['start', 'act', 'deal', 'view'].includes(what)) return { answer: 'unsupported', what };
  if (what === 'act') said = table.act(request.player, request.action) ? 'accepted' : 'refused';
  if (what === 'deal') table.deal(request);
  return { answer: said, view: table.view() };
}

for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify({ id: request.id, ...answer(request) }));
  if (request.request === 'bye') break;
}
process.stdin.destroy(); // Node ends when nothing is left to read
