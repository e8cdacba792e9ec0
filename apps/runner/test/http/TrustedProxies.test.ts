import { assert, describe, it } from "@effect/vitest"
import * as TrustedProxies from "../../src/http/TrustedProxies.ts"

const message = (remoteAddress: string | undefined, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded } }) as unknown as Parameters<TrustedProxies.AddressOf>[0]

describe("the address of a caller", () => {
  const addressOf = TrustedProxies.make(["127.0.0.1", "10.0.0.0/8", "fd00::/8"])

  for (
    const [title, remote, forwarded, expected] of [
      ["is its socket's where no proxy is in front", "203.0.113.9", undefined, "203.0.113.9"],
      ["is its socket's where somebody untrusted names another", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
      ["is what a trusted proxy names", "127.0.0.1", "203.0.113.9", "203.0.113.9"],
      ["is the nearest that is no trusted proxy, whatever the caller wrote before it", "127.0.0.1", "1.1.1.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"],
      ["is the furthest proxy where all of them are trusted", "127.0.0.1", "10.1.1.1, 10.1.2.3", "10.1.1.1"],
      ["is the proxy's where it names nobody", "127.0.0.1", undefined, "127.0.0.1"],
      ["is the last trusted hop's where a hop names no address", "127.0.0.1", "203.0.113.9, unknown, 10.1.2.3", "10.1.2.3"],
      ["is told without its port", "127.0.0.1", "203.0.113.9:5123", "203.0.113.9"],
      ["is told without its port and brackets", "127.0.0.1", "[2001:db8::7]:5123", "2001:db8::7"],
      ["is one for both notations of IPv4", "::ffff:127.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
      ["is found behind a proxy on IPv6", "fd00::1", "2001:db8::7", "2001:db8::7"],
      ["is absent where the socket has none", undefined, "203.0.113.9", undefined]
    ] as const
  ) {
    it(`${title} (C1)`, () => {
      assert.strictEqual(addressOf(message(remote, forwarded)), expected)
    })
  }

  it("is its socket's while no proxy is trusted (C1)", () => {
    assert.strictEqual(TrustedProxies.make([])(message("127.0.0.1", "203.0.113.9")), "127.0.0.1")
  })
})

it("tells of each entry that is no address and no network (C1)", () => {
  const good = ["127.0.0.1", "10.0.0.0/8", "0.0.0.0/0", "::1", "fd00::/8", "::/128"]
  const bad = ["", "proxy", "10.0.0.0/33", "fd00::/129", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0.0/x", "10.0.0/8", "fe80::1%eth0", 7, null]
  assert.deepStrictEqual(good.filter((one) => TrustedProxies.problemOf(one) !== undefined), [])
  assert.deepStrictEqual(bad.filter((one) => TrustedProxies.problemOf(one) === undefined), [])
})
