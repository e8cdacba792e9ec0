/** The rows of variants.md that touch the gateway, across a wire: what is read, what is written, what an option changes. */
import { Json, Money, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Profile } from "../../src/gateway/index.ts"
import * as Wire from "../../src/wire/index.ts"
import { request, signOf } from "./raw.ts"
import * as samples from "./samples.ts"
import {
  answeredWith,
  asn,
  asnNo,
  at,
  inboundStatus,
  joined,
  lastAnswer,
  lastSent,
  level,
  linked,
  order,
  orderNo,
  product,
  profile,
  selfShipped
} from "./support.ts"

const stock = { warehouseCode: "WH-1", limit: 100 }

/** A value whose members a test names as it likes. */
const loose = (value: unknown): ReturnType<typeof JSON.parse> => value

/** What a message becomes when it is read in another form. */
const read = (message: string, changes: Record<string, Json.Json | undefined>) => {
  const { sample, table } = samples.subjects[message]!
  const json = Object.fromEntries(Object.entries({ ...sample, ...changes }).filter(([, value]) => value !== undefined))
  const { findings, problems, value } = Wire.read(table, json as Json.JsonObject)
  return { value: loose(value), problems, findings }
}

const written = (message: string, options: Parameters<typeof profile>[0] = {}) => {
  const { sample, table } = samples.subjects[message]!
  const { value } = Wire.read(table, sample)
  const { json, problems } = Wire.write(table, value as never, { ...Wire.Context.standard, profile: profile(options) })
  assert.deepStrictEqual(problems, [])
  return JSON.parse(Json.stringify(json!))
}

/** Sends an order with a profile; what was written, and what was understood. */
const sent = (sentOrder: typeof order, options: Parameters<typeof profile>[0] = {}) =>
  Effect.gen(function*() {
    const { client, kept } = joined({ client: { profile: profile(options) }, account: { signing: "lenient" } })
    yield* client.createOutboundOrder(sentOrder)
    return { ...lastSent(kept), understood: kept.dispatched[0]?.payload, kept }
  })

