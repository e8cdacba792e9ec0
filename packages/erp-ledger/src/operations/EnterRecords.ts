/**
 * `enterRecords`: enters records that no message creates: all of them, or none. A record that was entered before is not booked again.
 */
import type { BooksV1, ErpRecords } from "@crossdock/books"
import type { AdapterError, Operation } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { BooksSession, Transaction } from "../BooksSession.ts"
import * as Assemblies from "../records/Assemblies.ts"
import * as Corrections from "../records/Corrections.ts"
import * as MasterData from "../records/MasterData.ts"
import * as TransferSteps from "../records/TransferSteps.ts"
import * as Texts from "../Texts.ts"

type Kind = ErpRecords.ErpRecord["kind"]

/** What a kind of record does. `path` is the JSON pointer of the record. It returns whether the record is new. */
export type Enter<Record> = (
  session: BooksSession,
  transaction: Transaction,
  record: Record,
  path: string
) => Effect.Effect<boolean, AdapterError.Reason>

const kinds: { readonly [K in Kind]: Enter<Extract<ErpRecords.ErpRecord, { readonly kind: K }>> } = {
  product: MasterData.product,
  combination: MasterData.combination,
  warehouseGroup: MasterData.warehouseGroup,
  exchangeRate: MasterData.exchangeRate,
  marketplaceStock: MasterData.marketplaceStock,
  stockCorrection: Corrections.enter,
  assembly: Assemblies.assembly,
  split: Assemblies.split,
  transferShipped: TransferSteps.shipped,
  transferReceived: TransferSteps.received
}

const enter = <K extends Kind>(kind: K): Enter<Extract<ErpRecords.ErpRecord, { readonly kind: K }>> => kinds[kind]

export const enterRecords = (session: BooksSession): Operation.Handler<typeof BooksV1.EnterRecords> => ({ records }) => {
  const unstorable = Texts.wrong({ records })
  return unstorable === undefined ? enterAll(session, records) : Effect.fail(unstorable)
}

const enterAll = (session: BooksSession, records: typeof BooksV1.EnterRecords.payload.Type["records"]) =>
  session.inTransaction(Effect.fnUntraced(function*(transaction) {
    let entered = 0
    for (const [at, record] of records.entries()) {
      // Each record of one call has a number of its own, so that goods that it adds are a batch of their own.
      const own = { ...transaction, record: at + 1 }
      if (yield* enter<Kind>(record.kind)(session, own, record as never, `/records/${at}`)) entered++
    }
    return { entered, repeated: records.length - entered }
  }))
