/**
 * A served protocol as a value: its name, its paths, the credentials of its callers, and how it answers a request. A runner serves the
 * protocols of its composition in the same way, whoever wrote them. The value knows no runner: it is given an `Application`, which finds
 * callers and carries out operations.
 */
import type { Contract, Drift, Operation, PassedMembers, Transport } from "@crossdock/core"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { Refusal } from "../wire/index.ts"
import type * as CallWindow from "./CallWindow.ts"
import type * as GrantedTokens from "./GrantedTokens.ts"
import type * as Serving from "./Serving.ts"
import type { EarlierSecret } from "./SignatureVerification.ts"

/** Answers a request. It never fails; a refusal is a response. */
export type Serve = (request: Transport.Request) => Effect.Effect<Transport.Response>

/** The options of a protocol as an operator wrote them. */
export type WrittenProfile = Readonly<Record<string, string | boolean>>

/** How callers of a platform contract name the shop of a link. */
export interface Shop {
  readonly platform: string
  /** The ERP's id of the shop, as digits. */
  readonly shopId: string
  /** The platform's own id of the shop. Undefined: every such id is taken for this shop. */
  readonly onlineShopId?: string | undefined
}

/** A caller of a protocol: one link of the application, with the credentials that are valid there. */
export interface Caller<Credentials = unknown> {
  /** Identifies the caller in the application, which gets it back with each call. A protocol does not interpret it. */
  readonly key: string
  /** The id by which requests name the caller. Several callers of one account have the same. */
  readonly id: string
  readonly secretKey: Redacted.Redacted
  /** The secret before it, which a server accepts as well while it is valid. Undefined: there is none. */
  readonly earlierSecret?: EarlierSecret | undefined
  readonly signing: "strict" | "lenient"
  /** What the schema of the protocol declares beside the id and the secret. */
  readonly credentials: Credentials
  readonly profile: WrittenProfile
  /** An IANA name or `UTC+8`. */
  readonly timeZone: string
  readonly environment: "production" | "test"
  /** Returns whether the link allows that a call names this address. */
  readonly allowsApiUrl: (url: URL) => boolean
  /** The shop that the link is about; undefined for other contracts than that of platforms. */
  readonly shop: Shop | undefined
  /** The names of the warehouses and shops of an ERP that the caller may see. A list that is empty allows all. */
  readonly visible: { readonly warehouses: ReadonlyArray<string>; readonly shops: ReadonlyArray<string> }
  /** Whether the number of a page is a cursor of the peer behind the link. */
  readonly numbersPages: boolean
}

/** What an application gives to each server: how many failures it bears, and how much it reads. */
export type Guard = Required<Pick<Serving.Guard<never>, "limits" | "mayFail" | "onAuthentication">>

/** What an application provides to the protocol that it serves. */
export interface Application<Credentials, O extends Operation.Any> {
  /** The callers with an id; empty if there are none. The same callers are the same values until the links change. */
  readonly find: (id: string) => ReadonlyArray<Caller<Credentials>>
  /** Performs an operation for a caller that was found. A refusal is sent to the caller; a defect is answered with INTERNAL. */
  readonly dispatch: Serving.Dispatch<Pick<Caller, "key">, Serving.Info, never, O>
  readonly guard: Guard
  /** Receives reports about the requests of an id. */
  readonly driftOf: (id: string) => (typeof Drift.Drift)["Service"]
  /** How many calls an id may make at each path, for a protocol that limits them. */
  readonly rate: CallWindow.Rate | "none"
  /** Issues tokens for the shop of a caller, for a protocol whose callers exchange a code. */
  readonly tokens: GrantedTokens.Issuer<Pick<Caller, "key">>
}

/** Whoever sends messages to the application in the place of a peer, as its operator declared him. */
export interface Sender {
  readonly key: string
  readonly id: string
  /** The word of the sender for its kind of warehouse, which the path names. */
  readonly extraType: string
  readonly secretKey: Redacted.Redacted
  /** As of a caller. */
  readonly earlierSecret?: EarlierSecret | undefined
  readonly signing: "strict" | "lenient"
  readonly profile: WrittenProfile
  readonly timeZone: string
  readonly shop: Shop | undefined
}

