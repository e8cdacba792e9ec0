/** A right endpoint of each protocol keeps all laws. */
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { sentenceOf } from "../src/Report.ts"
import { protocols } from "../src/Target.ts"
import { certify } from "./endpoints.ts"

describe("a right endpoint", () => {
  for (const protocol of protocols) {
    it(`of ${protocol} breaks no law, and each of its methods is tried`, async () => {
      const report = await Effect.runPromise(certify(protocol))
      expect(report.outcomes.filter(({ verdict }) => verdict === "broken").map((one) => `${sentenceOf(one)} ${one.found}`)).toEqual([])
      expect(report.outcomes.filter(({ verdict }) => verdict === "untried").map(({ found, method }) => `${method}: ${found}`)).toEqual([])
      expect(report.leftovers).toHaveLength(protocol === "platform-push" ? 1 : 0)
      expect(report.remarks).toEqual([])
    })
  }
})