describe("rows 01 to 16", () => {
  it.effect("a self-shipped order is OWN_PAKAGE, or OWN_PACKAGE where the profile says so, and both are read (X-101 X-201 X-301 G-048 G-049)", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* sent(selfShipped)).body.packageType, "OWN_PAKAGE")
      for (const spelling of Profile.options.selfShipped) {
        const { body, understood } = yield* sent(selfShipped, { selfShipped: spelling })
        assert.strictEqual(body.packageType, spelling)
        assert.deepStrictEqual(understood, selfShipped)
        assert.strictEqual((yield* sent(order, { selfShipped: spelling })).body.packageType, "NORMAL")
      }
    }))

  it.effect("success is read as boolean and as text, and written as boolean (X-104 X-204)", () =>
    Effect.gen(function*() {
      for (const success of [true, "true", "TRUE"]) {
        const result = { success, warehouseOrderNumber: "W" }
        assert.deepStrictEqual(yield* answeredWith({ success, result }).client.createOutboundOrder(order), { warehouseOrderNumber: "W" })
      }
      for (const success of ["yes", 1, "1"]) {
        assert.strictEqual((yield* Effect.flip(answeredWith({ success }).client.createOutboundOrder(order)))._tag, "ResponseInvalid")
      }
      const { client, kept } = joined()
      yield* client.createOutboundOrder(order)
      assert.deepStrictEqual([lastAnswer(kept).success, lastAnswer(kept).result.success], [true, true])
    }))

  it.effect("isLastPage is read from true, 1 and their texts, and written as a boolean (X-105 X-205)", () =>
    Effect.gen(function*() {
      for (const [given, isLast] of [[true, true], [1, true], ["true", true], ["1", true], [false, false], [0, false], ["false", false], ["0", false]] as const) {
        const { client } = answeredWith({ success: true, result: { isLastPage: given, data: [] } })
        assert.strictEqual((yield* client.listStock(stock)).nextCursor === undefined, isLast)
      }
      const { client, kept } = joined()
      yield* client.listStock(stock)
      assert.strictEqual(lastAnswer(kept).result.isLastPage, true)
    }))

  it("reads a tracking number under all three names, the declared one first, which is written (X-107 X-207)", () => {
    for (const [message, declared] of [["createOrder", "trackingNumber"], ["status", "trackingNumber"]] as const) {
      for (const name of ["trackingNumber", "trackNumber", "trackiNumber"]) {
        const { findings, value } = read(message, { [declared]: undefined, [name]: "T-9" })
        assert.deepStrictEqual([value?.[declared], findings], ["T-9", []])
        const both = read(message, { [name]: "T-9", [declared]: "T-1" })
        assert.strictEqual(both.value?.[declared], "T-1")
        assert.deepStrictEqual(both.findings.map(({ path }) => path), name === declared ? [] : [`/${name}`])
        assert.strictEqual(name in written(message), name === declared)
      }
    }
  })

  it.effect("reads page and pageNo, currentPage and currentPageNo, and writes the first of each (X-109 X-110 X-209 X-210)", () =>
    Effect.gen(function*() {
      assert.strictEqual(read("syncInventory", { page: undefined, pageNo: 3 }).value?.["page"], 3)
      assert.strictEqual(read("syncInventory", { pageNo: 3 }).value?.["page"], 1)
      assert.strictEqual(read("syncInventory result", { currentPage: undefined, currentPageNo: 3 }).value?.["currentPage"], 3)
      const { client, kept } = joined()
      yield* client.listStock({ ...stock, cursor: "2" })
      assert.deepStrictEqual(lastSent(kept).body, { warehouseKey: "k1", pageSize: 100, page: 2, warehouseCode: "WH-1" })
      assert.strictEqual(lastAnswer(kept).result.currentPage, 2)
      const other = answeredWith({ success: true, result: { isLastPage: true, currentPageNo: 3, data: [] } }).client
      assert.strictEqual((yield* Effect.flip(other.listStock(stock)))._tag, "ResponseInvalid")
    }))

  it.effect("the list of initWarehouses is warehouseInfoList, or warehouseList where the profile says so, and both are read (X-111 X-211 X-311 G-254)", () =>
    Effect.gen(function*() {
      for (const warehouseListMember of Profile.options.warehouseListMember) {
        const { client, kept } = joined({ account: linked({ profile: profile({ warehouseListMember }) }) })
        assert.deepStrictEqual(yield* client.listWarehouses({}), { items: [{ code: "WH-1", name: "North" }] })
        assert.deepStrictEqual(Object.keys(lastAnswer(kept).result), [warehouseListMember])
        assert.deepStrictEqual(kept.findings, [])
      }
      assert.strictEqual(Profile.defaults.warehouseListMember, "warehouseInfoList")
    }))

  it.effect("the result of syncInventory is an object, or a list where the profile says so, and both are read (X-116 X-216 X-316 G-297)", () =>
    Effect.gen(function*() {
      for (const inventoryResult of Profile.options.inventoryResult) {
        const { client, kept } = joined({ account: linked({ profile: profile({ inventoryResult }) }) })
        assert.deepStrictEqual((yield* client.listStock(stock)).items, [level])
        assert.strictEqual(Array.isArray(lastAnswer(kept).result), inventoryResult === "array")
      }
      assert.strictEqual(Profile.defaults.inventoryResult, "object")
    }))
})

