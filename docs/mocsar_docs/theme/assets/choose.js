// The page "choose": keeps what was chosen, in the page and in its address, and shows what comes of it.
//
// The rules are in choose-model.js, over choose-rulebook.js, which is written from the same syntax trees as the
// reference. Without this script the page is tables of all questions and answers.
import { fill, h, speaker, tell } from "./choose-dom.js";
import { modelOf } from "./choose-model.js";
import { makeQuestions } from "./choose-questions.js";
import { inWords, makeBar, makeResult, makeRules } from "./choose-result.js";
import { book } from "./choose-rulebook.js";
import { makeSheet } from "./choose-sheet.js";

const page = JSON.parse(document.getElementById("ms-choose-words").textContent);
const model = modelOf(book);
const context = { model, page, lang: page.lang, say: speaker(page.words) };
const { say, lang } = context;
const place = (name) => document.querySelector(`[data-choose="${name}"]`);
const untouched = { variant: book.variants[0].id, changes: {} };

let setting = untouched;
/** The question answered last, and whether going back takes that answer back. */
let last = null;
let steps = 0;

// ---- changing --------------------------------------------------------------------------------------------------------

function change(next, answered = null) {
  setting = next;
  last = answered;
  steps += 1;
  history.pushState({ last, steps }, "", model.toFragment(setting));
  show();
}

const withValues = (changes) => model.settingOf(setting.variant, { ...model.valuesOf(setting), ...changes });
const choose = (toggle, value) => change(withValues({ [toggle]: value }), toggle);

function mend(changes) {
  change(withValues(changes), last);
  tell(notice, say("mended", { changes: inWords(context, changes) }));
  start.focus();
}

// ---- the top of the page ---------------------------------------------------------------------------------------------

const notice = h("p", { class: "ms-notice", role: "status" });
const start = h(
  "select",
  { id: "ms-start", onchange: () => change({ variant: start.value, changes: {} }) },
  book.variants.map((each) => h("option", { value: each.id }, each.title[lang])),
);
const about = h("p", {});
const reset = h("button", { type: "button", class: "ms-button ms-button--plain", onclick: () => change({ ...setting, changes: {} }) });
const written = h("input", { type: "text", id: "ms-short", autocomplete: "off", spellcheck: false, placeholder: "kollar(trick.ends=one-lap)" });

function load(event) {
  event.preventDefault();
  const read = model.parse(written.value);
  if (!read.code) change(read);
  tell(notice, read.code ? say(`load-${read.code}`, read) : say("loaded", { short: model.short(read) }));
}

fill(
  place("start"),
  h("p", {}, h("label", { for: "ms-start" }, say("variant")), " ", start),
  about,
  h("p", {}, reset),
  h(
    "form",
    { class: "ms-load", onsubmit: load },
    h("label", { for: "ms-short" }, say("load-label")),
    written,
    h("button", { type: "submit", class: "ms-button ms-button--small" }, say("load")),
  ),
  notice,
);

function showStart() {
  const variant = model.variants.get(setting.variant);
  const [low, high, usual] = variant.players;
  start.value = setting.variant;
  fill(about, [variant.about[lang], say("players", { low, high, usual })].filter(Boolean).join(" "));
  reset.textContent = say("reset", { variant: variant.title[lang] });
  reset.parentElement.hidden = !Object.keys(setting.changes).length;
}

// ---- showing ---------------------------------------------------------------------------------------------------------

const print = () => window.print();
const parts = [
  showStart,
  makeQuestions(context, choose),
  makeBar(context, place("bar"), { mend, print, undo: () => history.back() }),
  makeResult(context, place("result"), print),
  makeRules(context, place("rules")),
  makeSheet(context),
];

function show() {
  tell(notice, "");
  const values = model.valuesOf(setting);
  const mattering = model.matters(values);
  const address = new URL(model.toFragment(setting), location.href).href;
  const state = {
    setting, values, mattering, address, last,
    undoable: steps > 0,
    silenced: model.silencedBy(values, mattering),
    broken: model.broken(values),
    nearest: model.nearest(values, setting.variant),
    short: model.short(setting),
  };
  for (const part of parts) part(state);
  for (const other of document.querySelectorAll("a[hreflang][rel='alternate']")) other.hash = model.toFragment(setting);
}

/** Take a setting over from the address. An anchor within the page is no setting: what was chosen is put back there. */
function fromAddress() {
  const asked = model.fromFragment(location.hash);
  if (asked) {
    setting = asked.setting;
    last = history.state?.last ?? null;
    steps = history.state?.steps ?? 0;
  } else if (!location.hash) {
    [setting, last, steps] = [untouched, null, 0];
  } else if (steps > 0 || setting !== untouched) {
    history.replaceState({ last, steps }, "", model.toFragment(setting));
    return;
  }
  show();
  if (asked?.unknown.length) tell(notice, say("unknown", { edition: book.edition, what: asked.unknown.join(", ") }));
}

document.documentElement.classList.add("ms-choosing");
window.addEventListener("popstate", fromAddress);
fromAddress();
