// Lets the conformance kit play with mocsar.js: JSON lines on standard input and output.
import { createInterface } from 'node:readline';
import { IllegalMove, Match } from './mocsar.js';
import { ABOUT } from './about.js';

let match = null;

function view() {
  const { phase, turn, sizes, out, titles, hands, seating, leader, owed } = match;
  const table = match.table && { form: 'set', ...match.table, cards: undefined };
  return { phase, turn, table, sizes, out, titles, hands, seating, leader, owed };
}

function deal({ hands, pack, chance = {} }) {
  match.startDeal({ hands, pack, dealer: chance.dealer, leader: chance.leader });
  return { answer: 'view', view: view() };
}

function start({ variant, toggles, chosen = [], players, standing, ...dealt }) {
  match = null;
  const ours = ABOUT.plays.find((plays) => plays.variant === variant)?.toggles;
  if (!ours) return { answer: 'unsupported', what: `variant = ${variant}` };
  const other = Object.keys(ours).find((id) => id in toggles && JSON.stringify(toggles[id]) !== JSON.stringify(ours[id]));
  if (other) return { answer: 'unsupported', what: `${other} = ${JSON.stringify(toggles[other])}` };
  const unknown = chosen.find((id) => !(id in ours)); // of a later edition, or of a house rulebook
  if (unknown) return { answer: 'unsupported', what: unknown };
  match = new Match(players, { oneLap: ours['trick.ends'] === 'one-lap', standing });
  return deal(dealt);
}

function act({ player, action: { do: move, cards = [], as = {} } }) {
  try {
    if (move === 'play' && (as.form ?? 'set') === 'set') match.play(player, cards, as.rank);
    else if (move === 'give') match.give(player, cards);
    else if (move === 'pass') match.pass(player);
    else throw new IllegalMove('not-now'); // what only other variants have
    return { answer: 'accepted', view: view() };
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    return { answer: 'refused', reason: error.reason, view: view() };
  }
}

function answer(request) {
  switch (request.request) {
    case 'hello': return { answer: 'hello', ...ABOUT };
    case 'bye': process.stdin.destroy(); return { answer: 'bye' };
    case 'start': return start(request);
  }
  const known = { act, deal, view: () => ({ answer: 'view', view: view() }),
    legal: ({ player }) => ({ answer: 'legal', actions: match.legalMoves(player) }) };
  if (!match || !Object.hasOwn(known, request.request)) return { answer: 'unsupported', what: request.request };
  return known[request.request](request);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, ...request } = JSON.parse(line);
  let reply;
  try { reply = answer(request); } catch (error) { reply = { answer: 'error', what: error.stack }; }
  console.log(JSON.stringify({ id, ...reply }));
});
