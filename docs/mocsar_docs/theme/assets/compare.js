// Narrows the tables of the page "compare" to two variants, and to what differs. Without it they stand in full.
(() => {
  "use strict";

  const form = document.querySelector("form.ms-compare");
  if (!form) return;
  const tables = [...document.querySelectorAll("table.ms-compared")];
  const { a, b, differences } = form.elements;

  const fromAddress = () => {
    const asked = new URLSearchParams(location.hash.startsWith("#?") ? location.hash.slice(2) : "");
    a.value = asked.get("a") ?? "";
    b.value = asked.get("b") ?? "";
    differences.checked = asked.has("differences");
    for (const each of [a, b]) if (each.selectedIndex < 0) each.value = "";
  };

  const toAddress = () => {
    const said = new URLSearchParams();
    if (a.value) said.set("a", a.value);
    if (b.value) said.set("b", b.value);
    if (differences.checked) said.set("differences", "");
    history.replaceState(null, "", `#?${said}`);
  };

  const show = () => {
    const chosen = [a.value, b.value].filter(Boolean);
    for (const table of tables) {
      for (const cell of table.querySelectorAll("[data-variant]")) {
        cell.hidden = chosen.length > 0 && !chosen.includes(cell.dataset.variant);
      }
      let group = null;
      for (const row of table.tBodies[0].rows) {
        if (row.classList.contains("ms-group")) {
          group = row;
          group.hidden = true;
          continue;
        }
        const values = [...row.cells].filter((cell) => cell.dataset.variant && !cell.hidden).map((cell) => cell.dataset.value);
        row.hidden = differences.checked && values.every((value) => value === values[0]);
        if (group && !row.hidden) group.hidden = false;
      }
    }
  };

  form.addEventListener("change", () => { toAddress(); show(); });
  window.addEventListener("hashchange", () => { fromAddress(); show(); });
  fromAddress();
  form.hidden = false;
  show();
})();
