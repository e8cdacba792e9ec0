/**
 * The `curl` commands on the pages of the specification, as they are printed: a shell takes them apart or runs them, and the served protocol
 * answers what the page shows.
 */
import type { Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { readFileSync } from "node:fs"
import { protocols } from "./All.ts"
import { listening } from "./Listening.ts"
import type { Described } from "./Model.ts"
import { pages } from "./PageFiles.ts"
import { folder } from "./Requirements.ts"
import { now, opened, serverOf } from "./Served.ts"
import { isInstalled, movedTo, sh, shownOn, wordsOf } from "./Shell.ts"

const pageOf = ({ name }: Described): string => readFileSync(new URL(pages[name]!, folder), "utf8")

/** The request that curl makes of its arguments. Fails for an argument that no command of the pages has. */
const requestOf = (words: ReadonlyArray<string>): Transport.Request => {
  const [, ...args] = words
  const headers: Array<readonly [string, string]> = []
  const fields = new URLSearchParams()
  let [url, body]: ReadonlyArray<string | undefined> = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!
    const value = arg.startsWith("-") ? args[++at]! : arg
    const [name = "", ...rest] = value.split(arg === "-H" ? ": " : "=")
    if (arg === "-H") headers.push([name, rest.join(": ")])
    else if (arg === "--data-urlencode") fields.append(name, rest.join("="))
    else if (arg === "--data-raw") body = value
    else if (arg.startsWith("https://")) url = arg
    else assert.deepStrictEqual([arg, value], ["-X", "POST"])
  }
  const form = [["content-type", "application/x-www-form-urlencoded"]] as const
  return { method: "POST", url: new URL(url!), headers: body === undefined ? [...headers, ...form] : headers, body: body ?? fields.toString() }
}

describe.each(protocols)("the curl commands of $name", (protocol) => {
  const shown = shownOn(pageOf(protocol))

  it("are there for every operation and callback", () => {
    assert.deepStrictEqual(shown.map(({ method }) => method).toSorted(), [...protocol.operations, ...protocol.callbacks].map(({ method }) => method).toSorted())
  })

  it.effect("are answered as the page shows", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const serve = serverOf(protocol)
      const words = yield* Effect.promise(() => wordsOf("curl", shown.map(({ curl }) => curl)))
      assert.lengthOf(words, shown.length)
      for (const [at, { answer, method }] of shown.entries()) {
        const response = yield* serve(requestOf(words[at]!))
        assert.deepStrictEqual([response.status, opened(response.body)], [200, opened(answer)], method)
      }
    }))

  it.effect("are answered as the page shows if curl sends them", (context) =>
    Effect.gen(function*() {
      if (!(yield* Effect.promise(() => isInstalled("curl")))) return context.skip("curl is not installed")
      yield* TestClock.setTime(now)
      const address = yield* listening(serverOf(protocol))
      const commands = shown.map(({ curl }) => movedTo(address, curl))
      const answers = yield* Effect.promise(() => sh(commands.map((command) => `${command} -sS --noproxy '*'\nprintf '\\n'`).join("\n")))
      assert.deepStrictEqual(answers.trimEnd().split("\n").map(opened), shown.map(({ answer }) => opened(answer)))
    }))
})
