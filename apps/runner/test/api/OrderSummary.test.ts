import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import type { Delivery, Intent } from "@crossdock/admin-api"
import * as OrderSummary from "../../src/api/OrderSummary.ts"

const at = DateTime.makeUnsafe(0)

const intent = (state: Intent["state"], more: Partial<Intent> = {}): Intent => ({
  id: "i-1",
  scope: "warehouse:acc-1",
  connection: "wh",
  operation: "createOutboundOrder",
  kind: "outbound",
  number: "SO-1",
  numberSent: "SO-1",
  generation: 1,
  state,
  attempts: 1,
  queries: 2,
  absences: 0,
  isAskedAgain: false,
  isCancelWanted: false,
  createdAt: at,
  updatedAt: at,
  ...more
})

const delivery = (state: Delivery["state"], more: Partial<Delivery> = {}): Delivery => ({
  id: "d-1",
  connection: "books",
  scope: "warehouse:acc-1",
  kind: "outbound",
  number: "SO-1",
  operation: "receiveOutboundStatus",
  state,
  attempts: 13,
  createdAt: at,
  updatedAt: at,
  ...more
})

const nothing: OrderSummary.OrderFacts = {
  intent: undefined,
  phase: undefined,
  status: undefined,
  peerNumber: undefined,
  trackingNumber: undefined,
  failedReason: undefined,
  deliveries: []
}

it.each<readonly [string, Partial<OrderSummary.OrderFacts>, string]>([
  ["waiting", { intent: intent("Pending") }, "about to be sent to the warehouse"],
  ["held for a name", { intent: intent("Pending", { heldBecause: "/skuList/0: \"A\" has no row" }) }, "held: /skuList/0: \"A\" has no row; add the row with `crossdock maps set` and the order continues"],
  ["held by a pause", { intent: intent("Pending", { heldBecause: "paused" }) }, "held: the connection wh is paused; correct the cause, then run `crossdock connections resume wh`"],
  ["in flight", { intent: intent("InFlight") }, "being sent to the warehouse now"],
  ["doubtful", { intent: intent("Doubtful") }, "the warehouse may have it, but has not confirmed it after 2 queries. Look it up there, then run `crossdock intents decide i-1 delivered|pending|dead`"],
  ["doubtful and not wanted any more", { intent: intent("Doubtful", { isCancelWanted: true }) }, "the warehouse may have it, but has not confirmed it after 2 queries. The ERP wants it cancelled, and the cancel waits for the warehouse. Look it up there, then run `crossdock intents decide i-1 delivered|dead`"],
  ["given up without an answer", { intent: intent("Dead", { decidedBlind: { who: "Ada", at, is: "asking" } }) }, "given up by a person while the warehouse could not be asked, which is asked again. If the ERP repeats the order, it gets GIVEN_UP; if it repeats it once more, the order is sent again. `crossdock intents reopen i-1` reverts this"],
  ["given up without an answer, and there", { intent: intent("Delivered", { decidedBlind: { who: "Ada", at, is: "wrong" } }), phase: "open" }, "Ada decided about it while the warehouse could not be asked, and the warehouse shows the contrary; `crossdock intents show i-1` says what to do; in progress at the warehouse"],
  ["refused", { intent: intent("Dead", { failure: "BAD: no" }) }, "not at the warehouse, refused: BAD: no; the ERP may send the order again under the same number"],
  ["given up", { intent: intent("Dead") }, "not at the warehouse, given up by a person. If the ERP repeats the order, it gets GIVEN_UP; if it repeats it once more, the order is sent again. `crossdock intents reopen i-1` reverts this"],
  ["cancelled unsent", { intent: intent("Cancelled") }, "cancelled before it was sent; the ERP may send it again under the same number"],
  ["accepted", { intent: intent("Delivered"), peerNumber: "W-1" }, "at the warehouse (number there: W-1), which has not reported a status yet"],
  ["in progress", { intent: intent("Delivered"), phase: "open" }, "in progress at the warehouse"],
  ["shipped", { intent: intent("Delivered"), phase: "shipped", trackingNumber: "T-1", deliveries: [delivery("Delivered")] }, "shipped, tracking number T-1; the ERP is informed"],
  ["delivered", { intent: intent("Delivered"), phase: "delivered", trackingNumber: "T-1" }, "delivered, tracking number T-1"],
  ["failed", { phase: "failed", failedReason: "broken" }, "failed: broken"],
  ["received", { phase: "received", deliveries: [delivery("Delivered"), delivery("Pending")] }, "received; the ERP is not informed yet"],
  ["not told", { phase: "cancelled", deliveries: [delivery("Dead", { cause: "HTTP 500" })] }, "cancelled; the ERP was not informed: HTTP 500; correct the cause, then run `crossdock deliveries replay d-1`"],
  ["an order of a shop that is shipped from warehouses", { phase: "open", status: "PAID", desk: "shipped as order S-1, and the shop is told" }, "shipped as order S-1, and the shop is told"],
  [
    "not tellable",
    { phase: "announced", deliveries: [delivery("Dead", { cause: "no word for it", attempts: 0 })] },
    "announced to the warehouse; the ERP was not informed: no word for it; it cannot be converted for the ERP, so inform the ERP in another way and run `crossdock deliveries cancel d-1`"
  ],
])("%s", (_, order, sentence) => {
  assert.strictEqual(OrderSummary.message({ ...nothing, ...order }), sentence)
})
