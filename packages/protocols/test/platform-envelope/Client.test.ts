import { assert, describe, it } from "@effect/vitest"
import { type PlatformOrder, PlatformV1, type Transport } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Client } from "../../src/platform-envelope/index.ts"
import * as samples from "./samples.ts"
import { AdapterError, answeredWith, at, books, clientOf, figure, joined, lastSent, order, parcel, pdf, product, profile, tracking, window } from "./support.ts"

const page = { limit: 100 }

describe("a call", () => {
  it.effect("carries tokens, the request domain and further credentials as headers where they are set (P-012 P-013 P-014 P-017 P-018)", () =>
    Effect.gen(function*() {
      const { call, client, kept } = joined({ client: { authorJson: [{ authorKey: "region", authorValue: Redacted.make("éu") }] }, server: { allowApiUrl: () => true } })
      yield* call.listLocations({})
      assert.containsAllKeys(lastSent(kept).headers, ["authorJson"])
      assert.doesNotHaveAnyKeys(lastSent(kept).headers, ["accessToken", "refreshToken", "apiUrl"])
      assert.deepStrictEqual(JSON.parse(lastSent(kept).headers["authorJson"]!), [{ authorKey: "region", authorValue: "éu" }])
      yield* client.handlers({ accessToken: Redacted.make("at"), refreshToken: Redacted.make("rt") }).listLocations({})
      const { headers } = lastSent(kept)
      assert.deepStrictEqual([headers["accessToken"], headers["refreshToken"]], ["at", "rt"])
    }))

  it.effect("goes to apiUrl before the address of the service, and to a proxy before both, which learns the address behind it (P-011 P-015 P-016)", () =>
    Effect.gen(function*() {
      const sentTo = (more: Partial<Client.Settings>) => {
        const { call, kept } = joined({ client: more, server: { allowApiUrl: () => true } })
        return Effect.map(call.listLocations({}), () => [lastSent(kept).url.href, lastSent(kept).headers["apiUrl"]])
      }
      const [apiUrl, proxyUrl] = [new URL("https://api.example"), new URL("https://proxy.example/to/")]
      const path = "extApi/platform/getPlatformWarehouse"
      assert.deepStrictEqual(yield* sentTo({}), [`https://service.example/base/${path}`, undefined])
      assert.deepStrictEqual(yield* sentTo({ apiUrl }), [`https://api.example/${path}`, "https://api.example"])
      assert.deepStrictEqual(yield* sentTo({ proxyUrl }), [`https://proxy.example/to/${path}`, "https://service.example/base/"])
      assert.deepStrictEqual(yield* sentTo({ proxyUrl, apiUrl }), [`https://proxy.example/to/${path}`, "https://api.example"])
    }))

  it.effect("fails with the text of the failure, which from status 500 on may have happened after the work (P-388 P-390 U-09)", () =>
    Effect.gen(function*() {
      for (const status of [200, 400, 500]) {
        const reason = yield* Effect.flip(answeredWith({ success: false, message: "shop is closed" }, {}, status).call.listLocations({}))
        const fault = { code: "", message: "shop is closed" }
        assert.deepStrictEqual([reason._tag, "fault" in reason && reason.fault], [status < 500 ? "FaultUnlisted" : "PeerUnavailable", fault])
        const list = { success: true, shopId: 1, platformWarehouseList: [] }
        assert.deepStrictEqual(yield* answeredWith(list, {}, status).call.listLocations({}), { items: [] })
      }
      const toReason = () => new AdapterError.Rejected({ fault: { code: "C", message: "closed" } })
      assert.strictEqual((yield* Effect.flip(answeredWith({ success: false, message: "x" }, { toReason }).call.listLocations({})))._tag, "Rejected")
      assert.strictEqual((yield* Effect.flip(answeredWith("<html>", {}, 502).call.listLocations({})))._tag, "PeerUnavailable")
      assert.strictEqual((yield* Effect.flip(answeredWith({ success: "perhaps" }).call.listLocations({})))._tag, "ResponseInvalid")
    }))

  it.effect("takes no answer about another order for its own", () =>
    Effect.gen(function*() {
      const other = { success: true, onlineOrderId: "P-2", shopId: 1, trackNumber: "T", labelDataList: [] }
      const { call } = answeredWith(other)
      for (const attempt of [
        call.markReadyToShip({ onlineOrderId: "P-1", trackingNumber: "T", providerCode: "NV" }),
        call.createShipment({ onlineOrderId: "P-1", providerCode: "NV", providerName: "Ninja" }),
        call.cancelShipment({ onlineOrderId: "P-1", trackingNumber: "T" }),
        call.getLabels({ onlineOrderId: "P-1" })
      ] as ReadonlyArray<Effect.Effect<unknown, AdapterError.Reason>>) {
        const reason = yield* Effect.flip(attempt)
        assert.deepStrictEqual([reason._tag, reason.mayHaveApplied], ["ResponseInvalid", true])
      }
    }))
})

