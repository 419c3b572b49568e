// What the adapter says of itself: what it can do, and the variants with the values they have in mocsar.js.
import { RANKS } from './mocsar.js';

const KOLLAR = {
  'pack.packs': 2, 'pack.jokers': 3,
  'ranks.order': RANKS, 'ranks.wild': ['2', 'joker'], 'ranks.wild_sets': 'lowest',
  'seating.later': 'by-place',
  'dealing.first': 'to-the-left', 'dealing.later': 'best-placed-first', 'dealing.dealer': 'last-placed',
  'exchange.sizes': [3, 2, 1], 'exchange.pays': 'best', 'exchange.returns': 'as-many',
  'lead.first': 'by-lot', 'lead.later': 'best-placed',
  'play.beats': 'higher', 'play.largest_set': 'unlimited', 'passing.after': 'may-play-again',
  'trick.ends': 'pass-goes-round',
  'titles.top': ['king', 'prince', 'count'], 'titles.middle': 'citizen', 'titles.bottom': ['swamp', 'serf', 'smith'],
};

export const ABOUT = {
  protocol: 1,
  name: 'mocsar-js',
  version: '1.0.0',
  language: 'javascript',
  plays: [
    { variant: 'kollar', toggles: KOLLAR },
    { variant: 'kollar-one-lap', toggles: { ...KOLLAR, 'trick.ends': 'one-lap' } },
  ],
  capabilities: ['hands', 'pack', 'standing', 'legal', 'reasons', 'cards', 'requests-ahead'],
};
