/**
 * The refunds of a shop's order: each is passed on once by its id, which the inbox of the order keeps; and what a shop says of the refunded
 * pieces of a line must agree with them.
 */
import { type Drift, PlatformOrder, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { hash } from "node:crypto"
import { firstIdOf } from "../../records/Entities.ts"
import { isLong } from "../../records/KeyLength.ts"
import type { Database, DatabaseFailed, Row } from "../../store/Database.ts"

/** The key of a refund in the inbox of its order, however long its id is. */
const keyOf = (refundId: string): string => `refund:${isLong(refundId) ? hash("sha256", refundId) : refundId}`

const encode = Schema.encodeSync(PlatformOrder.Refund)

export interface Remembered {
  /** The refunds that were never told before, in the order of their time. */
  readonly added: ReadonlyArray<PlatformOrder.Refund>
  /** The ids of refunds that were told with other content before. */
  readonly changed: ReadonlyArray<string>
}

/** Stores the refunds of an order in the transaction of its content. */
export const remember = Effect.fnUntraced(function*(
  db: Database["Service"],
  row: Row,
  refunds: ReadonlyArray<PlatformOrder.Refund>,
  now: number
): Effect.fn.Return<Remembered, DatabaseFailed> {
  const added: Array<PlatformOrder.Refund> = []
  const changed: Array<string> = []
  for (const refund of refunds.toSorted((one, other) => one.at.epochMilliseconds - other.at.epochMilliseconds)) {
    const key = keyOf(refund.refundId)
    const digest = hash("sha256", JSON.stringify(encode(refund)))
    const isNew = (yield* db.query(
      `insert into inbox (first_id, dedup_key, digest, times, first_at, last_at) values ($1, $2, $3, 1, $4, $4) on conflict do nothing returning times`,
      [firstIdOf(row), key, digest, now]
    )).length > 0
    if (isNew) added.push(refund)
    else if ((yield* db.one("select digest from inbox where first_id = $1 and dedup_key = $2", [firstIdOf(row), key]))?.["digest"] !== digest) changed.push(refund.refundId)
  }
  return { added, changed }
})

/** What is wrong with an order whose refunds do not have the refunded pieces of its lines; undefined if they agree, or the shop tells no refunds. */
export const disagreement = ({ lines, refunds }: PlatformOrder.PlatformOrder): Drift.Finding | undefined => {
  if (refunds === undefined) return undefined
  const pieces = (lineId: string) => Quantity.sum(refunds.flatMap((refund) => refund.lines.filter((line) => line.lineId === lineId).map(({ quantity }) => quantity)))
  const agrees = lines.every(({ lineId, refundedQuantity = Quantity.zero }) => Quantity.equals(pieces(lineId), refundedQuantity))
  return agrees ? undefined : {
    where: "PlatformOrder",
    path: "/lines/refundedQuantity",
    message: "the refunds of an order have other pieces than its lines; fill refundedQuantity with the sum of the refunds of the line"
  }
}
