/**
 * Tryton's JSON-RPC: one login held for all calls, answers decoded, faults told by their reasons.
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

/** Values that every call carries beside its arguments, e.g. the locations that stock is counted in. */
export type Context = Readonly<Record<string, unknown>>

/** Tryton's search language: clauses of field, operator and value. */
export type Domain = ReadonlyArray<unknown>

/** Which fields of a model are read and how they look. A field `a.b` of a related record arrives under the name `a.`. */
export interface Rows<Row> {
  readonly model: string
  readonly fields: ReadonlyArray<string>
  readonly row: Schema.Decoder<Row>
}

export interface Query {
  readonly where: Domain
  /** Absent: from the first. */
  readonly offset?: number
  /** Absent: all. */
  readonly limit?: number
  readonly context?: Context
}

export type Answer<A> = Effect.Effect<A, AdapterError.Reason>

export interface Rpc {
  /** One method of one model, sent once. The parameters stand before the context, which is always last. */
  readonly call: <A>(
    method: string,
    parameters: ReadonlyArray<unknown>,
    answer: Schema.Decoder<A>,
    context?: Context
  ) => Answer<A>
  /** Records by ascending id. */
  readonly find: <Row>(rows: Rows<Row>, query: Query) => Answer<ReadonlyArray<Row>>
  /**
   * As `find`; a record that cannot be read is reported and left out, so that it hides no other. Not for what decides
   * whether something is made: there a record that is overlooked would be made a second time.
   */
  readonly list: <Row>(rows: Rows<Row>, query: Query) => Answer<ReadonlyArray<Row>>
  /** Makes one record; gives its id. */
  readonly create: (model: string, values: Context) => Answer<number>
  readonly write: (model: string, id: number, values: Context) => Answer<void>
  /** What a person would do with a button of the client. Tryton may answer well and change nothing: read afterwards. */
  readonly press: (model: string, button: string, id: number, context?: Context) => Answer<void>
  /** The id of the company whose orders these are. */
  readonly company: Answer<number>
  /** Of the effects under one name, runs one at a time: nobody else of this connection works on the same record. */
  readonly alone: (name: string) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

interface Session {
  readonly authorization: string
  readonly userId: number
  readonly company: number
}

/** Tryton answers the attempts after a wrong password later and later, so one is not followed by another at once. */
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

/** Tryton asks back before it acts. */
class Asked {
  readonly _tag = "Asked"
  readonly fault: Faults.Fault
  constructor(fault: Faults.Fault) {
    this.fault = fault
  }
}

/** One permit per name, kept for as long as somebody holds or awaits it. */
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

  /** The login that is held; `stale` is one that Tryton just refused. Whoever comes meanwhile waits for the same login. */
  const session = (stale?: Session) =>
    entering.withPermits(1)(Effect.suspend(() => current !== undefined && current !== stale ? Effect.succeed(current) : login()))

  /** Sends once; a login that ran out is renewed once, because Tryton refused before it acted. */
  const sendAs = (method: string, parameters: (held: Session) => ReadonlyArray<unknown>): Posted =>
    Effect.flatMap(session(), (held) =>
      Effect.catchIf(
        post(method, parameters(held), held.authorization),
        (failure) => failure._tag === "CredentialRejected" && failure.fault.code === "401",
        () => Effect.flatMap(session(held), (renewed) => post(method, parameters(renewed), renewed.authorization))
      ))

  /** Answers what Tryton asks with yes, as a person in front of its client would, and sends the call again. */
  const insist = (method: string, parameters: (held: Session) => ReadonlyArray<unknown>, asked: number): Answer<unknown> =>
    Effect.catchIf(
      sendAs(method, parameters),
      (failure) => failure._tag === "Asked",
      ({ fault }) =>
        asked === warningsPerCall ? Effect.fail(Faults.toReason(fault)) : sendAs("model.res.user.warning.create", ({ userId }) => [
          [{ user: userId, name: fault.warning, always: false }],
          {}
        ]).pipe(
          Effect.andThen(Drift.report({ where: method, path: "", message: "Tryton asked back; the answer was yes" })),
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
