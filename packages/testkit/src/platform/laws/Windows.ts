/**
 * The laws about windows of time: each order that changed within is read, on however many pages and in whatever phase.
 */
import { type PlatformOrder, PlatformV1 } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { assert, equal, sameMembers } from "../../Assertions.ts"
import { underFault } from "../../FaultInjection.ts"
import { always, having, type Laws } from "../../Law.ts"
import { allOrders, call, type LawContext, numbersOf, place, purchase } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

const changeOf = ({ createdAt, modifiedAt }: PlatformOrder.PlatformOrder): DateTime.Utc => modifiedAt ?? createdAt

/** The window between two distances from a time, in milliseconds. */
const around = (time: DateTime.Utc, from: number, to: number) => ({ updatedFrom: DateTime.add(time, { milliseconds: from }), updatedTo: DateTime.add(time, { milliseconds: to }) })

const second = 1000
const minute = 60 * second

/** Which of these orders are read in a window. Others may have changed in it as well. */
const ownIn = Effect.fnUntraced(function*(context: LawContext, window: ReturnType<typeof around>, own: ReadonlyArray<string>, limit = 100) {
  return numbersOf(yield* allOrders(context, { ...window, limit })).filter((number) => own.includes(number))
})

/** Three orders that changed later than all others, and a window from a second before the first of them. */
const placedThree = Effect.fnUntraced(function*(context: LawContext, hint: string) {
  yield* context.time.separate
  const placed = [yield* place(context, `${hint}-1`), yield* place(context, `${hint}-2`), yield* place(context, `${hint}-3`)] as const
  return { own: numbersOf(placed), window: around(changeOf(placed[0]), -second, 30 * minute) }
})

export const windowLaws: Laws<LawContext, SuiteFixture<unknown>> = {
  "getOrders/window": [
    "P-215 P-217",
    "reads the orders that changed in a window of time, and no others",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const placed = yield* place(context, "in-window")
      const own = [placed.onlineOrderId]
      const changed = changeOf(placed)
      equal(yield* ownIn(context, around(changed, -5 * minute, 5 * minute), own), own, "orders that are read in a window around their last change")
      equal(yield* ownIn(context, around(changed, -60 * minute, -30 * minute), own), [], "orders that are read in a window before their last change")
    }))
  ],
  "getOrders/window-bounds": [
    "P-215 P-217 U-43",
    "reads an order in a window that begins or ends a second from its last change, and in one of two that meet there to the millisecond",
    always(Effect.fnUntraced(function*(context: LawContext) {
      yield* context.time.separate
      const placed = yield* place(context, "bounds")
      const own = [placed.onlineOrderId]
      const changed = changeOf(placed)
      equal(yield* ownIn(context, around(changed, -second, second), own), own, "orders that are read in a window from one second before their last change to one second after it")
      const meeting = [...yield* ownIn(context, around(changed, -5 * minute, 0), own), ...yield* ownIn(context, around(changed, 0, 5 * minute), own)]
      assert(meeting.length > 0, "the order is read in neither of two windows that meet at the time of its last change")
      // A platform may round times to seconds, and a plugin may ask for a little more than the window.
      equal(yield* ownIn(context, around(changed, -5 * minute, -minute), own), [], "orders that are read in a window that ended a minute before their last change")
      equal(yield* ownIn(context, around(changed, minute, 5 * minute), own), [], "orders that are read in a window that began a minute after their last change")
    }))
  ],
  "getOrders/window-pages": [
    "P-218 P-222",
    "reads every order of a window once when it follows the cursors of small pages",
    always(Effect.fnUntraced(function*(context: LawContext) {
      const { own, window } = yield* placedThree(context, "window-page")
      sameMembers(yield* ownIn(context, window, own, 1), own, "the orders on all pages of the window")
    }))
  ],
  "getOrders/window-shift": [
    "P-222 U-43",
    "reads an order that changes while the pages of a window are read, at the latest when the window is read again",
    having(can.action("change"), Effect.fnUntraced(function*(context: LawContext, change) {
      const { own, window } = yield* placedThree(context, "shift")
      const first = yield* call(context, PlatformV1.GetOrders, { ...window, limit: 1 })
      const [moved] = own
      yield* context.time.separate
      yield* change(moved!)
      // It may shift the others to another page, so the runner reads a window of several pages twice, unless the plugin says that it does not.
      const rest = first.nextCursor === undefined ? [] : yield* allOrders(context, { ...window, limit: 1, cursor: first.nextCursor })
      if (context.platform.facts.limits.hasStableCursor === true) {
        const read = new Set(numbersOf([...first.items, ...rest]))
        sameMembers(own.filter((number) => read.has(number)), own, "the orders of the window that its pages had, by a cursor that is said to be stable")
      }
      const again = yield* allOrders(context, { ...window, limit: 100 })
      sameMembers(numbersOf(again).filter((number) => own.includes(number)), own, "the orders of the window when it is read again")
      const { modifiedAt } = again.find(({ onlineOrderId }) => onlineOrderId === moved)!
      assert(
        modifiedAt === undefined || DateTime.isGreaterThan(modifiedAt, DateTime.add(window.updatedFrom, { milliseconds: 2 * second })),
        `the order ${moved} is read as it was before it changed`
      )
    }))
  ],
  "getOrders/window-phases": [
    "P-215 P-045",
    "reads orders in a window in whatever phase they are, so that a cancel arrives",
    having(can.action("cancel"), Effect.fnUntraced(function*(context: LawContext, cancel) {
      const { finish, hold, placeUnpaid } = context.fixture.actions ?? {}
      for (const [what, act] of [["cancelled", cancel], ["finished", finish], ["held", hold]] as const) {
        if (act === undefined) continue
        yield* context.time.separate
        const placed = yield* place(context, `window-${what}`)
        yield* act(placed.onlineOrderId)
        const own = [placed.onlineOrderId]
        equal(yield* ownIn(context, around(changeOf(placed), -second, 30 * minute), own), own, `orders that are ${what} and read in a window around that`)
      }
      if (placeUnpaid === undefined) return
      yield* context.time.separate
      const placed = yield* placeUnpaid(context.fresh("window-unpaid"), purchase)
      const own = [placed.onlineOrderId]
      equal(yield* ownIn(context, around(changeOf(placed), -second, 30 * minute), own), own, "orders that are unpaid and read in a window around that")
    }))
  ],
  "getOrders/window-unreadable": [
    "P-214 U-18",
    "names an order of a window that exists and cannot be read, and reads the others",
    having(can.injection("bad-record", "getOrders"), Effect.fnUntraced(function*(context: LawContext, injection) {
      const { own, window } = yield* placedThree(context, "window-bad")
      const asked = { ...window, limit: 100 }
      const { items, unreadable = [] } = yield* underFault(injection, "any", call(context, PlatformV1.GetOrders, asked))
      assert(unreadable.length > 0, "no order of the window is named as unreadable")
      sameMembers([...numbersOf(items), ...unreadable].filter((number) => own.includes(number)), own, "the orders of the window that are read or named")
    }))
  ]
}