/** A client of a service that is a function. */
const joinedTo = (serve: (request: Transport.Request) => Effect.Effect<Transport.Response>, client: Partial<Client.Settings> = {}) => {
  const kept = books()
  return { kept, call: clientOf(kept, serve, client).handlers() }
}

/** A peer that answers page after page, and the requests that it got. */
const pages = (answers: ReadonlyArray<object>) => {
  const asked: Array<Record<string, unknown>> = []
  const serve = (request: Transport.Request) => {
    asked.push(JSON.parse(new URLSearchParams(request.body).get("content")!))
    return Effect.succeed({ status: 200, headers: [], body: JSON.stringify({ success: true, platform: "SHOPEE", shopId: 1, ...answers[asked.length - 1] }) })
  }
  return { asked, serve }
}

const orderNamed = (onlineOrderId: string) => ({ ...JSON.parse(JSON.stringify({ ...samples.order, shopId: 1 })), onlineOrderId })

/** Reads all pages of orders, as a caller of the contract does. */
const walk = Effect.fnUntraced(function*(call: Client.Handlers, asked: typeof PlatformV1.GetOrders.payload.Type) {
  const found: Array<PlatformOrder.PlatformOrder> = []
  let cursor: string | undefined
  do {
    const answer: typeof PlatformV1.GetOrders.success.Type = yield* call.getOrders({ ...asked, ...(cursor !== undefined && { cursor }) })
    found.push(...answer.items)
    cursor = answer.nextCursor
  } while (cursor !== undefined)
  return found.map(({ onlineOrderId }) => onlineOrderId)
})

