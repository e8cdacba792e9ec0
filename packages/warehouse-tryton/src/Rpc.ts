/**
 * A client for Tryton's JSON-RPC. It keeps one session for all calls, decodes the responses, and maps errors to reasons.
 */
import { AdapterError, Drift, RetryAfter, Transport } from "@crossdock/core"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Base64 from "effect/encoding/Base64"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import * as Faults from "./Faults.ts"
import type { Settings } from "./Settings.ts"

/** Values that a call carries in addition to its arguments, for example the locations in which stock is counted. */
export type Context = Readonly<Record<string, unknown>>

/** A search expression of Tryton: a list of clauses, each with a field, an operator and a value. */
export type Domain = ReadonlyArray<unknown>

/** The fields of a model to read, and the schema of a row. Tryton returns a field `a.b` of a related record in an object named `a.`. */
export interface Rows<Row> {
  readonly model: string
  readonly fields: ReadonlyArray<string>
  readonly row: Schema.Decoder<Row>
}

export interface Query {
  readonly where: Domain
  /** The number of records to skip. Default: 0. */
  readonly offset?: number
  /** The maximum number of records. If absent, all records. */
  readonly limit?: number
  readonly context?: Context
}

export type Answer<A> = Effect.Effect<A, AdapterError.Reason>

