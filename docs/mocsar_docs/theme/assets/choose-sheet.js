// The sheet of house rules on the page "choose": what is printed of it, on one page of A4.
import { fill, h } from "./choose-dom.js";

const LARGEST = 12; // of the type, in points
const SMALLEST = 4;
const STEP = 0.25;
const LINES = 6; // for names; more where more usually play

/** Make the sheet, out of sight until it is printed; returns a function that shows a state. */
export function makeSheet(context) {
  const sheet = h("section", { class: "ms-sheet", "aria-hidden": "true" });
  const holder = h("div", { class: "ms-sheet-holder" }, sheet);
  document.body.append(holder);
  return (state) => {
    fill(sheet, content(context, state));
    fit(sheet);
  };
}

function content({ model, say, lang }, { setting, values, mattering, broken, address }) {
  const variant = model.variants.get(setting.variant);
  const [low, high, usual] = variant.players;
  const own = Object.keys(setting.changes);
  const title = variant.title[lang];
  const count = own.length;
  const based = count === 0 ? title : say(count === 1 ? "sheet-changed-one" : "sheet-changed", { variant: title, count });
  const choice = (name) => {
    const toggle = model.toggles.get(name);
    const changed = own.includes(name);
    const said = model.answer(toggle, values[name], lang);
    return h("li", { class: changed ? "ms-own" : "" }, h("b", {}, `${toggle.title[lang]}: `), said);
  };
  const groups = model.book.groups.map((group) => {
    const names = group.toggles.filter((name) => mattering.has(name) || own.includes(name));
    if (!names.length) return null;
    return h("div", {}, h("h2", {}, group.title[lang]), h("ul", {}, names.map(choice)));
  });
  const line = (label) => h("p", { class: "ms-line" }, label ? h("span", {}, label) : null, h("i", {}));
  return [
    h("header", {}, h("h1", {}, say("sheet-title")), line(say("sheet-house"))),
    h("p", { class: "ms-based" }, `${based}. ${say("players", { low, high, usual })}`),
    broken.length ? h("p", { class: "ms-broken" }, say("sheet-contradiction")) : null,
    h("div", { class: "ms-columns" }, groups),
    h(
      "footer",
      {},
      line(say("sheet-date")),
      h("p", { class: "ms-signed" }, say("sheet-signed")),
      h("div", { class: "ms-signatures" }, Array.from({ length: Math.max(LINES, usual) }, () => line(""))),
      h("p", { class: "ms-link" }, `${say("sheet-link", { edition: model.book.edition })} ${address}`),
    ),
  ];
}

/** Take the largest type in which the sheet is no higher than its page. */
function fit(sheet) {
  for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
    sheet.style.setProperty("--sheet-type", `${size}pt`);
    if (sheet.scrollHeight <= sheet.clientHeight) return;
  }
}
