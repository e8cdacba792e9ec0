/**
 * An entry for every operation of the kind `create`: how the runner sends it, and which query finds out whether it took
 * effect. A new operation of this kind without an entry does not compile.
 */
import type { AdapterError, Operation } from "@crossdock/core"
import { InboundOrder, OutboundOrder, OutboundPhase, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Mapped, Mapping } from "../mapping/Mapping.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import * as History from "../store/History.ts"
import { peerNumber } from "./GenerationOf.ts"

export type CreateOperation = Extract<WarehouseV1.AnyOperation, { readonly kind: "create" }>
export type CreateName = CreateOperation["name"]

/** The order that a query found with the number of an intent. */
export interface Found<Success> {
  readonly hasEnded: boolean
  readonly peerNumber: string | undefined
  readonly success: Success
}

export interface Opened {
  readonly scope: string
  readonly entity: string
  readonly connection: string
  readonly generation: number
  readonly numberSent: string
  readonly now: number
}

/** A create operation of the contract, or one whose payload only its own entry knows. */
type Creating = Operation.Operation<CreateName, Schema.Codec<any, any>, Schema.Codec<any, any>, "create">

export interface CreateEntry<O extends Creating> {
  readonly operation: O
  readonly settledBy: "query"
  /** Returns the ERP's number of the order. */
  readonly numberOf: (payload: O["payload"]["Type"]) => string
  readonly entityOf: (payload: O["payload"]["Type"]) => string
  /** Returns the payload with the number that is sent to the peer. */
  readonly numbered: (payload: O["payload"]["Type"], number: string) => O["payload"]["Type"]
  readonly map: (
    mapping: Mapping["Service"],
    link: ConnectedLink,
    payload: O["payload"]["Type"]
  ) => Effect.Effect<Mapped<O["payload"]["Type"]>, DatabaseFailed>
  readonly send: (
    connections: Connections["Service"],
    connection: string,
    sent: O["payload"]["Type"],
    options: { readonly hasTurn: boolean }
  ) => Effect.Effect<O["success"]["Type"], AdapterError.AdapterError>
  readonly query: (
    connections: Connections["Service"],
    connection: string,
    sent: O["payload"]["Type"]
  ) => Effect.Effect<Found<O["success"]["Type"]> | undefined, AdapterError.AdapterError>
  /** Cancels the order at the peer although a query does not show it, because it may be half created. */
  readonly withdraw: (
    connections: Connections["Service"],
    connection: string,
    sent: O["payload"]["Type"]
  ) => Effect.Effect<unknown, AdapterError.AdapterError>
  /** Returns the peer's own number of the order, if the response has one. */
  readonly peerNumberOf: (success: O["success"]["Type"]) => string | undefined
  /** Returns the response for the caller. It always has a number: the peer's if it is known, otherwise the caller's own (D1-273, U-90). */
  readonly answered: (success: O["success"]["Type"], asked: string, peerNumber: string | undefined) => O["success"]["Type"]
  /** Creates the row of the order, in the transaction that ends the intent. */
  readonly open: (
    db: Database["Service"],
    asked: O["payload"]["Type"],
    sent: O["payload"]["Type"],
    success: O["success"]["Type"],
    at: Opened
  ) => Effect.Effect<unknown, DatabaseFailed>
  /** Returns the stored phase of this generation, which decides how a repeated create is answered. */
  readonly phaseOf: (
    db: Database["Service"],
    scope: string,
    number: string,
    generation: number
  ) => Effect.Effect<OutboundPhase.OutboundPhase | undefined, DatabaseFailed>
}

/** Resets columns for a new generation, except if reports about this generation came before its create was settled. */
const anew = (table: string, columns: ReadonlyArray<string>): string =>
  [
    ...columns.map((column) => `${column} = case when ${table}.generation < $4 then null else ${table}.${column} end`),
    `is_open = case when ${table}.generation < $4 then 1 else ${table}.is_open end`
  ].join(", ")

const outbound: CreateEntry<typeof WarehouseV1.CreateOutboundOrder> = {
  operation: WarehouseV1.CreateOutboundOrder,
  settledBy: "query",
  numberOf: (order) => order.orderNumber,
  entityOf: (order) => History.outbound(order.orderNumber),
  numbered: (order, number) => ({ ...order, orderNumber: OutboundOrder.OrderNumber.make(number) }),
  map: (mapping, link, order) => mapping.outboundOrder(link, order),
  send: (connections, connection, sent, options) => connections.warehouse(connection, WarehouseV1.CreateOutboundOrder, sent, options),
  query: (connections, connection, sent) =>
    Effect.map(
      connections.warehouse(connection, WarehouseV1.GetOutboundOrders, {
        orderNumbers: [sent.orderNumber],
        warehouseCode: sent.warehouseCode
      }, { about: Effect.succeed(sent) }),
      (found) => {
        const status = found.find((one) => one.orderNumber === sent.orderNumber)
        return status && {
          hasEnded: OutboundPhase.isVoid(status.phase),
          peerNumber: status.warehouseOrderNumber,
          // If the peer's number is not known, our own takes its place; it is never sent to anybody (U-90).
          success: { warehouseOrderNumber: status.warehouseOrderNumber ?? sent.orderNumber }
        }
      }
    ),
  withdraw: (connections, connection, sent) =>
    connections.warehouse(connection, WarehouseV1.CancelOutboundOrder, {
      orderNumber: sent.orderNumber,
      warehouseCode: sent.warehouseCode
    }, { about: Effect.succeed(sent) }),
  peerNumberOf: (success) => success.warehouseOrderNumber,
  answered: (_, asked, theirs) => ({ warehouseOrderNumber: theirs ?? asked }),
  open: (db, asked, sent, success, at) =>
    db.query(
      `insert into outbound (scope, order_number, connection, generation, number_sent, warehouse_code, peer_warehouse_code,
         warehouse_order_number, is_open, checked_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 1, 0, $9, $9)
       on conflict (scope, order_number) do update set connection = $3, generation = $4, number_sent = $5, warehouse_code = $6,
         peer_warehouse_code = $7, checked_at = 0, updated_at = $9,
         warehouse_order_number = coalesce($8, case when outbound.generation < $4 then null else outbound.warehouse_order_number end),
         ${anew("outbound", ["phase", "peer_status", "carrier_name", "tracking_number", "failed_reason", "shipped_at", "tracking_url", "delivered_at"])}
       where outbound.generation <= $4`,
      [
        at.scope,
        asked.orderNumber,
        at.connection,
        at.generation,
        at.numberSent,
        asked.warehouseCode,
        sent.warehouseCode,
        peerNumber(success.warehouseOrderNumber, at.numberSent) ?? null,
        at.now
      ]
    ),
  phaseOf: (db, scope, number, generation) =>
    Effect.map(
      db.one("select phase from outbound where scope = $1 and order_number = $2 and generation = $3", [scope, number, generation]),
      (row) => row?.phase ?? undefined
    )
}