describe("rows 18 to 31", () => {
  it.effect("the data of an answer is read from result alone (X-118 G-250)", () =>
    Effect.gen(function*() {
      const list = { warehouseInfoList: [{ warehouseCode: "A", warehouseName: "B" }] }
      for (const body of [list, { data: list }, { data: list.warehouseInfoList }, { result: { data: list } }]) {
        assert.strictEqual((yield* Effect.flip(answeredWith({ success: true, ...body }).client.listWarehouses({})))._tag, "ResponseInvalid")
      }
      assert.strictEqual((yield* answeredWith({ success: true, result: list }).client.listWarehouses({})).items.length, 1)
      const page = { isLastPage: true, data: [] }
      for (const body of [page, { data: page }, { data: [] }]) {
        assert.strictEqual((yield* Effect.flip(answeredWith({ success: true, ...body }).client.listStock(stock)))._tag, "ResponseInvalid")
      }
    }))

  it("carrierName and carrier stand for one another, and the declared one is written (X-119 X-219)", () => {
    for (const message of ["channel", "status"]) {
      assert.strictEqual(read(message, { carrierName: undefined, carrier: "C" }).value?.["carrierName"], "C")
      assert.strictEqual(read(message, { carrierName: "D", carrier: "C" }).value?.["carrierName"], "D")
      assert.containsAllKeys(written(message), ["carrierName"])
      assert.doesNotHaveAnyKeys(written(message), ["carrier"])
    }
    assert.strictEqual(read("createOrder", { shippingProviderName: undefined, carrierName: "C" }).value?.["shippingProviderName"], undefined)
  })

  it("a key is read as a text and as a list of one, wherever it stands (X-120)", () => {
    const messages = ["initWarehouses", "initChannels", "cancelOrder", "getOrder", "createOrder", "syncInventory", "createAsnOrder", "getAsnList", "cancelAsnOrder", "insertSkuInfo"]
    for (const message of messages) {
      const [text, list] = ["k9", ["k9"]].map((warehouseKey) => read(message, { warehouseKey }))
      assert.deepStrictEqual([text?.problems, text?.findings, text?.value], [[], [], list?.value])
    }
  })

  it.effect("asnNumbers are read as texts and as objects, in every operation, and written as declared (X-121 X-221)", () =>
    Effect.gen(function*() {
      const mixed = [{ asnNumber: "A", refCode: "R", type: "PURCHASE" }, "B"]
      assert.deepStrictEqual(read("cancelAsnOrder", { asnNumbers: mixed }).value?.["asnNumbers"], ["A", "B"])
      assert.deepStrictEqual(read("getAsnList", { asnNumbers: mixed }).value?.["asnNumbers"], [mixed[0], { asnNumber: "B", refCode: "", type: "MANUAL" }])
      const { client, kept } = joined()
      yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }] })
      assert.deepStrictEqual(lastSent(kept).body.asnNumbers, [{ asnNumber: "A", refCode: "", type: "MANUAL" }])
      yield* client.cancelInboundOrders({ asnNumbers: [asnNo("A")] })
      assert.deepStrictEqual(lastSent(kept).body.asnNumbers, ["A"])
    }))

  it.effect("the last segment of the path has its one declared name (X-122 X-146 X-147 X-222 X-246 X-247)", () =>
    Effect.gen(function*() {
      const { client, kept, serve } = joined()
      yield* client.upsertProduct(product)
      yield* client.listWarehouses({})
      yield* client.listChannels({})
      assert.deepStrictEqual(kept.dispatched.map(({ info }) => info.method), ["insertSkuInfo", "initWarehouses", "initChannels"])
      for (const method of ["insert_sku_info", "warehouses", "channels"]) {
        const { body } = yield* serve(request({ method }))
        assert.include(JSON.parse(body).errorMsg, "METHOD_UNKNOWN")
      }
    }))

  it.effect("a quantity that the document types String is text, or a number where the profile says so (X-125 X-225 X-325)", () =>
    Effect.gen(function*() {
      for (const quantityType of Profile.options.quantityType) {
        const { body, understood } = yield* sent(order, { quantityType })
        assert.deepStrictEqual(body.skuList.map(({ quantity }: { readonly quantity: unknown }) => quantity), quantityType === "number" ? [2, 1] : ["2", "1"])
        assert.deepStrictEqual(understood, order)
        assert.strictEqual(written("inventory", { quantityType }).totalQuantity, quantityType === "number" ? 20 : "20")
        assert.strictEqual(written("createAsnOrder line", { quantityType }).quantity, 10)
      }
      const { client, kept } = joined({ account: linked({ profile: profile({ quantityType: "number" }) }) })
      assert.deepStrictEqual((yield* client.listStock(stock)).items, [level])
      assert.strictEqual(lastAnswer(kept).result.data[0].sellableQuantity, 3)
    }))

  it.effect("an amount keeps its digits as number and as text (X-126 X-226 X-326)", () =>
    Effect.gen(function*() {
      for (const amountType of Profile.options.amountType) {
        const { text, understood } = yield* sent(order, { amountType })
        assert.include(text, amountType === "number" ? "\"freight\":4.50" : "\"freight\":\"4.50\"")
        assert.include(text, amountType === "number" ? "\"amount\":19.90" : "\"amount\":\"19.90\"")
        assert.deepStrictEqual(understood, order)
        const { client, kept } = joined({ client: { profile: profile({ amountType }) } })
        yield* client.upsertProduct(product)
        assert.include(lastSent(kept).text, amountType === "number" ? "\"USD\":7.1000" : "\"USD\":\"7.1000\"")
        assert.include(lastSent(kept).text, "\"weight\":1.200")
        assert.deepStrictEqual(kept.dispatched[0]?.payload, product)
      }
      assert.strictEqual(Profile.defaults.amountType, "number")
    }))

  it.effect("finishTime is read as text and as 13 digits, and written as text (X-127 X-227)", () =>
    Effect.gen(function*() {
      for (const given of ["2026-01-01 08:00:00", 1767225600000, "1767225600000"]) {
        assert.deepStrictEqual(read("asnList", { finishTime: given }).value?.["finishTime"], at("2026-01-01T00:00:00Z"))
      }
      const { client, kept } = joined()
      assert.deepStrictEqual(yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("ASN-1") }] }), { items: [inboundStatus] })
      assert.strictEqual(lastAnswer(kept).result.asnList[0].finishTime, "2026-04-02 09:02:03")
    }))

  it("reads all five date forms for every date member, in the zone of the connection (X-129 U-32)", () => {
    const forms: ReadonlyArray<readonly [Json.Json, string]> = [
      ["2026-03-01", "2026-02-28T16:00:00Z"],
      ["2026-03-01 10:20:30", "2026-03-01T02:20:30Z"],
      ["2026/03/01", "2026-02-28T16:00:00Z"],
      ["2026-03-01 10:20:30+09:00", "2026-03-01T01:20:30Z"],
      [1772331630000, "2026-03-01T02:20:30Z"]
    ]
    const members = [["createOrder", "orderCreate"], ["createOrder", "deliveryTime"], ["createOrder", "payTimeLocal"], ["createAsnOrder", "estimatedArrivalDate"], ["syncInventory", "updateTimeFrom"], ["asnList", "finishTime"]] as const
    for (const [message, member] of members) {
      for (const [given, wanted] of forms) assert.deepStrictEqual(read(message, { [member]: given }).value?.[member], at(wanted))
    }
  })

  it.effect("a date text is written in the zone of the link, and read back in it (X-229 X-329)", () =>
    Effect.gen(function*() {
      const texts = { "UTC+8": "2026-04-02 09:02:03", UTC: "2026-04-02 01:02:03", "Europe/Berlin": "2026-04-02 03:02:03" }
      for (const [timeZone, text] of Object.entries(texts)) {
        const { client, kept } = joined({ client: { timeZone }, account: linked({ timeZone }) })
        assert.deepStrictEqual(yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("ASN-1") }] }), { items: [inboundStatus] })
        assert.strictEqual(lastAnswer(kept).result.asnList[0].finishTime, text)
      }
    }))

  it.effect("a Date is milliseconds, or text where the profile says so, and both are read (U-31 G-062 G-063)", () =>
    Effect.gen(function*() {
      const forms = { ms: 1772330584000, text: "2026-03-01 10:03:04" }
      for (const dateFormat of Profile.options.dateFormat) {
        const { body, understood } = yield* sent(order, { dateFormat })
        assert.strictEqual(body.orderCreate, forms[dateFormat])
        assert.deepStrictEqual(understood, order)
      }
    }))

  it("reads hsCode and customsCode in either message, and writes the one that it declares (X-130 X-230)", () => {
    for (const [message, declared, other] of [["item", "hsCode", "customsCode"], ["insertSkuInfo", "customsCode", "hsCode"]] as const) {
      assert.strictEqual(read(message, { [declared]: undefined, [other]: "1" }).value?.[declared], "1")
      assert.containsAllKeys(written(message), [declared])
      assert.doesNotHaveAnyKeys(written(message), [other])
    }
  })

  it.effect("code is written as null, or not at all where the profile says so, and both are read (X-231 X-331 G-025)", () =>
    Effect.gen(function*() {
      for (const writeCode of Profile.options.writeCode) {
        const { client, kept } = joined({ account: linked({ profile: profile({ writeCode }) }) })
        assert.deepStrictEqual(yield* client.createOutboundOrder(order), { warehouseOrderNumber: "WO-1" })
        assert.deepStrictEqual(lastAnswer(kept), {
          success: true,
          result: { warehouseOrderNumber: "WO-1", orderNumber: "SO-1001", success: true },
          ...(writeCode && { code: null })
        })
        assert.deepStrictEqual(kept.findings, [])
      }
      assert.strictEqual(Profile.defaults.writeCode, true)
    }))
})

