// A reporter for vitest that writes each failure with its diff, and each error outside of any test, beside the JSON report.
//
// The JSON report of vitest holds neither diffs nor errors outside of tests. `coverage/tests.json` gets the companion
// `coverage/tests.failures`: JSON, a list of `{ file, title, text }`. Reports.mjs reads it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { stripVTControlCharacters } from "node:util"

/** The frames of a stack that are not inside of a library, at most four. */
const framesOf = (stack) =>
  (stack ?? "").split("\n").filter((each) => /^\s+at /.test(each) && !/node_modules|node:internal|<anonymous>/.test(each)).slice(0, 4)

/** What vitest knows of an error, as plain text: message, diff, and where it was thrown. */
export const describeError = (error) => {
  const message = error?.message ?? String(error)
  const name = error?.name === undefined || error.name === "Error" ? "" : `${error.name}: `
  const cause = error?.cause === undefined || error.cause === null ? [] : [`Caused by: ${error.cause.message ?? String(error.cause)}`]
  return stripVTControlCharacters([`${name}${message}`, ...(error?.diff === undefined ? [] : [error.diff]), ...framesOf(error?.stack), ...cause].join("\n"))
}

/** The companion of a JSON report. */
export const companionOf = (report) => report.replace(/\.json$/, ".failures")

export default class FailureReporter {
  onInit(vitest) {
    const { root, outputFile } = vitest.config
    this.root = root
    this.path = typeof outputFile?.json === "string" ? companionOf(resolve(root, outputFile.json)) : join(root, "coverage", "tests.failures")
    rmSync(this.path, { force: true })
  }

  onTestRunEnd(modules, unhandledErrors) {
    const found = []
    const add = (file, title, errors) => {
      if (errors.length > 0) found.push({ file: file && relative(this.root, file), title, text: errors.map(describeError).join("\n") })
    }
    for (const module of modules) {
      add(module.moduleId, "outside of any test", module.errors())
      for (const suite of module.children.allSuites()) add(module.moduleId, suite.fullName, suite.errors())
      for (const test of module.children.allTests("failed")) add(module.moduleId, test.fullName, test.result().errors ?? [])
    }
    for (const error of unhandledErrors) add(error.VITEST_TEST_PATH, `an error outside of any test, ${error.type ?? "unhandled"}`, [error])
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(this.path, JSON.stringify(found))
  }
}