/** What an application provides to the part of a protocol that receives messages. */
export interface Receiver<Event> {
  /** The senders with an id; empty if there are none. */
  readonly find: (id: string) => ReadonlyArray<Sender>
  /** Stores an event. It succeeds only after the event is stored. */
  readonly receive: (sender: Pick<Sender, "key">, event: Event, info: Serving.Info) => Effect.Effect<void, Refusal.Refusal>
  readonly guard: Guard
  /** Receives reports about the messages of a sender, by its key. */
  readonly driftOf: (key: string) => (typeof Drift.Drift)["Service"]
}

/** The part of a protocol in which the application takes messages as an ERP does. */
export interface Receiving<Event> {
  /** The name by which logs and metrics refer to it. */
  readonly name: string
  readonly paths: ReadonlyArray<string>
  /** Returns whether a sender sends these messages. Without such a sender the paths are not served, unless `isAlwaysServed`. */
  readonly isFor: (sender: { readonly shop?: Shop | undefined }) => boolean
  /** Default: false. */
  readonly isAlwaysServed?: boolean
  /** Validates the profile of a sender. Absent: it has no options. */
  readonly profileFrom?: (written: WrittenProfile) => Result.Result<unknown, string>
  readonly serve: (receiver: Receiver<Event>) => Serve
  /** As of a protocol. */
  readonly refuseUnread?: (refusal: Refusal.Refusal, httpStatus: number) => Transport.Response
}

export interface ServedProtocol<Name extends string, Credentials extends Schema.Codec<any, any>, C extends Contract.Any> {
  /** The name by which links, logs and metrics refer to the protocol: lower-case letters, digits and dashes. */
  readonly name: Name
  /** The contract whose operations its callers call. A link of this protocol leads to a connection of this contract. */
  readonly contract: C
  /** What the document calls the id of a caller, such as `accessId`. */
  readonly idName: string
  /**
   * The members that a link writes beside `id` and `secretKey`. A secret is a redacted value, and every text may be read from the
   * environment. An unknown member is refused.
   */
  readonly credentials: Credentials
  /** The member of the credentials that tells the links of one id apart. Absent: an id has one link. */
  readonly key?: keyof Credentials["Type"] & string
  /** Validates the profile of a link: the options of the protocol. */
  readonly profileFrom: (written: WrittenProfile) => Result.Result<unknown, string>
  /** The optional members of an outbound order that its callers may tell. Absent: not stated. */
  readonly tells?: ReadonlyArray<PassedMembers.PassedMember>
  /** The paths that it serves. `{name}` stands for one segment, as in `/api/{version}/orders`. */
  readonly paths: ReadonlyArray<string>
  /** Makes the server. It is called once. */
  readonly serve: (application: Application<Credentials["Type"], Contract.AnyOperation<C>>) => Serve
  /** Writes a refusal of a request that does not reach the server. Default status: that of the refusal, otherwise 200. */
  readonly refuse: (refusal: Refusal.Refusal, httpStatus?: number) => Transport.Response
  /** Writes a refusal of a request whose bytes could not be read. Absent: an object with `success` false, and the text as `message`. */
  readonly refuseUnread?: (refusal: Refusal.Refusal, httpStatus: number) => Transport.Response
  /** The messages that the application may receive in this protocol. Absent: none. */
  readonly receiving?: Receiving<Contract.EventOf<C>>
}

/** A protocol of any contract. */
export type Any = ServedProtocol<string, any, any>

/** A secret of a caller, as text that is not empty. The label names it in errors and never its value. */
export const secret = (label: string) => Schema.RedactedFromValue(Schema.NonEmptyString, { label })

/** The credentials of a protocol whose callers have an id and a secret only. */
export const noFurther = Schema.Struct({})

/** Declares a protocol. */
export const make = <const Name extends string, Credentials extends Schema.Codec<any, any>, C extends Contract.Any>(
  protocol: ServedProtocol<Name, Credentials, C>
): ServedProtocol<Name, Credentials, C> => protocol

/** Makes of each caller what a server works with, once. */
export const perCaller = <Key extends object, Own>(of: (caller: Key) => Own): (caller: Key) => Own => {
  const made = new WeakMap<Key, Own>()
  return (caller) => {
    let own = made.get(caller)
    if (own === undefined) made.set(caller, own = of(caller))
    return own
  }
}
