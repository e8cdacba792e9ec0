/**
 * Lets the next step of an order happen at once, as if the time until then had passed for this order alone.
 */
import type { AdapterError, SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as AccountSession from "./AccountSession.ts"
import * as EpochMillis from "./EpochMillis.ts"
import type * as Inbound from "./Inbound.ts"
import * as InboundTable from "./InboundTable.ts"
import type * as Outbound from "./Outbound.ts"
import * as OutboundTable from "./OutboundTable.ts"
import type { Settings } from "./Settings.ts"
import * as StockRepository from "./StockRepository.ts"
import type { Port } from "./Tables.ts"

/** A step that never happens stays where it is. */
const earlier = (at: number, by: number): number => (at === EpochMillis.never ? at : at - by)

const untilNext = (now: number, times: ReadonlyArray<number>): number | undefined => {
  const ahead = times.filter((at) => at > now && at !== EpochMillis.never)
  return ahead.length === 0 ? undefined : Math.min(...ahead) - now
}

const outboundEarlier = ({ failure, parcels: [first, ...more], picksAt, ...plan }: Outbound.Plan, by: number): Outbound.Plan => ({
  ...plan,
  picksAt: earlier(picksAt, by),
  parcels: [{ ...first, leavesAt: earlier(first.leavesAt, by) }, ...more.map((parcel) => ({ ...parcel, leavesAt: earlier(parcel.leavesAt, by) }))],
  ...(failure !== undefined && { failure: { ...failure, at: earlier(failure.at, by) } })
})

const inboundEarlier = ({ batches, endsAt, travelsAt, ...plan }: Inbound.Plan, by: number): Inbound.Plan => ({
  ...plan,
  batches: batches.map((batch) => ({ ...batch, at: earlier(batch.at, by) })),
  endsAt: earlier(endsAt, by),
  ...(travelsAt !== undefined && { travelsAt: earlier(travelsAt, by) })
})

/**
 * Lets the next parcel of an outbound order leave, or the next batch of an inbound order arrive, and moves its later steps by the same
 * time. Returns false if the number belongs to no order, or to one of which nothing is left to happen. For tests and demonstrations.
 */
export const nextStep = Effect.fnUntraced(function*(
  storage: Port,
  settings: Settings,
  number: string
): Effect.fn.Return<boolean, AdapterError.Reason | SqlStorage.StorageFailed> {
  const session = yield* AccountSession.make(storage, settings)
  return yield* session.inTransaction(Effect.fnUntraced(function*({ now }) {
    yield* StockRepository.settle(session, now)
    const outbound = (yield* OutboundTable.newest(session, [number])).get(number)
    if (outbound !== undefined) {
      const { failure, parcels } = outbound.plan
      const wait = outbound.cancelledAt === undefined ? untilNext(now, [...parcels.map(({ leavesAt }) => leavesAt), ...(failure === undefined ? [] : [failure.at])]) : undefined
      if (wait === undefined) return false
      yield* OutboundTable.replan(session, outbound.number, outboundEarlier(outbound.plan, wait))
      yield* StockRepository.hurry(session, outbound.number, wait)
      return true
    }
    const inbound = (yield* InboundTable.newest(session, [number])).get(number)
    const wait = inbound === undefined || inbound.cancelledAt !== undefined ? undefined : untilNext(now, [...inbound.plan.batches.map(({ at }) => at), inbound.plan.endsAt])
    if (inbound === undefined || wait === undefined) return false
    yield* InboundTable.replan(session, inbound.number, inboundEarlier(inbound.plan, wait))
    yield* StockRepository.hurry(session, inbound.number, wait)
    return true
  }))
})
