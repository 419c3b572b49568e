import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IllegalMove, Match, setRank, titlesFor } from './mocsar.js';

const refused = (reason, move) => assert.throws(move, (error) => error instanceof IllegalMove && error.reason === reason);

function deal(hands, options = {}) {
  const match = new Match(Object.keys(hands), options);
  match.startDeal({ hands, leader: Object.keys(hands)[0] });
  return match;
}

/** A repeatable source of chance. */
function chance(seed) {
  return () => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32;
    return seed / 2 ** 32;
  };
}

test('sets', () => {
  assert.equal(setRank(['5', '5']), '5');
  assert.equal(setRank(['joker', '5', '2']), '5');
  assert.equal(setRank(['joker', '2']), '2');
  assert.equal(setRank(['joker', 'joker']), 'joker');
  assert.equal(setRank(['5', '6', '2']), null);
  assert.equal(setRank([]), null);
});

test('titles', () => {
  assert.deepEqual(titlesFor(['a', 'b', 'c']), { a: 'king', b: 'citizen', c: 'swamp' });
  assert.deepEqual(Object.values(titlesFor([...'abcd'])), ['king', 'prince', 'serf', 'swamp']);
  assert.deepEqual(Object.values(titlesFor([...'abcdefgh'])),
    ['king', 'prince', 'count', 'citizen', 'citizen', 'smith', 'serf', 'swamp']);
});

test('a play wipes out the passes before it', () => {
  const match = deal({ A: ['3', '9'], B: ['5', '8'], C: ['4', '4'] });
  refused('must-lead', () => match.pass('A'));
  match.play('A', ['3']);
  match.pass('B');
  refused('not-your-turn', () => match.pass('A'));
  match.play('C', ['4']);
  match.pass('A');
  match.play('B', ['5']);
  assert.equal(match.turn, 'C');
});

test('in one lap everybody acts only once', () => {
  const match = deal({ A: ['3', '9'], B: ['5', '8'], C: ['4', '4'] }, { oneLap: true });
  match.play('A', ['3']);
  match.pass('B');
  match.play('C', ['4']);
  assert.equal(match.table, null);
  assert.equal(match.turn, 'C');
});

test('the winner of a trick may be out', () => {
  const match = deal({ A: ['8'], B: ['5', '7'], C: ['4', '4'] });
  match.play('A', ['8']);
  match.pass('B');
  assert.equal(match.turn, 'C');
  match.pass('C');
  assert.equal(match.turn, 'B');
  refused('must-lead', () => match.pass('B'));
});

test('the tax and what comes back', () => {
  const match = deal({ A: ['3'], B: ['4', '5', '6'], C: ['7', 'K', 'joker', '2'], D: ['9'] }, { standing: ['B', 'A', 'D', 'C'] });
  assert.deepEqual(match.seating, ['B', 'A', 'D', 'C']);
  assert.deepEqual(match.owed, { B: 3, A: 1 });
  assert.deepEqual(match.hands.C, ['7']);
  refused('not-now', () => match.play('B', ['4']));
  refused('wrong-number', () => match.give('B', ['4']));
  refused('nothing-owed', () => match.give('D', []));
  match.give('B', ['4', '5', '6']);
  refused('nothing-owed', () => match.give('B', ['K', '2', 'joker']));
  match.give('A', ['9']);
  assert.equal(match.turn, 'B');
  assert.deepEqual(match.sizes, { B: 3, A: 1, D: 1, C: 4 });
});

for (const oneLap of [false, true]) {
  test(`whole matches by chance${oneLap ? ', one lap' : ''}: legal moves are accepted, those of the others refused`, () => {
    for (let players = 3; players <= 12; players++) {
      const random = chance(players);
      const names = Array.from({ length: players }, (_, i) => `P${i}`);
      const match = new Match(names, { oneLap, random });
      for (let round = 0; round < 3; round++) {
        match.startDeal();
        for (let moves = 0; match.phase !== 'over'; moves++) {
          assert.ok(moves < 2000);
          const able = names.filter((name) => match.legalMoves(name).length > 0);
          const player = able[Math.floor(random() * able.length)];
          const legal = match.legalMoves(player);
          const move = legal[Math.floor(random() * legal.length)];
          const before = JSON.stringify([match.hands, match.turn, match.table, match.out]);
          for (const other of names.filter((name) => !able.includes(name))) {
            assert.throws(() => match.pass(other), IllegalMove);
            assert.throws(() => match.play(other, match.hands[other].slice(0, 1)), IllegalMove);
          }
          assert.equal(JSON.stringify([match.hands, match.turn, match.table, match.out]), before);
          match[move.do](player, move.cards);
        }
        assert.equal(new Set(match.out).size, players);
      }
    }
  });
}
