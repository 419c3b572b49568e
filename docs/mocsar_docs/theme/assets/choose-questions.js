// The questions of the page "choose": each table of answers becomes a group of form controls.
import { chip, fill, h } from "./choose-dom.js";

const FEW = 3; // variants that are named beside an answer

/**
 * Put a form in the place of every question's table.
 *
 * `choose(toggle, value)` is called when somebody answers. Returns a function that shows a state: what is chosen, what
 * was changed, what contradicts, what has no say.
 */
export function makeQuestions(context, choose) {
  const shown = [...document.querySelectorAll("[data-toggle]")].map((place) => question(context, place, choose));
  return (state) => shown.forEach((show) => show(state));
}

function question(context, place, choose) {
  const { model, say, lang, page } = context;
  const toggle = model.toggles.get(place.dataset.toggle);
  const title = toggle.title[lang];
  const noteId = `note.${toggle.id}`;
  const control = controlOf(toggle)(context, toggle, (value) => choose(toggle.id, value));
  const badge = h("span", { class: "ms-status ms-status--changed", hidden: true }, say("changed"));
  const back = h("button", { type: "button", class: "ms-button ms-button--small", hidden: true });
  const note = h("div", { class: "ms-note", id: noteId });
  const legend = h("legend", {}, title, " ", badge);
  const more = h("a", { class: "ms-id", href: `${page.toggles}#${toggle.id}` }, h("code", {}, toggle.id));
  place.replaceChildren(h("fieldset", { "aria-describedby": noteId }, legend, ...control.elements, more, back, note));

  let own;
  back.addEventListener("click", () => {
    choose(toggle.id, own);
    control.focus();
  });

  return ({ setting, values, silenced, broken }) => {
    own = model.usual(setting.variant)[toggle.id];
    const changed = toggle.id in setting.changes;
    const idle = silenced.has(toggle.id);
    const against = broken.filter((each) => model.constraintReads(each).includes(toggle.id));
    control.show(values[toggle.id], values);
    badge.hidden = back.hidden = !changed;
    back.textContent = say("back", { variant: setting.variant });
    back.setAttribute("aria-label", say("back-label", { question: title, variant: setting.variant }));
    place.classList.toggle("ms-question--changed", changed);
    place.classList.toggle("ms-question--idle", idle);
    place.classList.toggle("ms-question--broken", against.length > 0);
    fill(
      note,
      idle ? idleNote(context, silenced.get(toggle.id), values) : null,
      against.map((each) => h("p", { class: "ms-against" }, h("strong", {}, say("contradiction")), " ", each.message[lang])),
    );
  };
}

/** Why a question has no say: the answers by which it has none. */
function idleNote({ model, say, lang }, gates, values) {
  const answers = gates.slice(0, 4).map((name) => {
    const gate = model.toggles.get(name);
    return [h("a", { href: `#q.${name}` }, gate.title[lang]), `: ${model.sentence(gate, values[name], lang)}`];
  });
  if (!answers.length) return h("p", { class: "ms-idle" }, say("idle"));
  if (answers.length === 1) return h("p", { class: "ms-idle" }, say("idle-since"), " ", answers[0]);
  return h("div", { class: "ms-idle" }, say("idle-since-all"), h("ul", {}, answers.map((each) => h("li", {}, each))));
}

// ---- controls: each has elements, show(value, values) and focus() ----------------------------------------------------

function controlOf(toggle) {
  if (toggle.list) return toggle.ordered ? listControl : setControl;
  if (toggle.kind === "int") return numberControl;
  return toggle.values ? radioControl : selectControl;
}

/** Named values: a radio button each, with its sentence and the variants that have it. */
function radioControl(context, toggle, choose) {
  const { lang } = context;
  const radios = Object.keys(toggle.values).map((value) => {
    const input = h("input", { type: "radio", name: toggle.id, value, onchange: () => choose(value) });
    return { input, row: option(input, toggle.values[value][lang], takers(context, toggle, value)) };
  });
  return {
    elements: radios.map(({ row }) => row),
    show: (value) => radios.forEach(({ input }) => (input.checked = input.value === value)),
    focus: () => radios.find(({ input }) => input.checked)?.input.focus(),
  };
}

