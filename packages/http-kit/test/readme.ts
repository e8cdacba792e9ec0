import { Authentication, JsonApi } from "../src/index.ts"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"

export const cancel = Effect.gen(function*() {
  const api = yield* JsonApi.make({
    baseUrl: new URL("https://api.acme.example/v2"),
    authentication: Authentication.bearer(Redacted.make("the key")),
    faults: { "order-unknown": "Rejected", "order-left": "Rejected" }
  })
  const cancelOrder = api.call({
    route: "POST /orders/{number}/cancel",
    body: Schema.Struct({ reason: Schema.String }),
    response: Schema.Struct({ state: Schema.String })
  })
  return yield* cancelOrder({ path: { number: "A-1" }, body: { reason: "out of stock" } })
})
