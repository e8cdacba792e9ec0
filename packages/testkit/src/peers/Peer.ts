/**
 * A peer in a test: a server that answers requests, with a state that only it and the test can see, and a control that
 * breaks it.
 */
import { AdapterError, Transport } from "@crossdock/core"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Trouble } from "../Trouble.ts"
import { type Course, courses, type Fault, isOfWire, type On, type PeerFault, untroubled } from "./Fault.ts"

/** How the server of a peer is to behave now. */
export interface Mood {
  /** `rate-limit` only where the peer `slowsDown` by itself. */
  readonly is: (fault: PeerFault | "rate-limit") => boolean
  /** The records of a list as they leave: the first lacks the member while the fault is `bad-record`. */
  readonly records: <T extends object>(records: ReadonlyArray<T>, member: keyof T) => ReadonlyArray<Partial<T>>
}

/** One request answered, as a server does it. */
export type Serve = (request: Transport.Request, mood: Mood) => Effect.Effect<Transport.Response>

export interface Peer {
  /** The wire to it, in memory. */
  readonly layer: Layer.Layer<Transport.Transport>
  /** Misbehaves from now on. With `effect` only requests that change something at the peer meet the fault. */
  readonly breaks: (fault: Fault | "none", on?: On) => Effect.Effect<void>
  /** Every trouble that the peer can be brought into, for `given.troubles`. */
  readonly troubles: (trouble: Fault) => Trouble | undefined
  /** How many requests it has received. */
  readonly requests: Effect.Effect<number>
  /** What becomes of a request now; for drivers of other wires. */
  readonly course: () => Course
  readonly on: () => On
  /** Is told of each change of course and waited for; returns how to stop. */
  readonly watch: (listener: (course: Course) => Promise<void>) => () => void
  /** The answer of the server, and whether it changed something. */
  readonly answer: (request: Transport.Request) => Effect.Effect<{ readonly response: Transport.Response; readonly hadEffect: boolean }>
}

export interface Options {
  readonly serve: Serve
  /** Counts the changes that requests have made; the stores of this package have it. */
  readonly revision: () => number
  /** Peer faults that the server does not know how to do. */
  readonly lacks?: ReadonlyArray<PeerFault>
  /**
   * Its server asks for a pause of 7 seconds in words of its own while `mood.is("rate-limit")`, and does nothing else then.
   * Absent: the wire answers HTTP 429 with `retry-after: 7`.
   */
  readonly slowsDown?: boolean
}

/** The default limit of a transport (U-123). */
const patience = Duration.seconds(30)

/** Makes a peer of a server. */
export const make = ({ lacks = [], revision, serve, slowsDown = false }: Options): Peer => {
  let fault: Fault | "none" = "none"
  let on: On = "any"
  let requests = 0
  const mood: Mood = {
    is: (asked) => fault === asked,
    records: (records, member) =>
      fault === "bad-record" ? records.map((record, at) => (at === 0 ? without(record, member) : record)) : records
  }
  const answer: Peer["answer"] = (request) =>
    Effect.suspend(() => {
      requests++
      const before = revision()
      return Effect.map(serve(request, mood), (response) => ({ response, hadEffect: revision() !== before }))
    })
  const isLeftToServer = (): boolean => slowsDown && fault === "rate-limit"
  const course = (): Course => (fault !== "none" && isOfWire(fault) && !isLeftToServer() ? courses[fault] : untroubled)
  const listeners = new Set<(course: Course) => Promise<void>>()
  const breaks: Peer["breaks"] = (next, where = "any") =>
    Effect.suspend(() => {
      fault = next
      on = where
      return listeners.size === 0 ? Effect.void : Effect.promise(() => Promise.all([...listeners].map((listener) => listener(course()))))
    })
  const trouble = (name: Fault): Trouble => ({
    during: (call, where) => Effect.acquireUseRelease(breaks(name, where), () => call, () => breaks("none"))
  })
  const peer = { answer, course, on: () => on }
  return {
    ...peer,
    breaks,
    layer: Layer.succeed(Transport.Transport, { send: (request) => sendInMemory(peer, request) }),
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    troubles: (name) => (lacks.some((each) => each === name) ? undefined : trouble(name)),
    requests: Effect.sync(() => requests)
  }
}

const without = <T extends object>(record: T, member: keyof T): Partial<T> => {
  const { [member]: _, ...rest } = record
  return rest as Partial<T>
}

const failed = (phase: AdapterError.TransportFailed["phase"], cause: string) =>
  Effect.fail(new AdapterError.TransportFailed({ phase, cause: new Error(cause) }))

/** A wire without sockets: the same faults, on the clock of the test. */
const sendInMemory = Effect.fnUntraced(function*(
  { answer, course, on }: Pick<Peer, "answer" | "course" | "on">,
  request: Transport.Request
): Effect.fn.Return<Transport.Response, AdapterError.TransportFailed> {
  const { answer: comesBack, reaches } = course()
  const meets = on()
  if (reaches === "never, refused") return yield* failed("connect", "connection refused")
  if (reaches === "never, reset") return yield* failed("send", "connection reset")
  if (reaches === "never" && typeof comesBack !== "string") return comesBack
  const first = yield* answer(request)
  const { response } = reaches === "twice" ? yield* answer(request) : first
  if (meets === "effect" && !first.hadEffect) return response
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