describe("reading orders", () => {
  it.effect("goes on with the next page until isLastPage says the last one, and asks for times of 13 digits (P-217 P-218 P-222 P-001 P-362)", () =>
    Effect.gen(function*() {
      const { asked, serve } = pages([
        { isLastPage: false, currentPageNo: 1, pageCount: 1, orderInfoList: [orderNamed("A")] },
        { isLastPage: "0", orderInfoList: [orderNamed("B")] },
        { isLastPage: 1, orderInfoList: [orderNamed("C")] }
      ])
      const { call } = joinedTo(serve)
      assert.deepStrictEqual(yield* walk(call, { ...page, ...window }), ["A", "B", "C"])
      assert.deepStrictEqual(asked.map(({ pageNo }) => pageNo), [1, 2, 3])
      for (const { PageSize, updateTimeEnd, updateTimeStart } of asked) {
        assert.deepStrictEqual([PageSize, updateTimeStart, updateTimeEnd], [100, Date.parse("2026-03-01"), Date.parse("2026-03-02")])
      }
    }))

  it.effect("asks a window longer than the configured slice in slices that overlap by 10 minutes (P-219)", () =>
    Effect.gen(function*() {
      const { asked, serve } = pages([
        { isLastPage: 1, orderInfoList: [orderNamed("A")] },
        { isLastPage: 0, orderInfoList: [orderNamed("B")] },
        { isLastPage: 1, orderInfoList: [orderNamed("C")] },
        { isLastPage: 1, orderInfoList: [] }
      ])
      const { call } = joinedTo(serve, { profile: profile({ updateWindowHours: "2" }) })
      const long = { updatedFrom: at("2026-03-01T00:00:00Z"), updatedTo: at("2026-03-01T05:00:00Z") }
      assert.deepStrictEqual(yield* walk(call, { ...page, ...long }), ["A", "B", "C"])
      const text = (millis: unknown) => DateTime.formatIso(DateTime.makeUnsafe(millis as number)).slice(11, 16)
      assert.deepStrictEqual(asked.map(({ pageNo, updateTimeEnd, updateTimeStart }) => [text(updateTimeStart), text(updateTimeEnd), pageNo]), [
        ["00:00", "02:00", 1],
        ["01:50", "03:50", 1],
        ["01:50", "03:50", 2],
        ["03:40", "05:00", 1]
      ])
    }))

  it.effect("ends with an error at a page that repeats the one before, or is another one (U-84)", () =>
    Effect.gen(function*() {
      const again = { isLastPage: 0, orderInfoList: [orderNamed("A")] }
      assert.strictEqual((yield* Effect.flip(walk(joinedTo(pages([again, again]).serve).call, { ...page, ...window })))._tag, "ResponseInvalid")
      const other = pages([{ isLastPage: 1, currentPageNo: 2, orderInfoList: [] }])
      assert.strictEqual((yield* Effect.flip(joinedTo(other.serve).call.getOrders({ ...page, ...window })))._tag, "ResponseInvalid")
    }))

  it.effect("ends with an error at an empty page that repeats an empty one, and after 10,000 pages (U-84)", () =>
    Effect.gen(function*() {
      const empty = { isLastPage: 0, orderInfoList: [] }
      const { asked, serve } = pages(Array.from({ length: 20 }, () => empty))
      assert.strictEqual((yield* Effect.flip(walk(joinedTo(serve).call, { ...page, ...window })))._tag, "ResponseInvalid")
      assert.lengthOf(asked, 2)
      // Records that cannot be read may differ from page to page.
      const unread = { isLastPage: 0, orderInfoList: [{ ...orderNamed("B"), erpOrderStatus: "LOST" }] }
      const mixed = pages([unread, unread, { isLastPage: 1, orderInfoList: [orderNamed("A")] }])
      assert.deepStrictEqual(yield* walk(joinedTo(mixed.serve).call, { ...page, ...window }), ["A"])
      const more = pages([{ isLastPage: 0, orderInfoList: [orderNamed("A")] }, { isLastPage: 0, orderInfoList: [orderNamed("A")] }])
      const { call } = joinedTo(more.serve)
      assert.strictEqual((yield* call.getOrders({ ...page, ...window, cursor: "0.9999.x" })).nextCursor?.split(".")[1], "10000")
      assert.strictEqual((yield* Effect.flip(call.getOrders({ ...page, ...window, cursor: "0.10000.x" })))._tag, "ResponseInvalid")
    }))

  it.effect("asks for numbers once, without a window and its slices (P-216 U-99)", () =>
    Effect.gen(function*() {
      const { asked, serve } = pages([{ isLastPage: 1, orderInfoList: [orderNamed("A")] }])
      const { call } = joinedTo(serve, { profile: profile({ updateWindowHours: "2" }) })
      assert.deepStrictEqual(yield* walk(call, { ...page, ...window, onlineOrderIds: ["A"] }), ["A"])
      assert.lengthOf(asked, 1)
      assert.doesNotHaveAnyKeys(asked[0], ["updateTimeStart", "updateTimeEnd"])
    }))

  it.effect("names an order that cannot be read, and leaves out those of another shop", () =>
    Effect.gen(function*() {
      const broken = { ...orderNamed("B"), erpOrderStatus: "LOST" }
      const foreign = { ...orderNamed("C"), shopId: 2 }
      const { call, kept } = answeredWith({ success: true, platform: "SHOPEE", isLastPage: 1, orderInfoList: [orderNamed("A"), broken, foreign] })
      const found = yield* call.getOrders({ ...page, onlineOrderIds: ["A", "B"] })
      assert.deepStrictEqual([found.items.map(({ onlineOrderId }) => onlineOrderId), found.unreadable], [["A"], ["B"]])
      assert.sameMembers(kept.findings.map(({ path }) => path), ["/orderInfoList/1/erpOrderStatus", "/orderInfoList"])
    }))

  it.effect("marks a masked buyer, or names the order as unreadable where the profile says so (P-078)", () =>
    Effect.gen(function*() {
      const masked = { ...orderNamed("A"), buyerInfo: { ...samples.buyerInfo, receiverName: "J***", phone: "", email: "" } }
      const body = { success: true, platform: "SHOPEE", isLastPage: 1, orderInfoList: [masked] }
      const { items: [found] } = yield* answeredWith(body).call.getOrders({ ...page, onlineOrderIds: ["A"] })
      assert.isTrue(found?.receiver.isMasked)
      assert.doesNotHaveAnyKeys(found!.receiver, ["phone", "email"])
      const refusing = answeredWith(body, { profile: profile({ maskedBuyer: "refuse" }) })
      assert.deepStrictEqual(yield* refusing.call.getOrders({ ...page, onlineOrderIds: ["A"] }), { items: [], unreadable: ["A"] })
      assert.lengthOf(refusing.kept.findings, 1)
    }))

  it.effect("takes the platform's warehouse from orders that are pulled (P-051)", () =>
    Effect.gen(function*() {
      const { call } = joined()
      const { items: [found] } = yield* call.getOrders({ ...page, onlineOrderIds: ["P-1"] })
      assert.deepStrictEqual([found?.locationId, found?.locationName], ["PW-1", "North"])
    }))

  it.effect("keeps the platform's message and the buyer as they are", () =>
    Effect.gen(function*() {
      const { call } = joined()
      const { items: [found] } = yield* call.getOrders({ ...page, onlineOrderIds: ["P-1"] })
      assert.strictEqual(Redacted.value(found!.raw), Redacted.value(order.raw))
      for (const [name, value] of Object.entries(order.receiver)) {
        const other = found!.receiver[name as keyof typeof order.receiver]
        assert.strictEqual(Redacted.isRedacted(other) ? Redacted.value(other) : other, Redacted.isRedacted(value) ? Redacted.value(value) : value)
      }
    }))
})

