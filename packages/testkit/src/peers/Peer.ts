/**
 * A peer in a test: a server that answers requests, and a control that makes it fail in chosen ways.
 */
import { AdapterError, Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { On, FaultInjection } from "../FaultInjection.ts"
import * as Content from "./Content.ts"
import { forward } from "./Forward.ts"
import { type RequestOutcome, outcomes, type Fault, isOfWire, type PeerFault, noFault } from "./RequestFaults.ts"

/** Tells the server of a peer which fault it must show now. */
export interface FaultMode {
  /** Whether this fault is set. `rate-limit` is set here only if the peer has `slowsDown`. */
  readonly is: (fault: PeerFault | "rate-limit") => boolean
  /** The records that the server must send. Under the fault `bad-record` the first one lacks `member`. */
  readonly records: <T extends object>(records: ReadonlyArray<T>, member: keyof T) => ReadonlyArray<Partial<T>>
}

/** Answers one request. */
export type Serve = (request: Transport.Request, mode: FaultMode) => Effect.Effect<Transport.Response>

export interface Peer {
  /** A `Transport` to the peer, in memory. */
  readonly layer: Layer.Layer<Transport.Transport>
  /** Sets the fault of the peer, for the requests that `on` selects. Default: for all. `none` removes the fault. */
  readonly setFault: (fault: Fault | "none", on?: On) => Effect.Effect<void>
  /** How to inject each fault that the peer supports, for `fixture.faults`. */
  readonly faults: (injection: Fault) => FaultInjection | undefined
  /** How many requests the peer has received. */
  readonly requests: Effect.Effect<number>
  /** What happens under the current fault to the requests that it is set for, for drivers of other transports. */
  readonly outcome: () => RequestOutcome
  /** Whether a request gets a fault that keeps it from the server, so that nobody can see whether it would have changed something. */
  readonly stops: (request: Transport.Request) => boolean
  /** Whether the answer to a request gets the fault. Each request that had an effect counts as a write. */
  readonly meets: (hadEffect: boolean) => boolean
  /** Calls the listener on each change of the fault and waits for it. Returns a function that removes the listener. */
  readonly watch: (listener: (outcome: RequestOutcome) => Promise<void>) => () => void
  /** The answer of the server, and whether the request changed something. */
  readonly answer: (request: Transport.Request) => Effect.Effect<{ readonly response: Transport.Response; readonly hadEffect: boolean }>
}

export interface Options {
  readonly serve: Serve
  /** The number of changes that requests have made; the stores of this package have it. If absent, `isWrite` decides. */
  readonly revision?: () => number
  /** Whether a request changed something, judged by its answer. Default: any method but GET, HEAD and OPTIONS with a status below 400. */
  readonly isWrite?: (request: Transport.Request, response: Transport.Response) => boolean
  /** Whether a request is meant to change something, for faults of the nth write that keep it from the server. Default: any method but GET, HEAD and OPTIONS. */
  readonly mayWrite?: (request: Transport.Request) => boolean
  /** The faults that the server does not support. */
  readonly lacks?: ReadonlyArray<PeerFault>
  /**
   * Set it if the provider reports a rate limit in its own format. While `mode.is("rate-limit")` the server must then ask
   * for a pause of 7 seconds and change nothing. By default the transport answers HTTP 429 with `retry-after: 7`.
   */
  readonly slowsDown?: boolean
}

/** The default timeout of a transport (U-123). */
const defaultTimeout = Duration.seconds(30)

/** Makes a peer from a server. */
export const make = ({ isWrite = isChange, lacks = [], mayWrite = isWriting, revision, serve, slowsDown = false }: Options): Peer => {
  let fault: Fault | "none" = "none"
  let on: On = "any"
  let requests = 0
  let writes = 0
  let isMet = false
  const mode: FaultMode = {
    is: (asked) => fault === asked,
    records: (records, member) =>
      fault === "bad-record" ? records.map((record, at) => (at === 0 ? without(record, member) : record)) : records
  }
  const answer: Peer["answer"] = (request) =>
    Effect.suspend(() => {
      requests++
      const before = revision?.()
      return Effect.map(serve(request, mode), (response) => ({
        response,
        hadEffect: revision === undefined ? isWrite(request, response) : revision() !== before
      }))
    })
  const isLeftToServer = (): boolean => slowsDown && fault === "rate-limit"
  const outcome = (): RequestOutcome => (fault !== "none" && isOfWire(fault) && !isLeftToServer() ? outcomes[fault] : noFault)
  const listeners = new Set<(outcome: RequestOutcome) => Promise<void>>()
  const setFault: Peer["setFault"] = (next, where = "any") =>
    Effect.suspend(() => {
      fault = next
      on = where
      writes = 0
      if (next !== "none") isMet = false
      // A listener that is closed refuses every request, so that a fault of single writes leaves it open.
      const forAll = on === "any" ? outcome() : noFault
      return listeners.size === 0 ? Effect.void : Effect.promise(() => Promise.all([...listeners].map((listener) => listener(forAll))))
    })
  const injection = (name: Fault): FaultInjection => ({
    during: (call, where) => Effect.acquireUseRelease(setFault(name, where), () => call, () => setFault("none")),
    isMet: Effect.sync(() => isMet)
  })
  const meets = (hadEffect: boolean): boolean => {
    if (hadEffect) writes++
    const isHere = fault !== "none" && !outcome().reaches.startsWith("never") && (on === "any" || (hadEffect && (on === "effect" || on.write === writes)))
    isMet ||= isHere
    return isHere
  }
  const stops: Peer["stops"] = (request) => {
    if (!outcome().reaches.startsWith("never")) return false
    const isHere = on === "any" || (mayWrite(request) && (on === "effect" || on.write === writes + 1))
    if (isHere && on !== "any") writes++
    isMet ||= isHere
    return isHere
  }
  const peer = { answer, outcome, meets, stops }
  return {
    ...peer,
    setFault,
    layer: Layer.succeed(Transport.Transport, {
      // Concurrent calls take turns here as they do on a socket. Without it the first call would end before the second one begins.
      send: (request) => Effect.andThen(Effect.yieldNow, Effect.map(sendInMemory(peer, request), (response) => Content.received(request, response)))
    }),
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    faults: (name) => (lacks.some((each) => each === name) ? undefined : injection(name)),
    requests: Effect.sync(() => requests)
  }
}

const isWriting = ({ method }: Transport.Request): boolean => method !== "GET" && method !== "HEAD" && method !== "OPTIONS"

const isChange = (request: Transport.Request, { status }: Transport.Response): boolean => isWriting(request) && status < 400

/** Faults that the server must produce itself, which a real server does not. */
const ofPeer: ReadonlyArray<PeerFault> = [
  "credential", "refuse-unlisted", "refuse", "bad-record", "endless-pages", "repeated-page", "empty-page"
]

/**
 * A peer in front of a real server: it forwards each request, and can inject every fault of the transport. Serve it with
 * `Sockets.listen`, and give the plugin that address in place of the server's own.
 */
export const over = (url: URL, options: Pick<Options, "isWrite" | "mayWrite"> = {}): Peer => {
  const send = forward(url)
  const unreachable = (cause: AdapterError.TransportFailed): Transport.Response => ({
    status: 502,
    headers: [["content-type", "text/plain"]],
    body: `the server that this peer forwards to does not answer: ${String(cause.cause)}`
  })
  return make({
    ...options,
    lacks: ofPeer,
    serve: (request) => Effect.catch(send(request), (failure) => Effect.succeed(unreachable(failure)))
  })
}

const without = <T extends object>(record: T, member: keyof T): Partial<T> => {
  const { [member]: _, ...rest } = record
  return rest as Partial<T>
}

const failed = (phase: AdapterError.TransportFailed["phase"], cause: string) =>
  Effect.fail(new AdapterError.TransportFailed({ phase, cause: new Error(cause) }))

/** A transport without sockets: the same faults, on the test clock. */
const sendInMemory = Effect.fnUntraced(function*(
  { answer, outcome, meets, stops }: Pick<Peer, "answer" | "outcome" | "meets" | "stops">,
  request: Transport.Request
): Effect.fn.Return<Transport.Response, AdapterError.TransportFailed> {
  const { answer: comesBack, reaches } = outcome()
  if (stops(request)) {
    if (reaches === "never, refused") return yield* failed("connect", "connection refused")
    if (reaches === "never, reset") return yield* failed("send", "connection reset")
    if (typeof comesBack !== "string") return comesBack
  }
  const first = yield* answer(request)
  const { response } = reaches === "twice" ? yield* answer(request) : first
  if (!meets(first.hadEffect)) return response
  switch (comesBack) {
    case "whole":
      return response
    case "lost":
      return yield* failed("receive", "connection reset")
    case "too late":
      yield* Effect.sleep(request.timeout ?? defaultTimeout)
      return yield* failed("receive", "no answer within the timeout")
    case "in drops":
      yield* Effect.sleep(Duration.times(Duration.fromInputUnsafe(request.timeout ?? defaultTimeout), 0.5))
      return response
    default:
      return comesBack
  }
})
