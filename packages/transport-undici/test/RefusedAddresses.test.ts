import { assert, describe, it } from "@effect/vitest"
import type { LookupAddress } from "node:dns"
import type { LookupFunction } from "node:net"
import { check, checkAddress, guarded, type Policy } from "../src/RefusedAddresses.ts"

const operator: Policy = { trust: "operator" }
const received: Policy = { trust: "received", hosts: ["shop.example", "files.example:9443", "127.0.0.1", "[::1]", "localhost"] }

const rule = (address: string, policy: Policy) => check(new URL(address), policy)?.rule

const metadata = [
  "http://169.254.169.254/",
  "http://169.254.169.254./",
  "http://2852039166/",
  "http://0xa9fea9fe/",
  "http://0251.0376.0251.0376/",
  "http://169.254.43518/",
  "http://①⑥⑨.②⑤④.①⑥⑨.②⑤④/",
  "http://[::ffff:169.254.169.254]/",
  "http://[64:ff9b::a9fe:a9fe]/",
  "http://[2002:a9fe:a9fe::]/",
  "http://[2002:a9fe:a9fe::1]/",
  "http://[::a9fe:a9fe]/",
  "http://169.254.170.2/",
  "http://100.100.100.200/",
  "http://192.0.0.192/",
  "http://168.63.129.16/",
  "http://[fd00:ec2::254]/",
  "http://metadata/",
  "http://METADATA.google.internal./",
  "http://instance-data.ec2.internal/"
]

const inside = [
  "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "169.254.1.1", "172.16.0.1",
  "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
  "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255", "::", "::1",
  "::ffff:127.0.0.1", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:2::1",
  "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1",
  "ff02::1", "not an address", ""
]

const outside = [
  "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "93.184.215.14", "100.63.255.255", "100.128.0.0", "172.15.255.255",
  "172.32.0.0", "192.0.1.1", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255",
  "2606:4700:4700::1111", "2a00:1450:4001::1", "2400:cb00::1", "2001:4860:4860::8888"
]

describe("an address that an operator wrote", () => {
  it.each([
    "http://127.0.0.1:8080/warehouse",
    "https://10.0.0.7/",
    "http://[::1]:3000/",
    "http://erp.local/",
    "https://provider.example:9000/api"
  ])("is taken as written: %s", (address) => {
    assert.isUndefined(check(new URL(address), operator))
  })

  it.each(metadata)("is refused when it is one of cloud metadata: %s", (address) => {
    assert.strictEqual(rule(address, operator), "metadata")
  })

  it.each([
    ["file:///etc/passwd", "scheme"],
    ["gopher://127.0.0.1/", "scheme"],
    ["ftp://provider.example/", "scheme"],
    ["javascript:alert(1)", "scheme"],
    ["http://a@127.0.0.1/", "user-info"],
    ["http://:b@127.0.0.1/", "user-info"]
  ])("is refused: %s (%s)", (address, expected) => {
    assert.strictEqual(rule(address, operator), expected)
  })

  it("keeps to the hosts that are named, when any are", () => {
    const scoped: Policy = { trust: "operator", hosts: ["provider.example"] }
    assert.isUndefined(check(new URL("http://Provider.example:9000/"), scoped))
    assert.strictEqual(rule("http://other.example/", scoped), "host")
  })
})

describe("an address that was received", () => {
  it.each([
    "https://shop.example/hook",
    "https://SHOP.example./hook",
    "https://shop.example:8443/hook",
    "https://files.example/label",
    "https://files.example:9443/label"
  ])("may be called: %s", (address) => {
    assert.isUndefined(check(new URL(address), received))
  })

  it.each([
    ["http://shop.example/", "scheme"],
    ["http:127.0.0.1", "scheme"],
    ["https://a@shop.example/", "user-info"],
    ["https://shop.example:22/", "port"],
    ["https://shop.example:6379/", "port"],
    ["https://shop.example:9443/", "port"],
    ["https://other.example/", "host"],
    ["https://shop.example.evil.example/", "host"],
    ["https://evil.example\\@shop.example/", "host"],
    ["https://127.0.0.1/", "not-public"],
    ["https://0x7f.1/", "not-public"],
    ["https://2130706433/", "not-public"],
    ["https://017700000001/", "not-public"],
    ["https://127.1/", "not-public"],
    ["https://①②⑦.⓪.⓪.①/", "not-public"],
    ["https://0/", "not-public"],
    ["https://[::]/", "not-public"],
    ["https://[::1]/", "not-public"],
    ["https://[::ffff:127.0.0.1]/", "not-public"],
    ["https://[64:ff9b::7f00:1]/", "not-public"],
    ["https://[2002:7f00:1::]/", "not-public"],
    ["https://169.254.169.254/", "metadata"],
    ["https://metadata.google.internal/", "metadata"],
    ["https://8.8.8.8/", "host"]
  ])("is refused: %s (%s)", (address, expected) => {
    assert.strictEqual(rule(address, received), expected)
  })

  it("is refused when no host is allowed", () => {
    assert.strictEqual(rule("https://shop.example/", { trust: "received" }), "host")
  })

  it.each(inside)("must not lead inside: %s", (address) => {
    assert.isDefined(checkAddress(address, received))
  })

  it.each(outside)("may lead to a public address: %s", (address) => {
    assert.isUndefined(checkAddress(address, received))
  })
})

describe("guarded", () => {
  const found = (...addresses: ReadonlyArray<string>): LookupFunction => (_hostname, _options, callback) =>
    callback(null, addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })))

  const resolve = (policy: Policy, lookup: LookupFunction, all: boolean) => {
    let outcome: { readonly error: unknown; readonly address: string | ReadonlyArray<LookupAddress>; readonly family: number | undefined } | undefined
    guarded(policy, lookup)("shop.example", { all }, (error, address, family) => {
      outcome = { error, address, family }
    })
    return outcome
  }

  it("gives the addresses that it checked, all or the first", () => {
    const lookup = found("93.184.215.14", "2606:4700:4700::1111")
    assert.deepStrictEqual(resolve(received, lookup, true)?.address, [
      { address: "93.184.215.14", family: 4 },
      { address: "2606:4700:4700::1111", family: 6 }
    ])
    const first = resolve(received, lookup, false)
    assert.strictEqual(first?.address, "93.184.215.14")
    assert.strictEqual(first?.family, 4)
  })

  it("refuses a name when one of its addresses is not public", () => {
    const outcome = resolve(received, found("93.184.215.14", "fd00::1"), true)
    assert.propertyVal(outcome?.error, "rule", "not-public")
    assert.deepStrictEqual(outcome?.address, [])
  })

  it("lets an operator's name lead inside, but not to metadata", () => {
    assert.isNull(resolve(operator, found("10.0.0.7"), true)?.error)
    assert.propertyVal(resolve(operator, found("10.0.0.7", "169.254.169.254"), true)?.error, "rule", "metadata")
  })

  it("passes on that a name does not resolve, and the answer of a resolver that gives one address", () => {
    const problem = Object.assign(new Error("none"), { code: "ENOTFOUND" })
    assert.strictEqual(resolve(operator, (_hostname, _options, callback) => callback(problem, []), true)?.error, problem)
    assert.deepStrictEqual(resolve(operator, (_hostname, _options, callback) => callback(null, "::1", 6), true)?.address, [
      { address: "::1", family: 6 }
    ])
  })
})