describe("reading products", () => {
  it.effect("goes on with the next page until isLastPage is true (P-276 P-392)", () =>
    Effect.gen(function*() {
      const sample = (id: string) => ({ ...JSON.parse(JSON.stringify(samples.product)), onlineItemId: id, onlineSkuStock: 7, warehouseStockList: [] })
      const { asked, serve } = pages([
        { isLastPage: false, itemInfoList: [sample("I-1")] },
        { isLastPage: true, itemInfoList: [sample("I-2")] }
      ])
      const { call } = joinedTo(serve)
      const first = yield* call.listProducts({ limit: 7, ...window })
      const second = yield* call.listProducts({ limit: 7, ...window, cursor: first.nextCursor! })
      assert.deepStrictEqual([first, second].map(({ items: [item] }) => item?.productId), ["I-1", "I-2"])
      assert.isUndefined(second.nextCursor)
      assert.deepStrictEqual(asked.map(({ pageNo, pageSize }) => [pageNo, pageSize]), [[1, 7], [2, 7]])
    }))

  it.effect("asks for ids with either time alone (P-261 P-262)", () =>
    Effect.gen(function*() {
      const { asked, serve } = pages([{ isLastPage: true, itemInfoList: [] }, { isLastPage: true, itemInfoList: [] }])
      const { call } = joinedTo(serve)
      yield* call.listProducts({ limit: 7, productIds: ["I-1"], updatedFrom: window.updatedFrom })
      yield* call.listProducts({ limit: 7, productIds: ["I-1"], updatedTo: window.updatedTo })
      assert.deepStrictEqual(asked.map(({ updateTimeEnd, updateTimeStart }) => [updateTimeStart, updateTimeEnd]), [
        [Date.parse("2026-03-01"), undefined],
        [undefined, Date.parse("2026-03-02")]
      ])
    }))

  it.effect("carries every member of a product", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual((yield* joined().call.listProducts({ ...page, variantIds: ["V-1"] })).items, [product])
    }))
})

