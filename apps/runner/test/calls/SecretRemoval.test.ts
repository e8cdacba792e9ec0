import { assert, describe, it } from "vitest"
import * as MaskedBody from "../../src/calls/MaskedBody.ts"
import * as RecordNumbers from "../../src/calls/RecordNumbers.ts"
import * as RefusalLimit from "../../src/calls/RefusalLimit.ts"
import * as SecretRemoval from "../../src/calls/SecretRemoval.ts"
import { randomOf } from "../support/Random.ts"

const names = ["sign", "signature", "token", "accessToken", "refresh_token", "appSecret", "secretKey", "password", "Authorization", "apiKey", "X-Api-Key"]

describe("secrets are removed before a message is stored (issue 25)", () => {
  it("whatever they contain, and however often the JSON stands as text in a member", () => {
    const random = randomOf(25)
    const textOf = (most: number) => Array.from({ length: random(most) }, () => "a\\\"{}:,\n\t/é<'&="[random(15)]).join("")
    for (let time = 0; time < 2000; time++) {
      const name = names[random(names.length)]!
      const [before, after, depth] = [textOf(20), textOf(20), random(4)]
      let value: unknown = { first: before, [name]: `${before}\\"Sekret-7f3a"\\\\${after}`, last: after }
      for (let level = 0; level < depth; level++) value = { content: JSON.stringify(value), more: after }
      const kept = SecretRemoval.inText(JSON.stringify(value))
      assert.notInclude(kept, "Sekret-7f3a")
      let read = JSON.parse(kept)
      for (let level = 0; level < depth; level++) read = JSON.parse(read.content)
      assert.deepStrictEqual(read, { first: before, [name]: SecretRemoval.placeholder, last: after })
    }
  })

  it("in forms, queries, XML and headers", () => {
    for (const name of names) {
      assert.notInclude(SecretRemoval.inText(`a=1&${name}=Sekret&b=2`), "Sekret")
      assert.notInclude(SecretRemoval.inText(`<r><${name}>Sekret</${name}></r>`), "Sekret")
      assert.notInclude(JSON.stringify(SecretRemoval.inHeaders([[name, "Sekret"]], (text) => text)), "Sekret")
    }
    assert.notInclude(SecretRemoval.inUrl(new URL("https://ann:Sekret@example.org/?sign=Sekret"), (text) => text), "Sekret")
    for (const name of ["Cookie", "Set-Cookie", "Proxy-Authorization", "X-Shopify-Hmac-Sha256"]) {
      assert.notInclude(JSON.stringify(SecretRemoval.inHeaders([[name, "Sekret"]], (text) => text)), "Sekret")
    }
  })

  it("and nothing else", () => {
    const text = JSON.stringify({ signedBy: "Ann", design: "x", assigned: "y", signs: "z", number: 1.10, orderNumber: "SO-1" })
    assert.strictEqual(SecretRemoval.inText(text), text)
  })

  it("also where the text ends within one", () => {
    assert.strictEqual(SecretRemoval.inText("{\"a\":1,\"token\":\"Sekr"), "{\"a\":1,\"token\":\"<secret>")
  })
})

describe("what is shown of a message (issue 25)", () => {
  const masked = (body: unknown, answer: unknown = {}) =>
    MaskedBody.content({
      request: { method: "POST", url: "https://example.org/orders?phone=123456&orderNumber=SO-1", headers: [["x-buyer", "Ann"], ["content-type", "application/json"]], body: JSON.stringify(body) },
      response: { status: 200, headers: [], body: JSON.stringify(answer) }
    }, "in")

  it("is numbers of records, codes and quantities, and nothing of a person", () => {
    const { request, response } = masked(
      { orderNumber: "SO-1", receiver: { name: "Ann Example", phone: 31200000000, postalCode: "1012 AA", countryCode: "NL", email: "ann@example.invalid", taxNumber: "T-77" }, lines: [{ sku: "S-1", quantity: 2, price: "3.50", customText: "for Ann" }] },
      { success: false, message: "no parcel for Ann Example, 1012 AA" }
    )
    assert.deepStrictEqual(JSON.parse(request!.body), {
      orderNumber: "SO-1",
      receiver: { name: "<hidden>", phone: "<hidden>", postalCode: "<hidden>", countryCode: "NL", email: "<hidden>", taxNumber: "<hidden>" },
      lines: [{ sku: "S-1", quantity: 2, price: "3.50", customText: "<hidden>" }]
    })
    assert.deepStrictEqual(JSON.parse(response!.body), { success: false, message: "no parcel for <hidden>, <hidden>" })
    assert.strictEqual(request!.url, "https://example.org/orders?phone=<hidden>&orderNumber=SO-1")
    assert.deepStrictEqual(request!.headers, [["x-buyer", "<hidden>"], ["content-type", "application/json"]])
  })

  it("is no word of a body that is neither JSON nor a form", () => {
    const { request } = MaskedBody.content({ request: { method: "POST", url: "https://example.org/", headers: [], body: "<order><name>Ann</name></order>" } }, "in")
    assert.notInclude(request!.body, "Ann")
  })
})

