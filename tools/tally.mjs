// Counts what passed, failed and was skipped, and prints the line of counts that ends a run.
//
// `npm test`, `npm run test:peers` and `.ci/run` all end with this line; `read` parses it.

/** The line of counts. */
const pattern = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/

export const make = () => {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const failures = []
  return {
    counts,
    /** One message per failure, in the order they were found. */
    failures,
    add: ({ passed = 0, failed = 0, skipped = 0 }) => {
      counts.passed += passed
      counts.failed += failed
      counts.skipped += skipped
    },
    /** Records one check; it passed if `reason` is undefined. */
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

/** Parses the last line of counts in a text; undefined if there is none. */
export const read = (text) => {
  const found = text.split("\n").map((each) => pattern.exec(each.trim())).findLast((match) => match !== null)
  return found && { passed: Number(found[1]), failed: Number(found[2]), skipped: Number(found[3] ?? 0) }
}

/** Prints the failures and then the line of counts, and sets the exit code. Call it last. */
export const finish = (tally) => {
  if (tally.failures.length > 0) {
    process.stdout.write(`\nFailed:\n${tally.failures.map((each) => `  ${each}\n`).join("")}`)
  }
  process.stdout.write(`\n${line(tally.counts)}\n`)
  process.exitCode = tally.counts.failed > 0 ? 1 : 0
}