describe("updating stock", () => {
  const items = [{ productId: "I-1", stock: figure(1) }, { productId: "I-2", variantId: "V-2", stock: figure(2) }, { productId: "I-3", stock: figure(3) }] as const

  it.effect("tells the failures of the articles that the platform refused, and of no other (P-297 P-298 P-389)", () =>
    Effect.gen(function*() {
      const { asked, serve } = pages([
        { failureList: [{ onlineItemId: "I-1", onlineSkuId: "", platformWarehouseId: "", failedReason: "locked" }] },
        {},
        { failureList: [{ onlineItemId: "I-3" }] }
      ])
      const { call, kept } = joinedTo(serve)
      const { failures } = yield* call.updateStock({ items })
      assert.deepStrictEqual(failures[0], { productId: "I-1", reason: "locked" })
      assert.deepStrictEqual(failures.map(({ productId }) => productId), ["I-1", "I-3"])
      assert.deepStrictEqual(asked.map(({ onlineItemId, onlineStock }) => [onlineItemId, onlineStock]), [["I-1", 1], ["I-2", 2], ["I-3", 3]])
      assert.isNotEmpty(kept.findings)
    }))

  it.effect("makes a refusal the failure of one of several articles, and fails on any other reason", () =>
    Effect.gen(function*() {
      const answers = [{}, { success: false, message: "ORDER_NOT_FOUND: no such article" }, {}]
      const { call } = joinedTo(pages(answers).serve)
      assert.deepStrictEqual((yield* call.updateStock({ items })).failures.map(({ productId, variantId }) => [productId, variantId]), [["I-2", "V-2"]])
      const { call: plain } = joinedTo(pages([{}, { success: false, message: "article is closed" }, {}]).serve)
      assert.deepStrictEqual((yield* plain.updateStock({ items })).failures.map(({ reason }) => reason), ["article is closed"])
      const { call: unsure } = joinedTo(pages([{}, { success: false, message: "DOUBTFUL: outcome not known yet" }, {}]).serve)
      assert.strictEqual((yield* Effect.flip(unsure.updateStock({ items })))._tag, "PeerUnavailable")
      const { call: alone } = joinedTo(pages(answers.slice(1)).serve)
      assert.strictEqual((yield* Effect.flip(alone.updateStock({ items: [items[0]] })))._tag, "Rejected")
    }))
})

