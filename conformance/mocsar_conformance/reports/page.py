"""What pages that stand on their own share: head, styles in both schemes, and the policy that nothing is fetched."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from html import escape
from typing import Any, Final

from mocsar_conformance.text import neutralise

LONGEST: Final = 2000
"""Characters of one piece of text."""


def text(value: Any, limit: int = LONGEST) -> str:
    """Return anything as text that is harmless in HTML, in attributes too."""
    return escape(neutralise(str(value), limit), quote=True)


def page(title: str, lang: str, body: str, styles: str = "", script: str = "") -> str:
    """Return a whole page: `title` is plain text, `body` HTML. Nothing is fetched, and only `script` may run."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    allowed = f"'sha256-{digest}'" if script else "'none'"
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src {allowed}; base-uri 'none'; form-action 'none'"
    run = f"<script>{script}</script>\n" if script else ""
    return f"""\
<!DOCTYPE html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{text(title, 200)}</title>
<style>
{STYLES}{styles}</style>
</head>
<body>
{body}
{run}</body>
</html>
"""


STYLES: Final = """\
:root{color-scheme:light dark;
--ms-serif:"Iowan Old Style","Palatino Linotype",Palatino,"URW Palladio L",P052,Georgia,serif;
--ms-sans:"Segoe UI",system-ui,-apple-system,"Noto Sans","DejaVu Sans",Arial,sans-serif;
--ms-mono:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;
--ms-paper:#fcfaf4;--ms-panel:#f3efe3;--ms-ink:#22281f;--ms-faint:#5a6156;--ms-line:#d9d2bf;--ms-green:#24583f;
--ms-card:#fffefa;--ms-card-edge:#8d8672;--ms-red:#a3231d;--ms-black:#1c211b;
--ms-bad:#a3231d;--ms-bad-ground:#fbe6e1;--ms-note:#7a4a00;--ms-note-ground:#fbf0d9;--ms-good:#24583f;
--ms-gold:#b98618;--ms-felt:#24583f}
@media (prefers-color-scheme:dark){:root{
--ms-paper:#151b18;--ms-panel:#1e2622;--ms-ink:#e6e7dd;--ms-faint:#a9b1a6;--ms-line:#3a453f;--ms-green:#93d0ac;
--ms-card:#f4f1e6;--ms-card-edge:#0c0f0d;
--ms-bad:#f4a99c;--ms-bad-ground:#43211c;--ms-note:#f0c987;--ms-note-ground:#352a16;--ms-good:#93d0ac;
--ms-gold:#d9ab45;--ms-felt:#1f4a36}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0 auto;padding:1.2rem clamp(.8rem,4vw,2.4rem) 4rem;max-width:68rem;background:var(--ms-paper);
color:var(--ms-ink);font:1rem/1.55 var(--ms-sans);overflow-wrap:anywhere}
h1,h2,h3{font-family:var(--ms-serif);line-height:1.2;text-wrap:balance}
h1{font-size:clamp(1.6rem,6vw,2.2rem);margin:0 0 .6rem}
h2{font-size:1.45rem;margin:2.6rem 0 .9rem;padding-bottom:.25rem;border-bottom:2px solid var(--ms-green)}
h3{font-size:1.15rem;margin:.2rem 0}
a{color:var(--ms-green);text-underline-offset:.16em}
:focus-visible{outline:3px solid var(--ms-green);outline-offset:2px}
code,pre{font-family:var(--ms-mono);font-size:.88em}
pre{margin:.4rem 0;padding:.55rem .8rem;background:var(--ms-panel);border:1px solid var(--ms-line);border-radius:.3rem;
white-space:pre-wrap;overflow-wrap:anywhere}
.scroll{position:relative;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.92em}
th,td{padding:.36rem .7rem;border-bottom:1px solid var(--ms-line);text-align:left;vertical-align:top;
overflow-wrap:break-word}
thead th{vertical-align:bottom}
thead tr:last-child>*{border-bottom:2px solid var(--ms-green)}
summary{cursor:pointer}
.faint{color:var(--ms-faint)}
.good{color:var(--ms-good);font-weight:700}
.bad,.bad a{color:var(--ms-bad);font-weight:700}
.note,.note a{color:var(--ms-note);font-weight:700}
.warning{padding:.5rem .9rem;border-left:.3rem solid var(--ms-note);background:var(--ms-note-ground);
color:var(--ms-note);font-weight:700}
.hidden{position:absolute;width:1px;height:1px;margin:0;padding:0;border:0;overflow:hidden;clip-path:inset(50%);
white-space:nowrap}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;padding:.3rem .8rem;background:var(--ms-paper)}
@media print{body{max-width:none;padding:0}details::details-content{content-visibility:visible;height:auto}
.scroll{overflow:visible}}
"""
