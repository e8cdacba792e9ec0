// Adds up what passed, failed and was skipped, and prints it as the one line that ends a run.
//
// A tally is what `npm test`, `npm run test:peers` and `.ci/run` have in common; `read` parses its line back.

/** The last line of a run, alone on its line. */
const pattern = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/

export const make = () => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  return {
    counts,
    /** What failed, one text each, in the order it was found. */
    failures,
    add: ({ passed = 0, failed = 0, skipped = 0 }) => {
      counts.passed += passed
      counts.failed += failed
      counts.skipped += skipped
    },
    /** Notes one check: it passed when `reason` is undefined. */
    check: (name, reason) => {
      if (reason === undefined) counts.passed += 1
      else {
        counts.failed += 1
        failures.push(reason === "" ? name : `${name}: ${reason}`)
      }
    }
  }
}

export const line = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`

/** The counts of the last line in a text that is such a line; undefined when there is none. */
export const read = (text) => {
  const found = text.split("\n").map((each) => pattern.exec(each.trim())).findLast((match) => match !== null)
  return found && { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) }
}

/** Prints the failures and, last, the one line; sets the exit code. Nothing may be printed after it. */
export const finish = (tally) => {
  if (tally.failures.length > 0) {
    process.stdout.write(`\nFailed:\n${tally.failures.map((each) => `  ${each}\n`).join("")}`)
  }
  process.stdout.write(`\n${line(tally.counts)}\n`)
  process.exitCode = tally.counts.failed > 0 ? 1 : 0
}
