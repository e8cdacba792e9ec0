/**
 * Bad input for the server of document 3, by the rows of the list of attacks: each is answered in the documented layer, and reaches no
 * operation unless its row says so.
 */
import { Transport } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Envelope } from "../../src/erp-open-api/index.ts"
import { Form } from "../../src/kit/index.ts"
import { atNow, fieldsOf, joined, type More, now, profile, read, requestOf } from "./support.ts"

const json = (value: unknown) => JSON.stringify(value)
const [asn, inventory] = ["/api/v1/asn", "/api/v1/inventory"]
const doorOf = (serviceType: string) => (serviceType.includes("ASN_") ? asn : inventory)
const times = <A>(count: number, make: (at: number) => A): Array<A> => Array.from({ length: count }, (_, at) => make(at))

/** Sends signed fields, and returns the first code that a layer of the answer states, its text, and how many operations were called. */
const sent = Effect.fnUntraced(function*(change: Parameters<typeof fieldsOf>[0], more: More = {}, path?: string) {
  const { kept, serve } = joined(more)
  const fields = fieldsOf(change)
  const response = yield* serve(requestOf(fields, "multipart", path ?? doorOf(fields.serviceType)))
  const { content = {}, envelope } = read(response)
  const layer = [envelope, content].find(({ errorCode = "" }) => errorCode !== "") ?? {}
  return { ...response, kept, code: layer.errorCode ?? "", text: layer.errorMsg ?? "", content, called: kept.dispatched.length }
})

const judged = (change: Parameters<typeof fieldsOf>[0], more?: More, path?: string) =>
  Effect.map(sent(change, more, path), ({ called, code }): ReadonlyArray<unknown> => [code, called])

describe("a timestamp", () => {
  it.effect.each([
    ["of 10 digits (A025)", (at: number) => String(at / 1000), 0, ["", 1]],
    ["of 13 digits (A026)", String, 0, ["", 1]],
    ["599 s before (A027)", String, -599, ["", 1]],
    ["599 s before, of 10 digits (A027)", (at: number) => String(at / 1000), -599, ["", 1]],
    ["599 s ahead (A027)", String, 599, ["", 1]],
    ["601 s before (A027)", String, -601, ["TIMESTAMP_EXPIRED", 0]],
    ["601 s before, of 10 digits (A027)", (at: number) => String(at / 1000), -601, ["TIMESTAMP_EXPIRED", 0]],
    ["601 s ahead (A027)", String, 601, ["TIMESTAMP_EXPIRED", 0]],
    ["601 s ahead, of 10 digits (A027)", (at: number) => String(at / 1000), 601, ["TIMESTAMP_EXPIRED", 0]]
  ] as const)("%s is judged by its digits and the clock of the server", ([, written, seconds, expected]) =>
    atNow(Effect.gen(function*() {
      assert.deepStrictEqual(yield* judged({ timestamp: written(now + seconds * 1000) }), expected)
    })))

  it.effect("that is too old is refused with the time of the server, or taken where the check is off (A027 U-46)", () =>
    atNow(Effect.gen(function*() {
      const timestamp = String(now - 3_600_000)
      const { text } = yield* sent({ timestamp })
      assert.include(text, `which reads ${now} (${new Date(now).toISOString()})`)
      assert.deepStrictEqual(yield* judged({ timestamp }, { caller: { profile: profile({ timestampTolerance: "off" }) } }), ["", 1])
    })))

  it.effect.each(["-1700000000", "1e10", "0x6553f100", " 1700000000", "1700000000 ", "17000000000000000000", "1700000000.0", "", "+1700000000", "١٧٠٠٠٠٠٠٠٠"])(
    "%j is wrong input, and no number is guessed (A028)",
    (timestamp) =>
      atNow(Effect.gen(function*() {
        const { called, code, text } = yield* sent({ timestamp })
        assert.deepStrictEqual([code, called], ["DATA_INPUT_ERROR", 0])
        assert.include(text, "/timestamp")
      }))
  )

  it.effect("that is absent is wrong input (A028)", () =>
    atNow(Effect.gen(function*() {
      const { kept, serve } = joined()
      const { timestamp: _, ...fields } = fieldsOf({ timestamp: "" })
      assert.strictEqual(read(yield* serve(requestOf(fields))).envelope.errorCode, "DATA_INPUT_ERROR")
      assert.lengthOf(kept.dispatched, 0)
    })))

  it.effect.each(["9999999999", "9999999999999"])("%s has the unit of its digits, and is outside the window (A029)", (timestamp) =>
    atNow(Effect.gen(function*() {
      assert.deepStrictEqual(yield* judged({ timestamp }), ["TIMESTAMP_EXPIRED", 0])
    })))
})

