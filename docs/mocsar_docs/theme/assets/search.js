// The search in the header: `/` or `s` opens it, arrows move through what was found, Escape closes it.
(() => {
  "use strict";

  const box = document.querySelector(".ms-find");
  const dialog = box?.querySelector("dialog");
  if (!dialog?.showModal) return;
  const opener = box.querySelector(".ms-find__open");
  const field = dialog.querySelector("input");
  const told = dialog.querySelector(".ms-find__told");
  const list = dialog.querySelector(".ms-find__results");
  const words = JSON.parse(dialog.querySelector(".ms-find__words").textContent);
  const root = new URL(dialog.dataset.root, location.href);
  const beside = new URL(".", document.currentScript.src);
  const language = document.documentElement.lang === "hu" ? 4 : 3;

  let prepared = null;
  const prepare = () => {
    const all = async () => {
      const [ranking, response, pagefind] = await Promise.all([
        import(new URL("search-ranking.js", beside)),
        fetch(new URL("ids.json", root)),
        import(new URL(dialog.dataset.pagefind, location.href)).catch(() => null),
      ]);
      const base = new URL("..", new URL(dialog.dataset.pagefind, location.href)).pathname;
      await pagefind?.options({ baseUrl: "/" });
      const inIndex = root.pathname.slice(base.length - 1);
      return { answers: ranking.answers, setting: { rows: (await response.json()).ids, language, pagefind, root: inIndex } };
    };
    prepared ??= all().catch((error) => {
      prepared = null;
      throw error;
    });
    return prepared;
  };

  const element = (name, className, ...children) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.append(...children);
    return made;
  };

  /** The place as the page that is open has it, where that is the rules of a variant with this very clause. */
  const addressOf = ({ place, kind, id }) => {
    const own = kind === "clause" && /\/rules\/[^/]+\/$/.test(location.pathname) && document.getElementById(id);
    return own ? `#${id}` : new URL(place, root).href;
  };

  const shown = (result) => {
    const title = element("span", "ms-find__title", result.title);
    const from = [words[result.kind] ?? (result.of ? "" : words[result.place.split("/")[0]]), result.of].filter(Boolean).join(" · ");
    const link = element("a", "", title);
    link.href = addressOf(result);
    if (from) link.append(element("span", "ms-find__of", from));
    if (result.id) link.append(element("code", "", result.id));
    if (result.excerpt.length) {
      const text = element("span", "ms-find__excerpt");
      for (const [word, marked] of result.excerpt) text.append(marked ? element("mark", "", word) : word, " ");
      link.append(text);
    }
    return element("li", "", link);
  };

  let asked = "";
  let running = Promise.resolve();
  const search = async (query) => {
    asked = query;
    if (!query.trim()) {
      list.replaceChildren();
      told.textContent = words.hint;
      return;
    }
    told.textContent ||= words.seeking;
    let results = null;
    try {
      const { answers, setting } = await prepare();
      results = await answers(query, setting);
    } catch {
      if (asked === query) told.textContent = words.unserved;
    }
    if (asked !== query || !results) return;
    list.replaceChildren(...results.map(shown));
    const number = results.length;
    told.textContent = number === 0 ? words.none : (number === 1 ? words.one : words.many.replace("{number}", number));
    list.dataset.query = query;
  };

  let waiting = 0;
  field.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { running = search(field.value); }, 90);
  });

  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    document.documentElement.classList.add("ms-find-open");
    field.select();
    told.textContent ||= words.hint;
    prepare().catch(() => { told.textContent = words.unserved; });
  };

  let going = false;
  opener.addEventListener("click", open);
  dialog.querySelector(".ms-find__close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    document.documentElement.classList.remove("ms-find-open");
    if (!going) opener.focus();
    going = false;
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // beside it
    else if (event.target.closest("a[href^='#']")) {
      going = true; // the place on this page gets the focus
      dialog.close();
    }
  });

  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    if (asked !== field.value) running = search(field.value);
    await running;
    list.querySelector("a")?.click();
  });

  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.isComposing) {
      event.preventDefault(); // a search field would only be emptied
      dialog.close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    if (at < 0) return;
    event.preventDefault();
    stops[Math.min(stops.length - 1, Math.max(0, at + step))].focus();
  });

  document.addEventListener("keydown", (event) => {
    if (dialog.open || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    if (event.key !== "/" && event.key !== "s") return;
    if (event.target.closest?.("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]")) return;
    event.preventDefault();
    open();
  });

  box.hidden = false;
})();
