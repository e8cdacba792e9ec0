/**
 * What intents must know of an operation that creates something at a peer. Each contract states it as data, one entry for each
 * of its creates; an operation without an entry cannot be submitted.
 */
import type { AdapterError, Operation } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import type { ConnectedLink } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Mapped, Mapping } from "../mapping/NameMapping.ts"
import type { PeerWord } from "../engine/Refusal.ts"
import type { Kind, KindRow } from "../records/Kinds.ts"
import type { DatabaseFailed, Row } from "../store/Database.ts"

/** An operation that creates something. */
export type Creating = Operation.Any & { readonly kind: "create" }

/** The order that a query found with the number of an intent. */
export interface Found<Success> {
  readonly hasEnded: boolean
  readonly peerNumber: string | undefined
  readonly success: Success
}

export interface Accepted {
  readonly warehouseCode: string | undefined
  readonly peerWarehouseCode: string | undefined
  readonly type?: string | undefined
  /** True if nothing more will be reported of the record, which is then closed with its acceptance. Default: false. */
  readonly isEnded?: boolean
}

/**
 * What is stored of other records, for a create that has no number of its own at the peer: the peer then shows several that may be
 * this one, and those that are known to be others are left out.
 */
export interface OtherRecords {
  /** When the create was asked for, in milliseconds since 1970. The peer shows what it made of it later than that. */
  readonly begunAt: number
  /** Returns true if a record of a kind at the connection has this number of the peer. */
  readonly haveAtPeer: (kind: Kind, peerNumber: string) => Effect.Effect<boolean>
  /** Returns true if the link has a record of a kind with this number. */
  readonly have: (kind: Kind, number: string) => Effect.Effect<boolean>
  /** The numbers of the link's other creates of the same operation whose outcome is not known either. */
  readonly unsettled: Effect.Effect<ReadonlyArray<string>>
}

/** The number of an order at its shop, and the one that the shop shows to people. */
export interface BuyerNumbers {
  readonly online?: string | undefined
  readonly display?: string | undefined
}

export interface CreateEntry<O extends Creating> {
  readonly operation: O
  /** The kind of the entity that it creates. */
  readonly kind: Kind
  /** What errors for the caller call the peer. Default: the warehouse. */
  readonly peer?: PeerWord
  /** Returns the caller's number of the order. */
  readonly numberOf: (payload: O["payload"]["Type"]) => string
  /** Returns the numbers by which the buyer knows the order. Absent: he knows none. */
  readonly buyerNumbersOf?: (payload: O["payload"]["Type"]) => BuyerNumbers
  /** Returns the payload with the number that is sent to the peer. */
  readonly numbered: (payload: O["payload"]["Type"], number: string) => O["payload"]["Type"]
  /** Upgrades the JSON of a payload that an earlier release stored. Absent: each release reads what earlier ones stored. */
  readonly upgrade?: (stored: unknown) => unknown
  readonly map: (
    mapping: Mapping["Service"],
    link: ConnectedLink,
    payload: O["payload"]["Type"],
    connections: Connections["Service"]
  ) => Effect.Effect<Mapped<O["payload"]["Type"]>, DatabaseFailed>
  readonly query: (
    connections: Connections["Service"],
    connection: string,
    sent: O["payload"]["Type"],
    others: OtherRecords
  ) => Effect.Effect<Found<O["success"]["Type"]> | undefined, AdapterError.AdapterError>
  /** Cancels the order at the peer although a query does not show it, because it may be half created. Returns false if the peer decides later. */
  readonly withdraw: (
    connections: Connections["Service"],
    connection: string,
    sent: O["payload"]["Type"]
  ) => Effect.Effect<unknown, AdapterError.AdapterError>
  /** Returns the peer's own number of the order, if the response has one. */
  readonly peerNumberOf: (success: O["success"]["Type"]) => string | undefined
  /** Returns what is stored of a response, without personal data that a read can obtain again. Absent: all of it. */
  readonly stored?: (success: O["success"]["Type"]) => O["success"]["Type"]
  /** True: the peer gives no number, so a person needs none to say that it was carried out. Default: false. */
  readonly isWithoutPeerNumber?: boolean
  /** Returns the response for an order of which a person knows the peer's number. */
  readonly successOf: (peerNumber: string) => O["success"]["Type"]
  /** Returns the response for the caller, with the peer's number of the record if it is known. */
  readonly answered: (success: O["success"]["Type"], asked: string, peerNumber: string | undefined) => O["success"]["Type"]
  /** Returns what the row of an accepted order holds of its create. */
  readonly accepted: (asked: O["payload"]["Type"], sent: O["payload"]["Type"]) => Accepted
  /** Returns true if an order in this phase does not prevent a create under its number, because it ended without its goods having left. */
  readonly isVoid: (phase: string, order?: Row) => boolean
  /** Returns true if an order in this phase changes no more. */
  readonly isEnded: (phase: string) => boolean
}

