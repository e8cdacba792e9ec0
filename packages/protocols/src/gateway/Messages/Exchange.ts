/**
 * One method of document 2 part A as a value: its two messages as tables and the mappings between them and the
 * operation. Each module of this folder that is named after a method is one.
 */
import type { Json, WarehouseV1 } from "@crossdock/core"
import type { Lost, Table } from "../../wire/index.ts"
import type { Profile } from "../Profile.ts"

export type Payload<Name extends WarehouseV1.OperationName> = (typeof WarehouseV1.contract.operations)[Name]["payload"]["Type"]
export type Success<Name extends WarehouseV1.OperationName> = (typeof WarehouseV1.contract.operations)[Name]["success"]["Type"]

/** The keys that one call names. */
export type Keys = readonly [string, ...Array<string>]

/** A method and its messages. */
export interface Messages<Request extends Table.Table = Table.Table, Answer extends Table.Table = Table.Table> {
  /** The last segment of the path. */
  readonly method: string
  readonly request: Request
  readonly answer: Answer
  /** Client: an answer with success false that names its items is read as well (U-25, U-85). */
  readonly failsByItem?: boolean
}

export interface Exchange<
  Name extends WarehouseV1.OperationName = WarehouseV1.OperationName,
  Request extends Table.Table = Table.Table,
  Answer extends Table.Table = Table.Table
> extends Messages<Request, Answer> {
  readonly operation: Name
  /** Client: from the operation to the wire. */
  readonly fromPayload: (payload: Payload<Name>, keys: Keys, profile: Profile) => Table.WriteValue<Request>
  /** Server: from the wire to the operation. */
  readonly toPayload: (request: Table.Value<Request>) => Payload<Name>
  /** Server: what the operation gave, for the wire. */
  readonly toAnswer: (success: Success<Name>, payload: Payload<Name>) => Table.WriteValue<Answer>
  /** Client: from the wire to the operation. `skipped` elements of a list could not be read. */
  readonly fromAnswer: (
    answer: Table.Value<Answer>,
    payload: Payload<Name>,
    skipped: number
  ) => Success<Name> | Failed | Invalid
  /** Client: an element that cannot be read is still there, and must not be taken for one the peer does not know. */
  readonly withSkipped?: (success: Success<Name>, skipped: ReadonlyArray<Json.JsonObject>) => Success<Name>
  /** What of the payload this method has no place for. */
  readonly cannotCarry?: ReadonlyArray<Lost.Entry>
  /** What of a success neither its answer nor another message of the protocol has a place for. */
  readonly cannotAnswer?: ReadonlyArray<Lost.Entry>
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
  readonly says: string
  constructor(says: string) {
    this.says = says
  }
}

export const define = <
  const Name extends WarehouseV1.OperationName,
  Request extends Table.Table,
  Answer extends Table.Table
>(exchange: Exchange<Name, Request, Answer>): Exchange<Name, Request, Answer> => exchange

/** Any exchange, for the one place that chooses among them. */
export type AnyExchange = {
  readonly [K in keyof Exchange]: NonNullable<Exchange[K]> extends (...args: infer A) => unknown
    ? (...args: { [I in keyof A]: never }) => unknown
    : Exchange[K]
}
