/**
 * Renders a report as one HTML page without scripts or other files, in a light and a dark theme.
 */
import { isConformant, type LawReport, type OperationReport, type Outcome, type Report } from "./Report.ts"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

const style = `
:root { color-scheme: light dark; --held: #1a7f37; --broken: #c62828; --quiet: #6b7280; --line: color-mix(in srgb, currentColor 18%, transparent) }
@media (prefers-color-scheme: dark) { :root { --held: #56d364; --broken: #ff7b72; --quiet: #9ca3af } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line) }
.held, .works { color: var(--held) } .broken { color: var(--broken); font-weight: 600 } .quiet { color: var(--quiet) }
code { font-size: .9em } p.verdict { font-size: 1.1rem }
`

const classes: Readonly<Record<Outcome | OperationReport["observed"], string>> = {
  held: "held",
  works: "works",
  broken: "broken",
  "not driven": "quiet",
  "not offered": "quiet",
  new: "quiet",
  absent: "quiet",
  unproven: "broken"
}

const outcomeCell = (outcome: keyof typeof classes): string => `<td class="${classes[outcome]}">${outcome}</td>`

const operationRow = ({ declared, isRequired, observed, operation }: OperationReport): string =>
  `<tr><td><code>${escaped(operation)}</code></td><td>${isRequired ? "required" : declared ? "offered" : "<span class=\"quiet\">not offered</span>"}</td>${
    outcomeCell(observed)
  }</tr>`

const lawRow = ({ because, ids, law, outcome, message }: LawReport): string =>
  `<tr id="${escaped(law)}">${outcomeCell(outcome)}<td>${escaped(message)}${
    because === undefined ? "" : `<br><span class="${outcome === "broken" ? "broken" : "quiet"}">${escaped(because)}</span>`
  }<br><code class="quiet">${escaped(law)}</code></td><td class="quiet">${escaped(ids.join(" "))}</td></tr>`

const order: ReadonlyArray<Outcome> = ["broken", "new", "held", "not driven", "not offered"]

const sentence = ({ counts }: Report): string =>
  order.filter((outcome) => counts[outcome] > 0).map((outcome) => `${counts[outcome]} ${outcome}`).join(", ")

/** The HTML page. */
export const toHtml = (report: Report): string => {
  const verdict = isConformant(report)
  const laws = report.laws.toSorted((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(report.plugin)}: ${escaped(report.contract)}</title>
<style>${style}</style>
<h1>${escaped(report.title)}</h1>
<p class="quiet"><code>${escaped(report.plugin)}</code> against <code>${escaped(report.contract)}</code>, ${escaped(report.ranAt)}</p>
<p class="verdict ${verdict ? "held" : "broken"}">${verdict ? "Conforms" : "Does not conform"}: ${escaped(sentence(report))}.</p>
<h2>Operations</h2>
<table><thead><tr><th>Operation<th>Declared<th>Observed</thead><tbody>
${report.operations.map(operationRow).join("\n")}
</tbody></table>
<h2>Laws</h2>
<table><thead><tr><th>Outcome<th>Law<th>Requirements</thead><tbody>
${laws.map(lawRow).join("\n")}
</tbody></table>
</html>
`
}
