/**
 * Handlers for the books of an ERP connection: they enter what no message creates, and read stock and movements.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError, type Operation } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import * as Result from "effect/Result"
import { Connections } from "../connection/Connections.ts"
import { unlessPaused } from "../engine/PauseCheck.ts"
import { Kinds } from "../records/Kinds.ts"
import * as NumberOwners from "../records/NumberOwners.ts"
import { Database } from "../store/Database.ts"
import { Api, type Invalid } from "@crossdock/admin-api"
import * as RecordsCsv from "./RecordsCsv.ts"
import { conflict, connectionNamed, invalid, notFound, peerFailed, stored } from "./Responses.ts"

const defaultLimit = 50
/** The days of movements that are listed if no time is given. */
const defaultDays = 7

/** The error for a request that the ERP finds invalid, with the place in what a person wrote. */
type ToInvalid = (refused: AdapterError.RequestInvalid) => Invalid

const ofQuery: ToInvalid = ({ message }) => invalid("/query", message)

const warehousePath = "/query/warehouse"

const ofStock: ToInvalid = (refused) => refused.path.startsWith("/warehouseNames") ? invalid(warehousePath, refused.message) : ofQuery(refused)

const ofRecords: ToInvalid = ({ message, path }) => invalid(`/payload${path}`, `nothing was entered: ${message}`)

const ofCsv = (records: ReadonlyArray<RecordsCsv.LinedRecord>): ToInvalid => ({ message, path }) => {
  const [, index, member = ""] = /^\/records\/(\d+)(?:\/(.*))?$/.exec(path) ?? []
  const line = index === undefined ? undefined : records[Number(index)]?.line
  const place = line === undefined ? "" : `line ${line}${member === "" ? "" : `, ${member.replaceAll("/", ".")}`}: `
  return invalid("/payload/csv", `nothing was entered: ${place}${message}`)
}

export const layer = HttpApiBuilder.group(Api, "books", Effect.fnUntraced(function*(handlers) {
  const connections = yield* Connections
  const db = yield* Database
  const kinds = yield* Kinds

  /** Calls an operation of an ERP that offers it. */
  const called = Effect.fnUntraced(function*<O extends Operation.Any & { readonly name: BooksV1.OptionalName }>(
    id: string,
    operation: O,
    payload: O["payload"]["Type"],
    toInvalid: ToInvalid = ofQuery
  ) {
    yield* connectionNamed(connections, id)
    if (!connections.offers(id).includes(operation.name)) {
      return yield* conflict("NOT_OFFERED", `${id} does not offer ${operation.name}; choose a connection of an ERP that does, such as erp-ledger`)
    }
    const work = Effect.andThen(unlessPaused(connections, id), connections.invoke(id, operation, payload))
    return yield* Effect.mapError(work, (error) => {
      const { reason } = error
      if (reason._tag === "RequestInvalid") return toInvalid(reason)
      return reason._tag === "Rejected" ? conflict(reason.fault.code, AdapterError.describe(reason)) : peerFailed(error)
    })
  })

  /** The warehouses that links to these books name. */
  const namedByLinks = (id: string): ReadonlyArray<string> =>
    [...new Set(connections.links.flatMap(({ copyTo, erp, warehouseNames }) => erp === id || copyTo.includes(id) ? Object.keys(warehouseNames) : []))]

  /** A page of the stock. Books that answer for named warehouses alone are asked for those that links name, if none is named. */
  const stockOf = (id: string, payload: typeof BooksV1.ListStockBalances.payload.Type) =>
    Effect.catchIf(
      called(id, BooksV1.ListStockBalances, payload, ofStock),
      (error) => error._tag === "Invalid" && error.path === warehousePath && payload.warehouseNames === undefined,
      (error) => {
        const [first, ...more] = namedByLinks(id)
        return first === undefined ? Effect.fail(error) : called(id, BooksV1.ListStockBalances, { ...payload, warehouseNames: [first, ...more] }, ofStock)
      }
    )

  return handlers.handleAll({
    enter: Effect.fnUntraced(function*({ params, payload: { csv, records } }) {
      if ((csv === undefined) === (records === undefined)) return yield* invalid("/payload", "send either records or csv")
      if (records !== undefined) return yield* called(params.id, BooksV1.EnterRecords, { records }, ofRecords)
      const read = RecordsCsv.parse(csv!)
      if (Result.isFailure(read)) return yield* invalid("/payload/csv", `nothing was entered: ${read.failure}`)
      const [first, ...more] = read.success.map(({ record }) => record)
      return yield* called(params.id, BooksV1.EnterRecords, { records: [first!, ...more] }, ofCsv(read.success))
    }),
    stock: Effect.fnUntraced(function*({ params, query }) {
      const { after, limit = defaultLimit, sku, warehouse, withCombinations, withCosts, withEmpty } = query
      const { items, nextCursor, total } = yield* stockOf(params.id, {
        limit,
        ...(after !== undefined && { cursor: after }),
        ...(sku !== undefined && { skus: [sku] as const }),
        ...(warehouse !== undefined && { warehouseNames: [warehouse] as const }),
        ...(withCombinations !== undefined && { withCombinations }),
        ...(withCosts !== undefined && { withCosts }),
        ...(withEmpty !== undefined && { withEmpty })
      })
      return { items, ...(nextCursor !== undefined && { next: nextCursor }), ...(total !== undefined && { total }) }
    }),
    movements: Effect.fnUntraced(function*({ params, query }) {
      const { after, document, limit = defaultLimit, location, sku, warehouse } = query
      const until = query.until ?? (yield* DateTime.now)
      const since = query.since ?? DateTime.subtract(until, { days: defaultDays })
      if (DateTime.isGreaterThan(since, until)) return yield* invalid("/query/since", "since is later than until; exchange them")
      const { items, nextCursor, total } = yield* called(params.id, BooksV1.ListStockMovements, {
        from: since,
        to: until,
        limit,
        ...(after !== undefined && { cursor: after }),
        ...(document !== undefined && { documentNumber: document }),
        ...(location !== undefined && { locationCode: location }),
        ...(sku !== undefined && { sku }),
        ...(warehouse !== undefined && { warehouseName: warehouse })
      })
      return { items, ...(nextCursor !== undefined && { next: nextCursor }), ...(total !== undefined && { total }) }
    }),
    giveBackNumber: Effect.fnUntraced(function*({ params, payload: { number } }) {
      yield* connectionNamed(connections, params.id)
      const { givenBack, open } = yield* stored(db.transaction(NumberOwners.giveBack(db, kinds.all.map(({ kind }) => kind), params.id, number)))
      if (open !== undefined) {
        return yield* conflict("NUMBER_OPEN", `the outcome of the create with this number by ${open} is not known, or the ERP is asked once more whether it has it; crossdock intents ls --state any lists it; try again when that is over`)
      }
      if (givenBack.length === 0) return yield* notFound("custom number", number, "every link may use it")
      return { items: givenBack.map(({ kind, scope }) => ({ kind, link: scope })) }
    })
  })
}))
