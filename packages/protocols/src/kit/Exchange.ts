/**
 * One method of a protocol as a value: its two messages as tables, and the conversions between them and the operation.
 */
import { type AdapterError, type Drift, type Json, type Operation, WarehouseV1 } from "@crossdock/core"
import { type Context, type UnmappedFields, Mapping, Refusal, type Table } from "../wire/index.ts"

/** The operations of a contract by name. Where a type below takes none, they are those of a warehouse. */
export type Operations = Readonly<Record<string, Operation.Any>>
export type WarehouseOperations = typeof WarehouseV1.contract.operations

/** The payload type of an operation. */
export type Payload<Name extends string, Ops = WarehouseOperations> = Name extends keyof Ops ? Ops[Name] extends Operation.Any ? Ops[Name]["payload"]["Type"] : never : never
/** The result type of an operation. */
export type Success<Name extends string, Ops = WarehouseOperations> = Name extends keyof Ops ? Ops[Name] extends Operation.Any ? Ops[Name]["success"]["Type"] : never : never

/** The optional operations of a warehouse that both specifications have a method for. */
export const offers = [
  "listWarehouses",
  "listChannels",
  "listStock",
  "createInboundOrder",
  "getInboundOrders",
  "cancelInboundOrders",
  "upsertProduct"
] as const satisfies ReadonlyArray<WarehouseV1.OptionalName>

/** The warehouse keys that one call names. A protocol without keys ignores them. */
export type Keys = readonly [string, ...Array<string>]

/** A method and its messages. */
export interface Messages<Request extends Table.Table = Table.Table, Answer extends Table.Table = Table.Table> {
  /** The method name that the specification declares. */
  readonly method: string
  readonly request: Request
  readonly answer: Answer
  /** Client: reads an answer with success false by its table if it names its items (U-25, U-85). */
  readonly failsByItem?: boolean
  /**
   * Client: the document gives `info` of an item no meaning where the call succeeded, so it is reported and does not make
   * the call fail (U-16).
   */
  readonly hasFreeInfo?: boolean
}

/** A method with its messages, its operation and the conversions between them. */
export interface Exchange<
  Name extends string = WarehouseV1.OperationName,
  Request extends Table.Table = Table.Table,
  Answer extends Table.Table = Table.Table,
  Ops = WarehouseOperations
> extends Messages<Request, Answer> {
  readonly operation: Name
  /** Other names under which a server accepts the method (variants.md rows 22, 46, 47). */
  readonly also?: ReadonlyArray<string>
  /** Client: refuses a payload that the message cannot express and that must not be sent incompletely. */
  readonly refusalOf?: (payload: Payload<Name, Ops>, profile: Context.Profile) => AdapterError.RequestInvalid | undefined
  /** Client: converts the payload to the request message. */
  readonly fromPayload: (payload: Payload<Name, Ops>, keys: Keys, profile: Context.Profile) => Table.WriteValue<Request>
  /** Server: converts the request message to the payload. */
  readonly toPayload: (request: Table.Value<Request>, profile: Context.Profile) => Payload<Name, Ops>
  /**
   * Server: converts the result of the operation to the answer message, or returns the refusal that the message
   * requires. `request` is the request message, of which some answers repeat members.
   */
  readonly toAnswer: (
    success: Success<Name, Ops>,
    payload: Payload<Name, Ops>,
    profile: Context.Profile,
    request: Table.Value<Request>
  ) => Table.WriteValue<Answer> | { readonly refusal: Refusal.Refusal }
  /**
   * Client: converts the answer message to the result of the operation, or returns the failure that the answer reports.
   * `skipped` is the number of list elements that could not be read.
   */
  readonly fromAnswer: (
    answer: Table.Value<Answer>,
    payload: Payload<Name, Ops>,
    skipped: number,
    profile: Context.Profile
  ) => Success<Name, Ops> | Failed | Invalid
  /**
   * Client: adds the list elements that could not be read. They exist at the peer and must not be taken for unknown.
   */
  readonly withSkipped?: (success: Success<Name, Ops>, skipped: ReadonlyArray<Json.JsonObject>, payload: Payload<Name, Ops>) => Success<Name, Ops>
  /** The payload members that no member of the request can carry. */
  readonly cannotCarry: ReadonlyArray<UnmappedFields.Place>
  /** Server: reports parts of a result that the answer states differently. */
  readonly findingsOf?: (success: Success<Name, Ops>) => ReadonlyArray<Drift.Finding>
  /** Server: writes a refusal as the failure of the one item of the call (rule 3); undefined where it refuses the whole call. */
  readonly toRefusedItem?: (refusal: Refusal.Refusal, payload: Payload<Name, Ops>, profile: Context.Profile) => Table.WriteValue<Answer> | undefined
  /** The result members that neither this answer nor another message of the protocol can carry. */
  readonly cannotAnswer?: ReadonlyArray<UnmappedFields.Entry>
}

