/**
 * An ERP inside the runner that keeps stock in books. Every change of stock is an entry that is never changed; balances are kept in
 * the same transaction.
 */
import { AdapterError, ErpV1, Storage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as BooksSession from "./BooksSession.ts"
import * as Opening from "./Opening.ts"
import { receiveInboundAnnouncement } from "./operations/ReceiveInboundAnnouncement.ts"
import { receiveInboundProgress } from "./operations/ReceiveInboundProgress.ts"
import * as Reads from "./reads/All.ts"
import { Settings } from "./Settings.ts"

const pending = { prepare: () => Result.fail(new AdapterError.OperationUnsupported()), deliver: () => Effect.fail(new AdapterError.OperationUnsupported()) }

/** The plugin with the id `erp-ledger`. */
export const ledger: ErpV1.Plugin<typeof Settings, Storage.Storage, "erp-ledger"> = ErpV1.plugin({
  id: "erp-ledger",
  title: "Embedded ERP",
  settings: Settings,
  isTried: true,
  hosts: () => [],
  offers: ["receiveInboundAnnouncement", ...Reads.names],
  knowsDelivered: true,
  numbersPages: true,
  make: Effect.fnUntraced(function*(settings, { timeZone }) {
    // A connection cannot be opened without its tables.
    const session = yield* Effect.orDie(BooksSession.make(yield* Storage.Storage, settings, timeZone))
    yield* Opening.book(session)
    return {
      handlers: {
        receiveOutboundStatus: pending,
        receiveInboundProgress: receiveInboundProgress(session),
        receiveInboundAnnouncement: receiveInboundAnnouncement(session),
        ...Reads.handlers(session)
      }
    }
  })
})