describe("the refusal of the one item of a call", () => {
  const out = { code: "OUT_OF_STOCK", message: "none left" }

  it.effect("refuses the call, or is told in the item where the profile says so, and both are read (G-266 G-330 G-331 G-348 U-153)", () =>
    Effect.gen(function*() {
      const fails = () => Effect.fail(out)
      for (const refusedItem of Profile.options.refusedItem) {
        const { client, kept } = joined({
          account: linked({ profile: profile({ refusedItem }) }),
          answers: { createOutboundOrder: fails, createInboundOrder: fails, upsertProduct: fails }
        })
        const told = { info: "OUT_OF_STOCK: none left", success: false }
        for (const [call, item] of [
          [client.createOutboundOrder(order), { orderNumber: "SO-1001", ...told }],
          [client.createInboundOrder(asn), { asnNumber: "ASN-1", ...told }],
          [client.upsertProduct(product), { sku: "SKU-1", operation: "CREATE", ...told }]
        ] as const) {
          const reason = yield* Effect.flip(call as Effect.Effect<unknown, { readonly _tag: string; readonly fault?: unknown }>)
          assert.deepStrictEqual([reason._tag, { ...reason.fault as object }], ["Rejected", out])
          assert.deepStrictEqual(lastAnswer(kept), refusedItem === "item" ? { success: true, result: item, code: null } : { success: false, errorMsg: told.info, code: null })
        }
      }
      assert.strictEqual(Profile.defaults.refusedItem, "call")
    }))

  it.effect("leaves a wrong call, a limit and an outcome that is not known to the whole call (G-347 U-153)", () =>
    Effect.gen(function*() {
      for (const refusal of [{ code: "DOUBTFUL", message: "ask again" }, { code: "RATE_LIMITED", message: "wait", httpStatus: 429 as const }, { code: "REQUEST_INVALID", path: "/lines/0/sku", message: "is wrong" }]) {
        const { client, kept } = joined({ account: linked({ profile: profile({ refusedItem: "item" }) }), answers: { createOutboundOrder: () => Effect.fail(refusal) } })
        yield* Effect.flip(client.createOutboundOrder(order))
        assert.deepInclude(lastAnswer(kept), { success: false })
      }
      const { kept, serve } = joined({ account: linked({ profile: profile({ refusedItem: "item" }) }) })
      const { body } = yield* serve(request({ method: "createOrder", body: { warehouseKey: "k1" } }))
      assert.strictEqual(JSON.parse(body).success, false)
      assert.deepStrictEqual(kept.dispatched, [])
    }))
})