describe("shipments", () => {
  it.effect("have labels as PDF or as links (P-127 P-128)", () =>
    Effect.gen(function*() {
      const list = [{ labelDataType: "PDF", labelData: pdf }, { labelDataType: "URL", labelData: "https://labels.example/1" }, { labelDataType: "PDF", labelData: "?" }]
      const { call, kept } = answeredWith({ success: true, onlineOrderId: "P-1", labelDataList: list })
      const found = yield* call.getLabels({ onlineOrderId: "P-1", items: parcel })
      assert.deepStrictEqual(found.items.map(({ format, kind, source }) => [kind, format, source._tag, source._tag === "Reference" ? "" : Redacted.value(source._tag === "Content" ? source.base64 : source.url)]), [
        ["label", "PDF", "Content", pdf],
        ["label", "PDF", "Link", "https://labels.example/1"]
      ])
      assert.deepStrictEqual(kept.findings.map(({ path }) => path), ["/labelDataList/2/labelData"])
      const none = answeredWith({ success: true, onlineOrderId: "P-1", labelDataList: list.slice(2) })
      assert.strictEqual((yield* Effect.flip(none.call.getLabels({ onlineOrderId: "P-1" })))._tag, "ResponseInvalid")
      // A shipment exists although its label cannot be read.
      const { call: created } = answeredWith({ success: true, onlineOrderId: "P-1", trackNumber: "T", labelDataList: list.slice(2) })
      assert.deepStrictEqual(yield* created.createShipment({ onlineOrderId: "P-1", providerCode: "NV", providerName: "N" }), { trackingNumber: "T", documents: [] })
    }))

  it.effect("need the platform's id of the shop for labels", () =>
    Effect.gen(function*() {
      const { call, kept } = joined({ client: { onlineShopId: undefined as never } })
      const reason = yield* Effect.flip(call.getLabels({ onlineOrderId: "P-1" }))
      assert.strictEqual(reason._tag, "RequestInvalid")
      assert.deepStrictEqual(kept.requests, [])
    }))

  it.effect.each([
    ["CREATED", "created", "P-159"],
    ["AVAILABLE_FOR_PICKUP", "availableForPickup", "P-160"],
    ["IN_TRANSIT", "inTransit", "P-161"],
    ["OUT_FOR_DELIVERY", "outForDelivery", "P-162"],
    ["DELIVERED", "delivered", "P-163"],
    ["NOT_FOUND", "notFound", "P-164"],
    ["CANCEL", "cancelled", "P-165"],
    ["HELD_BY_CUSTOMS", "unknown", "P-166"]
  ] as const)("are %s as %s (%s)", ([status, phase]) =>
    Effect.gen(function*() {
      const body = { success: true, logisticsStatus: status, eventList: [] }
      assert.deepStrictEqual(yield* answeredWith(body).call.trackParcel({ onlineOrderId: "P-1" }), { phase, status, events: [] })
      const { call, kept } = joined({ answers: { trackParcel: () => ({ ...tracking, phase, status }) } })
      yield* call.trackParcel({ packageNumber: "K-1" })
      assert.strictEqual(JSON.parse(kept.responses[0]!.body).logisticsStatus, status)
    }))

  it.effect("are not asked for without an order and a package (P-347)", () =>
    Effect.gen(function*() {
      const { call, kept } = joined()
      const reason = yield* Effect.flip(call.trackParcel({}))
      assert.deepStrictEqual(reason, new AdapterError.RequestInvalid({ path: "/onlineOrderId", message: "is missing; send it, or packageNumber" }))
      assert.deepStrictEqual(kept.requests, [])
    }))
})

describe("the announcement of a shop", () => {
  it.effect("tells that it may be used, and that it is locked, from the ERP to the service (P-003 P-005 P-381 P-382)", () =>
    Effect.gen(function*() {
      const { call, kept } = joined()
      for (const isLocked of [false, true, false]) yield* call.setShopAccess({ isLocked, callbackUrl: new URL("https://erp.example/push?x=1") })
      const contents = kept.requests.map(({ body }) => JSON.parse(new URLSearchParams(body).get("content")!))
      assert.deepStrictEqual(contents.map(({ status }) => status), ["UNLOCK", "LOCK", "UNLOCK"])
      assert.deepStrictEqual(contents[0], { platform: "SHOPEE", customerId: 5, shopId: 1, onlineShopId: "S-1", webHookUrl: "https://erp.example/push?x=1", status: "UNLOCK" })
    }))

  it.effect("needs a customer", () =>
    Effect.gen(function*() {
      const { call } = joined({ client: { customerId: undefined as never } })
      const reason = yield* Effect.flip(call.setShopAccess({ isLocked: false, callbackUrl: new URL("https://erp.example/") }))
      assert.strictEqual(reason._tag === "RequestInvalid" && reason.path, "/customerId")
      yield* call.setShopAccess({ isLocked: false, callbackUrl: new URL("https://erp.example/"), customerId: "9007199254740993" })
    }))
})
