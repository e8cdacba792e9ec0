import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { DatabaseFailed } from "../../src/store/DatabaseDriver.ts"
import * as PostgresUnits from "../../src/store/PostgresUnits.ts"
import type { Unit } from "../../src/store/UnitOfWork.ts"

type Refusal = readonly [title: string, cause: { readonly severity: string; readonly code: string }]

/** Writes one name, with the batch as its only statement. */
const put: Unit<string, void> = {
  name: "put",
  key: (name) => name,
  sqlite: () => {},
  postgres: (names) => ({ statements: [{ text: "insert", values: [names] }], outs: () => names.map(() => undefined) })
}

/** Runs three units on a server that answers a batch with the name "bad" by this error. Returns which succeeded, and how many batches were sent. */
const carriedOut = Effect.fnUntraced(function*(cause: Refusal[1]) {
  let batches = 0
  const unit = PostgresUnits.make({
    failed: (why) => new DatabaseFailed({ isUniqueViolation: false, cause: why }),
    send: ([statement]) => {
      batches++
      const [names] = statement!.values as [ReadonlyArray<string>]
      return names.includes("bad") ? Promise.reject(Object.assign(new Error("refused"), cause)) : Promise.resolve([[]])
    }
  })
  const exits = yield* Effect.forEach(["a", "bad", "c"], (name) => Effect.exit(unit(put, name)), { concurrency: "unbounded" })
  return { succeeded: exits.map(Exit.isSuccess), batches }
})

describe("a batch of units that PostgreSQL refuses", () => {
  it.live.each<Refusal>([
    ["in English", { severity: "ERROR", code: "23505" }],
    ["in another language", { severity: "FEHLER", code: "23505" }],
    ["because of a deadlock", { severity: "ERROR", code: "40P01" }]
  ] as const)("runs again one by one, so that only one fails: refused %s", ([, cause]) =>
    Effect.map(carriedOut(cause), (seen) => assert.deepStrictEqual(seen, { succeeded: [true, false, true], batches: 4 })))

  it.live.each<Refusal>([
    ["the server shuts down", { severity: "FATAL", code: "57P01" }],
    ["the transaction was idle for too long", { severity: "FATAL", code: "25P03" }],
    ["nobody knows whether it was completed", { severity: "ERROR", code: "40003" }]
  ] as const)("is not sent again when %s, because it may have been committed", ([, cause]) =>
    Effect.map(carriedOut(cause), (seen) => assert.deepStrictEqual(seen, { succeeded: [false, false, false], batches: 1 })))
})
