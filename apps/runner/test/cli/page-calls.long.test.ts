/**
 * The `crossdock call` commands on the pages of the specification, as they are printed: they make the `curl` commands that stand beside
 * them, and the served protocol answers what the page shows.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { readFileSync } from "node:fs"
import { protocols } from "../../../../packages/protocols/test/description/All.ts"
import { listening } from "../../../../packages/protocols/test/description/Listening.ts"
import { pages } from "../../../../packages/protocols/test/description/PageFiles.ts"
import { folder } from "../../../../packages/protocols/test/description/Requirements.ts"
import { now, opened, serverOf } from "../../../../packages/protocols/test/description/Served.ts"
import { movedTo, shownOn, wordsOf } from "../../../../packages/protocols/test/description/Shell.ts"
import { crossdock, type Ran } from "./Shell.ts"

/** Runs a command that a shell has taken apart: the secret in its environment, and its arguments. */
const ran = ([secret = "", ...args]: ReadonlyArray<string>, ...flags: ReadonlyArray<string>): Effect.Effect<Ran> =>
  crossdock([...args, ...flags], { CROSSDOCK_CALL_SECRET: secret })

describe.each(protocols)("the calls on the page of $name", (protocol) => {
  const shown = shownOn(readFileSync(new URL(pages[protocol.name]!, folder), "utf8"))
  const words = (commands: ReadonlyArray<string>) => Effect.promise(() => wordsOf("crossdock", commands, "$CROSSDOCK_CALL_SECRET"))

  it.effect("print the curl commands beside them", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const calls = yield* words(shown.map(({ call }) => call))
      assert.lengthOf(calls, protocol.operations.length + protocol.callbacks.length)
      for (const [at, { curl, method }] of shown.entries()) {
        assert.deepStrictEqual(yield* ran(calls[at]!, "--as-curl"), { code: 0, out: curl, err: "" }, method)
      }
    }))

  it.effect("are answered as the page shows", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const address = yield* listening(serverOf(protocol))
      const calls = yield* words(shown.map(({ call }) => movedTo(address, call)))
      for (const [at, { answer, method }] of shown.entries()) {
        const { code, err, out } = yield* ran(calls[at]!, "--json")
        assert.strictEqual(code, 0, `${method}: ${err} ${out}`)
        assert.deepStrictEqual(opened(JSON.stringify(JSON.parse(out).answer)), opened(answer), method)
      }
    }))

  it.effect("are refused if another secret signs them", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(now)
      const address = yield* listening(serverOf(protocol))
      const [call = []] = yield* words(shown.slice(0, 1).map(({ call }) => movedTo(address, call)))
      const { code, out } = yield* ran(["other-secret", ...call.slice(1)])
      assert.strictEqual(code, 1)
      assert.match(out, /SIGNATURE_INVALID|AUTH_001/)
    }))
})
