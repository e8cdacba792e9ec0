/**
 * One method of a protocol as a value: its two messages as tables and the mappings between them and the operation.
 */
import { type AdapterError, type Drift, type Json, WarehouseV1 } from "@crossdock/core"
import { type Context, type UnmappedFields, Mapping, type Refusal, type Table } from "../wire/index.ts"

export type Payload<Name extends WarehouseV1.OperationName> = (typeof WarehouseV1.contract.operations)[Name]["payload"]["Type"]
export type Success<Name extends WarehouseV1.OperationName> = (typeof WarehouseV1.contract.operations)[Name]["success"]["Type"]

/** The optional operations that both documents have a method for. */
export const offers = [
  "listWarehouses",
  "listChannels",
  "listStock",
  "createInboundOrder",
  "getInboundOrders",
  "cancelInboundOrders",
  "upsertProduct"
] as const satisfies ReadonlyArray<WarehouseV1.OptionalName>

/** The warehouse keys that one call names; a protocol without keys ignores them. */
export type Keys = readonly [string, ...Array<string>]

/** A method and its messages. */
export interface Messages<Request extends Table.Table = Table.Table, Answer extends Table.Table = Table.Table> {
  /** The declared name. */
  readonly method: string
  readonly request: Request
  readonly answer: Answer
  /** Client: an answer with success false that names its items is read by its table as well (U-25, U-85). */
  readonly failsByItem?: boolean
}

export interface Exchange<
  Name extends WarehouseV1.OperationName = WarehouseV1.OperationName,
  Request extends Table.Table = Table.Table,
  Answer extends Table.Table = Table.Table
> extends Messages<Request, Answer> {
  readonly operation: Name
  /** Names that are read for the method besides (rows 22, 46, 47). */
  readonly also?: ReadonlyArray<string>
  /** Client: what of the payload the message cannot say although it is more than lost, by its place in the payload. */
  readonly refusalOf?: (payload: Payload<Name>, profile: Context.Profile) => AdapterError.RequestInvalid | undefined
  /** Client: from the operation to the wire. */
  readonly fromPayload: (payload: Payload<Name>, keys: Keys, profile: Context.Profile) => Table.WriteValue<Request>
  /** Server: from the wire to the operation. */
  readonly toPayload: (request: Table.Value<Request>, profile: Context.Profile) => Payload<Name>
  /** Server: what the operation gave, for the wire, or why that is a failure on it. */
  readonly toAnswer: (
    success: Success<Name>,
    payload: Payload<Name>,
    profile: Context.Profile
  ) => Table.WriteValue<Answer> | { readonly refusal: Refusal.Refusal }
  /**
   * Client: from the wire to the operation, or the text of a failure that the answer holds inside. `skipped` elements of
   * a list could not be read.
   */
  readonly fromAnswer: (
    answer: Table.Value<Answer>,
    payload: Payload<Name>,
    skipped: number
  ) => Success<Name> | Failed | Invalid
  /** Client: an element that cannot be read is still there, and must not be taken for one the peer does not know. */
  readonly withSkipped?: (success: Success<Name>, skipped: ReadonlyArray<Json.JsonObject>) => Success<Name>
  /** What of the payload this method has no place for: members of the model that no member of the request is. */
  readonly cannotCarry: ReadonlyArray<UnmappedFields.Place>
  /** Server: what of a success is told otherwise than it is. */
  readonly findingsOf?: (success: Success<Name>) => ReadonlyArray<Drift.Finding>
  /** What of a success neither its answer nor another message of the protocol has a place for. */
  readonly cannotAnswer?: ReadonlyArray<UnmappedFields.Entry>
}

/** A failure that an answer with success true tells about the one thing that was asked (rule 3). */
export class Failed {
  readonly text: string
  constructor(text: string | undefined) {
    this.text = text ?? ""
  }
}

/** An answer that has the right shape and cannot be the answer to what was asked. */
export class Invalid {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/**
 * Help a peer to find what it is asked for, so that one that needs no help loses nothing by their absence; or say what a
 * message says in another way: a price is written as what the profile says, and a unit is refused.
 */
const notLost: ReadonlySet<string> = new Set([
  "/warehouseOrderNumbers",
  "/referenceNumbers",
  "/types",
  "/lines/*/price/per",
  "/lines/*/unit",
  "/packing/*/unit"
])

/** What no member changes in its shape goes over by the tables alone. */
type Defined<Name extends WarehouseV1.OperationName, E extends Mapped> = Omit<E, "cannotCarry" | keyof Mapped> & Partial<Pick<E, keyof Mapped>> & {
  /** Server: the success as it is told. */
  readonly told?: (success: Success<Name>, payload: Payload<Name>) => Success<Name>
}

type Mapped = Pick<AnyExchange, "fromAnswer" | "fromPayload" | "toAnswer" | "toPayload">

export const define = <
  const Name extends WarehouseV1.OperationName,
  Request extends Table.Table,
  Answer extends Table.Table
>({ told = (success) => success, ...exchange }: Defined<Name, Exchange<Name, Request, Answer>>): Exchange<Name, Request, Answer> => ({
  fromPayload: (payload) => Mapping.toWire(exchange.request, payload as object),
  toPayload: (value) => Mapping.fromWire(exchange.request, value as object),
  toAnswer: (success, payload) => Mapping.toWire(exchange.answer, (told(success, payload) ?? {}) as object, { success: true } as never),
  fromAnswer: (value) => Mapping.fromWire(exchange.answer, value as object),
  ...exchange,
  cannotCarry: Mapping.unmapped(exchange.request, WarehouseV1.contract.operations[exchange.operation].payload)
    .filter((place) => !notLost.has(place))
})

/** Any exchange, for the one place that chooses among them. */
export type AnyExchange = {
  readonly [K in keyof Exchange]: NonNullable<Exchange[K]> extends (...args: infer _) => unknown ? (...args: ReadonlyArray<never>) => unknown : Exchange[K]
}

/** Finds an exchange by each of its names. */
export const byName = (exchanges: ReadonlyArray<AnyExchange>): (method: string) => AnyExchange | undefined => {
  const known = new Map(exchanges.flatMap((exchange) => [exchange.method, ...(exchange.also ?? [])].map((name) => [name, exchange])))
  return (method) => known.get(method)
}
