import { assert, describe, it } from "@effect/vitest"
import { type AnyPlugin, type Composition, env, type ErpField } from "@crossdock/config"
import { PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Composed, compose, oneConnection, oneLink, type Problem } from "../src/Composition.ts"
import { pushGaps } from "../src/engine/RetrySchedule.ts"
import { formOf } from "../src/api/SettingsForm.ts"
import * as Peers from "./support/Peers.ts"

/** A warehouse with settings of every sort. */
const acme = WarehouseV1.plugin({
  id: "warehouse-acme",
  settings: Schema.Struct({
    baseUrl: Schema.URLFromString,
    appSecret: Schema.RedactedFromValue(Schema.NonEmptyString.check(Schema.isMinLength(8))),
    pages: Schema.Int,
    nested: Schema.Struct({ tokens: Schema.Array(Schema.RedactedFromValue(Schema.String)) })
  }),
  limits: { linesPerOrder: 50, ordersPerQuery: 10, visibilityDelay: "7 seconds", pollInterval: "90 seconds" },
  offers: [],
  make: () => Effect.succeed({} as never)
})

const settings = { baseUrl: "https://acme.invalid", appSecret: "long-enough", pages: 3, nested: { tokens: ["t"] } }
const erp = Peers.erp().plugin
const link = { erp: "books", peer: "acme", protocol: "warehouse", id: "acc-1", secretKey: "secret-key-1" } as const

const written = (more: Partial<Composition> = {}): Composition => ({
  plugins: [acme, erp] as ReadonlyArray<AnyPlugin>,
  connections: [{ id: "books", plugin: "erp-fake", settings: {} }, { id: "acme", plugin: "warehouse-acme", settings }],
  links: [link],
  ...more
})

const composed = (composition: Composition, environment: Record<string, string> = {}): Composed =>
  Result.getOrThrowWith(compose(composition, environment), (problems) => new Error(JSON.stringify(problems)))

const problems = (composition: Composition, environment: Record<string, string> = {}): ReadonlyArray<Problem> => {
  const result = compose(composition, environment)
  return Result.isFailure(result) ? result.failure : []
}

const places = (composition: Composition, environment: Record<string, string> = {}) => problems(composition, environment).map(({ path }) => path)

