/**
 * Writes the story as one HTML page that needs nothing else: no script, no font and no picture from elsewhere.
 */
import { arrowhead, chain } from "./Chain.ts"
import { columns, type Difference, rowsOf } from "./Pictures.ts"
import type { Played } from "./Play.ts"
import { names, skus, warehouses } from "./Story.ts"
import { titleOf } from "./Terminal.ts"

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }
const text = (plain: string): string => plain.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --paper: #fff; --panel: #f5f7f9; --line: #d1d9e0; --mark: #fff1c2; --accent: #0a5cc0; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa5b1; --paper: #0f1318; --panel: #181e25; --line: #313b46; --mark: #4a3b00; --accent: #6cb2ff; --bad: #ff8f86 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
h1, h2 { line-height: 1.2 }
a { color: var(--accent) }
header p, .time { color: var(--soft) }
section { border-top: 1px solid var(--line); padding: .5rem 0 1rem }
.time { font-size: .85rem; font-weight: normal; white-space: nowrap }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100% }
caption { text-align: left; color: var(--soft); padding: .25rem 0 }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: right; white-space: nowrap }
th[scope=row], td.name, th.name { text-align: left }
td.changed { background: var(--mark); font-weight: 600 }
td.changed del { color: var(--soft); font-weight: normal; text-decoration: line-through; margin-right: .35rem }
.said { margin: .75rem 0; padding: .5rem .75rem .5rem 2rem; background: var(--panel); border-radius: 6px }
.said b { font-weight: 600 }
.verdict { font-weight: 600 }
.bad { color: var(--bad) }
figure { margin: .5rem 0 }
svg { width: 100%; max-width: 38rem; height: auto }
svg.hidden { position: absolute; width: 0; height: 0 }
svg text { fill: var(--soft); font: 13px system-ui, sans-serif; text-anchor: middle }
svg rect { fill: var(--panel); stroke: var(--line) }
svg .line { stroke: var(--line) }
svg .said { stroke: var(--accent); stroke-width: 2 }
svg .head { fill: var(--accent) }
svg .active rect { stroke: var(--accent); stroke-width: 2 }
svg .active text { fill: var(--ink); font-weight: 600 }
@media (max-width: 30rem) { body { padding: .5rem } table { font-size: .8rem } th, td { padding: .2rem .3rem } }
@media print { :root { --ink: #000; --soft: #444; --paper: #fff; --panel: #fff; --line: #999; --mark: #eee; --accent: #000 } nav { display: none } section { break-inside: avoid } .wide { overflow: visible } }
`

const clock = (millis: number): string => new Date(millis).toISOString().slice(11, 19)

const books = (played: Played, before: Played | undefined): string => {
  const cell = ({ before: earlier, now }: { readonly before: number | undefined; readonly now: number | undefined }) =>
    now === undefined ? "<td></td>" : earlier === undefined ? `<td>${now}</td>` : `<td class="changed"><del>${earlier}</del>${now}</td>`
  const rows = rowsOf(played.picture, before?.picture, warehouses, skus)
  return `<div class="wide"><table><caption>The books, the count in the buildings, and what the shop offers; what has changed is marked</caption>
<thead><tr><th class="name">warehouse</th><th class="name">article</th>${columns.map((column) => `<th>${column}</th>`).join("")}</tr></thead>
<tbody>${rows.map(({ cells, sku, warehouse }) => `<tr><th scope="row">${text(warehouse)}</th><td class="name">${text(sku)} (${text(names[sku] ?? "")})</td>${cells.map(cell).join("")}</tr>`).join("\n")}</tbody></table></div>`
}

const verdict = (differences: ReadonlyArray<Difference>): string =>
  differences.length === 0
    ? `<p class="verdict">Every figure is as the replay says.</p>`
    : `<p class="verdict bad">This differs from the replay:</p><div class="wide"><table class="bad"><thead><tr><th class="name">where</th><th class="name">figure</th><th>found</th><th>expected</th></tr></thead>
<tbody>${differences.map(({ expected, figure, found, where }) => `<tr><td class="name">${text(where)}</td><td class="name">${text(figure)}</td><td>${found ?? "nothing"}</td><td>${expected}</td></tr>`).join("")}</tbody></table></div>`

const section = (played: Played, index: number, before: Played | undefined): string => {
  const { at, differences, done, step, took } = played
  return `<section id="${step.id}">
<h2><a href="#${step.id}">${index + 1}</a> ${text(step.title)} <span class="time">${clock(at)} UTC, ${(took / 1000).toFixed(1)} s</span></h2>
<p>${text(step.sentence)}</p>
<figure>${chain(done.said)}</figure>
<ol class="said">${done.said.map(({ from, text: words, to }) => `<li><b>${from === to ? titleOf(from) : `${titleOf(from)} → ${titleOf(to)}`}</b>: ${text(words)}</li>`).join("\n")}</ol>
${books(played, before)}
${verdict(differences)}
</section>`
}

/** The page of what was played. `problem` is why the story ended early. */
export const page = (all: ReadonlyArray<Played>, summary: string, problem: string | undefined): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Crossdock: the life of an order</title>
<style>${style}</style>
</head>
<body>
${arrowhead}
<header>
<h1>The life of an order</h1>
<p>A runner of Crossdock with a simulated shop, two simulated warehouses, an order desk, and an ERP that keeps books. After each step, every figure is compared with a replay that knows nothing of the books.</p>
<p class="verdict${problem === undefined && all.every(({ differences }) => differences.length === 0) ? "" : " bad"}">${text(summary)}</p>
</header>
<nav aria-label="Steps"><ol>${all.map(({ step }) => `<li><a href="#${step.id}">${text(step.title)}</a></li>`).join("")}</ol></nav>
<main>
${all.map((played, index) => section(played, index, all[index - 1])).join("\n")}
</main>
</body>
</html>
`
