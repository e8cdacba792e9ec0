/**
 * Reads and writes Tryton's outbound and inbound shipments. The reference of a shipment is the order number or ASN number of
 * the ERP. References are not unique in Tryton, so several shipments may have the same number.
 */
import { Drift } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Answer, Context, Domain, Rpc } from "./Rpc.ts"
import { TrytonDate } from "./Values.ts"

export const outbound = "stock.shipment.out"
export const inbound = "stock.shipment.in"
type Model = typeof outbound | typeof inbound

const Shipment = Schema.Struct({
  id: Schema.Int,
  number: Schema.NonEmptyString,
  reference: Schema.NonEmptyString,
  state: Schema.String,
  effective_date: Schema.NullOr(TrytonDate),
  "warehouse.": Schema.Struct({ code: Schema.NullOr(Schema.String) }),
  /** Only outbound shipments have this field. */
  "carrier.": Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ "party.": Schema.Struct({ name: Schema.NullOr(Schema.String) }) }))
  ),
  /** The version of the record. If a call sends it back, Tryton refuses to act on a record that has changed since. */
  _timestamp: Schema.String
})
export type Shipment = typeof Shipment.Type

const fields = ["number", "reference", "state", "effective_date", "warehouse.code", "_timestamp"]
const rows = {
  [outbound]: { model: outbound, fields: [...fields, "carrier.party.name"], row: Shipment },
  [inbound]: { model: inbound, fields, row: Shipment }
}

/** The text by which other records refer to a shipment, for example `stock.shipment.out,7`. */
export const nameOf = (model: Model, id: number): string => `${model},${id}`

const whereOf = (references: ReadonlyArray<string>, warehouseCode: string | undefined): Domain => [
  ["reference", "in", references],
  ...(warehouseCode === undefined ? [] : [["warehouse.code", "=", warehouseCode]])
]

/** Finds every shipment with one of the references, oldest first. If `warehouseCode` is given, only those of that warehouse. */
export const under = (
  rpc: Rpc,
  model: Model,
  references: ReadonlyArray<string>,
  warehouseCode: string | undefined
): Answer<ReadonlyArray<Shipment>> => rpc.find(rows[model], { where: whereOf(references, warehouseCode) })

const Obscure = Schema.Struct({ reference: Schema.NonEmptyString })
const tellable = Schema.Union([Shipment, Obscure])

/**
 * Finds shipments as `under` does, for status reads: one shipment that cannot be decoded does not hide the others. Its
 * reference is in `obscure`: Tryton has a shipment with this reference, but its state is unknown.
 */
export const legible: (
  rpc: Rpc,
  model: Model,
  references: ReadonlyArray<string>,
  warehouseCode: string | undefined
) => Answer<{ readonly shipments: ReadonlyArray<Shipment>; readonly obscure: ReadonlySet<string> }> = Effect.fnUntraced(
  function*(rpc, model, references, warehouseCode) {
    const found = yield* rpc.list({ ...rows[model], row: tellable }, { where: whereOf(references, warehouseCode) })
    const obscure = new Set(found.flatMap((row) => "id" in row ? [] : [row.reference]))
    yield* Drift.reportAll([...obscure].map((reference) => (
      { where: model, path: "", message: `a shipment under ${reference} cannot be read; taken as in progress` }
    )))
    return { shipments: found.flatMap((row) => "id" in row && !obscure.has(row.reference) ? [row] : []), obscure }
  }
)

/** Reads one shipment. */
export const byId = (rpc: Rpc, model: Model, id: number): Answer<Shipment> =>
  Effect.map(rpc.call(`${model}.read`, [[id], rows[model].fields], Schema.Tuple([Shipment])), ([shipment]) => shipment)

/**
 * Creates a shipment. It creates one at a time, so that no two get the same number: on SQLite, Tryton's number sequences do
 * not lock.
 */
export const create = (rpc: Rpc, model: Model, values: Context): Answer<number> =>
  rpc.alone(`create ${model}`)(rpc.create(model, values))

/**
 * Cancels a shipment if nobody has changed it since it was read. The caller must read the shipment again afterwards: Tryton
 * returns success for a shipment that cannot be cancelled, and a shipment that has changed is left as it is.
 */
export const cancel = (rpc: Rpc, model: Model, { _timestamp, id }: Shipment): Answer<void> =>
  Effect.catchIf(
    rpc.press(model, "cancel", id, { _timestamp: { [nameOf(model, id)]: _timestamp } }),
    (reason) => reason._tag === "PeerUnavailable" && reason.fault?.code === "ConcurrencyException",
    () => Effect.void
  )

/**
 * Cancels and deletes duplicate drafts, so that no worker acts on them. They exist if a request reached Tryton twice and each
 * made a shipment; no caller was told about the drafts. A draft that cannot be removed stays.
 */
export const removeTwins = (rpc: Rpc, model: Model, drafts: ReadonlyArray<Shipment>): Effect.Effect<void> =>
  Effect.forEach(drafts, (draft) =>
    Effect.andThen(cancel(rpc, model, draft), rpc.call(`${model}.delete`, [[draft.id]], Schema.Unknown)), { discard: true }).pipe(
      Effect.ignore
    )
