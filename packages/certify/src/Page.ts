/**
 * Renders a report as one HTML page without scripts or other files, and as JUnit XML.
 */
import { countOf, isClean, type Outcome, type Report, sentenceOf } from "./Report.ts"

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

const style = `
:root { color-scheme: light dark; --kept: #1a7f37; --broken: #c62828; --untried: #6b7280; --line: color-mix(in srgb, currentColor 18%, transparent) }
@media (prefers-color-scheme: dark) { :root { --kept: #56d364; --broken: #ff7b72; --untried: #9ca3af } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line) }
.kept { color: var(--kept) } .broken { color: var(--broken); font-weight: 600 } .untried { color: var(--untried) }
`

const order: ReadonlyArray<Outcome["verdict"]> = ["broken", "untried", "kept"]

/** How many laws are kept, broken and untried, in words. */
export const counted = (report: Pick<Report, "outcomes">): string => order.toReversed().map((verdict) => `${countOf(report, verdict)} ${verdict}`).join(", ")

const row = (outcome: Outcome): string =>
  `<tr><td class="${outcome.verdict}">${outcome.verdict}</td><td><code>${escaped(outcome.method)}</code></td><td>${escaped(sentenceOf(outcome))}${outcome.found === undefined ? "" : `<br><span class="${outcome.verdict}">${escaped(outcome.found)}</span>`}</td></tr>`

const list = (title: string, items: ReadonlyArray<string>): string =>
  items.length === 0 ? "" : `<h2>${title}</h2>\n<ul>${items.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`

/** The HTML page. */
export const toHtml = (report: Report): string => {
  const verdict = isClean(report)
  const outcomes = report.outcomes.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Certificate: ${escaped(report.protocol)}</title>
<style>${style}</style>
<h1>${escaped(report.protocol)}</h1>
<p class="untried"><code>${escaped(report.address)}</code>, ${escaped(report.ranAt)}, version ${escaped(report.version)} of the tests</p>
<p class="${verdict ? "kept" : "broken"}">${verdict ? "Conforms" : "Does not conform"}: ${counted(report)}.</p>
<table><thead><tr><th>Outcome</th><th>Method</th><th>Law</th></tr></thead><tbody>
${outcomes.map(row).join("\n")}
</tbody></table>
${list("Unusual forms that a caller tolerates", report.remarks)}
${list("Created by this test and not removed", report.leftovers)}
</html>
`
}

/** The report as JUnit XML, which most build servers show. */
export const toJUnit = (report: Report): string => {
  const cases = report.outcomes.map((outcome) => {
    const head = `<testcase classname="${escaped(`${report.protocol}.${outcome.method}`)}" name="${escaped(sentenceOf(outcome))}"`
    if (outcome.verdict === "kept") return `${head}/>`
    const found = escaped(outcome.found ?? "")
    return outcome.verdict === "broken" ? `${head}><failure message="${found}"/></testcase>` : `${head}><skipped message="${found}"/></testcase>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="${escaped(`${report.protocol} at ${report.address}`)}" timestamp="${escaped(report.ranAt)}" tests="${report.outcomes.length}" failures="${countOf(report, "broken")}" skipped="${countOf(report, "untried")}">
${cases.join("\n")}
</testsuite>
`
}
