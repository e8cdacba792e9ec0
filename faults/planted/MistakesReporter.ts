/** Writes what the test of each planted mistake says to the file `CROSSDOCK_MISTAKES`. */
import { writeFileSync } from "node:fs"
import type { Reporter, TestModule } from "vitest/node"

/** What became of a mistake. */
export interface Found {
  /** Tests that were carried out, and why those of them failed that did. */
  readonly tests: number
  readonly failures: ReadonlyArray<string>
  /** Why the file of the test could not be loaded. */
  readonly errors: ReadonlyArray<string>
}

const foundIn = (module: TestModule): Found => {
  const results = [...module.children.allTests()].map((test) => test.result()).filter(({ state }) => state !== "skipped" && state !== "pending")
  return {
    tests: results.length,
    failures: results.flatMap(({ errors = [], state }) => state === "failed" ? [errors.map(({ message }) => message).join("; ")] : []),
    errors: module.errors().map(({ message }) => message)
  }
}

export default class MistakesReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>) {
    const found = Object.fromEntries(modules.map((module) => [module.project.name, foundIn(module)]))
    writeFileSync(process.env["CROSSDOCK_MISTAKES"]!, JSON.stringify(found))
  }
}
