/** The rows of variants.md that touch document 1, across a wire: what is read, what is written, what an option changes. */
import { assert, describe, it } from "@effect/vitest"
import { Json, Money, Quantity } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { Profile } from "../../src/warehouse-envelope/index.ts"
import * as Wire from "../../src/wire/index.ts"
import { signOf } from "./raw.ts"
import * as samples from "./samples.ts"
import {
  answeredWith,
  asn,
  asnNo,
  at,
  callbacksJoined,
  inboundStatus,
  joined,
  lastAnswer,
  lastSent,
  level,
  order,
  product,
  profile,
  progress,
  selfShipped,
  shipped
} from "./support.ts"

const stock = { warehouseCode: "WH-1", limit: 100 }

/** A value whose members a test names as it likes. */
const loose = (value: unknown): ReturnType<typeof JSON.parse> => value

/** What a message of document 1 becomes when it is read in another form. */
const read = (message: string, changes: Record<string, Json.Json | undefined>) => {
  const { sample, table } = samples.subjects[message]!
  const json = Object.fromEntries(Object.entries({ ...sample, ...changes }).filter(([, value]) => value !== undefined))
  const { findings, problems, value } = Wire.read(table, json as Json.JsonObject)
  return { value: loose(value), problems, findings }
}

const written = (message: string, options: Parameters<typeof profile>[0] = {}, changes: Record<string, unknown> = {}) => {
  const { sample, table } = samples.subjects[message]!
  const { value } = Wire.read(table, sample)
  const { json, problems } = Wire.write(table, { ...(value as object), ...changes } as never, {
    ...Wire.Context.standard,
    profile: profile(options)
  })
  assert.deepStrictEqual(problems, [])
  return JSON.parse(Json.stringify(json!))
}

/** Sends an order with a profile; what was written, and what was understood. */
const sent = (sentOrder: typeof order, options: Parameters<typeof profile>[0] = {}) =>
  Effect.gen(function*() {
    const { client, kept } = joined({ client: { profile: profile(options) }, caller: { signing: "lenient" } })
    yield* client.createOutboundOrder(sentOrder)
    return { content: lastSent(kept).content, understood: kept.dispatched[0]?.payload, kept }
  })

