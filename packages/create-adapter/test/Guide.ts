/**
 * A guide of this repository as it is written: its snippets, and what a test runner makes of them.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { json, root, vitest } from "./linked.ts"

export interface Snippet {
  readonly mark: string
  readonly language: string
  readonly text: string
}

/** A guide with every block of code and the remark before it. */
export const read = (name: string) => {
  const text = readFileSync(join(root, "docs", "guides", name), "utf8")
  const snippets: ReadonlyArray<Snippet> = [...text.matchAll(/(?:^<!-- (.+?) -->\n)?^```(\w+)\n([\s\S]*?)^```/gm)]
    .map(([, mark = "", language = "", code = ""]) => ({ mark, language, text: code }))
  return { text, snippets, marked: (begin: string) => snippets.filter(({ mark }) => mark.startsWith(begin)) }
}

interface Conformance {
  readonly counts: { readonly held: number; readonly broken: number }
  readonly laws: ReadonlyArray<{ readonly law: string; readonly outcome: string; readonly because?: string }>
}

interface Results {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: ReadonlyArray<{
    readonly assertionResults: ReadonlyArray<{ readonly title: string; readonly status: string; readonly failureMessages: ReadonlyArray<string> }>
  }>
}

/** Runs tests in a folder, and reads what became of them. */
export const tests = (cwd: string, ...args: ReadonlyArray<string>): Results => {
  vitest(cwd, ...args, "--reporter=json", "--outputFile=results.json")
  return json<Results>(cwd, "results.json")
}

/** Runs the suite in a folder, and reads what it left. */
export const suite = (cwd: string): Conformance => {
  vitest(cwd, "test/conformance.test.ts")
  return json<Conformance>(cwd, "coverage", "crossdock-conformance.json")
}
