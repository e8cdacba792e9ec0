/**
 * A peer in a test: a server that answers requests, with a state that only it and the test can see, and a control that
 * breaks it.
 */
import { AdapterError, Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { On, FaultInjection } from "../FaultInjection.ts"
import { forward } from "./Forward.ts"
import { type RequestOutcome, outcomes, type Fault, isOfWire, type PeerFault, noFault } from "./Fault.ts"

/** How the server of a peer is to behave now. */
export interface FaultMode {
  /** `rate-limit` only where the peer `slowsDown` by itself. */
  readonly is: (fault: PeerFault | "rate-limit") => boolean
  /** The records of a list as they leave: the first lacks the member while the fault is `bad-record`. */
  readonly records: <T extends object>(records: ReadonlyArray<T>, member: keyof T) => ReadonlyArray<Partial<T>>
}

/** One request answered, as a server does it. */
export type Serve = (request: Transport.Request, mode: FaultMode) => Effect.Effect<Transport.Response>

export interface Peer {
  /** The wire to it, in memory. */
  readonly layer: Layer.Layer<Transport.Transport>
  /** Misbehaves from now on, at the requests that `on` says; absent: at all. */
  readonly setFault: (fault: Fault | "none", on?: On) => Effect.Effect<void>
  /** Every trouble that the peer can be brought into, for `fixture.faults`. */
  readonly faults: (injection: Fault) => FaultInjection | undefined
  /** How many requests it has received. */
  readonly requests: Effect.Effect<number>
  /** What becomes of a request now; for drivers of other wires. */
  readonly outcome: () => RequestOutcome
  /** Whether the answer to a request meets the fault; each request that had an effect counts as a write. */
  readonly meets: (hadEffect: boolean) => boolean
  /** Is told of each change of course and waited for; returns how to stop. */
  readonly watch: (listener: (outcome: RequestOutcome) => Promise<void>) => () => void
  /** The answer of the server, and whether it changed something. */
  readonly answer: (request: Transport.Request) => Effect.Effect<{ readonly response: Transport.Response; readonly hadEffect: boolean }>
}

export interface Options {
  readonly serve: Serve
  /** Counts the changes that requests have made; the stores of this package have it. Absent: `isWrite` tells. */
  readonly revision?: () => number
  /** Whether a request changed something, by its answer. Absent: any but GET, HEAD and OPTIONS that was not refused. */
  readonly isWrite?: (request: Transport.Request, response: Transport.Response) => boolean
  /** Peer faults that the server does not know how to do. */
  readonly lacks?: ReadonlyArray<PeerFault>
  /**
   * Its server asks for a pause of 7 seconds in words of its own while `mode.is("rate-limit")`, and does nothing else then.
   * Absent: the wire answers HTTP 429 with `retry-after: 7`.
   */
  readonly slowsDown?: boolean
}

/** The default limit of a transport (U-123). */
const patience = Duration.seconds(30)

/** Makes a peer of a server. */
export const make = ({ isWrite = isChange, lacks = [], revision, serve, slowsDown = false }: Options): Peer => {
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
      return listeners.size === 0 ? Effect.void : Effect.promise(() => Promise.all([...listeners].map((listener) => listener(outcome()))))
    })
  const injection = (name: Fault): FaultInjection => ({
    during: (call, where) => Effect.acquireUseRelease(setFault(name, where), () => call, () => setFault("none")),
    isMet: Effect.sync(() => isMet)
  })
  const meets = (hadEffect: boolean): boolean => {
    if (hadEffect) writes++
    const isHere = fault !== "none" && (on === "any" || (hadEffect && (on === "effect" || on.write === writes)))
    isMet ||= isHere
    return isHere
  }
  const peer = { answer, outcome, meets }
  return {
    ...peer,
    setFault,
    layer: Layer.succeed(Transport.Transport, { send: (request) => sendInMemory(peer, request) }),
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    faults: (name) => (lacks.some((each) => each === name) ? undefined : injection(name)),
    requests: Effect.sync(() => requests)
  }
}

const isChange = ({ method }: Transport.Request, { status }: Transport.Response): boolean =>
  method !== "GET" && method !== "HEAD" && method !== "OPTIONS" && status < 400

/** What its server must do by itself, and a server that knows nothing of tests does not. */
const ofPeer: ReadonlyArray<PeerFault> = [
  "credential", "refuse-unlisted", "refuse", "bad-record", "endless-pages", "repeated-page", "empty-page"
]

/**
 * A peer in front of a real server: each request is forwarded there, and every fault of the wire can be brought about on
 * the way. `Sockets.listen` serves it on a port that a plugin is given in place of the server's own.
 */
export const over = (url: URL, options: Pick<Options, "isWrite"> = {}): Peer => {
  const send = forward(url)
  const unreachable = (cause: AdapterError.TransportFailed): Transport.Response => ({
    status: 502,
    headers: [["content-type", "text/plain"]],
    body: `the server behind this peer does not answer: ${String(cause.cause)}`
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

/** A wire without sockets: the same faults, on the clock of the test. */
const sendInMemory = Effect.fnUntraced(function*(
  { answer, outcome, meets }: Pick<Peer, "answer" | "outcome" | "meets">,
  request: Transport.Request
): Effect.fn.Return<Transport.Response, AdapterError.TransportFailed> {
  const { answer: comesBack, reaches } = outcome()
  if (reaches === "never, refused") return yield* failed("connect", "connection refused")
  if (reaches === "never, reset") return yield* failed("send", "connection reset")
  if (reaches === "never" && typeof comesBack !== "string") return comesBack
  const first = yield* answer(request)
  const { response } = reaches === "twice" ? yield* answer(request) : first
  if (!meets(first.hadEffect)) return response
  switch (comesBack) {
    case "whole":
      return response
    case "lost":
      return yield* failed("receive", "connection reset")
    case "too late":
      yield* Effect.sleep(request.timeout ?? patience)
      return yield* failed("receive", "no answer within the time limit")
    case "in drops":
      yield* Effect.sleep(Duration.times(Duration.fromInputUnsafe(request.timeout ?? patience), 0.5))
      return response
    default:
      return comesBack
  }
})
