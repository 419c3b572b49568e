// What of the site answers a query: ids first, then the sections of pages, each with its own anchor. Pagefind says which
// pages have the words, and where; which section of them is meant is decided here, for there every rule is a section.

const WEIGHTS = [["rules/", 1.25], ["toggles/", 1.1], ["glossary/", 1.15], ["titles/", 1.1], ["cases/", 0.6], ["codes/", 0.5],
  ["coverage/", 0.4], ["editions/", 0.5], ["sources/", 0.8], ["choose/", 0.6]];
const OF_A_GROUP = 0.6; // a heading over many sections
const OF_A_HEADING = 3;
const OF_A_TEXT = 0.2; // how much a section that has a word only in its text says of how common the word is
const PHRASE = { title: 1.6, text: 1.25 };
const SHOWN = 20;
const AROUND = 26; // words of an excerpt
/** Words that say little of what is looked for, folded, in both languages. */
const SMALL = new Set(("a an and are at be by can do does for have he how i if in is it many may mean means must my not of on or rule rules she the they to we " +
  "what when where which who why you az azt ez egy es ha hany hanyan hogy hogyan hol hova is jelent jo kell ki kinek kit lehet meg mely melyik " +
  "mennyi mi miert mikor mire mit nem szabad szabaly szabalya szabalyai szabalyok vagyunk van").split(" "));
const OF_A_SMALL_WORD = 0.25;
const OF_ONE_WORD = 8; // pages that are looked through for one word of several, where fewer have them all
const FEW = 3; // pages
const LONG = 7; // letters of a word that may have endings
const BEGINNING = 0.6; // how much of it is looked for then
/** What card players say and these rules call otherwise, folded; and words whose stem is another than that of theirs. */
const SAID_AS = {
  deck: "pack", decks: "packs", straight: "run", straights: "runs", sequence: "run", sequences: "runs", rounds: "deals",
  value: "rank", values: "ranks", illegal: "not allowed", forbidden: "not allowed", skip: "pass", skipping: "passing", swap: "exchange",
  trade: "exchange", shuffle: "deal", wildcard: "wild card", wildcards: "wild cards",
  eloszor: "első", masodszor: "második", utoljara: "utolsó", pakli: "csomag", paklik: "csomagok", jolly: "joker", dzsoker: "joker",
  csere: "adózás", szabalytalan: "nem szabályos", tilos: "nem szabályos", ugyanolyan: "azonos",
  keveres: "osztás", kimarad: "passz",
};

