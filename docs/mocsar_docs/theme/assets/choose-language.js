// What the rulebook's expressions need beyond JavaScript's own operators (spec/language/builtins.yaml). Cards are arrays
// of ranks from low to high, sets are arrays without repetition. Every function is total.

/** Whether two values are the same, arrays element by element. */
export const same = (a, b) =>
  Array.isArray(a) && Array.isArray(b) ? a.length === b.length && a.every((each, at) => same(each, b[at])) : a === b;

/** Whether two sets have the same members. */
export const sameSet = (a, b) => a.length === b.length && a.every((each) => has(b, each));

/** Whether an array has a member that is the same. */
export const has = (members, what) => members.some((each) => same(each, what));

/** The members, each once. */
export const distinct = (members) =>
  members.reduce((found, each) => (has(found, each) ? found : [...found, each]), []);

export const count = (cards, which) => cards.filter((card) => card === which).length;

export const holds = (all, part) => part.every((card) => count(all, card) >= count(part, card));

export const take = (cards, which, most) => cards.filter((card) => card === which).slice(0, Math.max(most, 0));

export const best = (cards, most) => (most > 0 ? cards.slice(-most) : []);

export const ranks = (cards) => distinct(cards);

export const index = (members, what) => members.findIndex((each) => same(each, what));

export const at = (members, place, otherwise) => (place >= 0 && place < members.length ? members[place] : otherwise);

export const first = (members, otherwise) => at(members, 0, otherwise);

export const reverse = (members) => [...members].reverse();

export const following = (members, what) => {
  const place = index(members, what);
  return [...members.slice(place + 1), ...members.slice(0, place + 1)];
};

export const smaller = (a, b) => Math.min(a, b);

export const larger = (a, b) => Math.max(a, b);

export const range = (to) => Array.from({ length: Math.max(to, 0) }, (_, number) => number);
