/**
 * The server of the open API: it turns one request value into one response value. The effect never fails and never dies; a refusal is
 * a response (spec 3 §4 and §5).
 */
import { BooksV1 } from "@crossdock/books"
import { Drift, Json, type Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { randomUUID } from "node:crypto"
import { CallWindow, Contexts, PageCursors, Serving } from "../kit/index.ts"
import { frameOf, ok } from "./Answer.ts"
import { type Door, doors, type Limits, millisOf, open, type Outer, parse, pathOf, type Unread } from "./Envelope.ts"
import * as Fault from "./Fault.ts"
import * as Messages from "./Messages/All.ts"
import { answer } from "./Messages/Response.ts"
import { defaults, type Profile } from "./Profile.ts"
import { authenticate, type Credentials } from "./Signature.ts"
import * as ServiceTypeAliases from "./ServiceTypeAliases.ts"

export type Authentication = Serving.Authentication
export type Info = Serving.Info
export type Refusal = Fault.Refusal
export type { Limits, Outer, Unread }

/** Opens a request before its sender is authenticated. */
export { open } from "./Envelope.ts"

/** A caller: the account of an appId, and what it may see. */
export interface Caller extends Credentials {
  /** The appId. */
  readonly id: string
  /** The link's id in the embedding application. This package does not interpret it. */
  readonly key: string
  /** The names of the warehouses and shops that the caller may see. A list that is empty or absent allows all (U-47). */
  readonly scope?: { readonly warehouses?: ReadonlyArray<string>; readonly shops?: ReadonlyArray<string> }
  /** Whether the ERP decides what a list of balances without a warehouse means. Default: false, which refuses it (U-112). */
  readonly mayOmitWarehouses?: boolean
  readonly profile: Profile
  /** Whether the ERP numbers its pages, so that any of them is read at once: the fact of its plugin. Default: false. */
  readonly numbersPages?: boolean
  /** Time zone of the link: an IANA name or `UTC+8`. */
  readonly timeZone: string
}

/** Performs an operation for a caller. A refusal is sent to the caller; a defect is answered with SYSTEM_ERROR. */
export type Dispatch<R> = Serving.Dispatch<Caller, Info, R, BooksV1.AnyOperation>

/** Serves a service type that the document does not list: it takes bizParam as JSON, and returns the result. */
export type Handler<R> = (caller: Caller, bizParam: Json.Json, info: Info) => Effect.Effect<Json.Json, Refusal, R>

export interface Options<R> extends Serving.Guard<Caller> {
  readonly find: (appId: string) => Caller | undefined
  readonly dispatch: Dispatch<R>
  /** Further service types by path and name (U-69). */
  readonly serviceTypes?: { readonly [D in Door]?: Readonly<Record<string, Handler<R>>> }
  /** Other names of listed service types, by the name that a caller uses (U-131). */
  readonly aliases?: Readonly<Record<string, string>>
  /** How many calls of an appId each path takes, or `none`. Default: 200 in 10 seconds (U-68). */
  readonly rate?: CallWindow.Rate | "none"
}

const tolerance = 600_000

const invalid = (message: string): Refusal => ({ code: "CONTENT_INVALID", path: "/bizParam", message })

interface Named {
  readonly warehouseName?: string
  readonly toWarehouseName?: string
  readonly warehouseNames?: ReadonlyArray<string>
  readonly moves?: ReadonlyArray<{ readonly warehouseName: string }>
}

/** Refuses a payload that names a warehouse outside the scope of its caller. */
const outOfScope = ({ scope }: Caller, { moves = [], toWarehouseName, warehouseName, warehouseNames = [] }: Named): Refusal | undefined => {
  const { warehouses = [] } = scope ?? {}
  if (warehouses.length === 0) return undefined
  const named = [
    ["/warehouseName", warehouseName],
    ["/toWarehouseName", toWarehouseName],
    ...warehouseNames.map((name, at) => [`/warehouseNames/${at}`, name] as const),
    ...moves.map((move, at) => [`/moves/${at}/warehouseName`, move.warehouseName] as const)
  ] as const
  const outside = named.find(([, name]) => name !== undefined && !warehouses.includes(name))
  return outside && Fault.unknownWarehouse(outside[0])
}

/** Refuses a list of balances that names no warehouse. */
const withoutWarehouse = ({ mayOmitWarehouses = false }: Caller, operation: BooksV1.OperationName, { warehouseNames }: Named): Refusal | undefined =>
  operation === BooksV1.ListStockBalances.name && warehouseNames === undefined && !mayOmitWarehouses
    ? { code: "MEMBER_MISSING", path: "/warehouseNames", message: "is missing; send warehouses or warehouse" }
    : undefined

/**
 * Takes places in the windows of all callers, one window for each appId and path. A call that was served before is counted in a window for
 * repeats, so that nobody who has recorded a call uses up what its owner may call.
 */
const limiter = (rate: CallWindow.Rate | "none") => {
  const windows = new Map<string, (now: number) => number>()
  /** The signatures that each caller has used while they are valid, oldest first, with the time until which they are remembered. */
  const used = new Map<string, Map<string, number>>()
  return (id: string, door: Door, sign: string, now: number): number => {
    if (rate === "none") return 0
    const signs = used.get(id) ?? new Map<string, number>()
    used.set(id, signs)
    for (const [old, until] of signs) {
      if (until > now) break
      signs.delete(old)
    }
    const isRepeat = signs.has(sign)
    const key = `${isRepeat ? "repeats" : "calls"} ${door} ${id}`
    const take = windows.get(key) ?? CallWindow.make(rate)
    windows.set(key, take)
    const wait = take(now)
    // A timestamp may be as far ahead as it may be old.
    if (wait === 0 && !isRepeat) signs.set(sign, now + 2 * tolerance)
    return wait
  }
}

const entrance = (find: Options<never>["find"]): Serving.Entrance<Outer, Caller> => ({
  open,
  idOf: ({ appId }) => appId,
  methodOf: ({ serviceType }) => Messages.doorOf(serviceType) === undefined ? undefined : serviceType,
  find: ({ appId }) => find(appId),
  authenticate,
  unauthenticated: Fault.unauthenticated,
  answer,
  profile: defaults
})

/** Adds the id of the request to the content of those answers that have a traceId. */
const traced = (exchange: Messages.AnyExchange, traceId: string): Serving.Served =>
  Messages.traced.has(exchange.method)
    ? { ...exchange, toAnswer: (...told) => ({ ...exchange.toAnswer(...told) as object, traceId }) }
    : exchange

/** Says at which path a service type is served, or which ones there are. */
const unknown = (serviceType: string, door: Door | undefined, version: string): Refusal => {
  const right = Messages.doorOf(serviceType)
  const message = right !== undefined && right !== door
    ? `is not served at this path; send it to ${pathOf(right, version)}`
    : `is not a service type; send one of ${doors.flatMap(Messages.methodsOf).join(", ")}`
  return { code: "SERVICE_TYPE_NOT_EXIST", path: "/serviceType", message }
}

const noLonger = (replacement: string): Refusal => ({
  code: "SERVICE_TYPE_NOT_EXIST",
  path: "/serviceType",
  message: `is deprecated and not served here; send ${replacement}`
})

/** Tells the caller and the operator that a service type is deprecated. */
const deprecating = <R>(method: string, replacement: string, answered: Serving.Response<R>): Serving.Response<R> =>
  Effect.andThen(
    Drift.report({ where: method, path: "/serviceType", message: `is deprecated; ${replacement} replaces it` }),
    Effect.map(answered, (response) => ({ ...response, headers: [...response.headers, deprecation] }))
  )

/** RFC 9745. No document says since when, so the time is the earliest that the header can state. */
const deprecation = ["deprecation", "@0"] as const

/** Writes a refusal as a response, for requests that are refused before they reach this server. */
export const seal = (refusal: Refusal, profile: Profile = defaults, httpStatus = refusal.httpStatus ?? 200): Transport.Response =>
  frameOf(randomUUID(), profile).refuse(refusal, httpStatus)

const operations = BooksV1.contract.operations
const paged = PageCursors.dispatchingFor<BooksV1.AnyOperation>(Messages.paged.map((name) => operations[name]))

/** Serves both paths. */
export const make = <R>(options: Options<R>): (request: Transport.Request) => Effect.Effect<Transport.Response, never, R> => {
  const { aliases = {}, find, rate = { calls: 200, millis: 10_000 }, serviceTypes = {} } = options
  const entered = entrance(find)
  const dispatch = paged(options.dispatch)
  const take = limiter(rate)

  const served = (caller: Caller, outer: Outer, requestId: string): Serving.Response<R> => {
    const frame = frameOf(requestId, caller.profile)
    const refused = (refusal: Refusal) => Effect.succeed(frame.refuse(refusal, refusal.httpStatus ?? 200))
    const { door, sign, timestamp } = outer
    const named = Object.hasOwn(aliases, outer.serviceType) ? aliases[outer.serviceType]! : ServiceTypeAliases.meantBy(outer.serviceType, caller.profile.serviceTypeAliases)
    return Effect.flatMapEager(Clock.currentTimeMillis, (now) => {
      const millis = millisOf(timestamp)
      if (millis === undefined) return refused(Fault.timestampInvalid)
      if (caller.profile.timestampTolerance !== "off" && Math.abs(now - millis) > tolerance) return refused(Fault.timestampExpired(now))
      const wait = door === undefined ? 0 : take(caller.id, door, sign.toLowerCase(), now)
      if (wait > 0) return refused(Fault.rateLimited(wait))
      const exchange = door !== undefined && Messages.doorOf(named) === door ? Messages.named(named) : undefined
      const more = door === undefined ? undefined : serviceTypes[door]
      const handler = more !== undefined && Object.hasOwn(more, named) ? more[named] : undefined
      if (exchange === undefined && handler === undefined) return refused(unknown(named, door, caller.profile.version))
      const replacement = exchange === undefined ? undefined : Messages.replacements[exchange.method]
      if (replacement !== undefined && caller.profile.deprecated === "refuse") return refused(noLonger(replacement))
      const json = parse(outer, options.limits)
      if (Result.isFailure(json)) return refused(invalid(json.failure))
      const info: Info = { method: outer.serviceType, content: outer.bizParam, digest: sign.toLowerCase() }
      if (handler !== undefined) {
        return Effect.match(handler(caller, json.success, info), {
          onSuccess: (result) => Serving.respond(200, { ...ok, result }, [], frame),
          onFailure: (refusal) => frame.refuse(refusal, refusal.httpStatus ?? 200)
        })
      }
      const context = Contexts.ofServer(caller, options.limits)
      const list = Messages.listMembers[exchange!.method]
      if (list !== undefined && !Array.isArray(json.success)) return refused(invalid("is not an array; send one, even for one element"))
      const content = list === undefined ? json.success : { [list]: json.success }
      const framed = list === undefined ? frame : Fault.frameOfList(frame, list)
      const answered = Serving.answer(traced(exchange!, requestId), content, context, { ...options, frame: framed }, (payload) => {
        const outside = withoutWarehouse(caller, exchange!.operation, payload) ?? outOfScope(caller, payload)
        return outside === undefined ? dispatch(caller, operations[exchange!.operation], payload, info) : Effect.fail(outside)
      })
      return replacement === undefined ? answered : deprecating(exchange!.method, replacement, answered)
    })
  }

  return (request) =>
    Effect.suspend(() => {
      const requestId = randomUUID()
      return Serving.receive(request, entered, { ...options, frame: frameOf(requestId, defaults) }, (caller, outer) =>
        served(caller, outer, requestId))
    })
}
