import { WarehouseV1 } from "@crossdock/core"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { TestClock } from "effect/testing"
import { Dispatch } from "../../src/contracts/warehouse/Dispatch.ts"
import { Connections } from "../../src/connection/Connections.ts"
import { Database } from "../../src/store/Database.ts"
import { onBothDatabases } from "../support/Databases.ts"
import { asn, order } from "../support/Orders.ts"
import { during, nothingOwed, pass, type RunnerServices, until, type World, world } from "../support/World.ts"
import * as AdminWorld from "./AdminWorld.ts"

type Client = Effect.Success<ReturnType<typeof AdminWorld.client>>

const create = (w: World, asked = order("SO-1"), link = w.link) =>
  Effect.flatMap(Dispatch, (dispatch) => during(Effect.exit(dispatch.call(link, WarehouseV1.CreateOutboundOrder, asked, "the exact text"))))

const createAsn = (w: World, asked = asn("ASN-1")) =>
  Effect.flatMap(Dispatch, (dispatch) => during(Effect.exit(dispatch.call(w.link, WarehouseV1.CreateInboundOrder, asked, ""))))

const ship = (w: World, number: string) =>
  Effect.gen(function*() {
    const held = w.warehouse.orders.find((one) => one.orderNumber === number)!
    Object.assign(held, { phase: "shipped", status: "SHIPPED", trackingNumber: `T-${number}` })
    yield* until(Effect.sync(() => w.erp.received.some(({ content }) => content.orderNumber === number && content.phase === "shipped")))
    yield* nothingOwed
  })

/** An order whose outcome nobody knows and no query finds. */
const doubtful = (w: World, number = "SO-1") =>
  Effect.gen(function*() {
    w.warehouse.hide(true)
    w.warehouse.plan("createOutboundOrder", "lose-answer")
    yield* create(w, order(number))
  })

/** Of the order in Orders.ts. */
const personal = ["Ada Example", "+31 20 000 0000", "ada@example.invalid", "Singel 1", "1012 AA"]

const isClean = (answer: unknown) => {
  const text = JSON.stringify(answer)
  for (const value of [...personal, "secret-key-1", "the exact text"]) assert.notInclude(text, value)
}

