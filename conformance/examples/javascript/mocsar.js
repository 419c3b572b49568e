// Mocsár with the tax, Kollár's rules; with `oneLap`, its one-lap-a-trick variant.
// A card is the name of its rank: suits do not matter.

export const RANKS = ['3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A', '2', 'joker'];
const WILD = new Set(['2', 'joker']);
const PACKS = 2;
const JOKERS_PER_PACK = 3;
const TAX = [3, 2, 1]; // from the outermost pair inwards
const TOP_TITLES = ['king', 'prince', 'count'];
const BOTTOM_TITLES = ['swamp', 'serf', 'smith'];
const MIDDLE_TITLE = 'citizen';

const REFUSALS = {
  'not-now': 'This cannot be done in this part of the deal.',
  'not-your-turn': 'It is not your turn.',
  'cards-not-held': 'You do not hold these cards.',
  'not-a-set': 'These cards are not of one rank.',
  'other-number': 'Not as many cards as are on the table.',
  'not-higher': 'Not of a higher rank than the cards on the table.',
  'must-lead': 'Whoever is to lead may not pass.',
  'nothing-owed': 'You do not owe any cards.',
  'wrong-number': 'Not as many cards as you owe.',
};

/** Thrown when the rules do not allow a move; the match is unchanged. */
export class IllegalMove extends Error {
  constructor(reason) {
    super(REFUSALS[reason]);
    this.name = 'IllegalMove';
    this.reason = reason;
  }
}

function insist(condition, reason) {
  if (!condition) throw new IllegalMove(reason);
}

const strength = (rank) => RANKS.indexOf(rank);
const sorted = (cards) => [...cards].sort((a, b) => strength(a) - strength(b));

/** The hand without these cards, or null if it does not hold them all. */
function without(hand, cards) {
  const rest = [...hand];
  for (const card of cards) {
    const at = rest.indexOf(card);
    if (at < 0) return null;
    rest.splice(at, 1);
  }
  return rest;
}

/** The rank these cards have when played together; null if they are not a set. */
export function setRank(cards) {
  const ordinary = new Set(cards.filter((card) => !WILD.has(card)));
  if (cards.length === 0 || ordinary.size > 1) return null;
  return ordinary.size === 1 ? [...ordinary][0] : sorted(cards)[0];
}

/** Every different selection of cards from the hand, of `size` cards. */
function selections(hand, size) {
  const counts = RANKS.map((rank) => hand.filter((card) => card === rank).length);
  const from = (i, left) => {
    if (left === 0) return [[]];
    if (i === RANKS.length) return [];
    const found = [];
    for (let n = 0; n <= Math.min(counts[i], left); n++) {
      for (const rest of from(i + 1, left - n)) found.push([...Array(n).fill(RANKS[i]), ...rest]);
    }
    return found;
  };
  return from(0, size);
}

/** Every different set that can be made from the hand. */
function sets(hand) {
  const wild = hand.filter((card) => WILD.has(card));
  const ordinary = RANKS.filter((rank) => !WILD.has(rank) && hand.includes(rank));
  const found = [];
  for (let w = 0; w <= wild.length; w++) {
    for (const wilds of selections(wild, w)) {
      if (w > 0) found.push(wilds);
      for (const rank of ordinary) {
        const own = hand.filter((card) => card === rank);
        for (let n = 1; n <= own.length; n++) found.push([...own.slice(0, n), ...wilds]);
      }
    }
  }
  return found;
}

/** The titles for a finished deal, given the players from first place to last. */
export function titlesFor(placed) {
  return Object.fromEntries(placed.map((player, fromTop) => {
    const fromBottom = placed.length - 1 - fromTop;
    let title;
    if (fromTop < fromBottom) title = TOP_TITLES[fromTop];
    if (fromBottom < fromTop) title = BOTTOM_TITLES[fromBottom];
    return [player, title ?? MIDDLE_TITLE];
  }));
}

function shuffledPack(random) {
  const pack = RANKS.flatMap((rank) => Array(PACKS * (rank === 'joker' ? JOKERS_PER_PACK : 4)).fill(rank));
  for (let i = pack.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [pack[i], pack[j]] = [pack[j], pack[i]];
  }
  return pack;
}