describe("a sign", () => {
  const right = () => fieldsOf().sign
  it.effect.each<readonly [string, (sign: string) => string, boolean]>([
    ["in lower case", (sign) => sign.toLowerCase(), true],
    ["in upper case", (sign) => sign.toUpperCase(), true],
    ["of 31 characters", (sign) => sign.slice(1), false],
    ["of 33 characters", (sign) => `${sign}0`, false],
    ["that begins with 0x", (sign) => `0x${sign.slice(2)}`, false],
    ["that is not hexadecimal", (sign) => `${sign.slice(1)}z`, false],
    ["of full-width digits", (sign) => sign.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)), false],
    ["of another text", (sign) => sign.replace(/^./, (first) => (first === "0" ? "1" : "0")), false]
  ])("%s is accepted: %s (A030)", ([, written, isAccepted]) =>
    atNow(Effect.gen(function*() {
      assert.deepStrictEqual(yield* judged({ sign: written(right()) }), isAccepted ? ["", 1] : ["AUTH_001", 0])
    })))
})

describe("a service type", () => {
  it.effect.each(["cancel_asn_order", "CANCEL_ASN_ORDER ", "toString", "NOTHING"])("%j is refused as it was sent (A069)", (serviceType) =>
    atNow(Effect.gen(function*() {
      assert.deepStrictEqual(yield* judged({ serviceType }, {}, asn), ["SERVICE_TYPE_NOT_EXIST", 0])
    })))

  it.effect("of the other path is refused with its own (E-007)", () =>
    atNow(Effect.gen(function*() {
      const { called, code, text } = yield* sent({}, {}, inventory)
      assert.deepStrictEqual([code, called], ["SERVICE_TYPE_NOT_EXIST", 0])
      assert.include(text, asn)
    })))

  const old = { serviceType: "QUERY_SIMPLE_LIST_INVENTORY", bizParam: json({ warehouse: "Main" }) }

  it.effect("that is deprecated is answered with the header Deprecation, and counted (A070 U-136)", () =>
    atNow(Effect.gen(function*() {
      const { called, code, headers, kept } = yield* sent(old)
      assert.deepStrictEqual([code, called, Transport.header(headers, "deprecation")], ["", 1, "@0"])
      assert.deepInclude(kept.findings, { where: old.serviceType, path: "/serviceType", message: "is deprecated; QUERY_SIMPLE_LIST_INVENTORY_V2 replaces it" })
      const current = yield* sent({ ...old, serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2" })
      assert.deepStrictEqual([current.called, Transport.header(current.headers, "deprecation")], [1, undefined])
    })))

  it.effect("that is deprecated is refused where it is switched off, with the one that replaces it (A070 U-136)", () =>
    atNow(Effect.gen(function*() {
      const { called, code, text } = yield* sent(old, { caller: { profile: profile({ deprecated: "refuse" }) } })
      assert.deepStrictEqual([code, called], ["SERVICE_TYPE_NOT_EXIST", 0])
      assert.include(text, "QUERY_SIMPLE_LIST_INVENTORY_V2")
    })))
})

const list = (bizParam: object) => judged({ serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam: json({ warehouses: ["Main"], ...bizParam }) })
const [accepted, refused] = [["", 1], ["DATA_INPUT_ERROR", 0]]

describe("a page", () => {
  it.effect.each([
    [0, refused], [-1, refused], [1, accepted], [200, accepted], [201, refused], [1000, refused], [1e9, refused], ["all", refused], ["200", accepted], [1.5, refused], [null, accepted]
  ] as const)("of the size %j is judged, and never cut (A071)", ([pageSize, expected]) =>
    atNow(Effect.gen(function*() {
      assert.deepStrictEqual(yield* list({ pageSize }), expected)
    })))

  it.effect.each([[0, refused], [-1, refused], [1, accepted], [2 ** 31, accepted], [2 ** 32, accepted], [2 ** 53, refused], [1e300, refused]] as const)(
    "of the number %j is judged (A072)",
    ([page, expected]) =>
      atNow(Effect.gen(function*() {
        const { called, code } = yield* sent(
          { serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam: json({ warehouses: ["Main"], page }) },
          { caller: { numbersPages: true } }
        )
        assert.deepStrictEqual([code, called], expected)
      }))
  )

  it.effect("far behind the end is empty, and an ERP that gives cursors is not walked through for it (A072)", () =>
    atNow(Effect.gen(function*() {
      const endless: More = { answers: { listStockBalances: () => ({ items: [], nextCursor: "more" }) } }
      const { called, code, content } = yield* sent({ serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam: json({ warehouses: ["Main"], page: 2 ** 31 }) }, endless)
      assert.deepStrictEqual([code, called], ["", 0])
      assert.deepInclude(content, { state: "success", result: [], total: 0 })
    })))
})

describe("a list of names", () => {
  const skus = (count: number) => times(count, (at) => `S-${at}`)
  it.effect.each([
    ["200 SKUs at two warehouses (A073)", { skuList: skus(200), warehouses: ["Main", "Other"] }, accepted],
    ["201 SKUs at two warehouses (A073)", { skuList: skus(201), warehouses: ["Main", "Other"] }, refused],
    ["201 SKUs at one warehouse (A073)", { skuList: skus(201) }, accepted],
    ["50 warehouses (A074)", { warehouses: times(50, (at) => `W-${at}`) }, accepted],
    ["51 warehouses (A074)", { warehouses: times(51, (at) => `W-${at}`) }, refused],
    ["a warehouse of 50 characters (A074)", { warehouse: "仓".repeat(50) }, accepted],
    ["a warehouse of 51 characters (A074)", { warehouse: "仓".repeat(51) }, refused]
  ] as const)("in the inventory list: %s", ([, bizParam, expected]) =>
    atNow(Effect.gen(function*() {
      assert.deepStrictEqual(yield* list(bizParam), expected)
    })))

  it.effect.each([
    ["300 SKUs", "QUERY_BATCH_INVENTORY_LIST", { skuList: skus(300) }, accepted],
    ["301 SKUs", "QUERY_BATCH_INVENTORY_LIST", { skuList: skus(301) }, refused],
    ["200 SKUs", "QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: skus(200), warehouses: ["Main"] }, accepted],
    ["201 SKUs", "QUERY_STORAGE_LOCATION_INVENTORY_LIST", { skuList: skus(201), warehouses: ["Main"] }, refused]
  ] as const)("%s in %s (A073)", ([, serviceType, bizParam, expected]) =>
    atNow(Effect.gen(function*() {
      assert.deepStrictEqual(yield* judged({ serviceType, bizParam: json(bizParam) }), expected)
    })))
})

describe("a condition", () => {
  it.effect.each([
    [{ timeFrom: "2026-01-01" }, ["timeType", "timeEnd"]],
    [{ timeType: "UPDATE_TIME" }, ["timeFrom", "timeEnd"]],
    [{ timeEnd: "2026-01-31" }, ["timeType", "timeFrom"]],
    [{ timeType: "CREATE_TIME", timeEnd: "2026-01-31" }, ["timeFrom"]]
  ] as const)("of which %j is there alone names what is missing (A075)", ([bizParam, missing]) =>
    atNow(Effect.gen(function*() {
      const { called, code, text } = yield* sent({ serviceType: "QUERY_ASN_LIST", bizParam: json(bizParam) })
      assert.deepStrictEqual([code, called], refused)
      for (const name of missing) assert.include(text, name)
    })))
})

describe("a bizParam", () => {
  const named = (text: string) => `{"warehouse":${text},"page":1,"pageSize":10}`
  it.effect.each<readonly [string, string]>([
    ["nested 33 levels deep (A039)", named(`${"[".repeat(32)}${"]".repeat(32)}`)],
    ["nested 10,000 levels deep (A040)", named("[".repeat(10_000))],
    ["of 500,000 members (A041)", `{${times(500_000, (at) => `"k${at}":1`).join()}}`],
    ["of 1,000,000 numbers (A041)", named(`[${"1,".repeat(999_999)}1]`)],
    ["with a list of 10,001 elements", json({ warehouses: ["Main"], skuList: times(10_001, String) })]
  ])("%s is refused, and nothing is called", ([, bizParam]) =>
    atNow(Effect.gen(function*() {
      assert.deepStrictEqual(yield* judged({ serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam }), ["DATA_INPUT_ERROR", 0])
    })))

  it.effect("with members of prototypes changes none (A042)", () =>
    atNow(Effect.gen(function*() {
      const bizParam = "{\"warehouse\":\"Main\",\"__proto__\":{\"polluted\":true},\"constructor\":{\"prototype\":{\"polluted\":true}}}"
      assert.deepStrictEqual(yield* judged({ serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam }), ["", 1])
      assert.isFalse("polluted" in {})
    })))

  it.effect.each(["NONE; DROP TABLE orders", "' OR 1=1 --", "../../etc/passwd", "${jndi:ldap://x}", "<script>", "\u202Ertl"])("with the text %j is passed on as it is (A089)", (warehouse) =>
    atNow(Effect.gen(function*() {
      const { kept } = yield* sent({ serviceType: "QUERY_SIMPLE_LIST_INVENTORY_V2", bizParam: json({ warehouse }) })
      assert.deepInclude(kept.dispatched[0]!.payload, { warehouseNames: [warehouse] })
    })))
})

describe("a form of a million fields", () => {
  const opened = (body: string, contentType: string) =>
    Envelope.open({ method: "POST", url: new URL(`https://erp.example${asn}`), headers: [["content-type", contentType]], body })

  it.each([
    ["as pairs", "a=1&".repeat(2_000_000), Form.contentType],
    ["as parts", "--b\r\na: b\r\n\r\n\r\n".repeat(480_000), `${Form.multipartType}; boundary=b`]
  ])("%s is refused after 20 of them, before its sender is looked up (A061)", (_, body, contentType) => {
    const work = opened(body, contentType)
    assert.isTrue("next" in work)
    if (!("next" in work)) return
    let turns = 0
    let turn = work.next()
    while (turn.done !== true) {
      turns++
      turn = work.next()
    }
    assert.isAtMost(turns, 42)
    assert.deepNestedInclude(turn.value, { "failure.status": 400 })
  })
})

describe("a create", () => {
  const line = { sku: "W-1", purchasePrice: 1, expectQuantity: 1 }
  const order = { warehouseName: "Main", purchasePriceCurrency: "CNY", asnSkuVOList: [line] }
  const transfer = { warehouseName: "Main", destWarehouseName: "Shop", logisticsName: "Truck", skuList: [{ sku: "W-1", transferQty: 1, originalAsnNumber: 1 }] }
  it.effect.each<readonly [string, string, unknown, string]>([
    ["five decimals (A054 E-518)", "CREATE_ASN_ORDER", { ...order, asnSkuVOList: [{ ...line, purchasePrice: 1.00001 }] }, "/asnSkuVOList/0/purchasePrice"],
    ["no piece (A055)", "CREATE_ASN_ORDER", { ...order, asnSkuVOList: [{ ...line, expectQuantity: 0 }] }, "/asnSkuVOList/0/expectQuantity"],
    ["less than no piece (A055)", "CREATE_ASN_ORDER", { ...order, asnSkuVOList: [{ ...line, expectQuantity: -1 }] }, "/asnSkuVOList/0/expectQuantity"],
    ["a quantity that is no number (A053)", "CREATE_ASN_ORDER", { ...order, asnSkuVOList: [{ ...line, expectQuantity: "1 " }] }, "/asnSkuVOList/0/expectQuantity"],
    ["no line", "CREATE_ASN_ORDER", { ...order, asnSkuVOList: [] }, "/asnSkuVOList"],
    ["no warehouse", "CREATE_ASN_ORDER", { ...order, warehouseName: "" }, "/warehouseName"],
    ["a batch of 256 characters (E-531)", "CREATE_ASN_ORDER", { ...order, asnSkuVOList: [{ ...line, batchNo: "x".repeat(256) }] }, "/asnSkuVOList/0/batchNo"],
    ["a custom number of 101 characters", "CREATE_TRANSFER_AVAILABLE_ORDER", { ...transfer, customNumber: "x".repeat(101) }, "/customNumber"],
    ["a tracking number of 51 characters", "CREATE_TRANSFER_AVAILABLE_ORDER", { ...transfer, trackNumber: "x".repeat(51) }, "/trackNumber"],
    ["a move of nothing", "TRANSFER_STORAGE_LOCATION", [], "/"],
    ["half of a surrogate pair in a SKU (A044)", "CREATE_ASN_ORDER", { ...order, asnSkuVOList: [{ ...line, sku: "W\ud800" }] }, "/asnSkuVOList/0/sku"],
    ["a control character in a SKU (A045)", "CREATE_ASN_ORDER", { ...order, asnSkuVOList: [{ ...line, sku: "W\u0000" }] }, "/asnSkuVOList/0/sku"]
  ])("with %s is refused, and names the place", ([, serviceType, bizParam, path]) =>
    atNow(Effect.gen(function*() {
      const { called, code, text } = yield* sent({ serviceType, bizParam: json(bizParam) })
      assert.deepStrictEqual([code, called], refused, text)
      assert.isTrue(text.startsWith(`${path}: `), text)
    })))
})