describe("a composition", () => {
  it("without optional settings gets the defaults of the open points", () => {
    const { connections, delivery, links, receivers, server } = composed(written())
    assert.deepStrictEqual(server, {
      callerDeadline: 20_000,
      doubtfulAnswer: "body",
      maxBody: 8 * 1024 * 1024,
      maxMembers: 60_000,
      callsAtOnce: 2000,
      callsAtOncePerLink: 500,
      authFailureLimit: 50,
      methodReplay: "count",
      pagesPerCall: 20,
      openApiRate: { calls: 200, millis: 10_000 },
      openapi: "none",
      nodes: "one",
      trustedProxies: []
    })
    assert.deepStrictEqual(delivery, { gaps: pushGaps, resendUnattended: false })
    assert.deepStrictEqual(receivers, [])
    const [books, warehouse] = connections
    assert.deepStrictEqual([books?.pollInterval, books?.visibilityDelay, books?.callsPerSecond], [60_000, 60_000, Number.POSITIVE_INFINITY])
    assert.deepStrictEqual([warehouse?.pollInterval, warehouse?.visibilityDelay, warehouse?.timeZone], [90_000, 7000, "UTC+8"])
    assert.deepStrictEqual([links[0]?.scope, links[0]?.mapping, links[0]?.prefix], ["warehouse:acc-1", { warehouse: "optional", channel: "optional", sku: "optional" }, ""])
    assert.deepStrictEqual(links[0]?.entrances.map(({ signing }) => signing), ["strict"])
  })

  it("overrides each default that it sets", () => {
    const { connections, delivery, server } = composed(written({
      connections: [
        { id: "books", plugin: "erp-fake", settings: {} },
        { id: "acme", plugin: "warehouse-acme", settings, timeZone: "Europe/Amsterdam", pollInterval: "5 seconds", visibilityDelay: "1 second", callsPerSecond: 2 }
      ],
      server: { callerDeadline: "3 seconds", doubtfulAnswer: "503", maxBody: 1000, callsAtOnce: 20, callsAtOncePerLink: 5, authFailureLimit: 3, methodReplay: "strict", maxWindow: "31 days", openApiRate: "none", trustedProxies: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"] },
      delivery: { schedule: [0, "1 second"], resendUnattended: true }
    }))
    assert.deepInclude(connections[1], { timeZone: "Europe/Amsterdam", pollInterval: 5000, visibilityDelay: 1000, callsPerSecond: 2 })
    assert.deepStrictEqual(server, { callerDeadline: 3000, doubtfulAnswer: "503", maxBody: 1000, maxMembers: 60_000, callsAtOnce: 20, callsAtOncePerLink: 5, authFailureLimit: 3, methodReplay: "strict", pagesPerCall: 20, openApiRate: "none", openapi: "none", maxWindow: 2_678_400_000, nodes: "one", trustedProxies: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"] })
    assert.deepStrictEqual(delivery, { gaps: [0, 1000], resendUnattended: true })
  })

  it("refuses a visibility delay within which another node may not have taken over, where there are several nodes", () => {
    const of = (visibilityDelay: string, nodes?: "one" | "several") =>
      problems(written({
        connections: [
          { id: "books", plugin: "erp-fake", settings: {} },
          { id: "acme", plugin: "warehouse-acme", settings, visibilityDelay }
        ],
        ...(nodes && { server: { nodes } })
      } as never))
    const found = of("2 seconds", "several")
    assert.deepStrictEqual(found.map(({ path }) => path), ["/connections/1/visibilityDelay"])
    assert.match(found[0]!.message, /at least 40 seconds, not 2: another node takes over/)
    assert.deepStrictEqual([of("40 seconds", "several"), of("2 seconds", "one"), of("2 seconds")], [[], [], []])
    const { connections, plugins } = composed(written({}))
    const stored = { id: "later", plugin: "warehouse-acme", settings, visibilityDelay: "10 seconds" } as never
    assert.isTrue(Result.isFailure(oneConnection(plugins, stored, connections, "several")))
    assert.isTrue(Result.isSuccess(oneConnection(plugins, stored, connections, "one")))
  })

  it("finds two links of the gateway that would keep their rows in one place (m14)", () => {
    const [first, second] = [{ ...link, protocol: "gateway", id: "shop:eu", warehouseKey: "K1", prefix: "A-" }, { ...link, protocol: "gateway", id: "shop", warehouseKey: "eu:K1", prefix: "B-" }] as const
    const found = problems(written({ links: [first, second] }))
    assert.deepStrictEqual(found.map(({ path }) => path), ["/links/1/warehouseKey"])
    assert.match(found[0]!.message, /gateway:shop:eu:K1, which another link has already/)
    const { connections, links } = composed(written({ links: [first] }))
    const added = oneLink({ ...second, secretKey: "another secret of this caller" }, connections, links)
    assert.isTrue(Result.isFailure(added) && added.failure.some(({ path }) => path === "/warehouseKey"))
  })

  it("names each trusted proxy that is no address and no network (C1)", () => {
    const found = problems(written({ server: { trustedProxies: ["127.0.0.1", "nginx", "10.0.0.0/64"] } }))
    assert.deepStrictEqual(found.map(({ path }) => path), ["/server/trustedProxies/1", "/server/trustedProxies/2"])
    assert.match(found[0]!.message, /such as 127\.0\.0\.1, 10\.0\.0\.0\/8/)
  })

  it("tells all of its problems at once, each with its place and what to do", () => {
    const found = problems(written({
      plugins: [acme, erp, acme, { ...erp, id: "old", contract: "erp/v0" } as never],
      connections: [
        { id: "books", plugin: "erp-fake", settings: {}, timeZone: "Mars/Olympus" },
        { id: "acme", plugin: "warehouse-acme", settings: { ...settings, pages: "many", baseUrl: "nowhere" } },
        { id: "lost", plugin: "warehouse-gone", settings: {} },
        { id: "books", plugin: "erp-fake", settings: {} }
      ],
      links: [
        { ...link, peer: "books", secretKey: env("NOT_SET") },
        { ...link, erp: "nobody", prefix: "no blanks", profile: { noSuchOption: true } }
      ],
      receivers: [{ extraType: "r", accessId: "a", secretKey: env("NOT_SET_EITHER"), timeZone: "UTC+99x", profile: { hexCase: "middle" } }]
    }))
    assert.includeMembers(found.map(({ path }) => path), [
      "/plugins/2",
      "/plugins/3",
      "/connections/0/timeZone",
      "/connections/1/settings/pages",
      "/connections/1/settings/baseUrl",
      "/connections/2/plugin",
      "/connections/3/id",
      "/links/0/peer",
      "/links/0/secretKey",
      "/links/1/erp",
      "/links/1/prefix",
      "/links/1/profile",
      "/links/1/id",
      "/receivers/0/secretKey",
      "/receivers/0/timeZone",
      "/receivers/0/profile"
    ])
    for (const { message } of found) assert.isAbove(message.length, 10)
    assert.match(found.find(({ path }) => path === "/connections/2/plugin")!.message, /existing plugins: warehouse-acme, erp-fake/)
    assert.match(found.find(({ path }) => path === "/plugins/3")!.message, /erp\/v0.*warehouse\/v1, platform\/v1, erp\/v1/)
    assert.match(found.find(({ path }) => path === "/links/0/secretKey")!.message, /NOT_SET nor NOT_SET_FILE; set one of them/)
  })

  it("reports a connection whose secret is missing once, and not again wherever the connection is named (M6)", () => {
    const [books, acmeAt] = written().connections
    const { appSecret: _, ...rest } = settings
    assert.deepStrictEqual(places(written({ connections: [books!, { ...acmeAt!, settings: { ...rest, appSecret: env("NOT_SET") } }] })), ["/connections/1/settings/appSecret"])
  })

  it("shows no secret in the text of a problem", () => {
    const planted = "planted-7f42"
    const secrets = { ...settings, appSecret: { [planted]: planted }, nested: { tokens: [planted, 7, { [planted]: 1 }] } }
    const short = { ...settings, appSecret: planted.slice(-4), pages: planted }
    const found = [
      ...problems(written({ connections: [...written().connections, { id: "one", plugin: "warehouse-acme", settings: secrets }] })),
      ...problems(written({ connections: [...written().connections, { id: "two", plugin: "warehouse-acme", settings: short }] })),
      ...problems(written({ connections: [...written().connections, { id: "three", plugin: "warehouse-acme", settings: { ...settings, appSecret: env("X"), pages: env("X") } }] }), { X: planted }),
      ...problems(written({ links: [link, { ...link, secretKey: planted }] }))
    ]
    assert.isAbove(found.length, 5)
    assert.notInclude(JSON.stringify(found), planted.slice(-4))
  })
})

describe("a value of the environment", () => {
  const composition = written({
    connections: [
      { id: "books", plugin: "erp-fake", settings: {} },
      { id: "acme", plugin: "warehouse-acme", settings: { ...settings, appSecret: env("ACME_SECRET"), nested: { tokens: [env("ACME_TOKEN")] } } }
    ],
    links: [{ ...link, secretKey: env("LINK_KEY"), warehouseSecret: env("WAREHOUSE_SECRET") }],
    receivers: [{ extraType: "r", accessId: "a", secretKey: env("RECEIVER_KEY") }]
  })
  const values = { ACME_SECRET: "acme secret", ACME_TOKEN: "token", LINK_KEY: "link key", WAREHOUSE_SECRET: "opaque", RECEIVER_KEY: "receiver key" }

  const secretsOf = ({ connections, links, receivers }: Composed) => {
    const { appSecret, nested } = connections[1]!.settings as { appSecret: Redacted.Redacted; nested: { tokens: ReadonlyArray<Redacted.Redacted> } }
    const [entrance] = links[0]!.entrances
    return [appSecret, nested.tokens[0]!, entrance!.secretKey, entrance!.credentials["warehouseSecret"] as Redacted.Redacted, receivers[0]!.secretKey].map((secret) => Redacted.value(secret))
  }

  it("stands wherever a text may stand, and is redacted from then on", () => {
    const all = composed(composition, values)
    assert.deepStrictEqual(secretsOf(all), Object.values(values))
    for (const value of Object.values(values)) assert.notInclude(JSON.stringify({ ...all, plugins: undefined }), `"${value}"`)
  })

  it("may stand in the file that its twin names, without the line end", () => {
    const folder = mkdtempSync(join(tmpdir(), "crossdock-"))
    const files = Object.fromEntries(Object.entries(values).map(([name, value]) => {
      writeFileSync(join(folder, name), `${value}${name === "LINK_KEY" ? "\r\n" : "\n"}`)
      return [`${name}_FILE`, join(folder, name)]
    }))
    assert.deepStrictEqual(secretsOf(composed(composition, files)), Object.values(values))
    assert.deepStrictEqual(secretsOf(composed(composition, { ...files, LINK_KEY: "from the environment" }))[2], "from the environment")
  })

  it("that is in neither, is empty, or whose file cannot be read is a problem at its place", () => {
    const at = ["/connections/1/settings/appSecret", "/connections/1/settings/nested/tokens/0", "/links/0/secretKey", "/links/0/warehouseSecret", "/receivers/0/secretKey"]
    assert.includeMembers(places(composition), at)
    assert.includeMembers(places(composition, Object.fromEntries(Object.keys(values).map((name) => [name, ""]))), at)
    const lost = problems(composition, Object.fromEntries(Object.keys(values).map((name) => [`${name}_FILE`, "/no/such/file"])))
    assert.includeMembers(lost.map(({ path }) => path), at)
    assert.match(lost.find(({ path }) => path === "/links/0/secretKey")!.message, /LINK_KEY_FILE.*ENOENT/)
  })
})

describe("what must be mapped", () => {
  it.each([
    [undefined, ["optional", "optional", "optional"]],
    ["optional", ["optional", "optional", "optional"]],
    ["required", ["optional", "optional", "required"]],
    [{ warehouse: "required" }, ["required", "optional", "optional"]],
    [{ channel: "required", sku: "required" }, ["optional", "required", "required"]]
  ] as const)("%o: each kind by itself, and the word alone is for SKUs (D1-403)", (mapping, expected) => {
    const [one] = composed(written({ links: [{ ...link, ...(mapping !== undefined && { mapping }) }] })).links
    assert.deepStrictEqual([one?.mapping.warehouse, one?.mapping.channel, one?.mapping.sku], [...expected])
  })

  it("accepts only `required` and `optional`", () => {
    assert.deepStrictEqual(places(written({ links: [{ ...link, mapping: { sku: "always" } }] } as never)), ["/links/0/mapping/sku"])
    assert.deepStrictEqual(places(written({ links: [{ ...link, mapping: "always" }] } as never)), ["/links/0/mapping"])
  })
})

describe("several links of one connection", () => {
  const links = (...prefixes: ReadonlyArray<string | undefined>) =>
    written({ links: prefixes.map((prefix, at) => ({ ...link, id: `acc-${at}`, ...(prefix !== undefined && { prefix }) })) })

  it.each(
    [
      ["one, without a prefix", [undefined], []],
      ["one, with a prefix", ["A-"], []],
      ["two distinct prefixes", ["A-", "B-"], []],
      ["one without", ["A-", undefined], ["/links/1/prefix"]],
      ["both without", [undefined, undefined], ["/links/0/prefix", "/links/1/prefix"]],
      ["the same", ["A-", "A-"], ["/links/0/prefix", "/links/1/prefix"]],
      ["one that begins the other", ["A", "AB", "C"], ["/links/0/prefix"]],
      ["an empty one", ["", "B-"], ["/links/0/prefix"]]
    ] as const
  )("%s (D1-402)", (_, prefixes, expected) => {
    assert.deepStrictEqual(places(links(...prefixes)), [...expected])
  })

  it("need no prefix when they are of different connections (D1-402)", () => {
    assert.deepStrictEqual(places(written({
      connections: [...written().connections, { id: "acme-2", plugin: "warehouse-acme", settings }],
      links: [link, { ...link, id: "acc-2", peer: "acme-2" }]
    })), [])
  })

  it("refuses a connection with several links that forwards numbers which no order of the link has (D1-402)", () => {
    const [books, warehouse] = written().connections
    const at = (...links: Composition["links"]) => places(written({ connections: [books!, { ...warehouse!, unstoredNumbers: "forward" }], links }))
    assert.deepStrictEqual([at(link), at({ ...link, prefix: "A-" }, { ...link, id: "acc-2", prefix: "B-" })], [[], ["/connections/1/unstoredNumbers"]])
  })

  it("one that is added without a prefix beside another without one is told so once (M6)", () => {
    const { connections, links: existing } = composed(written({ links: [link] }))
    const added = oneLink({ ...link, id: "acc-2" }, connections, existing)
    assert.deepStrictEqual(Result.isFailure(added) && added.failure.map(({ path }) => path), ["/prefix"])
  })

  it("two callers with one id and one protocol are refused", () => {
    assert.include(places(written({ links: [{ ...link, prefix: "A-" }, { ...link, prefix: "B-" }] })), "/links/1/id")
  })
})

describe("a time zone", () => {
  it.each([
    ["UTC", true],
    ["UTC+8", true],
    ["UTC-3:30", true],
    ["Europe/Amsterdam", true],
    ["Asia/Shanghai", true],
    ["", false],
    ["Amsterdam", false],
    ["+8 hours", false]
  ])("%s: %s", (timeZone, isOne) => {
    const [books, acmeAt] = written().connections
    assert.deepStrictEqual(places(written({ connections: [books!, { ...acmeAt!, timeZone }] })), isOne ? [] : ["/connections/1/timeZone"])
  })
})

describe("what would be taken for something else", () => {
  const sound = {
    plugins: [Peers.warehouse().plugin, Peers.erp().plugin],
    connections: [{ id: "wh", plugin: "warehouse-fake", settings: {} }, { id: "books", plugin: "erp-fake", settings: {} }],
    links: [{ erp: "books", peer: "wh", protocol: "warehouse", id: "acc", secretKey: "secret-key" }]
  }
  const link = sound.links[0]!

  const pathsOf = (written: unknown): ReadonlyArray<string> => {
    const composed = compose(written as never, {})
    return Result.isFailure(composed) ? composed.failure.map(({ path }) => path) : []
  }

  it("a valid composition has no problem", () => assert.deepStrictEqual(pathsOf(sound), []))

  it.each([
    ["an absent secret", { ...sound, links: [{ ...link, secretKey: undefined }] }, "/links/0/secretKey"],
    ["an empty secret", { ...sound, links: [{ ...link, secretKey: "" }] }, "/links/0/secretKey"],
    ["an empty secret of a further entrance", { ...sound, links: [{ ...link, furtherCallers: [{ ...link, id: "b", secretKey: "" }] }] }, "/links/0/furtherCallers/0/secretKey"],
    ["a receiver without a secret", { ...sound, receivers: [{ extraType: "x", accessId: "a" }] }, "/receivers/0/secretKey"],
    ["the same receiver twice", { ...sound, receivers: [1, 2].map(() => ({ extraType: "x", accessId: "a", secretKey: "secret-key" })) }, "/receivers/1"],
    ["a link without an id", { ...sound, links: [{ ...link, id: "" }] }, "/links/0/id"],
    ["an unknown protocol", { ...sound, links: [{ ...link, protocol: "window" }] }, "/links/0/protocol"],
    ["an unknown word", { ...sound, links: [{ ...link, signing: "sloppy" }] }, "/links/0/signing"],
    ["no calls at all", { ...sound, connections: [{ ...sound.connections[0], callsPerSecond: 0 }, sound.connections[1]] }, "/connections/0/callsPerSecond"],
    ["a time that is none", { ...sound, connections: [{ ...sound.connections[0], pollInterval: "soon" }, sound.connections[1]] }, "/connections/0/pollInterval"],
    ["a duration with an unknown member", { ...sound, connections: [{ ...sound.connections[0], visibilityDelay: { second: 60 } }, sound.connections[1]] }, "/connections/0/visibilityDelay"],
    ["a duration without an end", { ...sound, connections: [{ ...sound.connections[0], visibilityDelay: "Infinity" }, sound.connections[1]] }, "/connections/0/visibilityDelay"],
    ["polls without a pause", { ...sound, connections: [{ ...sound.connections[0], pollInterval: 0 }, sound.connections[1]] }, "/connections/0/pollInterval"],
    ["topics of callbacks that no plugin registers", { ...sound, connections: [{ ...sound.connections[0], callbackTopics: ["orders"] }, sound.connections[1]] }, "/connections/0/callbackTopics"],
    ["topics of callbacks that are none", { ...sound, connections: [{ ...sound.connections[0], callbackTopics: [] }, sound.connections[1]] }, "/connections/0/callbackTopics"],
    ["a zone of nowhere", { ...sound, connections: [{ ...sound.connections[0], timeZone: "UTC+99" }, sound.connections[1]] }, "/connections/0/timeZone"],
    ["an empty schedule", { ...sound, delivery: { schedule: [] } }, "/delivery/schedule"],
    ["a body of less than nothing", { ...sound, server: { maxBody: -1 } }, "/server/maxBody"],
    ["a receiver with a secret that is easy to guess", { ...sound, receivers: [{ extraType: "x", accessId: "a", secretKey: "aaaaaaaaaa" }] }, "/receivers/0/secretKey"],
    ["a secret of five characters", { ...sound, links: [{ ...link, secretKey: "short" }] }, "/links/0/secretKey"],
    ["no links at all", { ...sound, links: undefined }, "/links"]
  ])("%s is told with its place", (_, written, path) => assert.include(pathsOf(written), path))
})

describe("a duration without a unit", () => {
  const withNumber = (number: number | bigint | readonly [number, number]) => number as never
  const [books, acmeAt] = written().connections
  const acmeWith = (more: object) => written({ connections: [books!, { ...acmeAt!, ...more }] })

  it.each([
    ["of a connection", acmeWith({ visibilityDelay: withNumber(60) }), "/connections/1/visibilityDelay"],
    ["between polls", acmeWith({ pollInterval: withNumber(60n) }), "/connections/1/pollInterval"],
    ["of the server", written({ server: { callerDeadline: withNumber(20) } }), "/server/callerDeadline"],
    ["in a schedule", written({ delivery: { schedule: [0, withNumber(5)] } }), "/delivery/schedule/1"],
    ["as a pair of numbers", written({ server: { callerDeadline: withNumber([20, 0]) } }), "/server/callerDeadline"]
  ])("%s is refused with both ways to write it (K1)", (_, composition, path) => {
    const found = problems(composition)
    assert.deepStrictEqual(found.map((problem) => problem.path), [path])
    assert.match(found[0]!.message, /write "\d+ seconds" or "\d+ millis"|write one such as/)
  })

  it("is none if it is zero", () => assert.deepStrictEqual(places(written({ delivery: { schedule: [0, "5 seconds"] } })), []))
})

describe("the limits that a plugin states", () => {
  const stating = (limits: object) => ({ ...acme, facts: () => ({ limits: { linesPerOrder: 50, ordersPerQuery: 10, ...limits } }) }) as never
  const acmeWith = (limits: object, more: object = {}) => {
    const [books, acmeAt] = written().connections
    return problems(written({ plugins: [stating(limits), erp], connections: [books!, { ...acmeAt!, ...more }] }))
  }

  it.each([
    ["a number of orders below 1", { ordersPerQuery: -1 }, /states the limit ordersPerQuery wrongly: .* whole number of at least 1/],
    ["no lines at all", { linesPerOrder: 0 }, /limit linesPerOrder/],
    ["no calls at all", { callsPerSecond: 0 }, /limit callsPerSecond wrongly: .* at least 0.001/],
    ["a delay without a unit", { visibilityDelay: 60 }, /limit visibilityDelay wrongly: 60 has no unit; write "60 seconds"/],
    ["an interval without a unit", { pollInterval: 60 }, /limit pollInterval wrongly: 60 has no unit/],
    ["a burst below one call", { burst: 0.5 }, /limit burst wrongly: .* at least 1/],
    ["a rate of an operation that the plugin does not offer", { rates: { upsertProduct: { perSecond: 1 } } }, /limit rates wrongly: the plugin does not offer upsertProduct; state rates of createOutboundOrder, /],
    ["a rate of an operation that no contract has", { rates: { toString: { perSecond: 1 } } }, /does not offer toString/],
    ["a rate without a number", { rates: { createOutboundOrder: { burst: 5 } } }, /createOutboundOrder: .* at least 0.001/],
    ["a burst of an operation below one call", { rates: { createOutboundOrder: { perSecond: 1, burst: 0 } } }, /createOutboundOrder: the burst/],
    ["answers that tell nothing that is kept", { rateInAnswers: { price: { header: "x-price" } } }, /limit rateInAnswers wrongly: .* cost, remaining, perSecond/],
    ["a place in answers that is none", { rateInAnswers: { cost: { pointer: "cost" } } }, /cost: the place must be \{ header: "x-remaining" \} or/],
    ["a kind of document that is none", { documents: { labels: ["PDF"] } }, /limit documents wrongly: labels is no kind of document; the kinds are label, /],
    ["a format of documents in lower case", { documents: { label: ["pdf"] } }, /label: the formats must be a list of names in upper case/],
    ["a source of documents that is none", { documentSources: ["Fax"] }, /limit documentSources wrongly: .* Content, Link, Reference/],
    ["a delay of less than a second", { visibilityDelay: "60 millis" }, /would be sent twice; if the peer really is that fast, write visibilityDelay/]
  ])("with %s are refused at the connection (K1)", (_, limits, message) => {
    const found = acmeWith(limits)
    assert.deepStrictEqual(found.map(({ path }) => path), ["/connections/1/plugin"])
    assert.match(found[0]!.message, message)
  })

  it("give way to what the connection writes itself (K1)", () => {
    assert.deepStrictEqual(acmeWith({ visibilityDelay: "60 millis" }, { visibilityDelay: "60 millis" }), [])
    assert.deepStrictEqual(acmeWith({ callsPerSecond: 0 }, { callsPerSecond: 2 }), [])
  })
})

describe("credentials by the fields in which an ERP keeps them", () => {
  const setting = (field: ErpField) => Schema.RedactedFromValue(Schema.NonEmptyString).annotate({ title: field, erpField: field })
  const sold = PlatformV1.plugin({
    id: "platform-acme",
    settings: Schema.Struct({
      merchant: setting("accessId"),
      appSecret: setting("secretKey"),
      token: Schema.optionalKey(setting("accessToken")),
      region: Schema.optionalKey(setting("extraAuthInfo1")),
      partner: Schema.optionalKey(setting("extraAuthInfo2")),
      cipher: Schema.optionalKey(setting("extraAuthInfo3"))
    }),
    limits: { ordersPerQuery: 10 },
    offers: [],
    make: () => Effect.succeed({} as never)
  })
  const needed = { accessId: "m", secretKey: "secret-key" }
  const withFields = (erpFields: object, given: object = {}, plugin: AnyPlugin = sold): Composition => ({
    plugins: [plugin],
    connections: [{ id: "shop", plugin: plugin.id, erpFields, settings: given }],
    links: []
  })
  const settingOf = (composition: Composition, name: string) =>
    Redacted.value((composed(composition).connections[0]!.settings as Record<string, Redacted.Redacted>)[name]!)

  it.each([
    ["accessId", "merchant", "P-374"],
    ["secretKey", "appSecret", "P-375"],
    ["accessToken", "token", "P-376"],
    ["extraAuthInfo1", "region", "P-377"],
    ["extraAuthInfo2", "partner", "P-378"],
    ["extraAuthInfo3", "cipher", "P-379"]
  ])("%s holds the setting that the plugin declares for it, %s (%s)", (field, name) => {
    assert.strictEqual(settingOf(withFields({ ...needed, [field]: "value" }), name), "value")
    assert.strictEqual((formOf(sold).properties as Record<string, { readonly erpField?: string }>)[name]!.erpField, field)
  })

  it("refuses a plugin whose setting declares a field that no ERP has (M12)", () => {
    const misspelt = PlatformV1.plugin({
      id: "platform-misspelt",
      settings: Schema.Struct({ secret: Schema.NonEmptyString.annotate({ erpField: "secretkey" }) }),
      limits: { ordersPerQuery: 10 },
      offers: [],
      make: () => Effect.succeed({} as never)
    })
    const found = problems({ plugins: [misspelt], connections: [], links: [] })
    assert.deepStrictEqual(found.map(({ path }) => path), ["/plugins/0"])
    assert.include(found[0]!.message, `the setting secret declares the ERP field "secretkey"; an ERP has accessId,`)
  })

  it("a setting takes precedence, and a field may come from the environment (P-374)", () => {
    assert.strictEqual(settingOf(withFields({ ...needed, accessId: "field" }, { merchant: "setting" }), "merchant"), "setting")
    const [shop] = composed(withFields({ ...needed, secretKey: env("SECRET") }), { SECRET: "of the environment" }).connections
    assert.strictEqual(Redacted.value((shop!.settings as Record<string, Redacted.Redacted>)["appSecret"]!), "of the environment")
  })

  it("a field that the plugin declares no setting for is told with its place (P-374)", () => {
    const found = problems(withFields({ accessId: "x" }, settings, acme))
    assert.include(found.find(({ path }) => path === "/connections/0/erpFields/accessId")?.message, "write its credentials in settings")
  })
})

describe("the link of a shop", () => {
  const shop = { platform: "acme", shopId: "1" }
  const sold = PlatformV1.plugin({ id: "platform-acme", settings: Schema.Struct({}), limits: { ordersPerQuery: 10 }, offers: [], make: () => Effect.succeed({} as never) })
  const sound = {
    plugins: [sold, acme, erp],
    connections: [
      { id: "books", plugin: "erp-fake", settings: {} },
      { id: "acme", plugin: "warehouse-acme", settings },
      { id: "shop", plugin: "platform-acme", settings: {} }
    ],
    links: [{ erp: "books", peer: "shop", protocol: "platform", id: "acc", secretKey: "secret-key", shop }]
  } as const

  it("has a scope with the words by which its caller names the shop, and the pace of its plugin", () => {
    const { connections, links } = composed(sound)
    assert.strictEqual(links[0]!.scope, "platform:acc:acme:1")
    assert.strictEqual(connections.find(({ id }) => id === "shop")!.callsPerSecond, 10)
  })

  it("two shops of one account are two links", () => {
    const two = [sound.links[0], { ...sound.links[0], prefix: "B", shop: { ...shop, shopId: "2" } }]
    assert.lengthOf(places({ ...sound, links: two }).filter((path) => path.endsWith("/id")), 0)
  })

  const [link] = sound.links
  it("several ERPs may have the same shop, and several shops with ids of the platform one connection, without prefixes", () => {
    assert.deepStrictEqual(places({ ...sound, links: [link, { ...link, id: "acc-2" }] }), [])
    const withId = (id: string, shopId: string, onlineShopId: string) => ({ ...link, id, shop: { ...shop, shopId, onlineShopId } })
    assert.deepStrictEqual(places({ ...sound, links: [withId("acc", "1", "x"), withId("acc-2", "2", "y")] }), [])
  })

  it("receivers of orders with one accessId need the same secret, and different shops", () => {
    const receiver = { extraType: "one", accessId: "a", secretKey: "secret-key", shop }
    const placesOf = (more: object) => places({ ...sound, receivers: [receiver, { ...receiver, extraType: "two", shop: { ...shop, shopId: "2" }, ...more }] })
    assert.deepStrictEqual(placesOf({}), [])
    assert.deepStrictEqual(placesOf({ secretKey: "another-key" }), ["/receivers/1/secretKey"])
    assert.deepStrictEqual(placesOf({ shop }), ["/receivers/1/shop"])
  })

  it.each([
    ["without its shop", [{ ...link, shop: undefined as never }], "/links/0/shop"],
    ["with a shopId that is no number", [{ ...link, shop: { ...shop, shopId: "one" } }], "/links/0/shop/shopId"],
    ["without a platform", [{ ...link, shop: { ...shop, platform: "" } }], "/links/0/shop/platform"],
    ["to a warehouse", [{ ...link, peer: "acme" }], "/links/0/peer"],
    ["with a route of warehouses beside it", [{ ...link, furtherCallers: [{ protocol: "warehouse" as const, id: "b", secretKey: "secret-key" }] }], "/links/0/furtherCallers/0/protocol"],
    ["of the same shop a second time", [link, { ...link, prefix: "B" }], "/links/1/id"],
    ["of another shop to the same connection", [link, { ...link, id: "acc-2", shop: { ...shop, shopId: "2" } }], "/links/1/shop"],
    ["with the onlineShopId of another one", [
      { ...link, shop: { ...shop, onlineShopId: "x" } },
      { ...link, id: "acc-2", shop: { ...shop, shopId: "2", onlineShopId: "x" } }
    ], "/links/1/shop"]
  ])("%s is told with its place", (_, links, path) => assert.include(places({ ...sound, links }), path))
})

describe("a name that no member has", () => {
  const sound = {
    plugins: [acme, erp],
    connections: [{ id: "books", plugin: "erp-fake", settings: {} }, { id: "acme", plugin: "warehouse-acme", settings }],
    links: [link]
  }

  it.each([
    ["of the composition", { ...sound, recievers: [] }, "/recievers", "the composition", "receivers"],
    ["of a connection", { ...sound, connections: [{ ...sound.connections[0], pollIntervall: "5 seconds" }, sound.connections[1]] }, "/connections/0/pollIntervall", "a connection", "pollInterval"],
    ["of a link", { ...sound, links: [{ ...link, mappings: "required" }] }, "/links/0/mappings", "a link", "mapping"],
    ["of a further entrance", { ...sound, links: [{ ...link, furtherCallers: [{ protocol: "gateway", id: "g", secretKey: "secret-key", warehouseKeys: "k", warehouseKey: "k" }] }] }, "/links/0/furtherCallers/0/warehouseKeys", "an entrance", "warehouseKey"],
    ["of mapping", { ...sound, links: [{ ...link, mapping: { skus: "required" } }] }, "/links/0/mapping/skus", "mapping", "sku"],
    ["of a receiver", { ...sound, receivers: [{ extraType: "x", accessId: "a", secretKey: "secret-key", timezone: "UTC" }] }, "/receivers/0/timezone", "a receiver", "timeZone"],
    ["of server", { ...sound, server: { callersDeadline: "5 seconds" } }, "/server/callersDeadline", "server", "callerDeadline"],
    ["of delivery", { ...sound, delivery: { schedules: ["5 seconds"] } }, "/delivery/schedules", "delivery", "schedule"],
    ["of retention", { ...sound, retention: { order: "90 days" } }, "/retention/order", "retention", "orders"],
    ["of the settings of a plugin", { ...sound, connections: [sound.connections[0], { ...sound.connections[1], settings: { ...settings, page: 4 } }] }, "/connections/1/settings/page", "warehouse-acme", "pages"],
    ["below the settings of a plugin", { ...sound, connections: [sound.connections[0], { ...sound.connections[1], settings: { ...settings, nested: { ...settings.nested, token: [] } } }] }, "/connections/1/settings/nested/token", "warehouse-acme", undefined]
  ])("%s is refused with its place and the name that was meant", (_, composition, path, what, meant) => {
    const found = problems(composition as never)
    assert.deepStrictEqual(found.map((one) => one.path), [path])
    assert.include(found[0]!.message, what)
    assert.include(found[0]!.message, meant === undefined ? "correct the name, or remove it" : `did you mean ${meant}?`)
  })

  it("is reported together with every other problem", () => {
    const found = places({
      ...written(),
      connections: [sound.connections[0]!, { id: "acme", plugin: "warehouse-acme", settings: { ...settings, pages: "many", appSecrets: "planted-7f42" } }]
    })
    assert.includeMembers(found, ["/connections/1/settings/pages", "/connections/1/settings/appSecrets"])
  })

  it("like nothing there is lists the members there are", () => {
    const [found] = problems({ ...written(), server: { zzz: 1 } } as never)
    assert.match(found!.message, /server has no member zzz; correct the name, or remove it\. Existing names: callerDeadline, /)
  })
})
