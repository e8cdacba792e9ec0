/**
 * Names that meet: two accounts that are added at once, and an order whose number is a step between folders.
 */
import { WarehouseV1 } from "@crossdock/core"
import { assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { order } from "../support/Orders.ts"
import { during, inWorldOn } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"
import { send } from "./SignedIn.ts"

onBothDatabases("names (issue 27)", (fresh) => {
  const inWorld = inWorldOn(fresh)

  inWorld("of accounts are given once, also to two who ask at the same time", { isIdle: true }, (w) =>
    Effect.gen(function*() {
      const port = yield* AdminWorld.listening(w)
      const headers = { authorization: `Bearer ${Redacted.value(AdminWorld.token)}` }
      const add = (name: string) => send(port, { method: "POST", path: "/admin/people/tokens", headers, body: { name, role: "viewer" } })
      const answers = yield* Effect.all(["Ben", "ben", "BEN", "Ben "].map(add), { concurrency: "unbounded" })
      assert.deepStrictEqual(answers.map(({ code, status }) => `${status} ${code}`).toSorted(), ["200 ", "409 NAME_TAKEN", "409 NAME_TAKEN", "409 NAME_TAKEN"])
    }))

  inWorld("of orders may be steps between folders", {}, (w) =>
    Effect.gen(function*() {
      const client = yield* AdminWorld.client(w)
      for (const number of ["..", "."]) {
        yield* Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CreateOutboundOrder, order(number), "the exact text")))
        assert.strictEqual((yield* client.orders.show({ params: { number }, query: {} })).items[0]?.number, number)
      }
      const port = yield* AdminWorld.listening(w)
      const headers = { authorization: `Bearer ${Redacted.value(AdminWorld.token)}` }
      assert.include((yield* send(port, { path: "/admin/orders/%252E%252E", headers })).text, "\"number\":\"..\"")
    }))
})
