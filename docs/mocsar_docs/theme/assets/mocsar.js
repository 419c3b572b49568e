// Small helps on every page; without them everything is there, too.
(() => {
  "use strict";

  // The switch of languages leads to the same place on the page, not only to the same page: anchors are the same.
  const others = [...document.querySelectorAll("a.ms-language")];
  const keepPlace = () => {
    for (const each of others) each.hash = location.hash;
  };
  window.addEventListener("hashchange", keepPlace);
  for (const each of others) for (const kind of ["pointerdown", "focus"]) each.addEventListener(kind, keepPlace);
  keepPlace();

  // Who follows a link into something folded wants to read it.
  const unfold = () => {
    const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
    for (let each = target && target.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  };
  window.addEventListener("hashchange", unfold);
  unfold();

  // The theme opens its menus with labels of hidden boxes, which a keyboard cannot reach: make buttons of them.
  const hungarian = document.documentElement.lang === "hu";
  const names = { __drawer: hungarian ? "Menü" : "Menu", __toc: hungarian ? "Tartalom" : "Contents" };
  const chosen = "label.md-header__button[for='__drawer'], " +
    ".md-sidebar--primary :is(label.md-nav__link, label.md-nav__title):not([for='__drawer'])";
  for (const label of document.querySelectorAll(chosen)) {
    const box = document.getElementById(label.htmlFor);
    if (!box) continue;
    if (label.tabIndex < 0 && label.getAttribute("tabindex") === "-1") continue; // a heading, always open
    label.tabIndex = 0;
    label.setAttribute("role", "button");
    const name = names[label.htmlFor] ?? label.previousElementSibling?.textContent.trim();
    if (name && !label.textContent.trim()) label.setAttribute("aria-label", name);
    const tell = () => label.setAttribute("aria-expanded", String(box.checked));
    box.addEventListener("change", tell);
    tell();
    label.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      box.click();
    }, true);
  }

  // What can be scrolled sideways can be scrolled with keys.
  const reachable = () => {
    for (const each of document.querySelectorAll(".md-typeset__scrollwrap, .ms-wide, .md-typeset pre > code")) {
      if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
      else if (each.getAttribute("tabindex") === "0") each.removeAttribute("tabindex");
    }
  };
  window.addEventListener("resize", reachable);
  window.addEventListener("load", () => requestAnimationFrame(reachable)); // the theme wraps tables first
  document.addEventListener("toggle", reachable, true); // of what was folded

  // Whoever opens the drawer goes on in it, and comes back from it with Escape.
  const drawer = document.getElementById("__drawer");
  const opener = document.querySelector("label.md-header__button[for='__drawer']");
  drawer?.addEventListener("change", () => {
    const inside = document.querySelectorAll(".md-sidebar--primary .md-nav__link--active, .md-sidebar--primary a");
    const seen = () => [...inside].find((each) => getComputedStyle(each).visibility === "visible" && each.offsetWidth);
    if (drawer.checked) setTimeout(() => seen()?.focus(), 300); // it slides in
  });
  document.addEventListener("focusin", ({ target }) => {
    if (drawer?.checked && target !== opener && target !== drawer && !target.closest(".md-sidebar--primary")) drawer.click();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !drawer?.checked) return;
    drawer.click();
    opener?.focus();
  });
})();
