/**
 * The rate limits of connections that all nodes share: one row for each bucket, which says when it would be full again, and which node
 * waits for a turn. A node takes turns for all callers that wait with one statement, and no turn long before it comes,
 * so that its callers do not keep the more urgent ones of other nodes waiting. No node has a share of its own, so none is lost with a node.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Random from "effect/Random"
import type * as Scope from "effect/Scope"
import { Database } from "../store/Database.ts"
import * as RateEstimate from "./RateEstimate.ts"
import * as RateLimit from "./RateLimit.ts"
import * as TurnQueue from "./TurnQueue.ts"

export class RateLimitAcrossNodes extends Context.Service<RateLimitAcrossNodes, {
  /** The bucket of this name, which is the id of a connection, or begins with it. */
  readonly make: (name: string, options: RateEstimate.Options) => Effect.Effect<RateLimit.RateLimit, never, Scope.Scope>
}>()("@crossdock/runner/connection/RateLimitAcrossNodes") {
  static readonly layer = Layer.effect(RateLimitAcrossNodes, Effect.suspend(() => make))
}

/** A row that was written further in the future than this comes from a clock that was set back since (milliseconds). */
const ahead = 5000
/** Milliseconds after which a caller may ask again when the database does not answer. */
const withoutDatabase = 1000
/** How long before it comes a turn may be taken, so that a fast peer needs fewer statements (milliseconds). */
const slice = 50
/** The shortest time for which a peer is not called because it asked for that (milliseconds), as in `RateLimit.whenTold`. */
const leastHold = 1000
/** A node that was refused so often in favour of another is then as urgent as any. */
const refusedAtMost = 8

const number = (place: number): string => `cast($${place} as double precision)`
const [count, now, burst, gap, rank, fresh] = [number(2), number(3), number(4), number(5), number(9), number(10)]
const node = "cast($8 as text)"
const full = `case when rate.written_at > ${now} + ${ahead} or rate.full_at < ${now} then ${now} else rate.full_at end`
/** Another node waits for the next turn, and is at least as urgent. */
const isAnothers = `rate.wanted_by <> ${node} and rate.wanted_rank <= ${rank} and rate.wanted_at > ${now} - ${fresh} and rate.wanted_at < ${now} + ${ahead}`
const fitting = `(floor((${now} + ${burst} + ${slice} - (${full})) / ${gap}) - case when ${isAnothers} then 1 else 0 end)`
const granted = `case when ${fitting} < 0 then 0 when ${fitting} < ${count} then ${fitting} else ${count} end`
/**
 * A node that gets fewer turns than it wants says so. One that got none comes before equally urgent nodes; one that got some comes before
 * less urgent ones only, so that equally urgent nodes take turns.
 */
const wanting = `wanted_by = case when ${isAnothers} then rate.wanted_by when ${granted} < ${count} then ${node} when rate.wanted_by = ${node} then null else rate.wanted_by end,
  wanted_rank = case when ${isAnothers} or ${granted} >= ${count} then rate.wanted_rank when ${granted} > 0 then ${rank} + 0.5 else ${rank} end,
  wanted_at = case when ${isAnothers} or ${granted} >= ${count} then rate.wanted_at else ${now} end`

const make = Effect.gen(function*() {
  const db = yield* Database
  const self = String(yield* Random.next)
  const starting = yield* Queue.unbounded<Effect.Effect<void>>()
  // In fibers of their own, so that no statement joins the transaction of a caller.
  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(starting), Effect.forkChild)))

  const bucketOf = (name: string, options: RateEstimate.Options): RateLimit.Bucket => {
    const estimate = RateEstimate.make(options)
    let refused = 0
    const take = Effect.fnUntraced(function*(urgency: TurnQueue.Urgency, callers: number) {
      const at = yield* Clock.currentTimeMillis
      const [between, most] = [estimate.gap(), estimate.most()]
      const ofEmpty = Math.min(callers, Math.floor((most + slice) / between))
      const urgent = refused < refusedAtMost ? TurnQueue.urgencies.indexOf(urgency) : 0
      const row = yield* db.one(
        `insert into rate (connection, granted, written_at, full_at) values ($1, $6, ${now}, $7)
         on conflict (connection) do update set granted = ${granted}, written_at = ${now}, full_at = (${full}) + (${granted}) * ${gap}, ${wanting}
         returning granted, full_at, wanted_by`,
        [name, callers, at, most, between, ofEmpty, at + ofEmpty * between, self, urgent, Math.max(1000, 2 * between)]
      )
      const taken = Number(row?.granted)
      const isAnother = taken < callers && row?.wanted_by !== null && row?.wanted_by !== self
      refused = taken === 0 && isAnother ? refused + 1 : 0
      const next = Math.max(0, Math.ceil(Number(row?.full_at) + between - at - most))
      return {
        count: taken,
        first: Number(row?.full_at) - (taken - 1) * between - at - most,
        next: isAnother ? Math.max(next, between, slice) : next
      }
    })
    return {
      estimate,
      takeNow: undefined,
      take: (urgency, callers) => Effect.orElseSucceed(take(urgency, callers), () => ({ count: 0, first: 0, next: withoutDatabase })),
      giveBack: (turns) => Effect.ignore(db.query(`update rate set full_at = full_at - ${number(2)} where connection = $1`, [name, turns * estimate.gap()])),
      hold: (millis) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) =>
          Effect.ignore(db.query(
            `insert into rate (connection, granted, written_at, full_at) values ($1, 0, ${number(2)}, ${number(3)})
             on conflict (connection) do update set written_at = ${number(2)}, full_at = case when rate.full_at > ${number(3)} and rate.written_at <= ${number(2)} + ${ahead} then rate.full_at else ${number(3)} end`,
            [name, at, at + millis + estimate.most()]
          ))),
      charge: (millis) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) =>
          Effect.ignore(db.query(
            `update rate set full_at = (${full}) + ${number(2)} where connection = $1`,
            [name, millis, at]
          ))),
      // Each node learns the same rate by itself, so what is taken is bounded, which may be done twice, and not multiplied. What is further away
      // than turns that were taken is the time that the peer asked for, which is at least a second.
      rescale: (_, before) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) => {
          const most = at + estimate.most()
          return Effect.ignore(db.query(
            `update rate set full_at = ${number(2)} where connection = $1 and full_at > ${number(2)} and full_at < ${number(3)}`,
            [name, most, at + before + leastHold]
          ))
        })
    }
  }

  return RateLimitAcrossNodes.of({
    make: (name, options) => RateLimit.over(bucketOf(name, options), (serving) => Queue.offer(starting, serving))
  })
})