/** Without accents, case, and marks that headings carry: what `Ülésrend` and `ulesrend` have in common. */
export const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const wordsOf = (text) => fold(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

const kept = new Map();
/** What `make` makes of something, made once: texts of pages do not change. */
const once = (key, make) => kept.get(key) ?? kept.set(key, make()).get(key);

/** How near two folded words are, from 0 to 1: the same, or with another ending. */
const nearness = (asked, found) => {
  if (asked === found) return 1;
  let same = 0;
  while (same < asked.length && asked[same] === found[same]) same += 1;
  const longer = Math.max(asked.length, found.length);
  if (asked.length < 3) return asked.length === 2 && same === 2 && longer < 6 ? 0.4 : 0;
  if (same === asked.length) return Math.max(0.6, (0.95 * same) / longer);
  return same >= 3 && same >= 0.55 * longer ? (0.9 * same) / longer : 0;
};

// ---- ids -------------------------------------------------------------------------------------------------------------

/** How well an id answers: 0 is the id itself, then its beginning, whole parts of it, any part; null is not at all. */
const idRank = (id, query) => {
  if (id === query) return 0;
  const parts = (text) => `.${text.replace(/[^\p{L}\p{N}]+/gu, ".")}.`;
  if (!/\p{L}|\p{N}/u.test(query)) return null;
  if (parts(id).startsWith(parts(query))) return 1;
  if (parts(id).includes(parts(query))) return 2;
  return id.startsWith(query) ? 3 : id.includes(query) ? 4 : null;
};

const RULES = new Set(["clause", "rule", "toggle"]);

/** Rows of ids.json that have the query in their id; of a plain word only whole parts of rules' ids count, and few are
 *  shown. */
export const byId = (rows, asked) => {
  const query = fold(asked.trim());
  if (query.length < 2 || /\s/.test(query)) return [];
  const looksLikeOne = /[._/-]/.test(query) || /^[a-z]\d{2,3}$/.test(query);
  const found = [];
  const seen = new Set();
  rows.forEach((row, at) => {
    const rank = idRank(fold(row[1]), query);
    if (rank === null || (!looksLikeOne && rank > (RULES.has(row[0]) ? 2 : 0))) return;
    found.push({ row, rank, at });
  });
  found.sort((a, b) => a.rank - b.rank || a.at - b.at);
  return found.filter(({ row }) => !seen.has(row[2]) && seen.add(row[2])).slice(0, looksLikeOne ? 8 : 3).map(({ row }) => row);
};

// ---- names and sections ----------------------------------------------------------------------------------------------

/** How well a title answers all the telling words of a query, from 0 to 1. */
const named = (title, asked) => {
  const found = wordsOf(title);
  const telling = asked.filter((each) => !SMALL.has(each));
  if (!found.length || !telling.length) return 0;
  let sum = 0;
  for (const word of telling) {
    const best = Math.max(...found.map((each) => nearness(word, each)));
    if (!best) return 0;
    sum += best;
  }
  return (sum / telling.length) * (0.5 + (0.5 * Math.min(telling.length, found.length)) / found.length);
};

/** The sections of a page as Pagefind gives it, each with the words it has and those that were looked for in it. */
const sectionsOf = (page) => {
  const words = once(`page ${page.url}`, () => page.content.split(/[\r\n\s]+/g));
  const anchors = page.anchors.map((each) => each.location).sort((a, b) => a - b);
  return page.sub_results.map((each) => {
    const from = each.anchor ? each.anchor.location : 0;
    const to = anchors.find((place) => place > from) ?? words.length;
    const top = !each.anchor || each.anchor.element === "h1";
    return {
      path: page.raw_url ?? page.url,
      fragment: top ? "" : each.anchor.id,
      title: (each.title ?? page.meta.title).replace(/¶/g, "").trim(),
      of: top ? "" : page.meta.title.replace(/¶/g, "").trim(),
      words: words.slice(from, to),
      places: each.weighted_locations.map(({ location, weight }) => ({ at: location - from, heading: weight >= 5 })),
    };
  });
};

/** Sections with `hits`: for each word of the query the best place, and everything that is marked in the excerpt. */
const looked = (section, asked) => {
  const best = asked.map(() => 0);
  const hits = [];
  const heading = wordsOf(section.title);
  const telling = (list) => Math.max(1, list.filter((each) => !SMALL.has(each)).length);
  section.places.forEach((place) => {
    const word = section.words[place.at] ?? "";
    const found = once(`word ${word}`, () => wordsOf(word));
    let near = 0;
    asked.forEach((word, which) => {
      const value = Math.max(0, ...found.map((each) => nearness(word, each)));
      near = Math.max(near, value);
      best[which] = Math.max(best[which], value);
    });
    if (near) hits.push(place.at);
  });
  const inTitle = asked.map((word) => Math.max(0, ...heading.map((each) => nearness(word, each))));
  const shared = asked.filter((word, which) => inTitle[which] && !SMALL.has(word)).length;
  const tight = shared / Math.max(telling(heading), telling(asked));
  return { ...section, best, inTitle, tight, hits };
};

const folded = ({ path, fragment, words }) => once(`text ${path}#${fragment}`, () => wordsOf(words.join(" ")).join(" "));

const scored = (sections, asked) => {
  const common = asked.map((_, which) => sections.reduce(
    (sum, each) => sum + (each.inTitle[which] ? 1 : each.best[which] ? OF_A_TEXT : 0), 0));
  const rarity = common.map((number, which) =>
    Math.max(0.05, Math.log((sections.length + 1) / (number + 0.5))) * (SMALL.has(asked[which]) ? OF_A_SMALL_WORD : 1));
  const whole = rarity.reduce((sum, each) => sum + each, 0);
  const phrase = asked.join(" ");
  return sections.map((section) => {
    let sum = 0;
    let covered = 0;
    asked.forEach((_, which) => {
      const title = section.inTitle[which] * OF_A_HEADING * (0.5 + section.tight);
      const value = Math.max(section.best[which], title);
      sum += rarity[which] * value;
      if (value) covered += rarity[which];
    });
    let score = (sum / whole) * (covered / whole) ** 2 * (1 + 0.1 * Math.log(1 + section.hits.length));
    if (asked.length > 1 && ` ${wordsOf(section.title).join(" ")} `.includes(` ${phrase} `)) score *= PHRASE.title;
    else if (asked.length > 1 && folded(section).includes(phrase)) score *= PHRASE.text;
    score *= WEIGHTS.find(([path]) => section.path.startsWith(path))?.[1] ?? 1;
    if (/^(chapter|group)\./.test(section.fragment)) score *= OF_A_GROUP;
    return { ...section, score };
  });
};

/** The words around most of what was found, as [text, whether it is marked]. */
const excerpt = ({ words, hits, title }) => {
  const skip = title ? title.split(/\s+/).length : 0;
  const marked = new Set(hits);
  let from = skip;
  let most = -1;
  for (const hit of hits.filter((each) => each >= skip)) {
    const start = Math.max(skip, hit - 6);
    const number = hits.filter((each) => each >= start && each < start + AROUND).length;
    if (number > most) [most, from] = [number, start];
  }
  const shown = words.slice(from, from + AROUND).map((word, at) => [word.replace(/¶/g, ""), marked.has(from + at)]);
  if (from > skip) shown.unshift(["…", false]);
  if (from + AROUND < words.length) shown.push(["…", false]);
  return shown;
};

/** What Pagefind finds: pages with every word, then pages with one that tells something, and where a word is nowhere as it
 *  is (few languages have as many endings as Hungarian), those with its beginning. Of each page, all places of them. */
const pagesWith = async (pagefind, words) => {
  const telling = words.filter((each) => !SMALL.has(fold(each)));
  const asked = telling.length ? telling : words;
  const lists = [(await pagefind.search(words.join(" "))).results];
  for (const each of asked) {
    const { results } = words.length > 1 ? await pagefind.search(each) : { results: lists[0] };
    if (words.length > 1 && lists[0].length < OF_ONE_WORD) lists.push(results.slice(0, OF_ONE_WORD));
    if (results.length < FEW && each.length >= LONG) {
      lists.push((await pagefind.search(each.slice(0, Math.ceil(each.length * BEGINNING)))).results.slice(0, OF_ONE_WORD));
    }
  }
  const pages = new Map();
  for (const page of await Promise.all(lists.flat().map((each) => each.data()))) {
    const before = pages.get(page.url);
    if (!before) {
      pages.set(page.url, { ...page, sub_results: [...page.sub_results] });
      continue;
    }
    for (const part of page.sub_results) {
      const at = before.sub_results.findIndex((each) => each.url === part.url);
      if (at < 0) before.sub_results.push(part);
      else {
        const both = [...before.sub_results[at].weighted_locations, ...part.weighted_locations];
        const places = [...new Map(both.map((each) => [each.location, each])).values()];
        before.sub_results[at] = { ...part, weighted_locations: places };
      }
    }
  }
  return [...pages.values()];
};

/**
 * Everything that answers, best first: {place, title, of, kind, id, excerpt}. `pagefind` may be null; then only ids and
 * names are looked through. `root` is the address of the language's root as Pagefind has it.
 */
export const answers = async (asked, { rows, language, pagefind, root }) => {
  const query = asked.trim().replace(/(?<=^|\s)[\p{L}\p{M}]+(?=$|[\s,?!])/gu, (word) => SAID_AS[fold(word)] ?? word); // not in ids
  const words = [...new Set(wordsOf(query))];
  if (!words.length) return [];
  const known = new Map(rows.map((row) => [row[2], row]).reverse()); // of several things at one place, the first
  const entry = (row) => ({ place: row[2], kind: row[0], id: row[1], title: row[language] || row[1], of: "", excerpt: [] });
  const found = byId(rows, query).map(entry);
  const more = rows
    .map((row) => ({ ...entry(row), score: named(row[language], words) }))
    .filter((each) => each.score > 0.5 && each.kind === "variant")
    .map((each) => ({ ...each, score: each.score * 3 }));
  if (pagefind) {
    const loaded = await pagesWith(pagefind, [...new Set(query.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean))]);
    const sections = loaded.flatMap(sectionsOf).map((each) => ({ ...each, path: each.path.replace(root, "").replace(/^\//, "") }));
    for (const each of scored(sections.map((section) => looked(section, words)), words)) {
      if (!each.score) continue;
      const place = each.fragment ? `${each.path}#${each.fragment}` : each.path;
      const row = known.get(place);
      more.push({ place, kind: row?.[0] ?? "", id: row?.[1] ?? "", title: each.title, of: each.of, excerpt: excerpt(each), score: each.score });
    }
  }
  more.sort((a, b) => b.score - a.score);
  const places = new Map();
  for (const each of [...found, ...more]) {
    const before = places.get(each.place);
    if (!before) places.set(each.place, each);
    else if (!before.excerpt.length) Object.assign(before, { excerpt: each.excerpt, of: each.of });
  }
  return [...places.values()].slice(0, SHOWN);
};
