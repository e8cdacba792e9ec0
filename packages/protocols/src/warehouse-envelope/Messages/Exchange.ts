/**
 * One method of document 1 as a value: its two messages as tables and the mappings between them and the operation.
 * Each module of this folder that is named after a method is one.
 */
import type { Json, WarehouseV1 } from "@crossdock/core"
import type { Lost, Table } from "../../wire/index.ts"
import type { Refusal } from "../Fault.ts"
import type { Profile } from "../Profile.ts"

type Payload<Name extends WarehouseV1.OperationName> = (typeof WarehouseV1.contract.operations)[Name]["payload"]["Type"]
type Success<Name extends WarehouseV1.OperationName> = (typeof WarehouseV1.contract.operations)[Name]["success"]["Type"]

export interface Exchange<
  Name extends WarehouseV1.OperationName = WarehouseV1.OperationName,
  Request extends Table.Table = Table.Table,
  Answer extends Table.Table = Table.Table
> {
  /** The declared name. */
  readonly method: string
  /** Names that are read for it besides (rows 22, 46, 47). */
  readonly also: ReadonlyArray<string>
  readonly operation: Name
  readonly request: Request
  readonly answer: Answer
  /** Client: from the operation to the wire. */
  readonly fromPayload: (payload: Payload<Name>) => Table.WriteValue<Request>
  /** Server: from the wire to the operation. */
  readonly toPayload: (request: Table.Value<Request>) => Payload<Name>
  /** Server: what the operation gave, for the wire, or why that is a failure on it. */
  readonly toAnswer: (
    success: Success<Name>,
    payload: Payload<Name>,
    profile: Profile
  ) => Table.WriteValue<Answer> | { readonly refusal: Refusal }
  /** Client: from the wire to the operation, or the text of a failure that the answer holds inside. */
  readonly fromAnswer: (
    answer: Table.Value<Answer>,
    payload: Payload<Name>
  ) => Success<Name> | Failed | Invalid
  /** Client: an element that cannot be read is still there, and must not be taken for one the peer does not know. */
  readonly withSkipped?: (success: Success<Name>, skipped: ReadonlyArray<Json.JsonObject>) => Success<Name>
  /** Client: an answer with success false that names its items is read by `fromAnswer` as well (U-85). */
  readonly failsByItem?: boolean
  /** What of the payload this method has no place for. */
  readonly cannotCarry?: ReadonlyArray<Lost.Entry>
  /** What of a success neither its answer nor another message of the protocol has a place for. */
  readonly cannotAnswer?: ReadonlyArray<Lost.Entry>
}

/** A failure that an answer with success true tells about the one thing that was asked. */
export class Failed {
  readonly text: string
  constructor(text: string) {
    this.text = text
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
