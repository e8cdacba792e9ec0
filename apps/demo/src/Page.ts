/**
 * Writes the story as one HTML page that needs nothing else: no script, no font and no picture from elsewhere.
 */
import { arrowhead, chain } from "./Chain.ts"
import { type Cell, columns, type Difference, rowsOf } from "./Pictures.ts"
import type { Played } from "./Play.ts"
import { names, skus, warehouses } from "./Story.ts"
import { titleOf } from "./Terminal.ts"

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;" }
const text = (plain: string): string => plain.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign)

const style = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --paper: #fff; --panel: #f5f7f9; --line: #d1d9e0; --mark: #fff1c2; --accent: #0a5cc0; --bad: #b3261e; --good: #1a7f37 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa5b1; --paper: #0f1318; --panel: #181e25; --line: #313b46; --mark: #4a3b00; --accent: #6cb2ff; --bad: #ff8f86; --good: #56d364 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
h1, h2 { line-height: 1.2 }
a { color: var(--accent) }
header p, .time { color: var(--soft) }
nav ol { columns: 18rem; column-gap: 2rem }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; padding: .5rem .75rem; background: var(--panel); border-radius: 6px }
dt { font-weight: 600 }
dd { margin: 0 }
section { border-top: 1px solid var(--line); padding: .5rem 0 1rem }
.time { font-size: .85rem; font-weight: normal; white-space: nowrap }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100% }
caption { text-align: left; color: var(--soft); padding: .25rem 0 }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .5rem; text-align: right; white-space: nowrap }
th[scope=row], td.name, th.name { text-align: left }
.group { border-left: 1px solid var(--line) }
thead .of th { color: var(--soft); font-weight: normal; text-align: center; border-bottom: 0 }
td.none::after { content: "–"; color: var(--soft) }
td.changed { background: var(--mark); font-weight: 600 }
td.changed del { color: var(--soft); font-weight: normal; text-decoration: line-through; margin-right: .35rem }
.said { margin: .75rem 0; padding: .5rem .75rem .5rem 2rem; background: var(--panel); border-radius: 6px }
.said b { font-weight: 600 }
.verdict { font-weight: 600 }
.verdict:not(.bad)::before { content: "✓ "; color: var(--good) }
.verdict.bad::before { content: "✗ " }
.bad { color: var(--bad) }
figure { margin: .5rem 0 }
svg { width: 100%; max-width: 42rem; height: auto }
svg.hidden { position: absolute; width: 0; height: 0 }
svg text { fill: var(--soft); font: 14px system-ui, sans-serif; text-anchor: middle }
svg rect { fill: var(--panel); stroke: var(--line) }
svg .line { stroke: var(--line) }
svg .said { stroke: var(--accent); stroke-width: 2 }
svg .head { fill: var(--accent) }
svg text.number { fill: var(--accent); font-size: 13px; paint-order: stroke; stroke: var(--paper); stroke-width: 4px }
svg .active rect { stroke: var(--accent); stroke-width: 2 }
svg .active text { fill: var(--ink); font-weight: 600 }
@media (max-width: 36rem) { body { padding: .5rem } table { font-size: .58rem } th, td { padding: .2rem .12rem; white-space: normal } td.name { white-space: nowrap } td.name .plain, thead .of { display: none } td.changed del { display: block; margin: 0 } .said { padding-left: 1.75rem } }
@media print { :root { --ink: #000; --soft: #444; --paper: #fff; --panel: #fff; --line: #999; --mark: #eee; --accent: #000 } nav { display: none } section { break-inside: avoid } .wide { overflow: visible } }
`

const clock = (millis: number): string => new Date(millis).toISOString().slice(11, 19)

/** Who tells the figures, and how many columns each of them has. */
const tellers = [["the ERP's books", 4], ["building", 1], ["shop", 1]] as const
const firsts: ReadonlySet<number> = new Set(tellers.map((_, index) => tellers.slice(0, index).reduce((sum, [, span]) => sum + span, 0)))

/** What each column says. */
const meanings: Readonly<Record<(typeof columns)[number], string>> = {
  total: "pieces that the warehouse has, as the books know it",
  available: "those that nobody has reserved",
  reserved: "those that are promised to orders and have not left",
  "in transit": "pieces that are announced and not received yet",
  counted: "pieces that are in the building of the warehouse",
  "shop offers": "pieces that a buyer can order; – in a step that does not wait until the shop is told"
}

const books = ({ before, picture }: Played): string => {
  const classOf = (index: number, ...others: ReadonlyArray<string>) => {
    const classes = [...others, ...(firsts.has(index) ? ["group"] : [])]
    return classes.length === 0 ? "" : ` class="${classes.join(" ")}"`
  }
  const cell = ({ before: earlier, now }: Cell, index: number) =>
    now === undefined
      ? `<td${classOf(index, "none")}></td>`
      : earlier === undefined ? `<td${classOf(index)}>${now}</td>` : `<td${classOf(index, "changed")}><del>${earlier}</del>${now}</td>`
  const rows = rowsOf(picture, before, warehouses, skus)
  return `<div class="wide"><table><caption>What everybody says after this step; what has changed is marked</caption>
<thead><tr class="of"><td colspan="2"></td>${tellers.map(([who, span]) => `<th class="group" scope="colgroup" colspan="${span}">${text(who)}</th>`).join("")}</tr>
<tr><th class="name">warehouse</th><th class="name">article</th>${columns.map((column, index) => `<th${classOf(index)}>${column}</th>`).join("")}</tr></thead>
<tbody>${rows.map(({ cells, sku, warehouse }) => `<tr><th scope="row">${text(warehouse)}</th><td class="name">${text(sku)} <span class="plain">(${text(names[sku] ?? "")})</span></td>${cells.map(cell).join("")}</tr>`).join("\n")}</tbody></table></div>`
}

const verdict = (differences: ReadonlyArray<Difference>): string =>
  differences.length === 0
    ? `<p class="verdict">Every figure is as the replay says.</p>`
    : `<p class="verdict bad">This differs from the replay:</p><div class="wide"><table class="bad"><thead><tr><th class="name">where</th><th class="name">figure</th><th>found</th><th>expected</th></tr></thead>
<tbody>${differences.map(({ expected, figure, found, where }) => `<tr><td class="name">${text(where)}</td><td class="name">${text(figure)}</td><td>${found ?? "nothing"}</td><td>${expected}</td></tr>`).join("")}</tbody></table></div>`

const section = (played: Played, index: number): string => {
  const { at, differences, done, step, took } = played
  return `<section id="${step.id}">
<h2><a href="#${step.id}">${index + 1}</a> ${text(step.title)} <span class="time">${clock(at)} UTC, ${(took / 1000).toFixed(1)} s</span></h2>
<p>${text(step.sentence)}</p>
<figure>${chain(done.said)}</figure>
<ol class="said">${done.said.map(({ from, text: words, to }) => `<li><b>${from === to ? titleOf(from) : `${titleOf(from)} → ${titleOf(to)}`}</b>: ${text(words)}</li>`).join("\n")}</ol>
${books(played)}
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
<p>A runner of Crossdock with a simulated shop, two simulated warehouses, an order desk, and an ERP that keeps books. After each step, every figure is compared with a replay: it adds up what has happened, and knows nothing of the books.</p>
<p class="verdict${problem === undefined && all.every(({ differences }) => differences.length === 0) ? "" : " bad"}">${text(summary)}</p>
</header>
<nav aria-label="Steps"><ol>${all.map(({ step }) => `<li><a href="#${step.id}">${text(step.title)}</a></li>`).join("")}</ol></nav>
<h2>How to read it</h2>
<p>Each step has a picture of who speaks to whom. The numbers at its arrows are those of the sentences below it. Then a table says what everybody has:</p>
<dl>${columns.map((column) => `<dt>${column}</dt><dd>${text(meanings[column])}</dd>`).join("")}</dl>
<main>
${all.map((played, index) => section(played, index)).join("\n")}
</main>
</body>
</html>
`