describe("rows 01 to 10", () => {
  it.effect("a self-shipped order is OWN_PACKAGE, or OWN_PAKAGE where the profile says so, and both are read (X-101 X-201 X-301)", () =>
    Effect.gen(function*() {
      assert.strictEqual((yield* sent(selfShipped)).content.packageType, "OWN_PACKAGE")
      for (const spelling of Profile.options.selfShipped) {
        const { content, understood } = yield* sent(selfShipped, { selfShipped: spelling })
        assert.strictEqual(content.packageType, spelling)
        assert.deepStrictEqual(understood, selfShipped)
        assert.strictEqual((yield* sent(order, { selfShipped: spelling })).content.packageType, "NORMAL")
      }
    }))

  it("reads SUCCESS and JOIN of a push as SUCCESS (X-102)", () => {
    for (const word of ["SUCCESS", "JOIN"]) assert.strictEqual(read("pushOrderInfo", { status: word }).value?.["status"].value, "shipped")
    assert.deepStrictEqual(read("status", { status: "JOIN" }).value?.["status"], { value: "open", raw: "JOIN" })
  })

  it.effect("success has its declared type, or one type everywhere, and every form is read (X-204 X-304)", () =>
    Effect.gen(function*() {
      const types = { declared: [true, "true", "true"], boolean: [true, true, true], string: ["true", "true", "true"] } as const
      for (const successType of Profile.options.successType) {
        const { client, kept } = joined({ caller: { profile: profile({ successType }) } })
        yield* client.createOutboundOrder(order)
        const operation = lastAnswer(kept).success
        yield* client.upsertProduct(product)
        const named = lastAnswer(kept).success
        const callbacks = callbacksJoined({ caller: { profile: profile({ successType }) } })
        yield* callbacks.client.outboundStatus.deliver(yield* Effect.fromResult(callbacks.client.outboundStatus.prepare(shipped)), { deliveryId: "d" })
        assert.deepStrictEqual([operation, named, lastAnswer(callbacks.kept).success], [...types[successType]])
      }
    }))

  it.effect("isLastPage is read from true, 1 and their texts, and written as a boolean (X-105 X-205)", () =>
    Effect.gen(function*() {
      for (const [given, isLast] of [[true, true], [1, true], ["true", true], ["1", true], [false, false], [0, false], ["false", false], ["0", false]] as const) {
        const { client } = answeredWith({ success: true, isLastPage: given, data: [] })
        assert.strictEqual((yield* client.listStock(stock)).nextCursor === undefined, isLast)
      }
      const { client, kept } = joined()
      yield* client.listStock(stock)
      assert.strictEqual(lastAnswer(kept).isLastPage, true)
    }))

  it("reads a tracking number under all three names, the declared one first (X-107)", () => {
    for (const [message, declared] of [["createOrder", "trackingNumber"], ["status", "trackingNumber"], ["pushOrderInfo", "trackNumber"]] as const) {
      for (const name of ["trackingNumber", "trackNumber", "trackiNumber"]) {
        const { findings, value } = read(message, { [declared]: undefined, [name]: "T-9" })
        assert.deepStrictEqual([value?.[declared], findings], ["T-9", []])
        const both = read(message, { [name]: "T-9", [declared]: "T-1" })
        assert.strictEqual(both.value?.[declared], "T-1")
        assert.deepStrictEqual(both.findings.map(({ path }) => path), name === declared ? [] : [`/${name}`])
        assert.deepStrictEqual(read(message, { [name]: "T-1", [declared]: "T-1" }).findings, [])
      }
      assert.strictEqual(read(message, { [declared]: "", trackiNumber: "T-9" }).value?.[declared], "T-9")
    }
  })

  it("reads the tracking number of an inbound order under its declared name alone (X-107)", () => {
    for (const name of ["trackingNumber", "trackiNumber"]) {
      const { findings, value } = read("createAsnOrder", { trackNumber: undefined, [name]: "T-9" })
      assert.deepStrictEqual([value?.["trackNumber"], findings.map(({ path }) => path)], [undefined, [`/${name}`]])
    }
  })

  it("writes a tracking number under the name declared for the message (X-207)", () => {
    assert.containsAllKeys(written("createOrder"), ["trackingNumber"])
    assert.containsAllKeys(written("status"), ["trackingNumber"])
    assert.containsAllKeys(written("pushOrderInfo"), ["trackNumber"])
  })

  it.effect("reads page and pageNo, currentPage and currentPageNo, and writes the first of each (X-109 X-110 X-209 X-210)", () =>
    Effect.gen(function*() {
      assert.strictEqual(read("syncInventory", { page: undefined, pageNo: 3 }).value?.["page"], 3)
      assert.strictEqual(read("syncInventory", { pageNo: 3 }).value?.["page"], 1)
      assert.strictEqual(read("syncInventory answer", { currentPage: undefined, currentPageNo: 3 }).value?.["currentPage"], 3)
      const { client, kept } = joined()
      yield* client.listStock({ ...stock, cursor: "2" })
      assert.deepStrictEqual(lastSent(kept).content, { pageSize: 100, page: 2, warehouseCode: "WH-1" })
      assert.strictEqual(lastAnswer(kept).currentPage, 2)
      const { client: other } = answeredWith({ success: true, isLastPage: true, currentPageNo: 3, data: [] })
      assert.strictEqual((yield* Effect.flip(other.listStock(stock)))._tag, "ResponseInvalid")
    }))
})