/** One word of many. */
function selectControl({ model, lang }, toggle, choose) {
  const options = toggle.words.map((word) => h("option", { value: word }, model.word(toggle, word, lang)));
  const select = h("select", { onchange: () => choose(select.value), "aria-label": toggle.title[lang] }, options);
  return { elements: [select], show: (value) => (select.value = value), focus: () => select.focus() };
}

/** A whole number, with what it means as a sentence. */
function numberControl(context, toggle, choose) {
  const { model, say, lang } = context;
  const id = `number.${toggle.id}`;
  const input = h("input", {
    type: "number", id, min: toggle.low, max: toggle.high, step: 1, inputMode: "numeric", required: true,
    "aria-label": toggle.title[lang], "aria-describedby": `${id}.means ${id}.range`,
  });
  const means = h("span", { id: `${id}.means` });
  const range = h("span", { id: `${id}.range`, class: "ms-range" }, say("number", { low: toggle.low, high: toggle.high }));
  const complaint = complaints(context, toggle, input);
  input.addEventListener("change", () => complaint(model.readValue(toggle, input.value), choose));
  return {
    elements: [h("div", { class: "ms-number" }, input, means, range), complaint.element],
    show: (value) => {
      if (!complaint.standing() || Number(input.value) === value) {
        input.value = value;
        complaint.clear();
      }
      means.textContent = model.sentence(toggle, value, lang);
    },
    focus: () => input.focus(),
  };
}

/** Ranks of which only it counts whether they are there: a box each. */
function setControl({ model, lang }, toggle, choose) {
  const { ranks } = model.book;
  const boxes = toggle.words.map((word) => {
    const input = h("input", { type: "checkbox", value: word, "aria-label": ranks[word].name[lang], onchange: () => pick() });
    return { word, input, row: h("label", { class: "ms-rank" }, input, chip(ranks[word].symbol[lang], ranks[word].picture)) };
  });
  const means = h("p", { class: "ms-means" });
  const holder = h("div", { class: "ms-ranks" });
  let order = [];
  const pick = () => {
    const picked = boxes.filter(({ input }) => input.checked).map(({ word }) => word);
    choose(asKnown(toggle, [...picked].sort((a, b) => order.indexOf(a) - order.indexOf(b))));
  };
  return {
    elements: [holder, means],
    show: (value, values) => {
      order = orderOf(model, values);
      for (const { word, input } of boxes) input.checked = value.includes(word);
      const rows = order.map((word) => boxes.find((box) => box.word === word).row);
      // what has the focus keeps it only where it is not moved
      if (rows.some((row, at) => holder.children[at] !== row)) holder.replaceChildren(...rows);
      means.textContent = model.sentence(toggle, value, lang);
    },
    focus: () => boxes[0].input.focus(),
  };
}

/** The ranks in the order they have at present; those without a place come last. */
function orderOf(model, values) {
  const ordered = model.book.toggles.find((each) => each.kind === "rank" && each.list && each.ordered);
  return [...new Set([...(ordered ? values[ordered.id] : []), ...Object.keys(model.book.ranks)])];
}

/** A set of ranks in the order that a variant has it in, where one has the same. */
function asKnown(toggle, picked) {
  const alike = (known) => known.length === picked.length && picked.every((word) => known.includes(word));
  return toggle.known.find(alike) ?? picked;
}

