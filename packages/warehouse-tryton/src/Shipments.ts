/**
 * Outbound and inbound shipments as Tryton stores them, found under the reference that is our number. A reference is
 * not unique in Tryton: one number may have several shipments.
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
  /** Outbound only. */
  "carrier.": Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ "party.": Schema.Struct({ name: Schema.NullOr(Schema.String) }) }))
  ),
  /** Changes with the record; sent back, it makes Tryton refuse to act on a record that changed meanwhile. */
  _timestamp: Schema.String
})
export type Shipment = typeof Shipment.Type

const fields = ["number", "reference", "state", "effective_date", "warehouse.code", "_timestamp"]
const rows = {
  [outbound]: { model: outbound, fields: [...fields, "carrier.party.name"], row: Shipment },
  [inbound]: { model: inbound, fields, row: Shipment }
}

/** How other records refer to a shipment. */
export const nameOf = (model: Model, id: number): string => `${model},${id}`

const whereOf = (references: ReadonlyArray<string>, warehouseCode: string | undefined): Domain => [
  ["reference", "in", references],
  ...(warehouseCode === undefined ? [] : [["warehouse.code", "=", warehouseCode]])
]

/** Every shipment under the references, oldest first. `warehouseCode` narrows them. */
export const under = (
  rpc: Rpc,
  model: Model,
  references: ReadonlyArray<string>,
  warehouseCode: string | undefined
): Answer<ReadonlyArray<Shipment>> => rpc.find(rows[model], { where: whereOf(references, warehouseCode) })

const Obscure = Schema.Struct({ reference: Schema.NonEmptyString })
const tellable = Schema.Union([Shipment, Obscure])

/**
 * As `under`, for telling how orders stand: one shipment that cannot be read hides no other. Its number is `obscure`:
 * there is a shipment, and nothing more is known of it.
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

/** How a shipment stands now. */
export const byId = (rpc: Rpc, model: Model, id: number): Answer<Shipment> =>
  Effect.map(rpc.call(`${model}.read`, [[id], rows[model].fields], Schema.Tuple([Shipment])), ([shipment]) => shipment)

/** Makes a shipment. One at a time, so that no two take the same number: on SQLite, Tryton's sequences do not lock. */
export const create = (rpc: Rpc, model: Model, values: Context): Answer<number> =>
  rpc.alone(`create ${model}`)(rpc.create(model, values))

/**
 * Presses cancel on a shipment that is still as it was read. What came of it is to be read again: Tryton answers well
 * where nothing can be cancelled, and does nothing where somebody changed the shipment since.
 */
export const cancel = (rpc: Rpc, model: Model, { _timestamp, id }: Shipment): Answer<void> =>
  Effect.catchIf(
    rpc.press(model, "cancel", id, { _timestamp: { [nameOf(model, id)]: _timestamp } }),
    (reason) => reason._tag === "FaultUnlisted" && reason.fault.code === "ConcurrencyException",
    () => Effect.void
  )

/**
 * A request may reach Tryton twice, and each makes a shipment. One stands; a draft beside it was told to nobody and is
 * taken away, so that no worker acts on it. Where that does not succeed it is left as it is.
 */
export const removeTwins = (rpc: Rpc, model: Model, drafts: ReadonlyArray<Shipment>): Effect.Effect<void> =>
  Effect.forEach(drafts, (draft) =>
    Effect.andThen(cancel(rpc, model, draft), rpc.call(`${model}.delete`, [[draft.id]], Schema.Unknown)), { discard: true }).pipe(
      Effect.ignore
    )