describe("rows 17 to 30", () => {
  it.effect("skuList of a push is a list, or an object where the profile says so and it has one element (X-117 X-217 X-317)", () =>
    Effect.gen(function*() {
      for (const pushSkuList of Profile.options.pushSkuList) {
        const { client, kept } = callbacksJoined({ client: { profile: profile({ pushSkuList }) } })
        const told = { ...shipped, lines: [{ sku: level.sku, quantity: Quantity.of(2) }] }
        yield* client.outboundStatus.deliver(yield* Effect.fromResult(client.outboundStatus.prepare(told)), { deliveryId: "d" })
        assert.strictEqual(Array.isArray(lastSent(kept).content.skuList), pushSkuList === "list")
        yield* client.inboundProgress.deliver(yield* Effect.fromResult(client.inboundProgress.prepare(progress)), { deliveryId: "d" })
        assert.strictEqual(Array.isArray(lastSent(kept).content.skuList), pushSkuList === "list")
        assert.deepStrictEqual(kept.events, [
          { _tag: "OutboundStatusChanged", status: told },
          { _tag: "InboundProgressed", progress }
        ])
        const many = yield* Effect.fromResult(client.inboundProgress.prepare({ ...progress, lines: [...progress.lines, ...progress.lines] }))
        assert.lengthOf(JSON.parse(many.content).skuList, 2)
      }
      assert.strictEqual(Profile.defaults.pushSkuList, "list")
    }))

  it.effect("the data of an answer is read from and written to its declared place alone (X-118 X-218)", () =>
    Effect.gen(function*() {
      const list = [{ warehouseCode: "A", warehouseName: "B" }]
      for (const body of [{ data: list }, { result: { warehouseList: list } }, { data: { warehouseList: list } }]) {
        const reason = yield* Effect.flip(answeredWith({ success: true, ...body }).client.listWarehouses({}))
        assert.strictEqual(reason._tag, "ResponseInvalid")
      }
      const reason = yield* Effect.flip(answeredWith({ success: true, warehouseOrderNumber: "W" }).client.createOutboundOrder(order))
      assert.strictEqual(reason._tag, "ResponseInvalid")
      const { client, kept } = joined()
      yield* client.listWarehouses({})
      assert.hasAllKeys(lastAnswer(kept), ["success", "warehouseList"])
      yield* client.createOutboundOrder(order)
      assert.deepStrictEqual(lastAnswer(kept), { success: true, data: { warehouseOrderNumber: "WO-1" } })
    }))

  it("carrierName and carrier stand for one another, and the declared one is written (X-119 X-219)", () => {
    for (const [message, declared, other] of [["channel", "carrierName", "carrier"], ["status", "carrierName", "carrier"], ["pushOrderInfo", "carrier", "carrierName"]] as const) {
      assert.strictEqual(read(message, { [declared]: undefined, [other]: "C" }).value?.[declared], "C")
      assert.strictEqual(read(message, { [declared]: "D", [other]: "C" }).value?.[declared], "D")
      assert.containsAllKeys(written(message), [declared])
      assert.doesNotHaveAnyKeys(written(message), [other])
    }
  })

  it.effect("asnNumbers are read as texts and as objects, in every operation, and written as texts (X-121 X-221)", () =>
    Effect.gen(function*() {
      const objects = [{ asnNumber: "A", refCode: "R", type: "MANUAL" }, "B"]
      for (const message of ["getAsnList", "cancelAsnOrder"]) {
        assert.deepStrictEqual(read(message, { asnNumbers: objects }).value?.["asnNumbers"], ["A", "B"])
      }
      const { client, kept } = joined()
      yield* Effect.ignore(client.getInboundOrders({ inboundOrders: [{ asnNumber: asnNo("A") }, { asnNumber: asnNo("B") }] }))
      assert.deepStrictEqual(lastSent(kept).content, { asnNumbers: ["A", "B"] })
    }))

  it.effect("a quantity that the document types String is text, or a number where the profile says so (X-225 X-325)", () =>
    Effect.gen(function*() {
      for (const quantityType of Profile.options.quantityType) {
        const { content, understood } = yield* sent(order, { quantityType })
        assert.deepStrictEqual(content.skuList.map(({ quantity }: { readonly quantity: unknown }) => quantity), quantityType === "number" ? [2, 1] : ["2", "1"])
        assert.deepStrictEqual(understood, order)
        assert.strictEqual(written("inventory", { quantityType }).totalQuantity, quantityType === "number" ? 20 : "20")
        assert.strictEqual(written("createAsnOrder line", { quantityType }).quantity, 10)
      }
      const { client, kept } = joined({ caller: { profile: profile({ quantityType: "number" }) } })
      assert.deepStrictEqual((yield* client.listStock(stock)).items, [level])
      assert.strictEqual(lastAnswer(kept).data[0].sellableQuantity, 3)
    }))

  it.effect("an amount keeps its digits as number and as text (X-126 X-226 X-326)", () =>
    Effect.gen(function*() {
      for (const amountType of Profile.options.amountType) {
        const { kept, understood } = yield* sent(order, { amountType })
        const text = lastSent(kept).envelope["content"]!
        assert.include(text, amountType === "number" ? "\"freight\":4.50" : "\"freight\":\"4.50\"")
        assert.include(text, amountType === "number" ? "\"amount\":19.90" : "\"amount\":\"19.90\"")
        assert.deepStrictEqual(understood, order)
      }
      assert.strictEqual(Profile.defaults.amountType, "number")
    }))

  it.effect("finishTime is read as text and as 13 digits in any message, and written as declared (X-127 X-227)", () =>
    Effect.gen(function*() {
      for (const given of ["2026-01-01 08:00:00", 1767225600000, "1767225600000"]) {
        for (const message of ["asnList", "pushAsnInfo"]) {
          assert.deepStrictEqual(read(message, { finishTime: given }).value?.["finishTime"], at("2026-01-01T00:00:00Z"))
        }
      }
      assert.strictEqual(written("asnList").finishTime, "2026-01-01 08:00:00")
      assert.strictEqual(written("pushAsnInfo").finishTime, 1767225600000)
      const { client, kept } = joined()
      assert.deepStrictEqual(yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: inboundStatus.asnNumber }] }), { items: [inboundStatus] })
      assert.strictEqual(lastAnswer(kept).asnList[0].finishTime, "2026-04-02 09:02:03")
    }))

  it("ten digits are seconds and reported, or refused where the profile says so (X-128 U-81)", () => {
    const { findings, value } = read("pushAsnInfo", { updateTime: 1767225600 })
    assert.deepStrictEqual([value?.["updateTime"], findings.map(({ path }) => path)], [at("2026-01-01T00:00:00Z"), ["/updateTime"]])
    const { sample, table } = samples.subjects["pushAsnInfo"]!
    const strict = { ...Wire.Context.standard, profile: profile({ timestampLeniency: "refuse" }) }
    const { problems } = Wire.read(table, { ...sample, updateTime: 1767225600 }, strict)
    assert.deepStrictEqual(problems.map(({ path }) => path), ["/updateTime"])
  })

  it("reads all five date forms for every date member, in the zone of the connection (X-129 D1-170 U-32)", () => {
    const forms: ReadonlyArray<readonly [Json.Json, string]> = [
      ["2026-03-01", "2026-02-28T16:00:00Z"],
      ["2026-03-01 10:20:30", "2026-03-01T02:20:30Z"],
      ["2026/03/01", "2026-02-28T16:00:00Z"],
      ["2026-03-01 10:20:30+09:00", "2026-03-01T01:20:30Z"],
      ["2026-03-01T10:20:30 +0900", "2026-03-01T01:20:30Z"],
      ["2026-03-01T10:20:30Z", "2026-03-01T10:20:30Z"],
      ["2026-03-01 10:20:30 GMT+8", "2026-03-01T02:20:30Z"],
      [1772331630000, "2026-03-01T02:20:30Z"]
    ]
    const members = [["createOrder", "orderCreate"], ["createOrder", "deliveryTime"], ["createAsnOrder", "estimatedArrivalDate"], ["asnList", "finishTime"], ["pushOrderInfo", "shippingTime"], ["pushAsnInfo", "finishTime"], ["pushAsnInfo", "updateTime"]] as const
    for (const [message, member] of members) {
      for (const [given, wanted] of forms) assert.deepStrictEqual(read(message, { [member]: given }).value?.[member], at(wanted))
    }
  })

  it.effect("a date text is written in the zone of the connection, and read back in it (X-229 X-329)", () =>
    Effect.gen(function*() {
      const texts = { "UTC+8": "2026-04-02 09:02:03", UTC: "2026-04-02 01:02:03", "Europe/Berlin": "2026-04-02 03:02:03" }
      for (const [timeZone, text] of Object.entries(texts)) {
        const { client, kept } = joined({ client: { timeZone }, caller: { timeZone } })
        assert.deepStrictEqual(yield* client.getInboundOrders({ inboundOrders: [{ asnNumber: inboundStatus.asnNumber }] }), { items: [inboundStatus] })
        assert.strictEqual(lastAnswer(kept).asnList[0].finishTime, text)
      }
    }))

  it.effect("a Date is milliseconds, or text where the profile says so, and both are read (U-31)", () =>
    Effect.gen(function*() {
      const forms = { ms: 1772330584000, text: "2026-03-01 10:03:04" }
      for (const dateFormat of Profile.options.dateFormat) {
        const { content, understood } = yield* sent(order, { dateFormat })
        assert.strictEqual(content.orderCreate, forms[dateFormat])
        assert.deepStrictEqual(understood, order)
      }
    }))

  it("reads hsCode and customsCode of an item, and writes hsCode (X-130 X-230)", () => {
    assert.strictEqual(read("item", { hsCode: undefined, customsCode: "1" }).value?.["hsCode"], "1")
    assert.doesNotHaveAnyKeys(written("item"), ["customsCode"])
  })
})

