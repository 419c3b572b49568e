// Small helpers of the page "choose": elements, texts with gaps, cards as chips.

/** An element with properties, attributes (data-…, aria-…, and the few listed), listeners (on…), and children. */
export function h(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (/^(data-|aria-)|^(for|role|class|list|lang)$/.test(name)) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/** Put children in the place of what an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
}

/** A function that returns a text of the page with its `{gaps}` filled; given elements, it returns pieces. */
export function speaker(words) {
  const pieces = (key, values = {}) =>
    words[key].split(/\{(\w+)\}/).map((part, at) => (at % 2 ? values[part] : part));
  const say = (key, values) => pieces(key, values).join("");
  say.pieces = (key, values) => pieces(key, values).flat();
  return say;
}

/** A rank as a chip, for the eye only: what it labels has its name. A picture stands instead of the symbol. */
export function chip(symbol, picture) {
  const kind = picture ? "picture" : "plain";
  return h("span", { class: `ms-card ms-card--${kind}`, "aria-hidden": "true" }, picture || symbol);
}

/** Set a text only where it is another, so that nothing is announced twice. */
export function tell(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
