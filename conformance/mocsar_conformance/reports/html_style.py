"""Looks of the page of results, and the little script that only adds to it: search, opening and closing all."""

from __future__ import annotations

from typing import Final

STYLES: Final = """\
header{padding-top:.4rem}
.eyebrow{margin:0;color:var(--ms-green);font:italic 1.05rem var(--ms-serif)}
.standings{display:grid;gap:.6rem;margin:1rem 0;padding:0;list-style:none;
grid-template-columns:repeat(auto-fill,minmax(min(19rem,100%),1fr))}
.standings li{display:flex;gap:.7rem;padding:.6rem .9rem;border:1px solid var(--ms-line);border-left:.3rem solid;
border-radius:.4rem;background:var(--ms-panel);font-weight:400}
.standings .sign{font-size:1.35rem;line-height:1.2}
.standings strong{display:block;text-wrap:balance}
.standings div>span{display:block;color:var(--ms-ink);font-size:.92em}
.standings code{font-size:1em}
.facts{display:flex;flex-wrap:wrap;gap:.3rem 1.6rem;margin:0 0 1rem;font-size:.88em}
.facts div{display:flex;flex-wrap:wrap;gap:0 .45rem}
.facts dt{color:var(--ms-faint)}
.facts dd{margin:0}
nav{border-block:1px solid var(--ms-line);font-size:.92em}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin:0;padding:.45rem 0;list-style:none}
nav span,.filters label span,.number{color:var(--ms-faint);font:.92em var(--ms-sans)}
.matrix{font-variant-numeric:tabular-nums}
.matrix td{white-space:nowrap}
.matrix th+th,.matrix td{padding-inline:.5rem}
.matrix tbody th,.matrix tfoot th{font-weight:400}
.matrix th:first-child{position:sticky;left:0;background:var(--ms-paper);min-width:7rem;max-width:15rem}
.matrix tfoot th,.matrix tfoot td{border-top:2px solid var(--ms-line)}
.matrix td.good,.matrix td.faint{font-weight:400}
.group>h3{margin:1.6rem 0 .5rem}
.outcome{margin:.55rem 0;border:1px solid var(--ms-line);border-left:.3rem solid var(--ms-line);border-radius:.4rem}
.finding,.unexpected{border-left-color:var(--ms-bad)}
.known{border-left-color:var(--ms-note)}
.outcome>details>summary{padding:.55rem .9rem;border-radius:.3rem}
.outcome>details>summary:hover{background:var(--ms-panel)}
.outcome:target,.clause:target{outline:3px solid var(--ms-green);outline-offset:2px}
.tag{display:inline-block;margin-left:.15rem;padding:0 .55em;border:1px solid currentcolor;border-radius:1em;
font-size:.8em;font-weight:700;color:var(--ms-faint)}
.finding .tag,.unexpected .tag{color:var(--ms-bad);background:var(--ms-bad-ground)}
.known .tag{color:var(--ms-note);background:var(--ms-note-ground)}
.setting{padding:0 .45em;border-radius:.25em;background:var(--ms-panel);font-size:.84em;color:var(--ms-faint)}
.title{display:block;margin:.25rem 0 0;font:700 1.12rem/1.3 var(--ms-serif)}
.told{display:block;font-size:.92em;color:var(--ms-faint)}
.account{margin:0;padding:.1rem .9rem .7rem;border-top:1px solid var(--ms-line)}
.account>div{padding:.5rem 0}
.account>div+div{border-top:1px dotted var(--ms-line)}
.account dt{color:var(--ms-faint);font-size:.84em}
.account dd{margin:0;min-width:0}
.account dd>table,.account .scroll table{margin:0}
.account td,.account th{min-width:4.4rem;padding-inline:.4rem;overflow-wrap:anywhere}
.account thead th{overflow-wrap:normal}
.account pre{margin:0}
.account .feed pre{max-height:24rem;overflow-y:auto;margin-top:.4rem}
.drawn .ms-table{margin:.2rem 0}
.answer{padding:.05em .5em;border-radius:.25em;background:var(--ms-panel);font-family:var(--ms-mono);font-size:.9em}
.law{margin:0 0 .5rem;padding-left:.8rem;border-left:3px solid var(--ms-gold);font-family:var(--ms-serif)}
dd>.law:last-child{margin-bottom:0}
.clause{margin:1.2rem 0}
.clause ul{margin:0;padding-left:1.2rem;columns:22rem}
.clause p{margin:.3rem 0}
.filters{position:relative;min-width:0;margin:2rem 0 0;padding:.4rem .9rem .7rem;border:1px solid var(--ms-line);
border-radius:.4rem;font-size:.92em}
.filters>div{display:flex;flex-wrap:wrap;align-items:center;gap:.35rem .4rem;margin:.35rem 0}
.filters [role=radiogroup]>span{min-width:5.2rem;color:var(--ms-faint)}
.filters [role=radiogroup] label{display:inline-flex;align-items:center;gap:.35rem;min-height:1.75rem;padding:0 .7em;
border:1px solid var(--ms-line);border-radius:1em;cursor:pointer}
.filters label:has(:checked){border-color:var(--ms-green);background:var(--ms-panel);font-weight:700}
.filters input{accent-color:var(--ms-green);margin:0}
.filters [type=search],.filters button{min-height:1.9rem;padding:0 .7em;font:inherit;color:inherit;
background:var(--ms-paper);border:1px solid var(--ms-faint);border-radius:.3rem;max-width:100%}
.filters button{cursor:pointer}
.filters .scripted[hidden],.outcome[hidden]{display:none}
@media (min-width:48rem){
.account>div{display:grid;grid-template-columns:8.2rem minmax(0,1fr);gap:1rem}
}
@media print{
.filters,nav,.feed,.skip{display:none}
.outcome,.clause{break-inside:avoid-page}
}
"""

SCRIPT: Final = """\
"use strict";
const outcomes = [...document.querySelectorAll(".outcome")];
const box = document.getElementById("search");
const plain = text => text.toLowerCase().normalize("NFD").replace(/\\p{M}/gu, "");
const words = new Map();
const read = each => {
  if (!words.has(each)) {
    const parts = each.querySelectorAll("details>summary,.account>div:not(.feed)>dd");
    words.set(each, plain([...parts].map(part => part.textContent).join(" ")));
  }
  return words.get(each);
};
const count = () => {
  const shown = document.getElementById("shown");
  const number = outcomes.filter(each => each.checkVisibility()).length;
  shown.textContent = shown.dataset.text.replace("#", number);
};
const search = () => {
  const wanted = plain(box.value).split(/\\s+/);
  for (const each of outcomes) each.hidden = !wanted.every(word => read(each).includes(word));
  count();
};
const fold = open => {
  for (const each of outcomes) if (each.checkVisibility()) each.querySelector("details").open = open;
};
const reveal = () => {
  let name = location.hash.slice(1);
  try { name = decodeURIComponent(name); } catch { return; }
  const found = outcomes.find(each => each.id === name);
  if (!found) return;
  if (!found.checkVisibility()) {
    box.value = "";
    for (const each of document.querySelectorAll(".filters [value='']")) each.checked = true;
    search();
  }
  found.querySelector("details").open = true;
  found.scrollIntoView();
};
if (box) {
  box.closest(".scripted").hidden = false;
  box.addEventListener("input", search);
  document.querySelector(".filters").addEventListener("change", count);
  document.getElementById("open-all").addEventListener("click", () => fold(true));
  document.getElementById("close-all").addEventListener("click", () => fold(false));
  count();
}
addEventListener("hashchange", reveal);
reveal();
"""
