/**
 * Lets the ERP's plugin write the content of a delivery. This happens in the transaction of the reported work if the connection
 * is open, and otherwise before the first attempt.
 */
import { AdapterError, ErpV1, type Operation } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import type { Connections } from "../connection/Connections.ts"
import type { Mapping } from "../mapping/Mapping.ts"
import type { Database, DatabaseFailed, Row } from "../store/Database.ts"
import type { Vault } from "../store/Vault.ts"
import type * as DeliveryBook from "./DeliveryBook.ts"
import * as Unprepared from "./Unprepared.ts"
import * as WarehouseCodes from "./WarehouseCodes.ts"

/** The context that is authenticated with the encrypted content of a delivery. */
export const contentPlace = (id: string): string => `delivery ${id}`

/** Describes a failure in one sentence, without text of the peer that may quote personal data. */
export const toldOf = (cause: Cause.Cause<AdapterError.AdapterError>): string => {
  const error = Cause.findErrorOption(cause)
  return Option.isSome(error) ? AdapterError.describe(error.value.reason) : "a defect of the adapter"
}

/** Calls the plugin. An exception that it throws becomes a normal failure. */
export const preparedBy = <O extends ErpV1.AnyOperation>(
  erp: ErpV1.Adapter,
  operation: O,
  payload: O["payload"]["Type"]
): Exit.Exit<Operation.Prepared, AdapterError.AdapterError> => {
  try {
    return Result.match(erp.prepare(operation, payload), { onFailure: Exit.fail, onSuccess: Exit.succeed })
  } catch (defect) {
    return Exit.die(defect)
  }
}

export const make = (options: {
  readonly db: Database["Service"]
  readonly vault: Vault["Service"]
  readonly connections: Connections["Service"]
  readonly mapping: Mapping["Service"]
}) => {
  const { connections, db, vault } = options
  const codes = WarehouseCodes.make(options)
  /** Adds fields that were not known when the report arrived, and may be known by now. */
  const completed = Effect.fnUntraced(function*(row: Row, payload: unknown) {
    const link = connections.linkOf(row.scope)
    const told = payload as { readonly warehouseCode?: string; readonly asnNumber?: string; readonly orderNumber?: string }
    const [kind, number] = told.asnNumber === undefined ? ["outbound", told.orderNumber] as const : ["inbound", told.asnNumber] as const
    if (link === undefined || number === undefined || told.warehouseCode !== undefined) return payload
    const code = yield* Effect.orDie(codes.ofNumber(kind, link, number))
    return code === undefined ? payload : { ...told, warehouseCode: code }
  })

  /** Writes the content before the first attempt, if it was not written with the reported work. */
  const prepareNow = Effect.fnUntraced(function*(row: Row) {
    const operation = ErpV1.contract.operations[row.operation as ErpV1.OperationName]
    const payload = yield* completed(row, yield* Effect.orDie(Unprepared.open(vault, row)))
    const erp = yield* connections.erp(row.connection)
    const { content } = yield* preparedBy(erp, operation, payload as never)
    // The content is stored before it is sent, so that every attempt sends the same bytes.
    const kept = yield* Effect.orDie(db.query(
      `update delivery set content_sealed = $2, payload_sealed = null
       where id = $1 and state = 'InFlight' and attempt = $3 and epoch = $4 returning id`,
      [row.id, vault.seal(contentPlace(row.id), content), row.attempt, row.epoch]
    ))
    // If another node has taken the delivery over, it sends it, and this attempt stores nothing.
    return kept.length > 0 ? content : yield* Effect.die(new Error("another node has taken this delivery over"))
  })

  /** Writes the content of a dead letter that could not be written before. On another failure, the letter keeps the new cause. */
  const prepareAgain = Effect.fnUntraced(function*(row: Row): Effect.fn.Return<DeliveryBook.Letter, DatabaseFailed> {
    const operation = ErpV1.contract.operations[row.operation as ErpV1.OperationName]
    const prepared = yield* Effect.exit(Effect.gen(function*() {
      const payload = yield* completed(row, yield* Effect.orDie(Unprepared.open(vault, row)))
      const erp = yield* connections.erp(row.connection)
      return yield* preparedBy(erp, operation, payload as never)
    }))
    if (Exit.isSuccess(prepared)) return { id: row.id, contentSealed: vault.seal(contentPlace(row.id), prepared.value.content) }
    yield* db.query("update delivery set cause = $2 where id = $1 and state = 'Dead'", [row.id, toldOf(prepared.cause)])
    return { id: row.id }
  })

  return { prepareNow, prepareAgain }
}
