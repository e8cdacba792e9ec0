// Counts what passed, failed and was skipped, and prints the line of counts that ends a run.
//
// `npm test`, `npm run test:all`, `npm run test:peers` and `.ci/run` all end with this line; `read` parses it.

/** The line of counts. */
const pattern = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/

const linesOfOutput = 30
const linesOfDetail = 40
const mostDetails = 20
const charactersOfLine = 300

/** Puts two blanks before each line. */
export const indent = (text) => text.split("\n").map((each) => `  ${each}`.trimEnd()).join("\n")

const shorten = (text) => {
  const lines = text.split("\n").map((each) => (each.length > charactersOfLine ? `${each.slice(0, charactersOfLine)}…` : each))
  const left = lines.length - linesOfDetail
  return (left > 0 ? [...lines.slice(0, linesOfDetail), `  … and ${left} lines more`] : lines).join("\n")
}

export const make = () => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  const details = []
  return {
    counts,
    /** One message per failure, in the order they were found. */
    failures,
    /** Longer texts about failures: the message, the diff, the end of an output. */
    details,
    add: ({ passed = 0, failed = 0, skipped = 0 }) => {
      counts.passed += passed
      counts.failed += failed
      counts.skipped += skipped
    },
    /** Records one check; it passed if `reason` is undefined. `output` is what it printed; the end of it is repeated. */
    check: (name, reason, output = "") => {
      if (reason === undefined) counts.passed += 1
      else {
        counts.failed += 1
        failures.push(reason === "" ? name : `${name}: ${reason}`)
        const lines = output.trimEnd().split("\n").slice(-linesOfOutput)
        if (output.trim() !== "") details.push(`${name}\n${indent(lines.join("\n"))}`)
      }
    }
  }
}

export const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

/** Parses the last line of counts in a text; undefined if there is none. */
export const read = (text) => {
  const found = text.split("\n").map((each) => pattern.exec(each.trim())).findLast((match) => match !== null)
  return found && { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) }
}

/**
 * What a run says about its failures, right before its line of counts: their details, and then one line for each failure.
 * `.ci/run` finds the two lists by their headings and repeats them at its own end. Every other line is indented, so that
 * nothing in a message can be taken for a heading or for the line of counts.
 */
export const describe = ({ failures, details }) => {
  if (failures.length === 0) return ""
  const left = details.length - mostDetails
  const shown = [...details.slice(0, mostDetails).map(shorten), ...(left > 0 ? [`and ${left} more`] : [])]
  const detailed = shown.length === 0 ? "" : `\nFailures in detail:\n${shown.map((each) => `${indent(each)}\n`).join("\n")}`
  return `${detailed}\nFailed:\n${failures.map((each) => `${indent(shorten(each.replaceAll("\n", " ")))}\n`).join("")}`
}

/** Prints the failures and then the line of counts, and sets the exit code. Call it last. */
export const finish = (tally) => {
  process.stdout.write(`${describe(tally)}\n${line(tally.counts)}\n`)
  process.exitCode = tally.counts.failed > 0 ? 1 : 0
}
