import { AdapterError, type PlatformV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Faults from "../Faults.ts"
import * as MagicBuyers from "../MagicBuyers.ts"
import { toOrder } from "../Orders.ts"
import * as OrderTable from "../OrderTable.ts"
import type { StoredOrder } from "../OrderState.ts"
import type { ShopSession } from "../ShopSession.ts"

type Asked = typeof PlatformV1.GetOrders.payload.Type
type Page = typeof PlatformV1.GetOrders.success.Type

/** A cursor is the place of the last order of a page: the time of its last change, and its number. */
const cursorOf = ({ changedAt, onlineOrderId }: StoredOrder): string => `${changedAt}:${onlineOrderId}`

const placeOf = (cursor: string): Effect.Effect<readonly [number, string], AdapterError.Reason> => {
  const [, changedAt, onlineOrderId] = /^(\d{1,15}):(.+)$/s.exec(cursor) ?? []
  return changedAt === undefined || onlineOrderId === undefined ? Effect.fail(Faults.badCursor()) : Effect.succeed([Number(changedAt), onlineOrderId])
}

const windowOf = ({ onlineOrderIds, updatedFrom, updatedTo }: Asked): readonly [number, number] | undefined =>
  onlineOrderIds !== undefined || updatedFrom === undefined || updatedTo === undefined
    ? undefined
    : [DateTime.toEpochMillis(updatedFrom), DateTime.toEpochMillis(updatedTo)]

export const getOrders = (session: ShopSession) =>
  Effect.fnUntraced(function*(asked: Asked): Effect.fn.Return<Page, AdapterError.Reason> {
    const { cursor, limit, onlineOrderIds } = asked
    const after = cursor === undefined ? undefined : yield* placeOf(cursor)
    return yield* session.inTransaction(({ now }) =>
      Effect.map(OrderTable.select(session, { onlineOrderIds, window: windowOf(asked), after, limit: limit + 1 }), (found) => {
        const page = found.slice(0, limit)
        const reading = (order: StoredOrder) => MagicBuyers.traitsOf(order.buyer).reading
        const readable = page.filter((order) => reading(order) !== "unreadable")
        const unreadable = page.filter((order) => reading(order) === "unreadable").map(({ onlineOrderId }) => onlineOrderId)
        return {
          items: readable.flatMap((order) => {
            const told = toOrder(order, now, session.settings)
            return reading(order) === "twice" ? [told, told] : [told]
          }),
          ...(unreadable.length > 0 && { unreadable }),
          ...(found.length > limit && { nextCursor: cursorOf(page.at(-1)!) })
        }
      }))
  })
