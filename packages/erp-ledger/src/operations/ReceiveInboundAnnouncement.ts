/**
 * `receiveInboundAnnouncement`: an inbound order that should go to its warehouse was taken there, or could not be sent.
 */
import { BooksV1 } from "@crossdock/books"
import { type Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession } from "../BooksSession.ts"
import * as Faults from "../Faults.ts"
import * as Orders from "../inbound/Orders.ts"
import * as State from "../inbound/State.ts"
import { once, push } from "./Push.ts"

export const receiveInboundAnnouncement = (session: BooksSession): Operation.PreparedHandler<typeof BooksV1.ReceiveInboundAnnouncement> =>
  push(BooksV1.ReceiveInboundAnnouncement, {
    book: once(session, Effect.fnUntraced(function*({ asnNumber, outcome, reason }, { now }) {
      const order = yield* Orders.find(session, asnNumber)
      if (order === undefined) return yield* Faults.unknownOrder(asnNumber)
      yield* Orders.writeState(session, State.announced(order, outcome, reason, now))
    }))
  })
