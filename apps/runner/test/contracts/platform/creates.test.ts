/**
 * What an ERP creates at a shop: notices that a parcel is ready, and shipments. Each is sent once, and an outcome that is not known
 * is settled by a query.
 */
import { AdapterError, PlatformV1, Quantity } from "@crossdock/core"
import { assert } from "@effect/vitest"
import { platformSandboxOpen } from "@crossdock/platform-sandbox"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch } from "../../../src/contracts/platform/Dispatch.ts"
import { Intents } from "../../../src/intents/Intents.ts"
import { Database } from "../../../src/store/Database.ts"
import { onBothDatabases } from "../../support/Databases.ts"
import * as AdminWorld from "../../api/AdminWorld.ts"
import * as FakeShop from "../../support/FakeShop.ts"
import * as Shop from "../../support/Shop.ts"
import { during, inWorldOn, type Options, pass, type World } from "../../support/World.ts"

/** A platform whose answer to `createShipment` has the label. */
const labelling = PlatformV1.plugin({
  id: "platform-labelling",
  settings: Schema.Struct({}),
  limits: { ordersPerQuery: 2 },
  offers: ["createShipment"],
  make: () =>
    Effect.succeed({
      handlers: {
        getOrders: () => Effect.succeed({ items: [] }),
        createShipment: () => Effect.succeed({ trackingNumber: "T-1", carrierName: "Post", documents: [FakeShop.label("JVBERi0xLjQ=")] })
      }
    })
})

/** A platform that refuses whatever it is asked to do. */
const refusing = PlatformV1.plugin({
  id: "platform-refusing",
  settings: Schema.Struct({}),
  limits: { ordersPerQuery: 2 },
  offers: ["createShipment", "markReadyToShip"],
  make: () => {
    const refuse = () => Effect.fail(new AdapterError.FaultUnlisted({ fault: { code: "", message: "order cancelled by buyer" } }))
    return Effect.succeed({ handlers: { getOrders: () => Effect.succeed({ items: [] }), createShipment: refuse, markReadyToShip: refuse } })
  }
})

/** A platform that shows the latest tracking number of an order alone, and has no labels to ask for. */
const terseShop = () => {
  let latest: string | undefined
  let arranged = 0
  let isLost = false
  let shippedAt: DateTime.Utc | undefined
  /** The notices that reached it; the next ones do not. */
  const told: Array<string> = []
  let unheard = 0
  const plugin = PlatformV1.plugin({
    id: "platform-terse",
    settings: Schema.Struct({}),
    limits: { ordersPerQuery: 2, visibilityDelay: "1 second" },
    offers: ["createShipment", "markReadyToShip"],
    make: () =>
      Effect.succeed({
        handlers: {
          getOrders: () => Effect.sync(() => ({ items: [FakeShop.order("SO-1", 1000, { ...(latest !== undefined && { trackingNumber: latest }), ...(shippedAt && { shippedAt }) })] })),
          markReadyToShip: ({ trackingNumber }: typeof PlatformV1.ReportOutgoingParcel.payload.Type) =>
            Effect.suspend(() => {
              if (unheard-- > 0) return Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "the request was lost" }))
              latest = trackingNumber
              shippedAt = DateTime.makeUnsafe(2000)
              told.push(trackingNumber)
              return Effect.succeed({})
            }),
          createShipment: () =>
            Effect.suspend(() => {
              const trackingNumber = `T-${++arranged}`
              const lost = isLost
              isLost = false
              if (!lost) latest = trackingNumber
              return lost ? Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "the answer was lost" })) : Effect.succeed({ trackingNumber })
            })
        }
      })
  })
  return { plugin, arranged: () => arranged, losesNext: () => void (isLost = true), told, losesNotices: (count: number) => void (unheard = count) }
}

const provider = { providerCode: "SBX-POST", providerName: "Sandbox Post" }