/** The first card goes to the dealer's left; in later deals that is the best placed. */
function dealOut(pack, seating, dealer = seating.at(-1)) {
  const first = seating.indexOf(dealer) + 1;
  const hands = new Map(seating.map((player) => [player, []]));
  pack.forEach((card, i) => hands.get(seating[(first + i) % seating.length]).push(card));
  return hands;
}

export class Match {
  #oneLap;
  #random;
  #standing; // places of the deal before, best first; null in the first deal
  #hands = new Map();
  #owed = new Map(); // giver -> { to, count }, while the cards are still to be given back
  #done = new Set(); // see #trickOver

  /** who leads the first trick of this deal */
  leader = null;
  /** null before the first deal, then 'exchanging', 'playing' or 'over' */
  phase = null;
  /** the player to act, or null */
  turn = null;
  /** the cards to beat, as { cards, rank, size, owner }, or null */
  table = null;
  /** those who have a place in this deal, best first */
  out = [];
  /** the players in seat order, each to the left of the one before */
  seating;

  /**
   * @param {string[]} players in seat order, to the left
   * @param {object} [options]
   * @param {boolean} [options.oneLap] everybody acts only once in a trick
   * @param {string[]} [options.standing] places of a deal played before, best first
   * @param {() => number} [options.random]
   */
  constructor(players, { oneLap = false, standing = null, random = Math.random } = {}) {
    if (players.length < 3 || players.length > 12) throw new RangeError('3 to 12 players are needed');
    if (new Set(players).size < players.length) throw new RangeError('two players have the same name');
    if (standing && (standing.length !== players.length || !players.every((p) => standing.includes(p)))) {
      throw new RangeError('the standing is not of these players');
    }
    this.seating = [...players];
    this.#oneLap = oneLap;
    this.#standing = standing && [...standing];
    this.#random = random;
  }

