/**
 * What a search leads to (issue 27).
 */
import { assert, describe, it } from "vitest"
import { hrefOf, numbersIn, shapeOfState } from "../src/screens/search/hits.ts"
import { changeOf, waysOf } from "../src/screens/people/person.ts"

const pages = new Set(["/orders", "/calls", "/connections"])

describe("search hits (issue 27)", () => {
  it("lead to their page, with every character of a number kept", () => {
    assert.strictEqual(hrefOf({ kind: "order", scope: "platform:nl", id: "A/1 #2?" }, pages), "/orders/platform%3Anl/A%2F1%20%232%3F")
    assert.strictEqual(hrefOf({ kind: "call", id: "7&x=1" }, pages), "/calls?open=7%26x%3D1")
  })

  it("lead nowhere if no page shows them", () => assert.strictEqual(hrefOf({ kind: "sku", id: "MUG" }, pages), undefined))

  it("show a code of a call that is not OK as failed, and a state that is not known as waiting", () => {
    assert.deepStrictEqual([shapeOfState("OK", "call"), shapeOfState("ITEM_UNKNOWN", "call"), shapeOfState("whatever", "order")], ["ok", "fail", "wait"])
  })
})

describe("numbers that are pasted (issue 27)", () => {
  it("are separated by lines and commas, and not by blanks", () => assert.deepStrictEqual(numbersIn(" A-1\r\nB 2,\tC;A-1\n\n"), ["A-1", "B 2", "C"]))
  it("are at most 200", () => assert.strictEqual(numbersIn(Array.from({ length: 300 }, (_, place) => place).join("\n")).length, 200))
})

describe("a change of an account (issue 27)", () => {
  const person = { name: "mara", kind: "person" as const, role: "operator" as const, links: ["a", "b"], hasPassword: true, createdAt: "2026-01-01T00:00:00.000Z" }
  it("has only what is different, and ends a limit when it means to", () => {
    assert.strictEqual(changeOf(person, { role: "operator", links: ["b", "a"], password: "", subject: "" }), undefined)
    assert.deepStrictEqual(changeOf(person, { role: "operator", links: [], password: "", subject: "" }), { allLinks: true })
    assert.deepStrictEqual(changeOf(person, { role: "viewer", links: ["a", "b"], password: "long enough pass", subject: "" }), { role: "viewer", password: "long enough pass" })
    const linked = { ...person, oidc: { issuer: "https://login.example.org/", subject: "7", isByRule: false } }
    const same = { role: "operator", links: ["a", "b"], password: "" } as const
    assert.deepStrictEqual([changeOf(linked, { ...same, subject: "7" }), changeOf(linked, { ...same, subject: "" }), changeOf(linked, { ...same, subject: "8" })], [undefined, { withoutOidc: true }, { oidcSubject: "8" }])
  })
  it("is offered with how the account signs in", () => {
    const oidc = { issuer: "https://login.example.org/realm", subject: "7", isByRule: true }
    assert.deepStrictEqual(waysOf(person), ["password"])
    assert.deepStrictEqual(waysOf({ ...person, hasPassword: false, oidc }), ["7 at login.example.org (by rule)"])
    assert.deepStrictEqual(waysOf({ ...person, kind: "token", hasPassword: false }), ["token"])
  })
})
