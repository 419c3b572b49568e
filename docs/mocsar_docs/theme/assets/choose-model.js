// What settings are and what follows from them: pure functions over the rulebook, checked against the reference.
//
// `values` has a value for every toggle, by id: a string, a number, or an array of these. A setting is a variant's id and
// `changes`, the toggles with another value than the variant's own.
import { same } from "./choose-language.js";

const MOST_CHANGES = 2;
const PLAYERS = ["players.min", "players.max", "players.usual"];
const NOTHING = { en: "none", hu: "nincs" };
const SHORT = /^\s*(?<variant>[a-z0-9][a-z0-9.-]*)\s*(?:\((?<changes>.*)\)\s*)?$/s;
const CHANGE = /\s*(?<toggle>[a-z0-9_.]+)\s*=\s*(?<value>\[[^\[\]]*\]|[^,\[\]()]*?)\s*(?:,|$)/y;

export function modelOf(book) {
  const toggles = new Map(book.toggles.map((each) => [each.id, each]));
  const variants = new Map(book.variants.map((each) => [each.id, each]));
  const reads = (number) => (number === null ? [] : book.conditions[number].reads);
  const constraintReads = (constraint) => reads(constraint.condition);

  // ---- values ------------------------------------------------------------------------------------------------------

  const usual = (variant) => variants.get(variant).values;
  const valuesOf = ({ variant, changes }) => ({ ...usual(variant), ...changes });

  /** The setting of a variant with these values. */
  const settingOf = (variant, values) => {
    const own = usual(variant);
    const changed = Object.entries(values).filter(([name, value]) => !same(value, own[name]));
    return { variant, changes: Object.fromEntries(changed) };
  };

  /** Why a word or a number, or one of a list's, cannot be a value of a toggle; null if it can. */
  const fault = (toggle, value) => {
    if (toggle.kind !== "int") return toggle.words.includes(value) ? null : "unknown";
    if (!Number.isInteger(value)) return "no-number";
    return toggle.low <= value && value <= toggle.high ? null : "out-of-range";
  };

  const one = (toggle, word) => (toggle.kind === "int" && /^-?\d{1,9}$/.test(word) ? Number(word) : word);

  /** A toggle's value from a text, lists with commas between: {value} or {fault, word}. */
  const readValue = (toggle, text) => {
    const words = toggle.list ? text.split(",").map((each) => each.trim()).filter(Boolean) : [text.trim()];
    const read = words.map((each) => one(toggle, each));
    const wrong = read.find((each) => fault(toggle, each));
    if (wrong !== undefined) return { fault: fault(toggle, wrong), word: String(wrong) };
    return { value: toggle.list ? read : read[0] };
  };

  /** Other values worth trying than the one a toggle has. */
  const alternatives = (toggle, value) => {
    let pool = [...toggle.others, toggle.default];
    if (toggle.values) pool = Object.keys(toggle.values);
    else if (typeof value === "number" && !toggle.others.length) {
      const high = toggle.bounded ? toggle.high : value + 1;
      pool = [value - 1, value + 1].filter((each) => toggle.low <= each && each <= high);
    }
    return unlike(pool, value);
  };

  /** Every value of a toggle; of a list, which has no end of them, those that are known. The default comes first. */
  const domain = (toggle) => {
    if (toggle.list) return toggle.known;
    if (toggle.kind !== "int") return unlike([toggle.default, ...toggle.words]);
    const numbers = Array.from({ length: toggle.high - toggle.low + 1 }, (_, at) => toggle.low + at);
    return unlike([toggle.default, ...numbers]);
  };

  // ---- what holds --------------------------------------------------------------------------------------------------

  /** A function that tells whether a condition holds with these values, each worked out once. */
  const judge = (values) => {
    const known = [];
    return (number) => {
      if (number === null) return true;
      return (known[number] ??= book.conditions[number].holds(values));
    };
  };

  const broken = (values) => book.constraints.filter((each) => !book.conditions[each.condition].holds(values));

  /** The clauses that these values have, in reading order. */
  const present = (values, holds = judge(values)) => {
    const found = book.clauses.filter(
      (clause) => holds(clause.when) && (!clause.rules.length || clause.rules.some(holds)),
    );
    const replaced = new Set(found.flatMap((clause) => clause.replaces.filter((other) => other !== clause.id)));
    return found.filter((clause) => !replaced.has(clause.id));
  };

  const gapsOf = (clause) =>
    Object.values(clause.text).flatMap((parts) =>
      parts.filter((part) => Array.isArray(part) && toggles.has(part[0])).map(([name]) => name),
    );
  const whensOf = (clause) => [clause.when, ...clause.rules];
  const fills = new Map(book.clauses.map((each) => [each.id, [...gapsOf(each), ...each.owns]]));
  const clausesWith = new Map(book.toggles.map((each) => [each.id, []]));
  for (const clause of book.clauses) {
    const names = new Set([...whensOf(clause).flatMap(reads), ...fills.get(clause.id)]);
    for (const name of names) clausesWith.get(name).push(clause);
  }

  /** The toggles that say something of the game these values make: its clauses depend on them, and would be others. */
  const matters = (values) => {
    const holds = judge(values);
    const here = present(values, holds);
    const chapters = new Set(here.map((clause) => clause.chapter));
    const gone = new Set(book.chapters.map((each) => each.id).filter((each) => !chapters.has(each)));
    const found = new Set(here.flatMap((clause) => fills.get(clause.id)));
    const read = new Set(here.flatMap((clause) => whensOf(clause).filter(holds).flatMap(reads)));
    for (const name of read) {
      if (found.has(name)) continue;
      const whens = clausesWith.get(name).flatMap(whensOf);
      const turns = (other) => {
        const there = judge({ ...values, [name]: other });
        return whens.some((when) => holds(when) !== there(when));
      };
      if (alternatives(toggles.get(name), values[name]).some(turns)) found.add(name);
    }
    return new Set([...found].filter((name) => !gone.has(toggles.get(name).group)));
  };

  /**
   * For each toggle that says nothing, whatever it were: those of which another answer would give it something to say.
   * One that would by another answer of its own, such as the size of the sets that start a revolution, is not among them.
   */
  const silencedBy = (values, mattering = matters(values)) => {
    const found = new Map(book.toggles.filter((each) => !mattering.has(each.id)).map((each) => [each.id, []]));
    for (const gate of book.toggles) {
      const opened = new Set();
      for (const other of alternatives(gate, values[gate.id])) {
        for (const name of matters({ ...values, [gate.id]: other })) opened.add(name);
      }
      for (const name of opened) found.get(name)?.push(gate.id);
    }
    return new Map([...found].filter(([name, gates]) => !gates.includes(name)));
  };

  // ---- contradictions ----------------------------------------------------------------------------------------------

  /** Some toggles and all that constraints tie to them, through others too, by name. */
  const tied = (names) => {
    const near = new Set(names);
    for (let size = -1; size !== near.size; ) {
      size = near.size;
      for (const constraint of book.constraints) {
        const group = constraintReads(constraint);
        if (group.some((name) => near.has(name))) group.forEach((name) => near.add(name));
      }
    }
    return [...near].sort();
  };

  /** The fewest changes, none of a toggle in `kept`, after which nothing is broken; null where more than two would be. */
  const repair = (values, usualValues, kept = []) => {
    const atFault = broken(values).flatMap(constraintReads);
    const near = unlike([...atFault, ...tied(atFault)]).filter((name) => !kept.includes(name));
    const pool = (name, alone) => {
      const toggle = toggles.get(name);
      const likely = [usualValues[name], toggle.default, ...alternatives(toggle, values[name])];
      return unlike([...likely, ...(alone ? domain(toggle) : [])], values[name]);
    };
    for (let number = 0; number <= MOST_CHANGES; number += 1) {
      for (const names of combinations(near, number)) {
        for (const chosen of product(names.map((name) => pool(name, number < 2)))) {
          const changes = Object.fromEntries(names.map((name, at) => [name, chosen[at]]));
          if (!broken({ ...values, ...changes }).length) return changes;
        }
      }
    }
    return null;
  };

  /** How a setting that contradicts itself is mended: as `repair`, with all that was chosen kept, else `last`, else none. */
  const mend = (setting, last = null) => {
    const values = valuesOf(setting);
    const own = usual(setting.variant);
    return (
      repair(values, own, Object.keys(setting.changes)) ??
      (last ? repair(values, own, [last]) : null) ??
      repair(values, own)
    );
  };

  // ---- variants ----------------------------------------------------------------------------------------------------

  /** The toggles that differ between two sets of values and say something in one of them. */
  const differing = (a, b, mattering = [matters(a), matters(b)]) =>
    book.toggles
      .map((each) => each.id)
      .filter((name) => !same(a[name], b[name]) && mattering.some((some) => some.has(name)));

  /** The named variant that these values are nearest to, rather `own` than another as near, and what differs. */
  const nearest = (values, own = null) => {
    const mattering = matters(values);
    const found = book.variants.map((variant) => ({
      variant: variant.id,
      differs: differing(variant.values, values, [mattering, mattersIn(variant.id)]),
    }));
    const best = Math.min(...found.map((each) => each.differs.length));
    const near = found.filter((each) => each.differs.length === best);
    return near.find((each) => each.variant === own) ?? near[0];
  };

  const mattersOf = new Map();
  const mattersIn = (variant) => {
    if (!mattersOf.has(variant)) mattersOf.set(variant, matters(usual(variant)));
    return mattersOf.get(variant);
  };

  // ---- words -------------------------------------------------------------------------------------------------------

  const word = (toggle, value, lang) => {
    if (toggle.kind === "rank" && book.ranks[value]) return book.ranks[value].symbol[lang];
    if (toggle.kind === "title" && book.titles[value]) return book.titles[value][lang];
    return String(value);
  };

  /** A toggle's value as it stands inside a sentence. */
  const valueText = (toggle, value, lang) => {
    if (toggle.values) return toggle.values[value][lang].trimEnd().replace(/\.$/, "");
    if (!toggle.list) return word(toggle, value, lang);
    return value.map((each) => word(toggle, each, lang)).join(", ") || NOTHING[lang];
  };

  /** What a value of a toggle means, as a sentence of its own. */
  const sentence = (toggle, value, lang) => {
    if (!toggle.sentence) return toggle.values[value][lang];
    if (toggle.none && (value === 0 || value.length === 0)) return toggle.none[lang];
    return toggle.sentence[lang].split("{value}").join(valueText(toggle, value, lang));
  };

  /** A value of a toggle as the answer to the question that its title asks. */
  const answer = (toggle, value, lang) => {
    const none = toggle.none && (value === 0 || value.length === 0);
    return toggle.values || none ? sentence(toggle, value, lang) : `${valueText(toggle, value, lang)}.`;
  };

  /** A clause's text as these values have it, in pieces: {text} or {text, toggle} of what a toggle filled in. */
  const pieces = (clause, values, players, lang) =>
    clause.text[lang].map((part) => {
      if (!Array.isArray(part)) return { text: part };
      const [name, index] = part;
      if (PLAYERS.includes(name)) return { text: String(players[PLAYERS.indexOf(name)]) };
      const toggle = toggles.get(name);
      const whole = values[name];
      if (index === undefined) return { text: valueText(toggle, whole, lang), toggle: name };
      return { text: index < whole.length ? word(toggle, whole[index], lang) : NOTHING[lang], toggle: name };
    });

  const textOf = (clause, values, players, lang) =>
    pieces(clause, values, players, lang).map((piece) => piece.text).join("");

  /** The clauses of `values` with what became of each since `before`: "new", "changed" or "same"; and those gone. */
  const changedClauses = (before, values, players, lang) => {
    const was = new Map(present(before).map((clause) => [clause.id, textOf(clause, before, players, lang)]));
    const here = present(values).map((clause) => {
      if (!was.has(clause.id)) return { clause, state: "new" };
      return { clause, state: was.get(clause.id) === textOf(clause, values, players, lang) ? "same" : "changed" };
    });
    const kept = new Set(here.map(({ clause }) => clause.id));
    return { here, gone: book.clauses.filter((clause) => was.has(clause.id) && !kept.has(clause.id)) };
  };

  // ---- written forms -----------------------------------------------------------------------------------------------

  const written = (value) => (Array.isArray(value) ? `[${value.join(", ")}]` : String(value));

  /** The canonical short form: `kollar(trick.ends=one-lap)`. */
  const short = ({ variant, changes }) => {
    const inside = Object.keys(changes).sort().map((name) => `${name}=${written(changes[name])}`);
    return inside.length ? `${variant}(${inside.join(", ")})` : variant;
  };

  /** The setting of a short form, whether it contradicts itself or not; else {code, what}, with the reference's codes. */
  const parse = (text) => {
    const match = SHORT.exec(text);
    if (!match) return { code: "R030", what: text.trim() };
    const { variant, changes = "" } = match.groups;
    if (!variants.has(variant)) return { code: "R030", what: variant };
    const found = {};
    for (CHANGE.lastIndex = 0; changes.slice(CHANGE.lastIndex).trim(); ) {
      const rest = changes.slice(CHANGE.lastIndex).trim();
      const change = CHANGE.exec(changes);
      if (!change) return { code: "R030", what: rest };
      const { toggle: name, value } = change.groups;
      const toggle = toggles.get(name);
      if (!toggle) return { code: "R002", what: name };
      if (name in found) return { code: "R030", what: name };
      const isList = value.startsWith("[");
      if (isList !== toggle.list) return { code: "R010", what: `${name}=${value}` };
      const read = readValue(toggle, isList ? value.slice(1, -1) : value);
      if (read.fault) return { code: "R010", what: `${name}=${value}` };
      found[name] = read.value;
    }
    return settingOf(variant, { ...usual(variant), ...found });
  };

  /** The part of an address that restores a setting: `#v=kollar&trick.ends=one-lap`. */
  const toFragment = ({ variant, changes }) => {
    const inside = Object.keys(changes).sort().map((name) => `&${name}=${[changes[name]].flat().join(",")}`);
    return `#v=${variant}${inside.join("")}`;
  };

  /** The setting of such a part, and what in it this rulebook does not have; null for a part that is of another kind. */
  const fromFragment = (fragment) => {
    const asked = new URLSearchParams(fragment.replace(/^#/, ""));
    const variant = asked.get("v");
    if (variant === null) return null;
    const known = variants.has(variant);
    const unknown = known ? [] : [`v=${variant}`];
    const changes = {};
    for (const [name, text] of asked) {
      if (name === "v") continue;
      const toggle = toggles.get(name);
      const read = toggle ? readValue(toggle, text) : { fault: "unknown" };
      if (read.fault) unknown.push(`${name}=${text}`);
      else changes[name] = read.value;
    }
    const base = known ? variant : book.variants[0].id;
    return { setting: settingOf(base, { ...usual(base), ...changes }), unknown };
  };

  return {
    book, toggles, variants, usual, valuesOf, settingOf, fault, readValue, alternatives, broken, constraintReads, present,
    matters, silencedBy, repair, mend, differing, nearest, valueText, sentence, answer, word, pieces, textOf,
    changedClauses,
    short, parse, toFragment, fromFragment,
  };
}

/** The members, each once, without those that are the same as `but`. */
function unlike(members, but) {
  return members.reduce(
    (found, each) => (same(each, but) || found.some((other) => same(other, each)) ? found : [...found, each]),
    [],
  );
}

function* combinations(members, number, from = 0) {
  if (number === 0) yield [];
  else
    for (let at = from; at <= members.length - number; at += 1)
      for (const rest of combinations(members, number - 1, at + 1)) yield [members[at], ...rest];
}

function* product([first, ...rest]) {
  if (first === undefined) yield [];
  else for (const each of first) for (const others of product(rest)) yield [each, ...others];
}