/** Lists in which the order counts: the known ones, and room for another. */
function listControl(context, toggle, choose) {
  const { model, say, lang } = context;
  const text = (value) => model.sentence(toggle, value, lang);
  const name = toggle.id;
  const radios = toggle.known.map((value) => {
    const input = h("input", { type: "radio", name, onchange: () => choose(value) });
    return { value, input, row: option(input, text(value), takers(context, toggle, value)) };
  });
  const id = `another.${name}`;
  const other = h("input", { type: "radio", name, onchange: () => (written.value.trim() ? read() : written.focus()) });
  const hint = h("span", { class: "ms-range", id: `${id}.hint` }, hintOf(context, toggle));
  const written = h("input", {
    type: "text", id, autocomplete: "off", spellcheck: false, onchange: () => read(),
    "aria-label": `${toggle.title[lang]}: ${say("another")}`, "aria-describedby": `${id}.hint`,
  });
  const complaint = complaints(context, toggle, written);
  const read = () => {
    other.checked = true;
    complaint(model.readValue(toggle, ids(model, toggle, written.value, lang)), choose);
  };
  return {
    elements: [
      ...radios.map(({ row }) => row),
      h("div", { class: "ms-option ms-option--another" }, h("label", {}, other, h("span", {}, say("another"))), written, hint),
      complaint.element,
    ],
    show: (value) => {
      const known = radios.find((each) => String(each.value) === String(value));
      if (known) {
        known.input.checked = true;
        complaint.clear();
      } else {
        other.checked = true;
        if (!complaint.standing()) written.value = value.map((each) => model.word(toggle, each, lang)).join(", ");
      }
    },
    focus: () => (radios.find(({ input }) => input.checked)?.input ?? written).focus(),
  };
}

function hintOf({ model, say, lang }, toggle) {
  if (toggle.kind === "int") return say("another-int", { low: toggle.low, high: toggle.high });
  if (toggle.kind === "rank") return say("another-rank");
  return say("another-title", { words: toggle.words.map((word) => model.word(toggle, word, lang)).join(", ") });
}

/** A list as somebody writes it, with the ids in place of symbols, names and other cases. */
function ids(model, toggle, text, lang) {
  if (toggle.kind === "int") return text;
  const names = new Map();
  for (const called of [
    (word) => model.book.ranks[word]?.name[lang],
    (word) => word,
    (word) => model.word(toggle, word, lang), // last: in Hungarian D is the queen
  ]) {
    for (const word of toggle.words) names.set(called(word)?.toLowerCase(), word);
  }
  return text.split(",").map((each) => names.get(each.trim().toLowerCase()) ?? each.trim()).join(",");
}

// ---- parts -----------------------------------------------------------------------------------------------------------

function option(input, text, takers) {
  return h("div", { class: "ms-option" }, h("label", {}, input, h("span", {}, text)), takers);
}

/** The variants that give an answer; how many, where they are more than a few. */
function takers({ model, say }, toggle, value) {
  const all = model.book.variants;
  const names = all.filter((each) => String(each.values[toggle.id]) === String(value)).map((each) => each.id);
  if (!names.length) return null;
  const [count, every] = [names.length, all.length];
  const number = count === every ? say("takers-all") : say("takers", { count, all: every });
  return h("span", { class: "ms-takers" }, count <= FEW ? names.map((name) => h("code", {}, name)) : number);
}

/** A function that takes a value that was read on, or says at an input what is wrong with it. */
function complaints({ say }, toggle, input) {
  const id = `${input.id}.wrong`;
  const element = h("p", { class: "ms-against", id, role: "alert" });
  const described = input.getAttribute("aria-describedby");
  const set = (text) => {
    element.textContent = text;
    input.toggleAttribute("aria-invalid", Boolean(text));
    if (text) input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", text ? `${described} ${id}` : described);
  };
  const take = (read, choose) => {
    set(read.fault ? say(`wrong-${read.fault}`, { word: read.word || "…", low: toggle.low, high: toggle.high }) : "");
    if (!read.fault) choose(read.value);
  };
  return Object.assign(take, { element, clear: () => set(""), standing: () => element.textContent !== "" });
}
