import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Drift from "../src/Drift.ts"

const finding: Drift.Finding = { where: "pushOrderInfo", path: "/status", message: "JOIN was read as SUCCESS" }

describe("Drift", () => {
  it.effect("goes nowhere unless someone listens", () => Effect.all([Drift.report(finding), Drift.reportAll([finding])]))

  it.effect("reaches whoever listens, each finding once and in order", () =>
    Effect.gen(function*() {
      const heard: Array<Drift.Finding> = []
      const listener = Drift.Drift.of({ report: (each) => Effect.sync(() => void heard.push(each)) })
      const other = { ...finding, path: "/skuList" }
      yield* Effect.provideService(Drift.reportAll([finding, other]), Drift.Drift, listener)
      yield* Effect.provideService(Drift.reportAll([]), Drift.Drift, listener)
      yield* Effect.provideService(Drift.report(finding), Drift.Drift, listener)
      assert.deepStrictEqual(heard, [finding, other, finding])
    }))
})
