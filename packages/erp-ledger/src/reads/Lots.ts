/** The lots that were received of inbound orders. */
import type { ErpInbound } from "@crossdock/books"
import type { AdapterError } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Line } from "@crossdock/core"
import type { BooksSession } from "../BooksSession.ts"
import * as Selection from "./Selection.ts"
import { text } from "./Values.ts"

export type Lot = NonNullable<ErpInbound.ErpInboundLine["lots"]>[number]

const isDate = Schema.is(Line.CalendarDate)

/** Reads the lots of some inbound orders, each lot of a SKU once. */
export const read = Effect.fnUntraced(function*(
  { books, query, tables }: BooksSession,
  asnNumbers: ReadonlyArray<string>
): Effect.fn.Return<(asnNumber: string, sku: string) => ReadonlyArray<Lot>, AdapterError.Reason> {
  if (asnNumbers.length === 0) return () => []
  const selection = Selection.make(books, "batch")
  selection.require(`batch.asn_number IN ${selection.values(asnNumbers)}`)
  const rows = yield* query(
    `SELECT DISTINCT batch.asn_number, batch.sku, batch.lot, batch.produced_on, batch.expires_on, batch.origin_country FROM ${tables.batch} AS batch
      WHERE ${selection.where()} ORDER BY batch.asn_number, batch.sku, batch.expires_on, batch.lot`,
    selection.params
  )
  const found = Arr.groupBy(rows, (row) => `${row.asn_number}\n${row.sku}`)
  return (asnNumber, sku) =>
    (found[`${asnNumber}\n${sku}`] ?? []).flatMap((row): ReadonlyArray<Lot> => {
      const lot: Lot = {
        ...text("lot", row.lot),
        ...(isDate(row.produced_on) && { producedOn: row.produced_on }),
        ...(isDate(row.expires_on) && { expiresOn: row.expires_on }),
        ...text("originCountry", row.origin_country)
      }
      return Object.keys(lot).length === 0 ? [] : [lot]
    })
})