describe("rows 38 to 77", () => {
  it("wmsStatus is free outbound and a set inbound (X-138 X-238)", () => {
    const { findings, value } = read("status", { wmsStatus: "any words 已发货" })
    assert.deepStrictEqual([value?.["wmsStatus"], findings], ["any words 已发货", []])
    assert.deepStrictEqual(read("asnList", { wmsStatus: "ODD" }).findings.map(({ path }) => path), ["/wmsStatus"])
    const { table } = samples.subjects["asnList"]!
    const { problems } = Wire.write(table, { ...(read("asnList", {}).value as object), wmsStatus: { is: "ODD" } } as never)
    assert.deepStrictEqual(problems.map(({ path }) => path), ["/wmsStatus"])
  })

  it.effect("warehouseCode and carrierName of a channel may be absent and are always written (X-139 X-239)", () =>
    Effect.gen(function*() {
      const bare = answeredWith({ success: true, result: { channelList: [{ channelCode: "C", channelName: "N" }] } })
      assert.deepStrictEqual(yield* bare.client.listChannels({}), { items: [{ code: "C", name: "N" }] })
      assert.deepStrictEqual(bare.kept.findings, [])
      const { client, kept } = joined({ answers: { listChannels: () => ({ items: [{ code: "C", name: "N" }] }) } })
      assert.deepStrictEqual(yield* client.listChannels({}), { items: [{ code: "C", name: "N" }] })
      assert.deepStrictEqual(lastAnswer(kept).result.channelList, [{ channelCode: "C", channelName: "N", warehouseCode: "", carrierName: "" }])
      yield* client.listChannels({ warehouseCode: "WH-1" })
      assert.strictEqual(lastAnswer(kept).result.channelList[0].warehouseCode, "WH-1")
    }))

  it.effect("the measures of a packing line and their unit are written when known, or never where the profile says so (X-140 X-240 X-340)", () =>
    Effect.gen(function*() {
      for (const missing of [["length", "width", "height", "lengthUnit"], ["lengthUnit"]]) {
        assert.deepStrictEqual(read("asnMarkSku", Object.fromEntries(missing.map((name) => [name, undefined]))).problems, [])
      }
      for (const packingDimensions of Profile.options.packingDimensions) {
        const { client, kept } = joined({ client: { profile: profile({ packingDimensions }) } })
        yield* client.createInboundOrder(asn)
        const [line] = lastSent(kept).body.asnMarkSku
        assert.deepStrictEqual(Object.keys(line), ["boxNumber", "markCode", "quantity", "sku", ...(packingDimensions ? ["length", "lengthUnit"] : [])])
      }
    }))

  it.effect("an email that the buyer does not have is \"\", or the text of the profile, and is read (X-145 X-245 X-345)", () =>
    Effect.gen(function*() {
      const { body, understood } = yield* sent(order)
      assert.strictEqual(body.receiver.email, "")
      assert.deepStrictEqual(understood, order)
      const replaced = yield* sent(order, { emailFallback: "none@example.org" })
      assert.strictEqual(replaced.body.receiver.email, "none@example.org")
      assert.strictEqual(Redacted.value((replaced.understood as typeof order).receiver.email!), "none@example.org")
    }))

  it("a link may demand email, state and postal code (U-79)", () => {
    const { sample, table } = samples.subjects["receiver"]!
    const context = { ...Wire.Context.standard, profile: profile({ requireContact: true }) }
    const { problems } = Wire.read(table, { ...sample, email: "", state: "", postalCode: "" }, context)
    assert.deepStrictEqual(problems.map(({ path }) => path), ["/email", "/state", "/postalCode"])
  })

  it("takes and writes each member as its message declares it (X-148 X-149 X-150 X-151 X-169 X-172 X-248 X-249 X-250 X-251 X-269 X-272)", () => {
    const declared = [
      ["insertSkuInfo", "dimensionUnit", "lengthUnit"],
      ["asnMarkSku", "lengthUnit", "dimensionUnit"],
      ["asnList", "referenceNumber", "refCode"],
      ["getAsnList number", "refCode", "wmsAsnNumber"],
      ["createAsnOrder result", "wmsAsnNumber", "referenceNumber"],
      ["createOrder result", "warehouseOrderNumber", "referenceCode"],
      ["asnList line", "goodQuantity", "goodNum"],
      ["asnList line", "badQuantity", "damageNum"],
      ["receiver", "address1", "address"],
      ["receiver", "postalCode", "postCode"],
      ["status", "failedReason", "errorMsg"],
      ["createOrder result", "info", "failedReason"],
      ["cancelAsnOrder item", "info", "message"]
    ] as const
    for (const [message, name, other] of declared) {
      assert.containsAllKeys(written(message), [name])
      assert.doesNotHaveAnyKeys(written(message), [other])
      assert.isUndefined(read(message, { [name]: undefined, [other]: "elsewhere" }).value?.[name], `${message} reads ${other}`)
      const { findings, value } = read(message, { [other]: "elsewhere" })
      assert.deepStrictEqual(value, read(message, {}).value)
      assert.deepStrictEqual(findings.map(({ path }) => path), [`/${other}`])
    }
    const { value } = read("order named", {})
    assert.deepStrictEqual([value.warehouseOrderNumber, value.referenceCode], ["WO-1", "D-1"])
  })

  it("the two cargo flags are read as number and text, and written as each declares (X-154 X-254)", () => {
    for (const [given, wanted] of [[1, true], ["1", true], [0, false], ["0", false]] as const) {
      const { value } = read("createAsnOrder", { bulkCargoType: given, bulkCargoTypePiece: given })
      assert.deepStrictEqual([value.bulkCargoType, value.bulkCargoTypePiece], [wanted, wanted])
    }
    const { bulkCargoType, bulkCargoTypePiece } = written("createAsnOrder")
    assert.deepStrictEqual([bulkCargoType, bulkCargoTypePiece], [1, "0"])
  })

  it("takes any operation of an item result (X-168)", () => {
    for (const message of ["cancelAsnOrder item", "insertSkuInfo result"]) {
      for (const operation of ["CREATE", "CANCEL", "anything"]) assert.deepStrictEqual(read(message, { operation }).findings, [])
    }
  })

  it.effect("signs appKey and the body, as text or as object, in the header sign, and a lenient reader takes both (X-265 X-266 X-275 X-375)", () =>
    Effect.gen(function*() {
      const { body, headers, text } = yield* sent(order)
      assert.strictEqual(headers["sign"], signOf("app-1", text))
      assert.doesNotHaveAnyKeys(body, ["sign", "appKey"])
      assert.strictEqual(Profile.defaults.signedContent, "string")
      for (const signedContent of Profile.options.signedContent) {
        assert.deepStrictEqual((yield* sent(order, { signedContent })).understood, order)
      }
      const strict = joined({ client: { profile: profile({ signedContent: "object" }) } })
      assert.strictEqual((yield* Effect.flip(strict.client.createOutboundOrder(order)))._tag, "CredentialRejected")
    }))

  it.effect("writes lower-case digits, or upper-case ones where the profile says so, and both are read (U-05 G-338)", () =>
    Effect.gen(function*() {
      assert.match((yield* sent(order)).headers["sign"]!, /^[0-9a-f]{40}$/)
      assert.match((yield* sent(order, { hexCase: "upper" })).headers["sign"]!, /^[0-9A-F]{40}$/)
    }))

  it.effect("an optional member without a value is left out, or null where the profile says so, and neither is a value (X-177 X-277 X-377)", () =>
    Effect.gen(function*() {
      assert.doesNotHaveAnyKeys((yield* sent(order)).body, ["trackingNumber", "codPayAmount", "onlineShopId", "ext"])
      for (const writeNull of Profile.options.writeNull) {
        const { body, understood } = yield* sent(order, { writeNull })
        assert.strictEqual("codPayAmount" in body, writeNull)
        assert.deepStrictEqual(understood, order)
      }
      for (const nothing of [undefined, null, ""]) {
        assert.notProperty(read("createOrder", { onlineShopId: nothing }).value, "onlineShopId")
      }
    }))
})