onBothDatabases("what an ERP creates at a shop", (fresh) => {
  const inWorld = inWorldOn(fresh)
  const served: Options = { plugin: platformSandboxOpen, links: [{ protocol: "platform", shop: Shop.shop }], server: { callerDeadline: "5 seconds" } }

  const call = <O extends PlatformV1.AnyOperation>(w: World, operation: O, payload: O["payload"]["Type"]) =>
    Effect.flatMap(Dispatch, (dispatch) => during(dispatch.call(w.link, operation, payload, { content: JSON.stringify(payload, (_, value) => typeof value === "bigint" ? String(value) : value) })))
  const ready = (w: World, trackingNumber: string, lines?: Readonly<Record<string, number>>) =>
    call(w, PlatformV1.ReportOutgoingParcel, {
      onlineOrderId: "SO-1",
      trackingNumber,
      providerCode: "SBX-POST",
      ...(lines && { lines: Object.entries(lines).map(([lineId, quantity]) => ({ lineId, quantity: Quantity.of(quantity) })) as never })
    })
  const arrange = (w: World, items?: ReadonlyArray<readonly [productId: string, quantity: number]>) =>
    call(w, PlatformV1.CreateShipment, {
      onlineOrderId: "SO-1",
      ...provider,
      ...(items && { items: items.map(([productId, quantity]) => ({ productId, quantity: Quantity.of(quantity) })) as never })
    })
  /** The order as the platform has it, without the runner's records. */
  const order = Effect.flatMap(Connections, (connections) =>
    Effect.map(connections.invoke("wh", PlatformV1.GetOrders, { onlineOrderIds: ["SO-1"], limit: 10 }), ({ items: [found] }) => found!))
  const parcels = Effect.map(order, ({ fulfillments = [] }) =>
    fulfillments.map(({ lines, shippedAt, trackingNumber }) => [trackingNumber, shippedAt !== undefined, lines?.map(({ quantity }) => Quantity.toNumber(quantity))]))
  const lineIds = Effect.map(order, ({ lines }) => lines.map(({ lineId }) => lineId))
  const place = (...skus: ReadonlyArray<string>) => Shop.place({ onlineOrderId: "SO-1", goods: skus.map((sku) => ({ sku, quantity: 2 })) as never })
  const codeOf = <A>(work: Effect.Effect<A, { readonly code: string }, any>) => Effect.match(work, { onFailure: ({ code }) => code, onSuccess: () => "ok" })

  inWorld("are two parcels in two calls, each with its own items, and a repeat sends nothing (P-396 U-124)", served, (w) =>
    Effect.gen(function*() {
      yield* place("SKU-1001", "SKU-1002")
      const [one, two] = yield* lineIds
      yield* ready(w, "T-1", { [one!]: 2 })
      yield* ready(w, "T-2", { [two!]: 1 })
      yield* ready(w, "T-1", { [one!]: 2 })
      assert.deepStrictEqual(yield* parcels, [["T-1", true, [2]], ["T-2", true, [1]]])
      assert.strictEqual(yield* codeOf(ready(w, "T-1", { [one!]: 1 })), "DIFFERENT_CONTENT")
      const db = yield* Database
      assert.deepStrictEqual(
        (yield* db.query("select kind, number, is_open from entity where kind = 'fulfillment' order by number")).map((row) => Object.values(row)),
        [["fulfillment", "SO-1:T-1", 0], ["fulfillment", "SO-1:T-2", 0]]
      )
    }))

  for (const sku of ["LOST_ANSWER", "ERROR_PAGE", "GARBLED_ANSWER"]) {
    inWorld(`take effect once when the answer is lost, and the caller gets success (${sku}) (P-396)`, served, (w) =>
      Effect.gen(function*() {
        yield* place(sku)
        const { trackingNumber } = yield* arrange(w)
        assert.deepStrictEqual(yield* arrange(w), { trackingNumber, carrierName: "Sandbox Post" })
        assert.deepStrictEqual(yield* parcels, [[trackingNumber, false, undefined]])
        yield* ready(w, trackingNumber)
        yield* ready(w, trackingNumber)
        assert.deepStrictEqual(yield* parcels, [[trackingNumber, true, undefined]])
      }))
  }

  inWorld("that had no effect are answered DOUBTFUL, and sent again only when the ERP repeats them (P-396 U-141)", served, (w) =>
    Effect.gen(function*() {
      yield* place("FAIL_ONCE")
      assert.strictEqual(yield* codeOf(ready(w, "T-1")), "DOUBTFUL")
      yield* pass(60_000, 500)
      assert.deepStrictEqual(yield* parcels, [])
      yield* ready(w, "T-1")
      assert.deepStrictEqual(yield* parcels, [["T-1", true, undefined]])
    }))

  inWorld("that a person knows to have had an effect are decided without a number of the shop, which has none", served, (w) =>
    Effect.gen(function*() {
      yield* place("FAIL_ONCE")
      assert.strictEqual(yield* codeOf(ready(w, "T-1")), "DOUBTFUL")
      const intents = yield* Intents
      const intent = Effect.flatMap(Database, (db) => Effect.map(db.one("select id, state from intent"), (row) => row!))
      const decide = (isConfirmed: boolean) => Effect.flatMap(intent, ({ id }) => during(intents.decide(id, { who: "Ada", decision: "Delivered", isConfirmed })))
      const refused = yield* Effect.flip(Effect.catchTag(decide(false), "DatabaseFailed", Effect.die))
      assert.deepStrictEqual([refused.code, refused.message.includes("--peer-number"), refused.message.includes("--yes")], ["NOT_PROVEN", false, true])
      yield* decide(true)
      assert.strictEqual((yield* intent).state, "Delivered")
    }))

  inWorld("that the shop refuses in words that nobody lists are told with them at once, and sent once (P-396 U-10)", { ...served, plugin: refusing }, (w) =>
    Effect.gen(function*() {
      for (const create of [Effect.asVoid(ready(w, "T-1")), Effect.asVoid(arrange(w))]) {
        const begun = yield* Clock.currentTimeMillis
        assert.deepInclude(yield* Effect.flip(create), { code: "PLATFORM_FAULT", message: "order cancelled by buyer" })
        assert.isAtMost((yield* Clock.currentTimeMillis) - begun, 200)
        assert.match((yield* Effect.flip(create)).message, /^order cancelled by buyer \(answered before; the platform is not called/)
      }
      const db = yield* Database
      assert.deepStrictEqual((yield* db.query("select state, attempt from intent order by entity")).map((row) => [row.state, row.attempt]), [["Dead", 1], ["Dead", 1]])
    }))

  inWorld("that nobody received are sent again at once", served, (w) =>
    Effect.gen(function*() {
      yield* place("UNREACHABLE_ONCE")
      yield* ready(w, "T-1")
      assert.deepStrictEqual(yield* parcels, [["T-1", true, undefined]])
    }))

  inWorld("are stored without the labels of their answer, which are personal data (P-380)", { ...served, plugin: labelling }, (w) =>
    Effect.gen(function*() {
      const { documents = [], ...arranged } = yield* arrange(w)
      assert.deepStrictEqual([arranged, documents.length], [{ trackingNumber: "T-1", carrierName: "Post" }, 1])
      assert.deepStrictEqual(yield* arrange(w), { trackingNumber: "T-1", carrierName: "Post" }, "a repeat has no label")
      const db = yield* Database
      const rows = yield* db.query("select result from intent")
      assert.deepStrictEqual(rows.map(({ result }) => JSON.parse(result)), [{ trackingNumber: "T-1", carrierName: "Post" }])
    }))

  inWorld("are in the list of records of the admin API, closed once the platform has accepted them", served, (w) =>
    Effect.gen(function*() {
      yield* place("SKU-1001")
      const { trackingNumber } = yield* arrange(w)
      yield* ready(w, trackingNumber)
      const client = yield* AdminWorld.client(w)
      const { items } = yield* client.orders.list({ query: { kind: "shipment" } })
      assert.deepStrictEqual(items.map(({ kind, number }) => [kind, number]), [["shipment", "SO-1:SBX-POST:all"]])
      const shown = yield* client.orders.show({ params: { number: `SO-1:${trackingNumber}` }, query: {} })
      assert.deepStrictEqual(shown.items.map(({ isOpen, kind, message }) => [kind, isOpen, message]), [["fulfillment", false, "accepted"]])
      const { items: [one] } = yield* client.orders.show({ params: { number: "SO-1:SBX-POST:all" }, query: {} })
      assert.strictEqual(one?.message, `accepted (number there: ${trackingNumber})`)
    }))

  inWorld("are refused in the words of the platform, and may be tried again", served, (w) =>
    Effect.gen(function*() {
      yield* place("NO_CARRIER")
      assert.strictEqual(yield* codeOf(arrange(w)), "NO_CARRIER")
      assert.strictEqual(yield* codeOf(arrange(w)), "NO_CARRIER")
      assert.deepStrictEqual(yield* parcels, [])
    }))

  inWorld("are shipments of their own for other items, and none is taken for another (P-396)", served, (w) =>
    Effect.gen(function*() {
      yield* place("SKU-1001", "LOST_ANSWER")
      const first = yield* arrange(w, [["P-1001", 1]])
      const second = yield* arrange(w, [["P-1001", 1], ["LOST_ANSWER", 2]])
      assert.notStrictEqual(first.trackingNumber, second.trackingNumber)
      assert.deepStrictEqual(yield* parcels, [[first.trackingNumber, false, [1]], [second.trackingNumber, false, [2, 1]]])
      assert.strictEqual((yield* arrange(w, [["LOST_ANSWER", 2], ["P-1001", 1]])).trackingNumber, second.trackingNumber)
    }))

  const terse = terseShop()
  inWorld("are not sent again while the platform shows only the tracking number of another one (P-396)", { ...served, plugin: terse.plugin }, (w) =>
    Effect.gen(function*() {
      yield* ready(w, "T-OTHER")
      terse.losesNext()
      assert.strictEqual(yield* codeOf(arrange(w, [["P-1", 1]])), "DOUBTFUL")
      yield* pass(200_000, 1000)
      assert.strictEqual(yield* codeOf(arrange(w, [["P-1", 1]])), "DOUBTFUL")
      assert.strictEqual(terse.arranged(), 1)
    }))

  const deaf = terseShop()
  inWorld("are notices that are sent again while the platform shows the number of a shipment that it has arranged (oracle L1)", { ...served, plugin: deaf.plugin }, (w) =>
    Effect.gen(function*() {
      const { trackingNumber } = yield* arrange(w, [["P-1", 1]])
      deaf.losesNotices(1)
      yield* codeOf(ready(w, trackingNumber))
      yield* pass(60_000, 1000)
      for (const _ of [1, 2]) assert.strictEqual(yield* codeOf(ready(w, trackingNumber)), "ok")
      assert.deepStrictEqual(deaf.told, [trackingNumber])
    }))

  const latestOnly = terseShop()
  inWorld("are notices that are sent again while the platform shows the number of another parcel (oracle L2)", { ...served, plugin: latestOnly.plugin }, (w) =>
    Effect.gen(function*() {
      yield* ready(w, "T-OTHER")
      latestOnly.losesNotices(1)
      yield* codeOf(ready(w, "T-2"))
      yield* pass(60_000, 1000)
      for (const _ of [1, 2]) assert.strictEqual(yield* codeOf(ready(w, "T-2")), "ok")
      assert.deepStrictEqual(latestOnly.told, ["T-OTHER", "T-2"])
    }))

  inWorld("are shipments that are arranged anew after they were cancelled", served, (w) =>
    Effect.gen(function*() {
      yield* place("SKU-1001")
      const first = yield* arrange(w)
      const cancel = (trackingNumber: string) => call(w, PlatformV1.CancelShipment, { onlineOrderId: "SO-1", trackingNumber, reason: "sold out" })
      yield* cancel(first.trackingNumber)
      yield* cancel(first.trackingNumber)
      assert.deepStrictEqual(yield* parcels, [])
      const second = yield* arrange(w)
      assert.notStrictEqual(second.trackingNumber, first.trackingNumber)
      assert.deepStrictEqual(yield* parcels, [[second.trackingNumber, false, undefined]])
      yield* ready(w, second.trackingNumber)
      assert.strictEqual(yield* codeOf(cancel(second.trackingNumber)), "ALREADY_SHIPPED")
      assert.strictEqual(yield* codeOf(cancel("T-9")), "SHIPMENT_NOT_FOUND")
    }))
})