/** What most creates do alike. A contract states it only where it differs. */
type Usual = "accepted" | "answered" | "isVoid" | "map" | "numbered" | "withdraw"

/** Where the peer's number is in a response: its member, or functions. */
type PeerNumber<O extends Creating> =
  | Pick<CreateEntry<O>, "peerNumberOf" | "successOf">
  | { readonly peerNumberAt: keyof O["success"]["Type"] & string }

/** An entry as a contract states it, with the row of the kind that it creates. */
export type Stated<O extends Creating> =
  & Omit<CreateEntry<O>, Usual | "isEnded" | "kind" | "peerNumberOf" | "successOf">
  & Partial<Pick<CreateEntry<O>, Usual>>
  & PeerNumber<O>
  & { readonly kind: KindRow }

/** The casts are safe: the member is one of the response, and a response of a create needs no other. */
const numbersAt = <O extends Creating>(member: string): Pick<CreateEntry<O>, "peerNumberOf" | "successOf"> => ({
  peerNumberOf: (success) => (success as Readonly<Record<string, string | undefined>>)[member],
  successOf: (peerNumber) => ({ [member]: peerNumber }) as never
})

/**
 * Completes an entry. Usually the payload is sent as it is, under the caller's number; nothing is taken back that a query does not show;
 * the response is passed on; and no earlier record makes way for a create under its number.
 */
export const entryOf = <O extends Creating>({ kind, ...stated }: Stated<O>): CreateEntry<O> => ({
  ...numbersAt<O>("peerNumberAt" in stated ? stated.peerNumberAt : ""),
  numbered: (payload) => payload,
  map: (_mapping, _link, payload) => Effect.succeed({ payload, unmatched: [] }),
  withdraw: () => Effect.void,
  answered: (success) => success,
  accepted: () => ({ warehouseCode: undefined, peerWarehouseCode: undefined }),
  isVoid: () => false,
  ...stated,
  kind: kind.kind,
  isEnded: kind.isEnded
})

type Opaque = Schema.Codec<unknown, unknown>

/** An entry of any operation. Only its own functions know the type of its payload. */
export type AnyEntry = CreateEntry<Operation.Operation<string, "create", Opaque, Opaque>>

/** Hides the payload type of an entry. The cast is safe because only the entry's own functions read its payload. */
export const opaque = <O extends Creating>(entry: CreateEntry<O>): AnyEntry => entry as never

/** The creates of all contracts. */
export class Creates extends Context.Service<Creates, {
  /** Returns the entry of the operation of a stored intent. If there is none, a person must settle the intent. */
  readonly of: (operation: string) => AnyEntry | undefined
  /** Returns the entry that creates entities of a kind. */
  readonly ofKind: (kind: Kind) => AnyEntry | undefined
}>()("@crossdock/runner/intents/CreateEntry") {
  static readonly layer = (entries: ReadonlyArray<AnyEntry>) =>
    Layer.sync(Creates, () => {
      const byName = new Map(entries.map((entry) => [entry.operation.name, entry]))
      if (byName.size < entries.length) throw new Error(`two contracts have a create of the same name: ${entries.map(({ operation }) => operation.name).join(", ")}`)
      const byKind = new Map(entries.map((entry) => [entry.kind, entry]))
      return Creates.of({ of: (operation) => byName.get(operation), ofKind: (kind) => byKind.get(kind) })
    })
}

/** What a person's decision about a create changes beside its intent, in the transaction of the decision. */
export interface DecidedCreate {
  /** The name of the operation. */
  readonly operation: string
  /** A person decided that the order is not sent. `code` and `reason` say so. */
  readonly givenUp: (
    intent: Row,
    order: { readonly asked: unknown; readonly sent: unknown; readonly code: string; readonly reason: string }
  ) => Effect.Effect<void, DatabaseFailed>
  /** A person took a decision back, so the peer is asked about the order again. */
  readonly reopened: (intent: Row) => Effect.Effect<void, DatabaseFailed>
}

/** The decided creates of all contracts. A create of which nothing more is stored has none. */
export class DecidedCreates extends Context.Service<DecidedCreates, {
  readonly of: (operation: string) => DecidedCreate | undefined
}>()("@crossdock/runner/intents/CreateEntry/DecidedCreates") {
  static readonly layer = <R>(all: ReadonlyArray<Effect.Effect<DecidedCreate, never, R>>) =>
    Layer.effect(
      DecidedCreates,
      Effect.map(Effect.all(all), (decided) => {
        const byName = new Map(decided.map((one) => [one.operation, one]))
        return DecidedCreates.of({ of: (operation) => byName.get(operation) })
      })
    )
}