export interface Rpc {
  /** Calls a method of a model. It sends the parameters first and the context last, as Tryton expects. */
  readonly call: <A>(
    method: string,
    parameters: ReadonlyArray<unknown>,
    answer: Schema.Decoder<A>,
    context?: Context
  ) => Answer<A>
  /** Finds records, by ascending id. Fails if one of them cannot be decoded. */
  readonly find: <Row>(rows: Rows<Row>, query: Query) => Answer<ReadonlyArray<Row>>
  /**
   * Finds records as `find` does, but reports a record that cannot be decoded and leaves it out, so that the others are still
   * returned. Do not use it to decide whether to create a record: an overlooked record would be created a second time.
   */
  readonly list: <Row>(rows: Rows<Row>, query: Query) => Answer<ReadonlyArray<Row>>
  /** Creates one record and returns its id. */
  readonly create: (model: string, values: Context) => Answer<number>
  readonly write: (model: string, id: number, values: Context) => Answer<void>
  /** Runs the action of a button in Tryton's client. Tryton may return success without a change, so read the record afterwards. */
  readonly press: (model: string, button: string, id: number, context?: Context) => Answer<void>
  /** The id of the company to which the orders belong. */
  readonly company: Answer<number>
  /** Runs the effects with one name one after another, so that two calls of this connection never work on the same record. */
  readonly alone: (name: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

interface Session {
  readonly authorization: string
  readonly userId: number
  readonly company: number
}

/** After a refused login, the plugin waits before the next, because Tryton delays each login after a wrong password longer. */
const restAfterRefusal = Duration.toMillis(Duration.seconds(60))
const warningsPerCall = 3

const Answer = Schema.Struct({
  result: Schema.optionalKey(Schema.Unknown),
  error: Schema.optionalKey(Schema.Array(Schema.Unknown))
})
const Ids = Schema.Array(Schema.Int)
const Login = Schema.Tuple([Schema.Int, Schema.NonEmptyString])
const Preferences = Schema.Struct({ company: Schema.optionalKey(Schema.NullOr(Schema.Int)) })

const notJson = () => new AdapterError.ResponseInvalid({ cause: new Error("the answer is not JSON") })

const decoded = <A>(schema: Schema.Decoder<A>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return (value: unknown) => Effect.mapError(decode(value), (cause) => new AdapterError.ResponseInvalid({ cause }))
}
const decodeAnswer = decoded(Answer)

type Posted = Effect.Effect<unknown, AdapterError.Reason | Asked>

/** A failure of a call: Tryton raised a warning and waits for a confirmation before it acts. */
class Asked {
  readonly _tag = "Asked"
  readonly fault: Faults.Fault
  constructor(fault: Faults.Fault) {
    this.fault = fault
  }
}

/** Keeps one semaphore for each name, for as long as somebody holds it or waits for it. */
const locks = (): Rpc["alone"] => {
  const held = new Map<string, { readonly semaphore: Semaphore.Semaphore; users: number }>()
  return (name) => (effect) =>
    Effect.acquireUseRelease(
      Effect.sync(() => {
        const lock = held.get(name) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
        lock.users++
        held.set(name, lock)
        return lock
      }),
      (lock) => lock.semaphore.withPermits(1)(effect),
      (lock) =>
        Effect.sync(() => {
          lock.users--
          if (lock.users === 0) held.delete(name)
        })
    )
}

export const make: (settings: Settings) => Effect.Effect<Rpc, never, Transport.Transport> = Effect.fnUntraced(function*(settings) {
  const transport = yield* Transport.Transport
  const entering = yield* Semaphore.make(1)
  const url = new URL(`${encodeURIComponent(settings.database)}/`, `${settings.baseUrl.href.replace(/\/+$/, "")}/`)
  let current: Session | undefined
  let refused: { readonly at: number; readonly reason: AdapterError.CredentialRejected } | undefined

  const post: (method: string, params: ReadonlyArray<unknown>, authorization?: string) => Posted = Effect.fnUntraced(
    function*(method, params, authorization) {
      const reply = yield* transport.send({
        method: "POST",
        url,
        headers: [
          ["content-type", "application/json"],
          ...(authorization === undefined ? [] : [["authorization", authorization] as const])
        ],
        body: JSON.stringify({ id: 0, method, params })
      })
      const pause = RetryAfter.parse(Transport.header(reply.headers, "retry-after"), yield* Clock.currentTimeMillis)
      const failure = Faults.ofHttp(reply.status, reply.body, pause)
      if (failure !== undefined) return yield* failure
      const answer = yield* decodeAnswer(yield* Effect.try({ try: (): unknown => JSON.parse(reply.body), catch: notJson }))
      if (answer.error !== undefined) {
        const fault = Faults.read(answer.error)
        return yield* Effect.fail(fault.warning === undefined ? Faults.toReason(fault) : new Asked(fault))
      }
      if (!Object.hasOwn(answer, "result")) {
        return yield* new AdapterError.ResponseInvalid({ cause: new Error("neither result nor error") })
      }
      return answer.result
    }
  )

  const settled = (posted: Posted) =>
    Effect.mapError(posted, (failure) => failure._tag === "Asked" ? Faults.toReason(failure.fault) : failure)

  const companyOf = Effect.fnUntraced(function*(authorization: string) {
    if (settings.company === undefined) {
      const preferences = yield* settled(post("model.res.user.get_preferences", [true, {}], authorization))
      const { company } = yield* decoded(Preferences)(preferences)
      return company ?? (yield* Faults.refusal("UNKNOWN_COMPANY", "the login belongs to no company; name one in the settings"))
    }
    const where = [["party.name", "=", settings.company]]
    const found = yield* settled(post("model.company.company.search", [where, 0, 2, [["id", "ASC"]], {}], authorization))
    const [company, second] = yield* decoded(Ids)(found)
    if (company === undefined) {
      return yield* Faults.refusal("UNKNOWN_COMPANY", `Tryton has no company ${settings.company}`)
    }
    if (second !== undefined) {
      return yield* Faults.refusal("AMBIGUOUS", `Tryton has several companies ${settings.company}`)
    }
    return company
  })

  const login = Effect.fnUntraced(function*() {
    const now = yield* Clock.currentTimeMillis
    if (refused !== undefined && now - refused.at < restAfterRefusal) return yield* refused.reason
    const answer = yield* settled(post("common.db.login", [settings.user, { password: Redacted.value(settings.password) }, "en"])).pipe(
      Effect.tapError((reason) =>
        Effect.sync(() => {
          if (reason._tag === "CredentialRejected") refused = { at: now, reason }
        })
      )
    )
    const [userId, key] = yield* decoded(Login)(answer)
    const authorization = `Session ${Base64.encode(`${settings.user}:${userId}:${key}`)}`
    refused = undefined
    return current = { authorization, userId, company: yield* companyOf(authorization) }
  })

  /** Returns the current session, and logs in if there is none or if it is `stale`, which Tryton refused. Concurrent callers share one login. */
  const session = (stale?: Session) =>
    entering.withPermits(1)(Effect.suspend(() => current !== undefined && current !== stale ? Effect.succeed(current) : login()))

  /** Sends a call. If the session has expired, it logs in and sends again once; this is safe because Tryton refused before it acted. */
  const sendAs = (method: string, parameters: (held: Session) => ReadonlyArray<unknown>): Posted =>
    Effect.flatMap(session(), (held) =>
      Effect.catchIf(
        post(method, parameters(held), held.authorization),
        (failure) => failure._tag === "CredentialRejected" && failure.fault.code === "401",
        () => Effect.flatMap(session(held), (renewed) => post(method, parameters(renewed), renewed.authorization))
      ))

  /** Sends a call. If Tryton raises a warning, it confirms the warning, as a user of Tryton's client would, and sends again. */
  const insist = (method: string, parameters: (held: Session) => ReadonlyArray<unknown>, asked: number): Answer<unknown> =>
    Effect.catchIf(
      sendAs(method, parameters),
      (failure) => failure._tag === "Asked",
      ({ fault }) =>
        asked === warningsPerCall ? Effect.fail(Faults.toReason(fault)) : sendAs("model.res.user.warning.create", ({ userId }) => [
          [{ user: userId, name: fault.warning, always: false }],
          {}
        ]).pipe(
          Effect.andThen(Drift.report({ where: method, path: "", message: "Tryton raised a warning, and the plugin confirmed it" })),
          Effect.andThen(insist(method, parameters, asked + 1))
        )
    ).pipe(Effect.mapError((failure) => failure._tag === "Asked" ? Faults.toReason(failure.fault) : failure))

  const call: Rpc["call"] = (method, parameters, answer, context = {}) =>
    Effect.flatMap(
      insist(`model.${method}`, ({ company }) => [...parameters, { company, ...context }], 0),
      decoded(answer)
    )

  const search = <Row>({ fields, model }: Pick<Rows<unknown>, "fields" | "model">, { context, limit, offset, where }: Query, row: Schema.Decoder<Row>) =>
    call(`${model}.search_read`, [where, offset ?? 0, limit ?? null, [["id", "ASC"]], fields], Schema.Array(row), context)

  const list: Rpc["list"] = Effect.fnUntraced(function*<Row>(rows: Rows<Row>, query: Query) {
    const read = Schema.decodeUnknownOption(rows.row)
    const found = (yield* search(rows, query, Schema.Unknown)).map((row) => read(row))
    yield* Drift.reportAll(found.flatMap((row, index) =>
      Option.isNone(row) ? [{ where: rows.model, path: `/${index}`, message: "a record that cannot be read was left out" }] : []
    ))
    return Arr.getSomes(found)
  })

  const rpc: Rpc = {
    call,
    find: (rows, query) => search(rows, query, rows.row),
    list,
    create: (model, values) => Effect.map(call(`${model}.create`, [[values]], Schema.Tuple([Schema.Int])), ([id]) => id),
    write: (model, id, values) => Effect.asVoid(call(`${model}.write`, [[id], values], Schema.Unknown)),
    press: (model, button, id, context) => Effect.asVoid(call(`${model}.${button}`, [[id]], Schema.Unknown, context)),
    company: Effect.suspend(() => Effect.map(session(), ({ company }) => company)),
    alone: locks()
  }
  return rpc
})