/** A failure of the single item of a call, reported in an answer with success true (rule 3). */
export class Failed {
  readonly text: string
  constructor(text: string | undefined) {
    this.text = text ?? ""
  }
}

/** An answer of the right shape that does not belong to the request. */
export class Invalid {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/**
 * Members that are not reported as lost. The numbers and types only help some peers to find a record; the price basis
 * is converted by the profile, and a unit is refused.
 */
const notLost: ReadonlySet<string> = new Set([
  "/orders/*/warehouseOrderNumber",
  "/inboundOrders/*/referenceNumber",
  "/inboundOrders/*/type",
  "/lines/*/price/per",
  "/lines/*/unit",
  "/packing/*/unit"
])

/** An exchange whose conversions follow from its tables unless they are given. */
type Defined<Name extends string, E extends Mapped, Ops> = Omit<E, "cannotCarry" | keyof Mapped> & Partial<Pick<E, keyof Mapped>> & {
  /** Server: changes the result before it is written. */
  readonly told?: (success: Success<Name, Ops>, payload: Payload<Name, Ops>) => Success<Name, Ops>
}

type Mapped = Pick<AnyExchange, "fromAnswer" | "fromPayload" | "toAnswer" | "toPayload">

/** What all exchanges of a protocol have in common. */
interface Common {
  /** Members of the payload that are not reported although no message carries them. */
  readonly notLost?: ReadonlySet<string>
  /** Members of a request that its answer repeats, in the answers that have them. */
  readonly repeated?: ReadonlyArray<string>
}

/** What an operation answers if the message has no list: one without items, where the answer of the operation is a list. */
const emptyOf = ({ success }: Operation.Any): object => ("fields" in success && "items" in (success.fields as object) ? { items: [] } : {})

/** Whether a cancel was asked for at a peer that decides later. A message that has no member for it must not tell it as done (U-143). */
const isOnlyRequested = (success: unknown): boolean => (success as { readonly outcome?: unknown } | undefined)?.outcome === "requested"

/** Makes the function that defines the exchanges of a contract. */
export const definerOf = <const Ops extends Operations>(operations: Ops, { notLost: ignored = new Set(), repeated = [] }: Common = {}) =>
<
  const Name extends keyof Ops & string,
  Request extends Table.Table,
  Answer extends Table.Table
>({ told = (success) => success, ...exchange }: Defined<Name, Exchange<Name, Request, Answer, Ops>, Ops>): Exchange<Name, Request, Answer, Ops> => ({
  fromPayload: (payload) => Mapping.toWire(exchange.request, payload as object),
  toPayload: (value) => Mapping.fromWire(exchange.request, value as object) as Payload<Name, Ops>,
  toAnswer: (success, payload, _, request) => {
    if (isOnlyRequested(success) && Mapping.unmapped(exchange.answer, operations[exchange.operation]!.success).includes("/outcome")) return { refusal: Refusal.cancelRequested }
    const asked = request as Readonly<Record<string, unknown>>
    const members: Record<string, unknown> = { success: true }
    for (const name of repeated) if (asked[name] !== undefined) members[name] = asked[name]
    return Mapping.toWire(exchange.answer, told(success, payload) as object, members as never)
  },
  fromAnswer: (value) => ({ ...emptyOf(operations[exchange.operation]!), ...Mapping.fromWire(exchange.answer, value as object) }) as Success<Name, Ops>,
  ...exchange,
  cannotCarry: Mapping.unmapped(exchange.request, operations[exchange.operation]!.payload).filter((place) => !ignored.has(place))
})

/** Defines an exchange of a warehouse. Conversions that are not given follow from the tables of its messages. */
export const define = definerOf(WarehouseV1.contract.operations, { notLost })

/** An exchange of any operation, for code that selects one by its method name. */
export type AnyExchange<Name extends string = WarehouseV1.OperationName> = {
  readonly [K in keyof Exchange]: K extends "operation" ? Name
    : NonNullable<Exchange[K]> extends (...args: infer _) => unknown ? (...args: ReadonlyArray<never>) => unknown
    : Exchange[K]
}

/** Builds a lookup that finds an exchange by any of its names. */
export const byName = <E extends Pick<AnyExchange, "also" | "method">>(exchanges: ReadonlyArray<E>): (method: string) => E | undefined => {
  const known = new Map(exchanges.flatMap((exchange) => [exchange.method, ...(exchange.also ?? [])].map((name) => [name, exchange] as const)))
  return (method) => known.get(method)
}
