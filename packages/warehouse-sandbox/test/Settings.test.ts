import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Exit from "effect/Exit"
import * as Schema from "effect/Schema"
import { Settings } from "../src/Settings.ts"

const decode = Schema.decodeUnknownExit(Settings)

describe("Settings", () => {
  it("may be left out altogether", () => {
    const found = decode({})
    assert.isTrue(Exit.isSuccess(found))
    if (Exit.isSuccess(found)) {
      assert.strictEqual(Duration.toMillis(found.value.shipAfter), 2000)
      assert.strictEqual(found.value.account, "sandbox")
    }
  })

  it.each([
    { account: "" },
    { account: "x".repeat(65) },
    { shipAfter: "soon" },
    { shipAfter: "-1 second" },
    { shipAfter: "Infinity" },
    { pickAfter: "366 days" },
    { batches: 0 },
    { batches: 21 },
    { batches: 1.5 },
    { pieces: -1 }
  ])("refuses %o", (written) => {
    assert.isTrue(Exit.isFailure(decode(written)))
  })
})