  /**
   * Begins a deal, from the hands given or the pack given, its first card first. What is left
   * out is left to chance: the cards, and in the first deal of the match the leader.
   * In later deals the order of dealing and the leader follow from the places.
   */
  startDeal({ hands, pack = shuffledPack(this.#random), dealer, leader } = {}) {
    if (this.phase !== null && this.phase !== 'over') throw new Error('the deal is not over yet');
    const standing = this.phase === 'over' ? [...this.out] : this.#standing;
    const seating = standing ? [...standing] : this.seating;
    const given = hands && new Map(Object.entries(hands));
    const dealt = given ?? dealOut(pack, seating, standing ? seating.at(-1) : dealer);
    if ([...dealt.values()].flat().some((card) => strength(card) < 0)) throw new RangeError('no such card');
    const first = standing ? standing[0] : leader ?? seating[Math.floor(this.#random() * seating.length)];
    if (!seating.includes(first)) throw new RangeError('no such leader');

    this.#standing = standing;
    this.seating = seating;
    this.#hands = new Map(seating.map((p) => [p, sorted(dealt.get(p) ?? [])]));
    this.leader = first;
    this.#owed.clear();
    this.table = this.turn = null;
    this.out = [];
    if (standing) this.#payTaxes();
    this.#playIfExchanged();
  }

  get hands() { return Object.fromEntries([...this.#hands].map(([p, hand]) => [p, [...hand]])); }

  get sizes() { return Object.fromEntries(this.seating.map((p) => [p, this.#hands.get(p)?.length ?? 0])); }

  /** how many cards each of those who still have to give cards back must give */
  get owed() { return Object.fromEntries([...this.#owed].map(([p, { count }]) => [p, count])); }

  get titles() { return this.phase === 'over' ? titlesFor(this.out) : null; }

  /** Gives cards back for the tax received. */
  give(player, cards) {
    insist(this.phase === 'exchanging', 'not-now');
    insist(this.#owed.has(player), 'nothing-owed');
    const rest = without(this.#hands.get(player), cards);
    insist(rest, 'cards-not-held');
    const { to, count } = this.#owed.get(player);
    insist(cards.length === count, 'wrong-number');

    this.#owed.delete(player);
    this.#hands.set(player, rest);
    this.#receive(to, cards);
    this.#playIfExchanged();
  }

  /** Leads or follows with a set; `meant` is the rank it was announced as, if it was. */
  play(player, cards, meant) {
    this.#insistOnTurn(player);
    const rest = without(this.#hands.get(player), cards);
    insist(rest, 'cards-not-held');
    const rank = setRank(cards);
    insist(rank && (meant ?? rank) === rank, 'not-a-set');
    if (this.table) {
      insist(cards.length === this.table.size, 'other-number');
      insist(strength(rank) > strength(this.table.rank), 'not-higher');
    }

    this.#hands.set(player, rest);
    this.table = { cards: [...cards], rank, size: cards.length, owner: player };
    if (rest.length === 0) this.out.push(player);
    if (!this.#oneLap) this.#done.clear(); // a play wipes out the passes before it
    this.#afterAction(player);
  }

  pass(player) {
    this.#insistOnTurn(player);
    insist(this.table, 'must-lead');
    this.#afterAction(player);
  }

  /** Everything the player may do now: { do: 'play' | 'give', cards } or { do: 'pass' }. */
  legalMoves(player) {
    if (this.#owed.has(player)) {
      return selections(this.#hands.get(player), this.#owed.get(player).count).map((cards) => ({ do: 'give', cards }));
    }
    if (this.phase !== 'playing' || player !== this.turn) return [];
    const plays = sets(this.#hands.get(player))
      .filter((cards) => !this.table
        || (cards.length === this.table.size && strength(setRank(cards)) > strength(this.table.rank)))
      .map((cards) => ({ do: 'play', cards }));
    return this.table ? [...plays, { do: 'pass' }] : plays;
  }

  #payTaxes() {
    const places = this.#standing;
    const pairs = Math.min(TAX.length, Math.floor(places.length / 2));
    for (let i = 0; i < pairs; i++) {
      const receiver = places[i];
      const payer = places[places.length - 1 - i];
      const hand = this.#hands.get(payer); // sorted, so the best cards are at the end
      const tax = hand.slice(-TAX[i]);
      this.#hands.set(payer, hand.slice(0, hand.length - tax.length));
      this.#receive(receiver, tax);
      if (tax.length > 0) this.#owed.set(receiver, { to: payer, count: tax.length });
    }
  }

  #receive(player, cards) { this.#hands.set(player, sorted([...this.#hands.get(player), ...cards])); }

  #isIn(player) { return this.#hands.get(player).length > 0; }

  #insistOnTurn(player) {
    insist(this.phase === 'playing', 'not-now');
    insist(player === this.turn, 'not-your-turn');
  }

  #playIfExchanged() {
    this.phase = this.#owed.size > 0 ? 'exchanging' : 'playing';
    if (this.phase === 'exchanging') return;
    if (!this.#endDealIfOver()) this.#startTrick(this.leader);
  }

  /** This player leads or, if out, the next one to the left who is in. */
  #startTrick(player) {
    this.#done.clear();
    this.table = null;
    this.turn = this.#isIn(player) ? player : this.#nextIn(player);
  }

  #nextIn(player) {
    const at = this.seating.indexOf(player);
    return [...this.seating.slice(at + 1), ...this.seating.slice(0, at)].find((p) => this.#isIn(p));
  }

  #afterAction(player) {
    this.#done.add(player);
    if (this.#endDealIfOver()) return;
    if (this.#trickOver()) this.#startTrick(this.table.owner);
    else this.turn = this.#nextIn(player);
  }

  // `#done` holds, in the one-lap game, all who have acted in the trick; otherwise
  // whoever played last and those who have passed since.
  #trickOver() { return this.seating.every((p) => this.#done.has(p) || !this.#isIn(p)); }

  #endDealIfOver() {
    const still = this.seating.filter((p) => this.#isIn(p));
    if (still.length > 1) return false;
    // who began without cards has played no last card: placed now, before the one left with some
    this.out.push(...this.seating.filter((p) => !this.out.includes(p) && !this.#isIn(p)));
    this.out.push(...still);
    this.table = this.turn = null;
    this.phase = 'over';
    return true;
  }
}