describe("rows 38 to 77", () => {
  it("wmsStatus is free outbound and a set inbound (X-138 X-238)", () => {
    for (const message of ["status", "pushOrderInfo"]) {
      const { findings, value } = read(message, { wmsStatus: "any words 已发货" })
      assert.deepStrictEqual([value?.["wmsStatus"], findings], ["any words 已发货", []])
    }
    for (const message of ["asnList", "pushAsnInfo"]) {
      assert.deepStrictEqual(read(message, { wmsStatus: "ODD" }).findings.map(({ path }) => path), ["/wmsStatus"])
      const { table } = samples.subjects[message]!
      const { problems } = Wire.write(table, { ...(read(message, {}).value as object), wmsStatus: { is: "ODD" } } as never)
      assert.deepStrictEqual(problems.map(({ path }) => path), ["/wmsStatus"])
    }
  })

  it("warehouseCode and carrierName of a channel may be absent and are always written (X-139 X-239)", () => {
    const { problems, value } = read("channel", { warehouseCode: undefined, carrierName: undefined })
    assert.deepStrictEqual([problems, value], [[], { channelCode: "STD", channelName: "Standard" }])
    const { json } = Wire.write(samples.subjects["channel"]!.table, value as never)
    assert.deepStrictEqual(json, { channelCode: "STD", channelName: "Standard", warehouseCode: "", carrierName: "" })
  })

  it.effect("the measures of a packing line are written when known, or never where the profile says so (X-140 X-240 X-340)", () =>
    Effect.gen(function*() {
      assert.strictEqual(read("asnMarkSku", { length: undefined, width: undefined, height: undefined }).problems.length, 0)
      assert.strictEqual(read("asnMarkSku", { lengthUnit: "cm" }).problems.length, 0)
      for (const packingDimensions of Profile.options.packingDimensions) {
        const { client, kept } = joined({ client: { profile: profile({ packingDimensions }) } })
        yield* client.createInboundOrder(asn)
        const [line] = lastSent(kept).content.asnMarkSku
        assert.deepStrictEqual(Object.keys(line), ["boxNumber", "markCode", "quantity", "sku", ...(packingDimensions ? ["length"] : [])])
      }
    }))

  it.effect("an email that the buyer does not have is \"\", or the text of the profile, and is read (X-145 X-245 X-345)", () =>
    Effect.gen(function*() {
      const { content, understood } = yield* sent(order)
      assert.strictEqual(content.receiver.email, "")
      assert.deepStrictEqual(understood, order)
      const replaced = yield* sent(order, { emailFallback: "none@example.org" })
      assert.strictEqual(replaced.content.receiver.email, "none@example.org")
      assert.strictEqual(Redacted.value((replaced.understood as typeof order).receiver.email!), "none@example.org")
    }))

  it("a link may demand email, state and postal code (U-79)", () => {
    const { sample, table } = samples.subjects["receiver"]!
    const context = { ...Wire.Context.standard, profile: profile({ requireContact: true }) }
    const { problems } = Wire.read(table, { ...sample, email: "", state: "", postalCode: "" }, context)
    assert.deepStrictEqual(problems.map(({ path }) => path), ["/email", "/state", "/postalCode"])
  })

  it("takes and writes each member as its message declares it (X-148 X-149 X-150 X-151 X-169 X-172 X-248 X-249 X-251 X-269 X-272)", () => {
    const declared = [
      ["insert_sku_info", "dimensionUnit", "lengthUnit"],
      ["asnList", "referenceNumber", "refCode"],
      ["pushAsnInfo", "referenceNumber", "wmsAsnNumber"],
      ["status", "warehouseOrderNumber", "referenceCode"],
      ["asnList line", "goodQuantity", "goodNum"],
      ["pushAsnInfo line", "badQuantity", "damageNum"],
      ["receiver", "address1", "address"],
      ["receiver", "postalCode", "postCode"],
      ["status", "failedReason", "errorMsg"],
      ["pushOrderInfo", "errorMsg", "failedReason"],
      ["cancelAsnOrder result", "info", "message"]
    ] as const
    for (const [message, name, other] of declared) {
      assert.containsAllKeys(written(message), [name])
      assert.doesNotHaveAnyKeys(written(message), [other])
      assert.isUndefined(read(message, { [name]: undefined, [other]: "elsewhere" }).value?.[name], `${message} reads ${other}`)
      const { findings, value } = read(message, { [other]: "elsewhere" })
      assert.deepStrictEqual(value, read(message, {}).value)
      assert.deepStrictEqual(findings.map(({ path }) => path), [`/${other}`])
    }
  })

  it("takes any operation of an item result (X-168)", () => {
    for (const message of ["createAsnOrder result", "cancelAsnOrder result", "insert_sku_info result"]) {
      for (const operation of ["CREATE", "CANCEL", "anything"]) assert.deepStrictEqual(read(message, { operation }).findings, [])
    }
  })

  it.effect("signs accessId and content, as text or as object, and a lenient reader takes both (X-265 X-266 X-275 X-375 D1-365)", () =>
    Effect.gen(function*() {
      const { kept } = yield* sent(order)
      const { content, sign } = lastSent(kept).envelope
      assert.strictEqual(sign, signOf("acc-1", content!))
      assert.strictEqual(Profile.defaults.signedContent, "string")
      for (const signedContent of Profile.options.signedContent) {
        assert.deepStrictEqual((yield* sent(order, { signedContent })).understood, order)
      }
      const strict = joined({ client: { profile: profile({ signedContent: "object" }) } })
      assert.strictEqual((yield* Effect.flip(strict.client.createOutboundOrder(order)))._tag, "CredentialRejected")
    }))

  it.effect("writes lower-case digits, or upper-case ones where the profile says so, and both are read (U-05)", () =>
    Effect.gen(function*() {
      assert.match(lastSent((yield* sent(order)).kept).envelope["sign"]!, /^[0-9a-f]{40}$/)
      assert.match(lastSent((yield* sent(order, { hexCase: "upper" })).kept).envelope["sign"]!, /^[0-9A-F]{40}$/)
    }))

  it.effect("an optional member without a value is left out, or null where the profile says so, and neither is a value (X-177 X-277 X-377)", () =>
    Effect.gen(function*() {
      const { content } = yield* sent(order)
      assert.doesNotHaveAnyKeys(content, ["trackingNumber", "codPayAmount", "onlineShopId"])
      for (const writeNull of Profile.options.writeNull) {
        const { content: told, understood } = yield* sent(order, { writeNull })
        assert.strictEqual("codPayAmount" in told, writeNull)
        assert.deepStrictEqual(understood, order)
      }
      for (const nothing of [undefined, null, ""]) {
        assert.notProperty(read("createOrder", { onlineShopId: nothing }).value, "onlineShopId")
      }
    }))
})

