// What comes of the answers on the page "choose": the bar at the bottom, what was chosen, and the rules.
import { fill, h, tell } from "./choose-dom.js";

/** How far a state is from the named variant it is nearest to, in a sentence. */
export function nearness({ model, say, lang }, { nearest }) {
  const variant = model.variants.get(nearest.variant).title[lang];
  const count = nearest.differs.length;
  return say(count === 0 ? "exactly" : count === 1 ? "nearest-one" : "nearest", { variant, count });
}

/** The bar that stays in sight: what the answers come to, and contradictions with what would mend them. */
export function makeBar(context, place, { mend, undo, print }) {
  const { model, say, lang } = context;
  const status = h("p", { class: "ms-bar-status", role: "status" });
  const alert = h("p", { class: "ms-heard", role: "alert" });
  const messages = h("details", { class: "ms-bar-messages", open: !matchMedia("(max-width: 40em)").matches });
  const buttons = h("p", { class: "ms-bar-buttons" });
  const links = h(
    "p",
    { class: "ms-bar-links" },
    h("a", { href: "#result" }, say("to-result")),
    h("a", { href: "#rules" }, say("to-rules")),
    h("button", { type: "button", class: "ms-button ms-button--small", onclick: print }, say("to-print")),
  );
  const bar = h("div", { class: "ms-bar" }, status, alert, messages, buttons, links);
  fill(place, bar);
  place.classList.add("ms-bar-place");
  new ResizeObserver(() => {
    document.documentElement.style.scrollPaddingBottom = `${bar.offsetHeight + 16}px`;
  }).observe(bar);

  return (state) => {
    const { broken } = state;
    bar.classList.toggle("ms-bar--broken", broken.length > 0);
    tell(status, nearness(context, state));
    const count = broken.length;
    const head = count === 1 ? say("contradiction") : say("contradictions", { count });
    tell(alert, count ? [head, ...broken.map((each) => each.message[lang])].join(" ") : "");
    messages.hidden = !count;
    fill(messages, h("summary", {}, head), h("ul", {}, broken.map(message)));
    const change = count ? model.mend(state.setting, state.last) : null;
    const button = (kind, onclick, text) => h("button", { type: "button", class: `ms-button ${kind}`, onclick }, text);
    fill(
      buttons,
      change ? button("", () => mend(change), say("mend", { changes: inWords(context, change) })) : null,
      count && state.undoable ? button("ms-button--plain", undo, say("undo")) : null,
    );
    buttons.hidden = !buttons.childElementCount;
  };

  function message(constraint) {
    const names = model.constraintReads(constraint);
    const parts = constraint.message[lang].split(new RegExp(`(${names.map((name) => name.replace(/\./g, "\\.")).join("|")})`));
    const linked = parts.map((part) => (names.includes(part) ? h("a", { href: `#q.${part}` }, h("code", {}, part)) : part));
    return h("li", {}, linked);
  }
}

/** Some changes as a text: what the answers would be, with their questions where they do not say them. */
export function inWords({ model, lang }, changes) {
  return Object.entries(changes)
    .map(([name, value]) => {
      const toggle = model.toggles.get(name);
      const said = model.sentence(toggle, value, lang).replace(/\.$/, "");
      return toggle.sentence ? said : `${toggle.title[lang]}: ${said}`;
    })
    .join("; ");
}

/** What was chosen: where it differs from the nearest variant, and how to take it along. */
export function makeResult(context, place, print) {
  const { model, say, lang, page } = context;
  const near = h("p", { class: "ms-near" });
  const differs = h("div", { class: "ms-differs" });
  const copied = h("p", { role: "status", class: "ms-copied" });
  const shorts = copyField(say, say("short"), copied);
  const rules = copyField(say, say("commands"), copied);
  const play = copyField(say, say("commands"), copied, true);
  const link = copyField(say, say("link"), copied);
  const commands = h("div", {}, rules.element, play.element);
  const noCommands = h("p", { class: "ms-against" }, say("no-commands"));
  const sheet = h("p", {}, h("button", { type: "button", class: "ms-button", onclick: print }, say("print")), " ", say("print-about"));
  fill(place, near, differs, shorts.element, commands, noCommands, link.element, copied, sheet);

  return (state) => {
    const { setting, nearest, values, broken, short, address } = state;
    const variant = model.variants.get(nearest.variant);
    const name = h("a", { href: page.variants[variant.id] }, variant.title[lang]);
    const count = nearest.differs.length;
    fill(near, say.pieces(count === 0 ? "exactly" : count === 1 ? "nearest-one" : "nearest", { variant: name, count }));
    fill(differs, count ? differences(context, variant, values, nearest.differs) : null);
    shorts.show(short);
    const language = lang === "en" ? "" : ` --lang ${lang}`;
    rules.show(`mocsar rules --variant '${short}'${language}`);
    play.show(`mocsar play --variant '${short}'${language}`);
    commands.hidden = broken.length > 0;
    noCommands.hidden = broken.length === 0;
    link.show(address);
    tell(copied, "");
    place.dataset.variant = setting.variant;
  };
}

