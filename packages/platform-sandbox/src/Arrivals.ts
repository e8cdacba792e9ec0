/**
 * The orders that arrive by themselves. Their contents follow from their number and the settings, so nothing has to run in between.
 */
import type { AdapterError } from "@crossdock/core"
import { millisOf } from "./EpochMillis.ts"
import * as Effect from "effect/Effect"
import * as OrderTable from "./OrderTable.ts"
import type { Goods } from "./OrderState.ts"
import type { Settings } from "./Settings.ts"
import type { Account, ShopSession } from "./ShopSession.ts"

/** The nth item of a list that begins again behind its end. */
const inTurn = <A>(list: readonly [A, ...ReadonlyArray<A>], n: number): A => list[n % list.length] ?? list[0]

/** The goods of the nth order: one to three pieces of a SKU, and one of the next SKU if there are two. */
export const goodsOf = ({ skus }: Pick<Settings, "skus">, n: number): Goods => {
  const first = { sku: inTurn(skus, n), quantity: 1 + (n % 3) }
  return skus.length === 1 ? [first] : [first, { sku: inTurn(skus, n + 1), quantity: 1 }]
}

/** Stores the orders that have arrived since the last transaction. */
export const arrive = Effect.fnUntraced(function*(session: ShopSession, { arrived, now, openedAt }: Account): Effect.fn.Return<void, AdapterError.Reason> {
  const { settings } = session
  const every = millisOf(settings.orderEvery)
  const due = Math.min(settings.orders, Math.floor((now - openedAt) / every))
  if (due <= arrived) return
  for (let n = arrived; n < due; n++) {
    yield* OrderTable.insert(session, {
      onlineOrderId: session.number("SBX-", n + 1),
      buyer: inTurn(settings.buyers, n),
      goods: goodsOf(settings, n),
      createdAt: openedAt + (n + 1) * every
    })
  }
  yield* session.query(`UPDATE ${session.tables.accounts} SET arrived = $2 WHERE account = $1`, [session.account, due])
})

/** Stores everything that has become due: first the orders that arrived, then the changes of all. */
export const due = (session: ShopSession, account: Account): Effect.Effect<void, AdapterError.Reason> =>
  Effect.andThen(arrive(session, account), OrderTable.settle(session, account.now))