describe("numbers of records in a call (issue 25)", () => {
  it("are found by the names of their members, and are none of a person, a shop or an article", () => {
    const content = JSON.stringify({ orderNumber: "SO-1", onlineOrderId: "P-1", receiver: { phoneNumber: "123", idCardNo: "77" }, shopId: "3", skuList: [{ sku: "S-1", productId: "9" }], parcels: [{ trackingNumber: "T-1" }] })
    assert.deepStrictEqual(RecordNumbers.of([{ content }]), ["SO-1", "P-1", "T-1"])
    assert.deepStrictEqual(RecordNumbers.ofBody(JSON.stringify({ content })), ["SO-1", "P-1", "T-1"])
    assert.deepStrictEqual(RecordNumbers.of([{ orderNumbers: ["A", "B", "A"], customNumber: "free text of a person" }]), ["A", "B"])
  })

  it("are looked for in no time under a name of any length, because a caller chooses it", () => {
    // CPU and not time, because other programs may use the machine.
    const began = process.cpuUsage()
    assert.deepStrictEqual(RecordNumbers.ofBody(JSON.stringify({ ["order".repeat(40_000)]: "SO-1", orderNumber: "SO-2" })), ["SO-2"])
    for (const text of [`{"${"token".repeat(6500)}":1}`, `a=b&${"token".repeat(6500)}`, `<a>${"<token ".repeat(4600)}`, `<${"token".repeat(6500)}`]) SecretRemoval.inText(text)
    assert.isBelow(process.cpuUsage(began).user / 1000, 200)
  })

  it("are none of a person whose member is named like a record", () => {
    assert.deepStrictEqual(RecordNumbers.of([{ customerPhoneNumber: "31201234567", orderContactNo: "31201234567", customerTaxNumber: "T-77", customerOrderNumber: "C-1" }]), ["C-1"])
  })

  it("are bounded", () => {
    const of = (orders: number) => RecordNumbers.of([{ orderNumbers: Array.from({ length: orders }, (_, at) => `A-${at}`) }])
    assert.lengthOf(of(50), 50)
    for (const orders of [51, 10_000]) assert.deepStrictEqual(of(orders), [...of(50), RecordNumbers.more])
    assert.deepStrictEqual(RecordNumbers.of([{ words: Array.from({ length: 10_000 }, () => "a") }]), [RecordNumbers.more])
  })
})

describe("a flood of refused calls (issue 25)", () => {
  it("leaves a bounded number of rows and lines in a minute, whatever the links and codes", () => {
    const limit = RefusalLimit.make()
    const may = (scope: string, code: string, now: number) => limit.may(scope, code, now)
    let kept = 0
    for (let call = 0; call < 10_000; call++) if (may("link", "MEMBER_MISSING", 0)) kept++
    assert.strictEqual(kept, RefusalLimit.perMinute)
    assert.isTrue(may("other", "MEMBER_MISSING", 0))
    for (let call = 0; call < 200_000; call++) if (may(`link-${call}`, "X", 30_000)) kept++
    assert.isBelow(kept, 1200)
    assert.isTrue(may("link", "MEMBER_MISSING", 60_000))
  })
})
