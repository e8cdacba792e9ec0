/**
 * An ERP inside the runner that keeps stock in books. Every change of stock is an entry that is never changed; balances are kept in
 * the same transaction.
 */
import { BooksV1 } from "@crossdock/books"
import { SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as BooksSession from "./BooksSession.ts"
import * as Opening from "./Opening.ts"
import { allotStock } from "./operations/AllotStock.ts"
import { cancelInboundOrder } from "./operations/CancelInboundOrder.ts"
import { createTransferOrder } from "./operations/CreateTransferOrder.ts"
import { enterRecords } from "./operations/EnterRecords.ts"
import { moveStock } from "./operations/MoveStock.ts"
import { receiveInboundAnnouncement } from "./operations/ReceiveInboundAnnouncement.ts"
import { receiveInboundProgress } from "./operations/ReceiveInboundProgress.ts"
import { receiveOutboundStatus } from "./operations/ReceiveOutboundStatus.ts"
import { receiveReturn } from "./operations/ReceiveReturn.ts"
import { receiveShipments } from "./operations/ReceiveShipments.ts"
import { submitInboundOrder } from "./operations/SubmitInboundOrder.ts"
import * as Reads from "./reads/All.ts"
import { Settings } from "./Settings.ts"

/** The plugin with the id `erp-ledger`. */
export const ledger: BooksV1.Plugin<typeof Settings, SqlStorage.SqlStorage, "erp-ledger"> = BooksV1.plugin({
  id: "erp-ledger",
  title: "Embedded ERP",
  settings: Settings,
  isTestedAgainstPeer: true,
  hosts: () => [],
  offers: [
    "receiveInboundAnnouncement",
    "receiveReturn",
    "receiveShipments",
    "submitInboundOrder",
    "cancelInboundOrder",
    "createTransferOrder",
    "moveStock",
    "enterRecords",
    "allotStock",
    ...Reads.names
  ],
  knowsDelivered: true,
  knowsCancelled: true,
  numbersPages: true,
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    // A connection cannot be opened without its tables.
    const session = yield* Effect.orDie(BooksSession.make(yield* SqlStorage.SqlStorage, settings, timeZone))
    yield* Opening.book(session)
    return {
      handlers: {
        receiveOutboundStatus,
        receiveInboundProgress: receiveInboundProgress(session),
        receiveInboundAnnouncement: receiveInboundAnnouncement(session),
        submitInboundOrder: submitInboundOrder(session),
        cancelInboundOrder: cancelInboundOrder(session),
        createTransferOrder: createTransferOrder(session),
        moveStock: moveStock(session),
        enterRecords: enterRecords(session),
        allotStock: allotStock(session),
        receiveReturn: receiveReturn(session),
        receiveShipments: receiveShipments(session),
        ...Reads.handlers(session)
      }
    }
  })
})