describe("what the tables leave to the mapping", () => {
  it.effect("keeps a tracking number and a label on a NORMAL order (D1-062 U-75)", () =>
    Effect.gen(function*() {
      const kept = { ...selfShipped, packageType: "NORMAL" as const }
      assert.deepStrictEqual((yield* sent(kept)).understood, kept)
    }))

  it.effect("takes an order without cash on delivery and without its members, and one with both (D1-073 D1-064 D1-065)", () =>
    Effect.gen(function*() {
      const { content, understood } = yield* sent(order)
      assert.deepStrictEqual([content.codEnabled, "codPayAmount" in content], [0, false])
      assert.notProperty(understood, "cashOnDelivery")
      const cash = { ...order, cashOnDelivery: Money.of("4.50", "SGD") }
      const told = yield* sent(cash)
      assert.deepStrictEqual([told.content.codEnabled, told.content.codPayAmount, told.content.codCurrency], [1, 4.5, "SGD"])
      assert.deepStrictEqual(told.understood, cash)
    }))

  it.effect("passes packing lines on as they are: boxes may repeat and need not add up (D1-151 D1-155 U-83)", () =>
    Effect.gen(function*() {
      const packing = [{ boxNumber: 1, quantity: Quantity.of(3) }, { boxNumber: 1, quantity: Quantity.of(400) }, { markCode: "B2" }]
      const { client, kept } = joined()
      yield* client.createInboundOrder({ ...asn, packing })
      assert.deepStrictEqual(kept.dispatched[0]?.payload, { ...asn, packing })
    }))

  it.effect("hands every product record on as one upsert (D1-323 D1-324 D1-325)", () =>
    Effect.gen(function*() {
      const books = new Map<string, unknown>()
      const { client } = joined({
        answers: { upsertProduct: (record: { readonly sku: string }) => (books.set(record.sku, record), {}) }
      })
      yield* client.upsertProduct(product)
      assert.deepStrictEqual([...books.values()], [product])
      yield* client.upsertProduct(product)
      assert.strictEqual(books.size, 1)
      yield* client.upsertProduct({ ...product, title: "Lamp 2" })
      assert.deepStrictEqual([...books.values()], [{ ...product, title: "Lamp 2" }])
    }))

  it("a label that is no PDF is reported, or refused where the profile says so (U-74)", () => {
    const { sample, table } = samples.subjects["createOrder"]!
    const labelled = { ...sample, labelData: "aGVsbG8=" }
    assert.deepStrictEqual(Wire.read(table, labelled).findings.map(({ path }) => path), ["/labelData"])
    const context = { ...Wire.Context.standard, profile: profile({ labelCheck: "refuse" }) }
    assert.deepStrictEqual(Wire.read(table, labelled, context).problems.map(({ path }) => path), ["/labelData"])
  })

  it("fractions of stock are refused where the profile says so (U-80)", () => {
    const { sample, table } = samples.subjects["inventory"]!
    const context = { ...Wire.Context.standard, profile: profile({ allowFractionalStock: false }) }
    assert.deepStrictEqual(Wire.read(table, { ...sample, totalQuantity: "1.5" }, context).problems.map(({ path }) => path), ["/totalQuantity"])
  })
})
