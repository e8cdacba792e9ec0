/**
 * What is owed to an ERP as its plugin writes it: with the work that it tells of where the connection is open, else before
 * it is sent for the first time.
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

/** The place that the content of a delivery is sealed for. */
export const contentPlace = (id: string): string => `delivery ${id}`

/** One sentence about a failure, without what a peer may have quoted of persons. */
export const toldOf = (cause: Cause.Cause<AdapterError.AdapterError>): string => {
  const error = Cause.findErrorOption(cause)
  return Option.isSome(error) ? AdapterError.describe(error.value.reason) : "a defect of the adapter"
}

/** A plugin that throws fails like one that says why. */
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
  /** What was not known when the news came may be known since. */
  const completed = Effect.fnUntraced(function*(row: Row, payload: unknown) {
    const link = connections.linkOf(row.scope)
    const told = payload as { readonly warehouseCode?: string; readonly asnNumber?: string; readonly orderNumber?: string }
    const [kind, number] = told.asnNumber === undefined ? ["outbound", told.orderNumber] as const : ["inbound", told.asnNumber] as const
    if (link === undefined || number === undefined || told.warehouseCode !== undefined) return payload
    const code = yield* Effect.orDie(codes.ofNumber(kind, link, number))
    return code === undefined ? payload : { ...told, warehouseCode: code }
  })

  /** What was not written down with the work that it tells of, before it is sent for the first time. */
  const prepareNow = Effect.fnUntraced(function*(row: Row) {
    const operation = ErpV1.contract.operations[row.operation as ErpV1.OperationName]
    const payload = yield* completed(row, yield* Effect.orDie(Unprepared.open(vault, row)))
    const erp = yield* connections.erp(row.connection)
    const { content } = yield* preparedBy(erp, operation, payload as never)
    // Stored before its first byte leaves, so that every attempt carries the same.
    const kept = yield* Effect.orDie(db.query(
      `update delivery set content_sealed = $2, payload_sealed = null
       where id = $1 and state = 'InFlight' and attempt = $3 and epoch = $4 returning id`,
      [row.id, vault.seal(contentPlace(row.id), content), row.attempt, row.epoch]
    ))
    // Taken over meanwhile, it is sent by others; nothing is stored of this attempt either.
    return kept.length > 0 ? content : yield* Effect.die(new Error("another node has taken this delivery over"))
  })

  /** A dead letter that could not be written before; where it cannot now either, its cause is the newest. */
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