describe("what the tables leave to the mapping", () => {
  it.effect("keeps a tracking number and a label on a NORMAL order (U-75)", () =>
    Effect.gen(function*() {
      const kept = { ...selfShipped, packageType: "NORMAL" as const }
      assert.deepStrictEqual((yield* sent(kept)).understood, kept)
    }))

  it.effect("takes an order without cash on delivery and without its members, and one with both (G-055 G-056)", () =>
    Effect.gen(function*() {
      const { body, understood } = yield* sent(order)
      assert.deepStrictEqual([body.codEnabled, "codPayAmount" in body], [0, false])
      assert.notProperty(understood, "cashOnDelivery")
      const cash = { ...order, cashOnDelivery: Money.of("4.50", "SGD") }
      const told = yield* sent(cash)
      assert.deepStrictEqual([told.body.codEnabled, told.body.codPayAmount, told.body.codCurrency], [1, 4.5, "SGD"])
      assert.deepStrictEqual(told.understood, cash)
    }))

  it.effect("does not write the value of an order that is not insured (U-88)", () =>
    Effect.gen(function*() {
      const { body } = yield* sent({ ...order, isInsured: false, insuranceValue: Money.of(100) })
      assert.deepStrictEqual([body.isInsurance, "insuranceValue" in body], [0, false])
    }))

  it.effect("passes packing lines on as they are: boxes may repeat and need not add up (U-83)", () =>
    Effect.gen(function*() {
      const packing = [{ boxNumber: 1, quantity: Quantity.of(3) }, { boxNumber: 1, quantity: Quantity.of(400) }, { markCode: "B2" }]
      const { client, kept } = joined()
      yield* client.createInboundOrder({ ...asn, packing })
      assert.deepStrictEqual(kept.dispatched[0]?.payload, { ...asn, packing })
    }))

  it("labels, fractions and ten digits are refused where the profile says so (U-74 U-80 U-81)", () => {
    const refused = (message: string, changes: Json.JsonObject, options: Parameters<typeof profile>[0]) => {
      const { sample, table } = samples.subjects[message]!
      const context = { ...Wire.Context.standard, profile: profile(options) }
      return Wire.read(table, { ...sample, ...changes }, context).problems.map(({ path }) => path)
    }
    assert.deepStrictEqual(refused("createOrder", { labelData: "aGVsbG8=" }, { labelCheck: "refuse" }), ["/labelData"])
    assert.deepStrictEqual(refused("inventory", { totalQuantity: "1.5" }, { allowFractionalStock: false }), ["/totalQuantity"])
    assert.deepStrictEqual(refused("createOrder", { payTimeLocal: 1767225600 }, { timestampLeniency: "refuse" }), ["/payTimeLocal"])
    assert.deepStrictEqual(refused("insertSkuInfo", { title: "🙂".repeat(200) }, { lengthUnit: "utf16" }), ["/title"])
  })

  it.effect("asks for an order by its number alone where no other is known", () =>
    Effect.gen(function*() {
      const { client, kept } = joined()
      yield* client.getOutboundOrders({ orders: [{ orderNumber: orderNo("A") }] })
      assert.deepStrictEqual(lastSent(kept).body, { warehouseKey: "k1", getOrderInfoList: [{ orderNumber: "A" }] })
    }))
})
