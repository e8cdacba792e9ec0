/**
 * The rate limit of a connection that all nodes share: one row for each connection, which says when its bucket would be full again.
 * A node takes turns for all callers that wait with one statement. No node has a share of its own, so none is lost with a node.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import { Database } from "../store/Database.ts"
import * as RateLimit from "./RateLimit.ts"

export class RateLimitAcrossNodes extends Context.Service<RateLimitAcrossNodes, {
  readonly make: (connection: string, perSecond: number) => RateLimit.RateLimit
}>()("@crossdock/runner/connection/RateLimitAcrossNodes") {
  static readonly layer = Layer.effect(RateLimitAcrossNodes, Effect.suspend(() => make))
}

/** A row that was written further in the future than this comes from a clock that was set back since (milliseconds). */
const ahead = 5000
/** Milliseconds after which a caller may ask again when the database does not answer. */
const withoutDatabase = 1000
/** Most turns in one statement, so that one node cannot keep the others waiting for long. */
const atOnce = 64

interface Turn {
  readonly isTaken: boolean
  /** How far away it is (milliseconds). */
  readonly away: number
}

/** A caller that waits to be given its turn. */
interface Caller {
  readonly patience: number
  readonly turn: Deferred.Deferred<Turn>
}

interface Bucket {
  readonly connection: string
  readonly perSecond: number
  readonly callers: Array<Caller>
  isServed: boolean
}

const number = (place: number): string => `cast($${place} as double precision)`
const [count, now, burst, patience, gap] = [number(2), number(3), number(4), number(5), number(6)]
const full = `case when rate.written_at > ${now} + ${ahead} or rate.full_at < ${now} then ${now} else rate.full_at end`
const fitting = `floor((${now} + ${burst} + ${patience} - (${full})) / ${gap})`
const granted = `case when ${fitting} < 0 then 0 when ${fitting} < ${count} then ${fitting} else ${count} end`

const make = Effect.gen(function*() {
  const db = yield* Database
  const waiting = yield* Queue.unbounded<Bucket>()

  /** Takes as many turns as come within the patience, at most `callers`; returns how far away each is, and the one after them. */
  const takeTurns = Effect.fnUntraced(function*({ connection, perSecond }: Bucket, callers: number, longest: number) {
    const at = yield* Clock.currentTimeMillis
    const between = 1000 / perSecond
    const most = RateLimit.burstOf(perSecond)
    const ofEmpty = Math.min(callers, Math.floor((most + longest) / between))
    const row = yield* db.one(
      `insert into rate (connection, granted, written_at, full_at) values ($1, $7, ${now}, $8)
       on conflict (connection) do update set granted = ${granted}, written_at = ${now}, full_at = (${full}) + (${granted}) * ${gap}
       returning granted, full_at`,
      [connection, callers, at, most, longest, between, ofEmpty, at + ofEmpty * between]
    )
    const taken = Number(row?.granted)
    const first = Number(row?.full_at) - (taken - 1) * between
    return { taken, away: (index: number) => Math.max(0, Math.ceil(first + index * between - at - most)) }
  })

  /** Serves the callers in their order; those of one statement have the same patience. */
  const serve = (bucket: Bucket): Effect.Effect<void> =>
    Effect.gen(function*() {
      while (bucket.callers.length > 0) {
        const [{ patience: longest }] = bucket.callers as [Caller]
        const others = bucket.callers.findIndex((caller) => caller.patience !== longest)
        const callers = bucket.callers.splice(0, Math.min(atOnce, others < 0 ? bucket.callers.length : others))
        const turns = yield* Effect.orElseSucceed(takeTurns(bucket, callers.length, longest), () => undefined)
        callers.forEach(({ turn }, index) =>
          Deferred.doneUnsafe(turn, Effect.succeed(turns === undefined
            ? { isTaken: false, away: withoutDatabase }
            : { isTaken: index < turns.taken, away: turns.away(Math.min(index, turns.taken)) })))
      }
      bucket.isServed = false
    })

  // In fibers of their own, so that no statement joins the transaction of a caller.
  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(waiting), (bucket) => Effect.forkChild(serve(bucket)))))

  return RateLimitAcrossNodes.of({
    make: (connection, perSecond) => {
      const bucket: Bucket = { connection, perSecond, callers: [], isServed: false }
      return {
        take: (longest) =>
          Effect.suspend(() => {
            const turn = Deferred.makeUnsafe<Turn>()
            bucket.callers.push({ patience: longest, turn })
            if (!bucket.isServed) {
              bucket.isServed = true
              Queue.offerUnsafe(waiting, bucket)
            }
            return Effect.flatMap(Deferred.await(turn), ({ away, isTaken }) =>
              !isTaken || away === 0 ? Effect.succeed(away) : Effect.as(Effect.sleep(away), 0))
          }),
        giveBack: Effect.ignore(db.query(`update rate set full_at = full_at - ${number(2)} where connection = $1`, [connection, 1000 / perSecond])),
        hold: (millis) =>
          Effect.flatMap(Clock.currentTimeMillis, (at) =>
            Effect.ignore(db.query(
              `insert into rate (connection, granted, written_at, full_at) values ($1, 0, ${number(2)}, ${number(3)})
               on conflict (connection) do update set written_at = ${number(2)}, full_at = case when rate.full_at > ${number(3)} and rate.written_at <= ${number(2)} + ${ahead} then rate.full_at else ${number(3)} end`,
              [connection, at, at + millis + RateLimit.burstOf(perSecond)]
            )))
      }
    }
  })
})