const inbound: CreateEntry<typeof WarehouseV1.CreateInboundOrder> = {
  operation: WarehouseV1.CreateInboundOrder,
  settledBy: "query",
  numberOf: (order) => order.asnNumber,
  entityOf: (order) => History.inbound(order.asnNumber),
  numbered: (order, number) => ({ ...order, asnNumber: InboundOrder.AsnNumber.make(number) }),
  map: (mapping, link, order) => mapping.inboundOrder(link, order),
  send: (connections, connection, sent, options) => connections.warehouse(connection, WarehouseV1.CreateInboundOrder, sent, options),
  query: (connections, connection, sent) =>
    Effect.map(
      connections.warehouse(connection, WarehouseV1.GetInboundOrders, {
        asnNumbers: [sent.asnNumber],
        warehouseCode: sent.warehouseCode,
        ...(sent.type !== undefined && sent.type !== "" && { types: { [sent.asnNumber]: sent.type } })
      }, { about: Effect.succeed(sent) }),
      (found) => {
        const status = found.find((one) => one.asnNumber === sent.asnNumber)
        return status && {
          hasEnded: status.phase === "cancelled",
          peerNumber: status.referenceNumber,
          success: status.referenceNumber === undefined ? {} : { referenceNumber: status.referenceNumber }
        }
      }
    ),
  withdraw: (connections, connection, sent) =>
    connections.offers(connection).includes("cancelInboundOrders")
      ? connections.warehouse(connection, WarehouseV1.CancelInboundOrders, {
        asnNumbers: [sent.asnNumber],
        warehouseCode: sent.warehouseCode
      }, { about: Effect.succeed(sent) })
      : Effect.void,
  peerNumberOf: (success) => success.referenceNumber,
  answered: (_, _asked, theirs) => theirs === undefined ? {} : { referenceNumber: theirs },
  open: (db, asked, sent, success, at) =>
    db.query(
      `insert into inbound (scope, asn_number, connection, generation, number_sent, warehouse_code, peer_warehouse_code,
         reference_number, type, batches, is_open, checked_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, 1, 0, $10, $10)
       on conflict (scope, asn_number) do update set connection = $3, generation = $4, number_sent = $5, warehouse_code = $6,
         peer_warehouse_code = $7, reference_number = coalesce($8, case when inbound.generation < $4 then null else inbound.reference_number end), type = $9, checked_at = 0, updated_at = $10,
         ${anew("inbound", ["phase", "peer_status", "finished_at", "reported_at"])}
       where inbound.generation <= $4`,
      [
        at.scope,
        asked.asnNumber,
        at.connection,
        at.generation,
        at.numberSent,
        asked.warehouseCode,
        sent.warehouseCode,
        peerNumber(success.referenceNumber, at.numberSent) ?? null,
        asked.type ?? null,
        at.now
      ]
    ),
  phaseOf: (db, scope, number, generation) =>
    Effect.map(
      db.one("select phase from inbound where scope = $1 and asn_number = $2 and generation = $3", [scope, number, generation]),
      (row) => row?.phase === "cancelled" ? "cancelled" : undefined
    )
}

export const entries: { readonly [O in CreateOperation as O["name"]]: CreateEntry<O> } = {
  createOutboundOrder: outbound,
  createInboundOrder: inbound
}

type Opaque = Schema.Codec<unknown, unknown>

/** An entry of any operation. Only its own functions know the type of its payload. */
export type AnyEntry = CreateEntry<Operation.Operation<CreateName, Opaque, Opaque, "create">>

/** Hides the payload type of an entry. The cast is safe because only the entry's own functions read its payload. */
export const opaque = <O extends CreateOperation>(entry: CreateEntry<O>): AnyEntry => entry as never

/** Returns the entry of the operation of a stored intent. If there is none, a person must settle the intent. */
export const entryOf = (name: string): AnyEntry | undefined => {
  const entry = Object.hasOwn(entries, name) ? entries[name as CreateName] : undefined
  return entry === undefined ? undefined : opaque<CreateOperation>(entry as never)
}

export { inbound as createInbound, outbound as createOutbound }