function differences({ model, say, lang }, variant, values, names) {
  const head = ["question", "theirs", "yours"].map((key) => h("th", { scope: "col" }, say(key)));
  const rows = names.map((name) => {
    const toggle = model.toggles.get(name);
    const [theirs, ours] = [variant.values[name], values[name]].map((value) => model.sentence(toggle, value, lang));
    const question = h("th", { scope: "row" }, h("a", { href: `#q.${name}` }, toggle.title[lang]));
    return h("tr", {}, question, h("td", {}, theirs), h("td", {}, ours));
  });
  const caption = h("caption", {}, say("differs-head"));
  return h("table", { class: "ms-answers" }, caption, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows));
}

/** A text to take along, with a button that copies it. */
function copyField(say, label, copied, bare = false) {
  const text = h("code", { class: "ms-copy-text" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.textContent);
      copied.textContent = say("copied");
    } catch {
      getSelection().selectAllChildren(text);
      copied.textContent = say("selected");
    }
  };
  const button = h("button", { type: "button", class: "ms-button ms-button--small", onclick: copy }, say("copy"));
  const element = h("div", { class: "ms-copy" }, bare ? null : h("p", { class: "ms-copy-label" }, label), h("div", { class: "ms-copy-line" }, text, button));
  const show = (value) => {
    text.textContent = value;
    button.setAttribute("aria-label", say("copy-label", { what: value.length > 80 ? label : value }));
  };
  return { element, show };
}

/** The rules that come of it, chapter by chapter, with what is otherwise than in the variant started from. */
export function makeRules(context, place) {
  const { model, say, lang, page } = context;
  const count = h("p", {});
  const only = h("input", { type: "checkbox", onchange: () => place.classList.toggle("ms-only-changed", only.checked) });
  const onlyText = h("span", {});
  const onlyRow = h("p", { class: "ms-only" }, h("label", {}, only, " ", onlyText));
  const gone = h("div", {});
  const chapters = h("div", { class: "ms-rules" });
  fill(place, count, onlyRow, gone, chapters);

  return ({ setting, values }) => {
    const { id, title, players, values: before } = model.variants.get(setting.variant);
    const variant = title[lang];
    const { here, gone: left } = model.changedClauses(before, values, players, lang);
    const changed = here.filter((each) => each.state !== "same").length;
    fill(count, say(changed === 1 ? "rules-count-one" : "rules-count", { all: here.length, count: changed, variant }));
    fill(onlyText, say("only-changed", { variant }));
    onlyRow.hidden = changed === 0;
    if (!changed) {
      only.checked = false;
      place.classList.remove("ms-only-changed");
    }
    fill(gone, left.length ? goneList(left, id, variant) : null);
    fill(
      chapters,
      model.book.chapters.map((chapter) => {
        const own = here.filter(({ clause }) => clause.chapter === chapter.id);
        if (!own.length) return null;
        const same = own.every((each) => each.state === "same");
        const told = own.map(({ clause, state }) => entry(clause, state, values, players, { before, variant }));
        return h("section", { class: same ? "ms-chapter ms-same" : "ms-chapter" }, h("h3", {}, chapter.title[lang]), told);
      }),
    );
  };

  function entry(clause, state, values, players, { before, variant }) {
    const mark = state === "same" ? null : h("span", { class: "ms-status ms-status--changed" }, say(`state-${state}`));
    const custom = clause.custom ? h("span", { class: "ms-status ms-status--custom" }, say("custom")) : null;
    const id = h("a", { class: "ms-id", href: `${page.clauses}#${clause.id}` }, h("code", {}, clause.id));
    const was = state === "changed" ? h("details", { class: "ms-more" }, h("summary", {}, say("was", { variant })), h("p", {}, model.textOf(clause, before, players, lang))) : null;
    return h(
      "article",
      { class: `ms-rule ms-rule--${state}`, "data-clause": clause.id },
      h("h4", {}, clause.title[lang], " ", mark),
      h("p", {}, model.pieces(clause, values, players, lang).map(piece)),
      h("p", { class: "ms-marks" }, id, custom),
      was,
    );
  }

  function goneList(clauses, id, variant) {
    const rows = clauses.map((clause) => h("li", {}, h("a", { href: `${page.variants[id]}#${clause.id}` }, clause.title[lang])));
    return h("details", { class: "ms-more ms-gone" }, h("summary", {}, `${say("gone", { variant })} (${clauses.length})`), h("ul", {}, rows));
  }

  function piece({ text, toggle }) {
    return toggle ? h("a", { class: "ms-filled", href: `#q.${toggle}` }, text) : text;
  }
}