onBothDatabases("admin api", (fresh) => {
  const inWorld = (
    title: string,
    options: Parameters<typeof world>[1],
    test: (w: World, client: Client) => Effect.Effect<unknown, unknown, RunnerServices | Scope.Scope>
  ) =>
    it.effect(title, () =>
      Effect.flatMap(Effect.promise(fresh), (database) =>
        world(database, options, (w) => Effect.flatMap(AdminWorld.client(w), (client) => test(w, client)))))

  inWorld("a request without a token and one with a wrong token get the same refusal", {}, (w) =>
    Effect.gen(function*() {
      for (const presented of ["", "t0ken of a worlt", "T0KEN OF A WORLD"]) {
        const other = yield* AdminWorld.client(w, presented)
        const refused = yield* Effect.flip(other.orders.list({ query: {} }))
        assert.strictEqual(refused._tag, "Unauthorized")
        assert.strictEqual((refused as { readonly code?: string }).code, "TOKEN_REFUSED")
        assert.strictEqual((yield* Effect.flip(other.runner.composition({})))._tag, "Unauthorized")
      }
    }))

  inWorld("an invalid request is refused with the place and without the value", {}, (_, client) =>
    Effect.gen(function*() {
      const refused = yield* Effect.flip(client.orders.list({ query: { after: "hunter2" } }))
      assert.deepInclude(refused, { _tag: "Invalid", code: "REQUEST_INVALID", path: "/query/after" })
      assert.notInclude(JSON.stringify(refused), "hunter2")
      const nothing = yield* Effect.flip(client.deliveries.replay({ payload: { confirm: true } }))
      assert.deepInclude(nothing, { _tag: "Invalid", path: "/payload" })
      const empty = yield* Effect.flip(client.deliveries.cancel({ payload: { ids: [] } }))
      assert.deepInclude(empty, { _tag: "Invalid", path: "/payload/ids" })
    }))

  inWorld("an order is shown with all that is known of it", {}, (w, client) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* ship(w, "SO-1")
      const { items: [one] } = yield* client.orders.show({ params: { number: "SO-1" }, query: {} })
      assert.deepInclude(one, {
        kind: "outbound",
        scope: "warehouse:acc-1",
        number: "SO-1",
        phase: "shipped",
        status: "SHIPPED",
        trackingNumber: "T-SO-1",
        peerNumber: "W-1",
        intent: "Delivered",
        isOpen: false,
        warehouseCode: "WH-1",
        carrierName: "Fake Post"
      })
      assert.match(one!.message, /^shipped, tracking number T-SO-1 \(number there: W-1\); the ERP is informed/)
      assert.deepStrictEqual(one!.intents.map(({ generation, state }) => [generation, state]), [[1, "Delivered"]])
      assert.deepStrictEqual(one!.parcels.map(({ trackingNumber }) => trackingNumber), ["T-SO-1"])
      assert.include(one!.history.map(({ what }) => what).join(" "), "asked accepted")
      assert.isTrue(one!.deliveries.every(({ state }) => state === "Delivered"))
      assert.strictEqual(one!.conflicts.length, 0)
    }))

  inWorld("an inbound order is shown with its lines, and the same number in the other kind is another order", {}, (w, client) =>
    Effect.gen(function*() {
      yield* createAsn(w, asn("SAME"))
      yield* create(w, order("SAME"))
      w.warehouse.asns[0]!.phase = "receiving"
      w.warehouse.asns[0]!.received.set("SKU-1", { good: 3, bad: 1 })
      yield* until(Effect.sync(() => w.erp.received.some(({ content }) => content.batchNo !== undefined && content.lines.length > 0)))
      const both = yield* client.orders.show({ params: { number: "SAME" }, query: {} })
      assert.deepStrictEqual(both.items.map(({ kind }) => kind).toSorted(), ["inbound", "outbound"])
      const { items: [one] } = yield* client.orders.show({ params: { number: "SAME" }, query: { kind: "inbound", link: "acc-1" } })
      assert.deepInclude(one!.lines, { generation: 1, sku: "SKU-1", estimated: 10, received: 4, good: 3, bad: 1 })
      assert.strictEqual(one!.peerNumber, "R-1")
    }))

  inWorld("an order that never reached the warehouse is found too, with why", {}, (w, client) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* create(w)
      const { items: [one] } = yield* client.orders.show({ params: { number: "SO-1" }, query: {} })
      assert.deepInclude(one, { intent: "Dead", generation: 1, isOpen: false })
      assert.isUndefined(one!.phase)
      assert.include(one!.message, "BAD_ADDRESS: the address is not known")
      const { items } = yield* client.orders.list({ query: {} })
      assert.deepStrictEqual(items.map(({ intent, number }) => [number, intent]), [["SO-1", "Dead"]])
      const missing = yield* Effect.flip(client.orders.show({ params: { number: "SO-2" }, query: {} }))
      assert.deepInclude(missing, { _tag: "NotFound", code: "NOT_FOUND" })
      yield* create(w)
      const again = yield* client.orders.show({ params: { number: "SO-1" }, query: {} })
      assert.deepStrictEqual(again.items[0]!.intents.map(({ generation, state }) => [generation, state]), [[2, "Delivered"], [1, "Dead"]])
    }))

  inWorld("the list gives every order once, the newest first, page by page", {}, (w, client) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "works", "refuse", "works", "refuse")
      for (const number of ["SO-1", "SO-2", "SO-3", "SO-4", "SO-5"]) yield* create(w, order(number))
      yield* createAsn(w)
      yield* TestClock.adjust(1000)
      yield* create(w, order("SO-6"))
      const seen: Array<string> = []
      let after: string | undefined
      for (let pages = 0; pages < 10; pages++) {
        const page = yield* client.orders.list({ query: { limit: 2, ...(after !== undefined && { after }) } })
        assert.isAtMost(page.items.length, 2)
        seen.push(...page.items.map(({ number }) => number))
        after = page.next
        if (after === undefined) break
      }
      assert.strictEqual(seen[0], "SO-6")
      assert.deepStrictEqual(seen.toSorted(), ["ASN-1", "SO-1", "SO-2", "SO-3", "SO-4", "SO-5", "SO-6"])
      const open = yield* client.orders.list({ query: { open: true, kind: "outbound" } })
      assert.deepStrictEqual(open.items.map(({ number }) => number).toSorted(), ["SO-1", "SO-3", "SO-5", "SO-6"])
    }))

  inWorld("an order that was cancelled and created again is listed and shown once, as its newest issue", { isIdle: true }, (w, client) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, WarehouseV1.CancelOutboundOrder, { orderNumber: order("SO-1").orderNumber }, "")))
      yield* create(w)
      const { items } = yield* client.orders.list({ query: {} })
      assert.deepStrictEqual(items.map(({ generation, number, phase }) => [number, generation, phase]), [["SO-1", 2, undefined]])
      const shown = yield* client.orders.show({ params: { number: "SO-1" }, query: {} })
      assert.deepStrictEqual(shown.items.map(({ generation, intents }) => [generation, intents.length]), [[2, 2]])
    }))

  inWorld("two links keep their orders apart", { links: [{ prefix: "A-" }, { id: "acc-2", secretKey: "secret-key-2", prefix: "B-" }] }, (w, client) =>
    Effect.gen(function*() {
      const other = w.composed.links[1]!
      yield* create(w)
      yield* create(w, order("SO-1"), other)
      const both = yield* client.orders.show({ params: { number: "SO-1" }, query: {} })
      assert.deepStrictEqual(both.items.map(({ numberSent, scope }) => [scope, numberSent]), [["warehouse:acc-1", "A-SO-1"], ["warehouse:acc-2", "B-SO-1"]])
      const one = yield* client.orders.list({ query: { link: "acc-2" } })
      assert.deepStrictEqual(one.items.map(({ scope }) => scope), ["warehouse:acc-2"])
      const unknown = yield* Effect.flip(client.orders.list({ query: { link: "acc-3" } }))
      assert.strictEqual(unknown._tag, "NotFound")
      const unsaid = yield* Effect.flip(client.maps.list({ query: {} }))
      assert.deepInclude(unsaid, { _tag: "Invalid", path: "/link" })
    }))

  inWorld("no answer holds what is personal or secret, until a person asks to see a payload", {}, (w, client) =>
    Effect.gen(function*() {
      yield* doubtful(w)
      w.warehouse.plan("createOutboundOrder", "works")
      yield* create(w, order("SO-2"))
      const intents = yield* client.intents.list({ query: { state: "any" } })
      for (const { id } of intents.items) isClean(yield* client.intents.show({ params: { id } }))
      for (const number of ["SO-1", "SO-2"]) isClean(yield* client.orders.show({ params: { number }, query: {} }))
      isClean(intents)
      isClean(yield* client.orders.list({ query: {} }))
      isClean(yield* client.connections.list({}))
      isClean(yield* client.deliveries.list({ query: {} }))
      isClean(yield* client.runner.composition({}))
      const revealed = yield* client.intents.reveal({ params: { id: intents.items[0]!.id }, payload: { reason: "ticket 7", who: "Ada" } })
      assert.isTrue(revealed.isRevealed)
      assert.include(JSON.stringify(revealed.sent), "Ada Example")
      assert.notInclude(JSON.stringify(revealed), "secret-key-1")
    }))

  inWorld("what a peer quotes of a person in its refusal is hidden", {}, (w, client) =>
    Effect.gen(function*() {
      w.warehouse.plan("createOutboundOrder", "refuse")
      yield* create(w, order("SO-1"))
      const db = yield* Database
      const told = "BAD_ADDRESS: Singel 1, 1012 AA of Ada Example is not known"
      yield* db.query("update history set detail = $1 where what = 'refused'", [told])
      yield* db.query("update attempt set detail = $1", [told])
      isClean(yield* client.orders.show({ params: { number: "SO-1" }, query: {} }))
      const { items: [intent] } = yield* client.intents.list({ query: { state: "Dead" } })
      const shown = yield* client.intents.show({ params: { id: intent!.id } })
      isClean(shown)
      assert.include(JSON.stringify(shown), "is not known")
    }))

  inWorld("a person settles a doubtful intent once, and the history names who", {}, (w, client) =>
    Effect.gen(function*() {
      yield* doubtful(w)
      const { items: [waiting] } = yield* client.intents.list({ query: {} })
      assert.deepInclude(waiting, { state: "Doubtful", number: "SO-1", kind: "outbound" })
      const detail = yield* client.intents.show({ params: { id: waiting!.id } })
      assert.strictEqual(detail.attemptList[0]?.outcome, "TransportFailed")
      const unproven = yield* Effect.flip(client.intents.decide({ params: { id: waiting!.id }, payload: { decision: "Delivered", peerNumber: "W-77" } }))
      assert.deepInclude(unproven, { _tag: "Conflict", code: "NOT_PROVEN" })
      const after = yield* client.intents.decide({ params: { id: waiting!.id }, payload: { decision: "Delivered", peerNumber: "W-77", isConfirmed: true, who: "Ada" } })
      assert.deepInclude(after, { state: "Delivered", peerNumber: "W-77" })
      const { items: [one] } = yield* client.orders.show({ params: { number: "SO-1" }, query: {} })
      assert.strictEqual(one!.peerNumber, "W-77")
      assert.include(JSON.stringify(one!.history), "decided by Ada (admin token)")
      const twice = yield* Effect.flip(client.intents.decide({ params: { id: waiting!.id }, payload: { decision: "Dead" } }))
      assert.deepInclude(twice, { _tag: "Conflict", code: "NOT_DOUBTFUL" })
      const unknown = yield* Effect.flip(client.intents.decide({ params: { id: "no-such" }, payload: { decision: "Dead" } }))
      assert.strictEqual(unknown._tag, "NotFound")
      assert.strictEqual((yield* client.intents.list({ query: {} })).items.length, 0)
      const reopened = yield* client.intents.reopen({ params: { id: waiting!.id }, payload: { who: "Ada" } })
      assert.deepInclude(reopened, { state: "Doubtful", number: "SO-1" })
      const again = yield* Effect.flip(client.intents.reopen({ params: { id: waiting!.id }, payload: {} }))
      assert.deepInclude(again, { _tag: "Conflict", code: "NOT_REOPENED" })
    }))

  inWorld("a decision for Pending sends again, one for Dead does not", {}, (w, client) =>
    Effect.gen(function*() {
      yield* doubtful(w)
      yield* doubtful(w, "SO-2")
      const { items } = yield* client.intents.list({ query: { state: "Doubtful" } })
      const idOf = (number: string) => items.find((one) => one.number === number)!.id
      yield* client.intents.decide({ params: { id: idOf("SO-1") }, payload: { decision: "Pending" } })
      yield* client.intents.decide({ params: { id: idOf("SO-2") }, payload: { decision: "Dead", who: "Ada" } })
      yield* until(Effect.sync(() => w.warehouse.live("SO-1").length === 2))
      yield* pass(5000)
      assert.strictEqual(w.warehouse.live("SO-2").length, 1)
      const dead = yield* client.intents.list({ query: { state: "Dead" } })
      assert.deepStrictEqual(dead.items.map(({ number }) => number), ["SO-2"])
    }))

  inWorld("dead letters are counted before they are replayed, and replayed under their own id", {}, (w, client) =>
    Effect.gen(function*() {
      w.erp.plan("refuse", "refuse")
      yield* create(w, order("SO-1"))
      yield* create(w, order("SO-2"))
      yield* until(Effect.map(client.deliveries.list({ query: { dead: true } }), ({ items }) => items.length === 2))
      const { items: [newest] } = yield* client.deliveries.list({ query: { dead: true } })
      assert.deepInclude(newest, { state: "Dead", connection: "books", kind: "outbound", attempts: 1 })
      const shown = yield* client.deliveries.show({ params: { id: newest!.id } })
      assert.deepStrictEqual(shown.attemptList.map(({ kind, outcome }) => [kind, outcome]), [["push", "Rejected"]])
      assert.isUndefined(shown.content)
      const revealed = yield* client.deliveries.reveal({ params: { id: newest!.id }, payload: { reason: "ticket 7", who: "Ada" } })
      assert.strictEqual(JSON.parse(revealed.content!).orderNumber, newest!.number)
      const causes = yield* client.deliveries.causes({ query: {} })
      assert.deepStrictEqual(causes.items.map(({ cause, count, state }) => [state, cause, count]), [["Dead", "refuse", 2]])

      const counted = yield* client.deliveries.replay({ payload: { cause: "REFUSE" } })
      assert.deepInclude(counted, { count: 2, isDone: false })
      yield* pass(2000)
      assert.strictEqual((yield* client.deliveries.list({ query: { dead: true } })).items.length, 2)

      const done = yield* client.deliveries.replay({ payload: { ids: [newest!.id], confirm: true, who: "Ada" } })
      assert.deepInclude(done, { count: 1, isDone: true })
      yield* until(Effect.sync(() => w.erp.received.some(({ deliveryId }) => deliveryId === newest!.id)))
      const { items: [order1] } = yield* client.orders.show({ params: { number: newest!.number }, query: {} })
      assert.isTrue(order1!.history.some(({ detail, what, who }) => who === "Ada (admin token)" && what === "decided" && detail?.includes("queued again")))
      const none = yield* client.deliveries.replay({ payload: { cause: "nothing like it", confirm: true } })
      assert.strictEqual(none.count, 0)
    }))

  inWorld("a dead letter holds back the later ones of its order until it is cancelled", {}, (w, client) =>
    Effect.gen(function*() {
      yield* createAsn(w)
      const held = w.warehouse.asns[0]!
      const receive = (good: number) => Object.assign(held, { phase: "receiving" }) && held.received.set("SKU-1", { good, bad: 0 })
      w.erp.plan("refuse")
      receive(4)
      yield* until(Effect.map(client.deliveries.list({ query: { dead: true } }), ({ items }) => items.length === 1))
      receive(10)
      yield* until(Effect.map(client.deliveries.list({ query: { state: "Pending" } }), ({ items }) => items.length === 1))
      const { items: [dead] } = yield* client.deliveries.list({ query: { state: "Dead" } })
      const { items: [pending] } = yield* client.deliveries.list({ query: { state: "Pending" } })
      assert.strictEqual(pending?.heldBehind, dead?.id)
      const { items: [shown] } = yield* client.orders.show({ params: { number: "ASN-1" }, query: {} })
      assert.include(shown!.message, `the ERP was not informed: refuse; correct the cause, then run \`crossdock deliveries replay ${dead!.id}\``)
      const cancelled = yield* client.deliveries.cancel({ payload: { ids: [dead!.id], confirm: true } })
      assert.strictEqual(cancelled.count, 1)
      yield* until(Effect.sync(() => w.erp.received.some(({ deliveryId }) => deliveryId === pending!.id)))
      const since = yield* client.deliveries.list({ query: { since: DateTime.makeUnsafe(Date.parse("2200-01-01")) } })
      assert.strictEqual(since.items.length, 0)
    }))

  inWorld("a dead letter that something newer of its order has overtaken is counted, and sent again only when that is confirmed", {}, (w, client) =>
    Effect.gen(function*() {
      const db = yield* Database
      w.erp.plan("refuse", "refuse", "refuse")
      for (const at of [1, 2]) yield* create(w, order(`SO-${at}`))
      yield* createAsn(w)
      Object.assign(w.warehouse.asns[0]!, { phase: "receiving" }).received.set("SKU-1", { good: 4, bad: 0 })
      yield* until(Effect.map(client.deliveries.list({ query: { dead: true } }), ({ items }) => items.length === 3))
      const { items } = yield* client.deliveries.list({ query: { dead: true } })
      const old = items.find(({ number }) => number === "ASN-1")!
      w.warehouse.asns[0]!.received.set("SKU-1", { good: 10, bad: 0 })
      yield* until(Effect.map(client.deliveries.list({ query: { state: "Pending" } }), (found) => found.items.length === 1))
      yield* db.query("update delivery set state = 'Delivered', is_held = 0 where state = 'Pending'")
      const replay = (more: object) => client.deliveries.replay({ payload: { dead: true, ...more } })
      assert.deepInclude(yield* replay({}), { count: 3, overtaken: 1, isDone: false })
      const heldOn = yield* replay({ ids: [old.id], confirm: true })
      assert.deepInclude(heldOn, { count: 0, overtaken: 1, isDone: true })
      assert.deepInclude(yield* replay({ connection: "books", confirm: true }), { count: 2, overtaken: 1, isDone: true })
      assert.deepInclude(yield* replay({ ids: [old.id], overtaken: true, confirm: true }), { count: 1, overtaken: 0, isDone: true })
      yield* until(Effect.sync(() => w.erp.received.some(({ deliveryId }) => deliveryId === old.id)))
    }))

  inWorld("shows a message that could not be prepared for the ERP, and replays it once its plugin is repaired", {}, (w, client) =>
    Effect.gen(function*() {
      w.erp.refuseToWrite("/status")
      yield* create(w, order("SO-1"))
      yield* until(Effect.map(client.deliveries.list({ query: { dead: true } }), ({ items }) => items.length === 1))
      const { items: [dead] } = yield* client.deliveries.list({ query: { dead: true } })
      const { id } = dead!
      assert.deepInclude(dead, { attempts: 1, cause: "/status: the plugin cannot write this" })
      const revealed = yield* client.deliveries.reveal({ params: { id }, payload: { reason: "ticket 7", who: "Ada" } })
      assert.isUndefined(revealed.content)
      assert.strictEqual(JSON.parse(revealed.payload!).orderNumber, "SO-1")
      assert.isUndefined((yield* client.deliveries.show({ params: { id } })).payload)
      const replay = (confirm: boolean) => client.deliveries.replay({ payload: { cause: "cannot write", confirm } })
      const decisions = Effect.map(client.orders.show({ params: { number: "SO-1" }, query: {} }), ({ items: [one] }) =>
        one!.history.filter(({ what }) => what === "decided").length)
      assert.strictEqual((yield* replay(false)).count, 1)
      assert.strictEqual(yield* decisions, 0)
      w.erp.refuseToWrite(undefined)
      assert.strictEqual((yield* replay(true)).count, 1)
      assert.strictEqual(yield* decisions, 1)
      const shown = client.deliveries.reveal({ params: { id }, payload: { reason: "ticket 7", who: "Ada" } })
      yield* until(Effect.map(shown, ({ state }) => state === "Delivered"))
      const done = yield* shown
      assert.deepStrictEqual([done.payload, done.content].map((text) => JSON.parse(text!).orderNumber), ["SO-1", "SO-1"])
      assert.deepStrictEqual(w.erp.received.map(({ deliveryId }) => deliveryId), [id])
    }))

  inWorld("a selection is a window of time, or the dead letters alone", {}, (w, client) =>
    Effect.gen(function*() {
      w.erp.plan("refuse", "unavailable")
      yield* create(w, order("SO-1"))
      yield* until(Effect.map(client.deliveries.list({ query: { dead: true } }), ({ items }) => items.length === 1))
      yield* pass(60_000, 1000)
      const between = yield* DateTime.now
      yield* pass(60_000, 1000)
      yield* client.connections.pause({ params: { id: "books" }, payload: {} })
      yield* create(w, order("SO-2"))
      yield* pass(20_000, 1000)
      const count = (payload: object) => Effect.map(client.deliveries.cancel({ payload }), (counted) => counted.count)
      assert.strictEqual(yield* count({ connection: "books" }), 2)
      assert.strictEqual(yield* count({ until: between }), 1)
      assert.strictEqual(yield* count({ since: between }), 1)
      assert.strictEqual(yield* count({ since: between, until: between }), 0)
      assert.strictEqual(yield* count({ dead: true }), 1)
      const listed = yield* client.deliveries.list({ query: { until: between } })
      assert.deepStrictEqual(listed.items.map(({ number }) => number), ["SO-1"])
      assert.strictEqual((yield* client.deliveries.causes({ query: { since: between } })).items.length, 0)
    }))

  inWorld("a resumed connection sends what waited for it", {}, (w, client) =>
    Effect.gen(function*() {
      const paused = yield* client.connections.pause({ params: { id: "wh" }, payload: { because: "stocktaking" } })
      assert.strictEqual(paused.paused?.because, "stocktaking")
      yield* create(w)
      assert.strictEqual(w.warehouse.orders.length, 0)
      const { items } = yield* client.connections.list({})
      assert.strictEqual(items.find(({ id }) => id === "wh")?.waitingIntents, 1)
      const { items: [one] } = yield* client.orders.show({ params: { number: "SO-1" }, query: {} })
      assert.include(one!.message, "connections resume wh")
      const resumed = yield* client.connections.resume({ params: { id: "wh" } })
      assert.deepInclude(resumed, { released: 1 })
      assert.isUndefined(resumed.connection.paused)
      yield* until(Effect.sync(() => w.warehouse.orders.length === 1))
      const unknown = yield* Effect.flip(client.connections.resume({ params: { id: "nobody" } }))
      assert.strictEqual(unknown._tag, "NotFound")
    }))

  inWorld("a connection is shown with how it does", {}, (w, client) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* pass(15_000)
      const shown = yield* client.connections.show({ params: { id: "wh" } })
      assert.deepInclude(shown, { plugin: "warehouse-fake", contract: "warehouse/v1", openOrders: 1, waitingIntents: 0, deadDeliveries: 0 })
      assert.isDefined(shown.lastPolledAt)
      assert.deepStrictEqual(shown.links.map(({ scope }) => scope), ["warehouse:acc-1"])
      assert.include(shown.offers, "listStock")
    }))

  inWorld("an ERP connection is shown with how its endpoint does and what is held there", {}, (w, client) =>
    Effect.gen(function*() {
      const shown = client.connections.show({ params: { id: "books" } })
      assert.deepInclude(yield* shown, { dueDeliveries: 0, heldDeliveries: 0, deadDeliveries: 0 })
      w.erp.plan(...Array.from({ length: 6 }, () => "unreachable" as const))
      for (const at of [1, 2, 3, 4, 5, 6]) yield* create(w, order(`SO-${at}`))
      yield* until(Effect.map(shown, ({ endpoint, failingSince }) => endpoint?.closedUntil !== undefined && failingSince !== undefined))
      const { endpoint } = yield* shown
      assert.isAtLeast(endpoint!.failures, 5)
      assert.strictEqual(endpoint!.share, 1)
      w.erp.planFor("ASN-1", "refuse")
      yield* createAsn(w)
      for (const good of [4, 7, 10]) {
        w.warehouse.asns[0]!.phase = "receiving"
        w.warehouse.asns[0]!.received.set("SKU-1", { good, bad: 0 })
        yield* pass(15_000, 1000)
      }
      yield* until(Effect.map(shown, ({ deadDeliveries, heldDeliveries }) => deadDeliveries === 1 && heldDeliveries > 0), 600_000, 1000)
      yield* until(Effect.map(shown, ({ endpoint, failingSince }) => endpoint?.failures === 0 && failingSince === undefined), 600_000, 1000)
    }))

  inWorld("a test of a connection reads only, and names what fails", {}, (w, client) =>
    Effect.gen(function*() {
      const works = yield* client.connections.test({ params: { id: "wh" } })
      assert.isTrue(works.ok)
      assert.deepStrictEqual(works.steps.map(({ step }) => step), ["address", "credentials", "warehouses", "channels", "stock", "orders"])
      assert.deepStrictEqual(w.warehouse.calls.filter((call) => !/^(?:list|get)/.test(call)), [])
      w.warehouse.plan("listWarehouses", "credential")
      const refused = yield* client.connections.test({ params: { id: "wh" } })
      assert.isFalse(refused.ok)
      assert.deepInclude(refused.steps.at(-1), { step: "credentials", outcome: "failed" })
      const erp = yield* client.connections.test({ params: { id: "books" } })
      assert.isTrue(erp.ok)
    }))

  inWorld("an order with an unmapped name waits, is listed with similar names, and is sent once the row exists (U-145)", { links: [{ mapping: "required" }] }, (w, client) =>
    Effect.gen(function*() {
      yield* client.maps.set({ payload: { kind: "sku", ours: "E-0", theirs: "SKU-0" } })
      yield* create(w)
      assert.strictEqual(w.warehouse.orders.length, 0)
      const { items: [unmatched], notes } = yield* client.maps.unmatched({ query: {} })
      assert.deepInclude(unmatched, { link: "warehouse:acc-1", kind: "sku", name: "E-1", times: 1 })
      assert.deepStrictEqual(notes, [])
      const { items: [waiting] } = yield* client.intents.list({ query: {} })
      assert.include(waiting?.heldBecause, "\"E-1\" has no row")
      const lists = yield* Effect.forEach([{ open: true }, { open: false }, { toLookAt: true }], (query) => client.orders.list({ query }))
      assert.deepStrictEqual(lists.map(({ items }) => items.map(({ number }) => number)), [["SO-1"], [], []])
      const set = yield* client.maps.set({ payload: { kind: "sku", ours: "E-1", theirs: "SKU-1" } })
      assert.deepInclude(set, { link: "warehouse:acc-1", rows: 1, released: 1 })
      yield* until(Effect.sync(() => w.warehouse.orders.length === 1))
      assert.strictEqual((yield* client.maps.unmatched({ query: {} })).items.length, 0)
    }))

  inWorld("similar names of the peer are suggested and none is taken by itself (U-145)", { links: [{ mapping: "required" }] }, (w, client) =>
    Effect.gen(function*() {
      yield* client.maps.import({ payload: { csv: "kind,ours,theirs\nsku,MUG,SKU-MUG-BLUE\nsku,CUP,SKU-CUP\n" } })
      const line = order("SO-1").lines[0]
      yield* create(w, order("SO-1", { lines: [{ ...line, erpSku: "MUG-BLUE" }] }))
      const { items: [unmatched] } = yield* client.maps.unmatched({ query: {} })
      assert.strictEqual(unmatched?.suggestions[0]?.theirs, "SKU-MUG-BLUE")
      yield* pass(5000)
      assert.strictEqual(w.warehouse.orders.length, 0)
    }))

  inWorld("unmatched names are listed even if the peer lists none, and the answer says so (U-145)", { links: [{ mapping: "required" }] }, (w, client) =>
    Effect.gen(function*() {
      yield* create(w)
      w.warehouse.plan("listWarehouses", "unreachable")
      const { items, notes } = yield* client.maps.unmatched({ query: {} })
      assert.strictEqual(items.length, 1)
      assert.match(notes.join(), /wh did not return its list of names \(sku\): the peer could not be reached/)
    }))

  inWorld("a table is exported as CSV and imported again; an invalid import lists every problem and changes nothing", {}, (_, client) =>
    Effect.gen(function*() {
      const csv = "kind,ours,theirs\r\nwarehouse,MAIN,WH-1\r\nchannel,\"DHL, fast\",STD\r\nsku,E-1,SKU-1\r\n"
      const imported = yield* client.maps.import({ payload: { csv } })
      assert.deepInclude(imported, { rows: 3, released: 0 })
      assert.strictEqual(yield* client.maps.export({ query: {} }), csv)
      assert.strictEqual(yield* client.maps.export({ query: { kind: "sku" } }), "kind,ours,theirs\r\nsku,E-1,SKU-1\r\n")
      const refused = yield* Effect.flip(client.maps.import({ payload: { csv: "kind,ours,theirs\nsku,E-2,SKU-2\nhat,E-3,SKU-3\n" } }))
      assert.deepInclude(refused, { _tag: "Invalid", path: "/payload/csv" })
      const { items } = yield* client.maps.list({ query: {} })
      assert.deepStrictEqual(items.map(({ kind, ours, source }) => `${kind} ${ours} ${source}`), ["warehouse MAIN file", "channel DHL, fast file", "sku E-1 file"])
      assert.strictEqual((yield* client.maps.remove({ query: { kind: "sku", ours: "E-1" } })).rows, 1)
      assert.strictEqual((yield* client.maps.remove({ query: { kind: "sku", ours: "E-1" } })).rows, 0)
    }))

  inWorld("a table is filled from the peer's lists and overwrites no row", {}, (w, client) =>
    Effect.gen(function*() {
      const line = order("SO-1").lines[0]
      for (let at = 0; at < 250; at += 50) {
        yield* create(w, order(`SO-${at}`, { lines: Array.from({ length: 50 }, (_, index) => ({ ...line, sku: `SKU-${at + index}` })) as never }))
      }
      yield* client.maps.set({ payload: { kind: "sku", ours: "OWN", theirs: "SKU-7" } })
      const filled = yield* client.maps.fillFromPeer({ payload: { kind: "sku" } })
      assert.deepInclude(filled, { found: 250, added: 249, kept: 1, others: 0 })
      const again = yield* client.maps.fillFromPeer({ payload: { kind: "sku" } })
      assert.deepInclude(again, { added: 0, kept: 250 })
      assert.deepInclude(yield* client.maps.fillFromPeer({ payload: { kind: "warehouse" } }), { found: 1, added: 1 })
      assert.deepInclude(yield* client.maps.fillFromPeer({ payload: { kind: "channel" } }), { found: 1, added: 1 })
      const own = yield* client.maps.set({ payload: { kind: "sku", ours: "E-8", theirs: "SKU-8" } })
      assert.deepStrictEqual(own.notes, [])
      const rows = yield* client.maps.list({ query: { kind: "sku" } })
      assert.deepStrictEqual(rows.items.filter(({ theirs }) => theirs === "SKU-8").map(({ ours }) => ours), ["E-8"])
      const double = yield* client.maps.set({ payload: { kind: "sku", ours: "E-9", theirs: "SKU-8" } })
      assert.include(double.notes.join(), "SKU-8 is mapped from E-8 and E-9")
    }))

  inWorld("of a shared connection each link is filled with its own names", { links: [{ prefix: "A-" }, { id: "acc-2", secretKey: "secret-key-2", prefix: "B-" }] }, (w, client) =>
    Effect.gen(function*() {
      yield* create(w)
      yield* create(w, order("SO-1"), w.composed.links[1]!)
      const filled = yield* client.maps.fillFromPeer({ payload: { kind: "sku", link: "acc-2" } })
      assert.deepInclude(filled, { link: "warehouse:acc-2", found: 2, added: 1, others: 1 })
      const { items } = yield* client.maps.list({ query: { link: "warehouse:acc-2" } })
      assert.deepStrictEqual(items.map(({ ours, theirs }) => [ours, theirs]), [["SKU-1", "B-SKU-1"]])
    }))

  inWorld("a peer that fails while its lists are read is a failure of the peer", {}, (w, client) =>
    Effect.gen(function*() {
      w.warehouse.plan("listChannels", "credential")
      const failed = yield* Effect.flip(client.maps.fillFromPeer({ payload: { kind: "channel" } }))
      assert.deepInclude(failed, { _tag: "PeerFailed", code: "CredentialRejected" })
    }))

  inWorld("drift is listed, the newest first", {}, (_, client) =>
    Effect.gen(function*() {
      const reporting = (yield* Connections).drift("wh")
      yield* reporting.report({ where: "getOrderList", path: "/data/3/status", message: "a word that no table lists" })
      yield* TestClock.adjust(1000)
      yield* reporting.report({ where: "getOrderList", path: "/data/4/status", message: "a word that no table lists" })
      yield* reporting.report({ where: "channels", path: "/x", message: "another" })
      const { items } = yield* client.runner.drift({ query: { scope: "wh" } })
      assert.deepStrictEqual(items.map(({ path, times }) => [path, times]), [["/x", 1], ["/data/*/status", 2]])
      assert.deepStrictEqual((yield* client.runner.drift({ query: { scope: "other" } })).items, [])
    }))

  inWorld("shows warnings about a composition that runs", { links: [{ signing: "lenient" }] }, (_, client) =>
    Effect.gen(function*() {
      const check = yield* client.runner.composition({})
      assert.deepInclude(check, { ok: true, connections: 2, links: 1, receivers: 0 })
      assert.deepStrictEqual(check.notes.map(({ path }) => path), ["/links/0/signing"])
    }))

  inWorld("says that the database does not answer", {}, (_, client) =>
    Effect.gen(function*() {
      const db = yield* Database
      yield* db.query("drop table drift")
      const failed = yield* Effect.flip(client.runner.drift({ query: {} }))
      assert.deepInclude(failed, { _tag: "Unavailable", code: "DATABASE_UNAVAILABLE" })
    }))
})
