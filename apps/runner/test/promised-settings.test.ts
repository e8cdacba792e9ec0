/**
 * The settings that docs/spec/open-points.md and docs/spec/variants.md name: each is set in a composition, to every value that it can have.
 */
import { type AnyPlugin, defineRunner } from "@crossdock/config"
import { ledger as erpLedger } from "@crossdock/erp-ledger"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { platformEnvelopeSigned } from "@crossdock/platform-envelope"
import { Profile as Books } from "@crossdock/protocols/erp-open-api"
import { Profile as Gateway } from "@crossdock/protocols/gateway"
import { Profile as Platform } from "@crossdock/protocols/platform-envelope"
import { Profile as Envelope } from "@crossdock/protocols/warehouse-envelope"
import { warehouseEnvelope } from "@crossdock/warehouse-envelope"
import { warehouseGateway } from "@crossdock/warehouse-gateway"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { compose } from "../src/Composition.ts"
import { kinds } from "../src/mapping/NameMapping.ts"

const page = (name: string) => readFileSync(new URL(`../../../docs/spec/${name}.md`, import.meta.url), "utf8")

/** The names in the last column of a page, as `place.name`. */
const namesIn = (text: string): ReadonlyArray<string> =>
  text.split("\n").filter((line) => /^(U-\d+|\d+) \|/.test(line)).flatMap((line) => line.slice(line.lastIndexOf("|")).match(/(?<![\w@/.])[a-z][a-z-]*\.[a-zA-Z0-9]+/g) ?? [])

const names = [...new Set([...namesIn(page("open-points")), ...namesIn(page("variants"))])].filter((name) => !name.startsWith("Server."))

type Written = Readonly<Record<string, unknown>>

const secretKey = "a-secret-key-of-1"
const warehouse = { code: "W", name: "North" }

/** What each plugin needs to be set up at all, and where it has its profile. */
const plugins = {
  "warehouse-envelope": { plugin: warehouseEnvelope, settings: { serviceUrl: "https://wms.example", accessId: "a", secretKey } },
  gateway: { plugin: warehouseGateway, settings: { baseUrl: "https://wms.example", appKey: "a", appSecret: secretKey, warehouseKey: "k" } },
  "platform-envelope": { plugin: platformEnvelopeSigned, settings: { serviceUrl: "https://shop.example", accessId: "a", secretKey, platform: "P", shopId: "1" } },
  "erp-open-api": { plugin: erpOpenApi, settings: { baseUrl: "https://erp.example", accessId: "a", secretKey, warehouseExtraType: "t" } },
  "erp-ledger": { plugin: erpLedger, settings: { warehouses: [{ id: "1", ...warehouse }] } }
} as const

const profiles = { "warehouse-envelope": Envelope.options, gateway: Gateway.options, "platform-envelope": Platform.options, "erp-open-api": Books.options } as const

type Protocol = keyof typeof profiles

const routes = { "warehouse-envelope": "warehouse", gateway: "gateway", "platform-envelope": "platform", "erp-open-api": "open-api" } as const

/** A value of each setting that is no option of a profile. */
const values: Written = {
  "connection.apiUrlAllow": ["https://other.example"],
  "connection.callsPerSecond": 7,
  "connection.environment": "test",
  "connection.refusals": "in doubt",
  "connection.shippedLines": "total",
  "connection.timeZone": "Europe/Amsterdam",
  "connection.unstoredNumbers": "forward",
  "connection.visibilityDelay": "5 seconds",
  "delivery.resendUnattended": true,
  "delivery.schedule": ["1 second", "1 minute"],
  "link.mapping": "required",
  "link.prefix": "A-",
  "link.scope": { warehouses: ["North"] },
  "link.shop": { platform: "P", shopId: "2", webHookHosts: ["erp.example", "http://erp.internal:8080"] },
  "link.signing": "lenient",
  "link.warehouseKey": "k",
  "link.warehouseSecret": "another-secret-of-1",
  "server.authFailureLimit": 9,
  "server.callerDeadline": "9 seconds",
  "server.doubtfulAnswer": "503",
  "server.maxBody": 1_000_000,
  "server.maxMembers": 9000,
  "server.maxWindow": "7 days",
  "server.methodReplay": "strict",
  "server.openApiRate": 9,
  "server.pagesPerCall": 9,
  "erp-ledger.allWarehouses": true,
  "erp-ledger.baseCurrency": "EUR",
  "erp-ledger.cancelTwice": "failure",
  "erp-ledger.cancelledState": "CANCEL",
  "erp-ledger.destWarehouseTypes": { other: "ANY" },
  "erp-ledger.erpWmsMembers": "refuse",
  "erp-ledger.keepDuplicateLines": ["North"],
  "erp-ledger.repeatedCustomNumber": "existing",
  "erp-open-api.listedFaults": { closed: "rejected" },
  "erp-open-api.openApi": { signer: "md5-sorted-pairs", rate: { calls: 9, per: "1 second" } },
  "gateway.accessToken": "a-token-of-1",
  "gateway.authInfo": [{ authInfoKey: "k", value: "v" }],
  "gateway.channels": [{ code: "C", name: "Post" }],
  "gateway.listedFaults": { closed: "rejected" },
  "gateway.offers": ["listStock"],
  "gateway.pathVersion": "v2",
  "gateway.refreshToken": "a-token-of-2",
  "gateway.warehouses": [warehouse],
  "platform-envelope.listedFaults": { closed: "rejected" },
  "platform-envelope.orderPhases": { REFUNDED: "cancelled" },
  "platform-envelope.pushes": { accessId: "b", secretKey: "another-secret-of-2" },
  "warehouse-envelope.callbacks": { warehouseExtraType: "t", accessId: "b" },
  "warehouse-envelope.listedFaults": { closed: "rejected" },
  "warehouse-envelope.notFoundTexts": ["no such order"]
}

/** The problems of a composition with a connection of a plugin and a link over it. */
const problems = (
  kind: keyof typeof plugins,
  { connection = {}, link = {}, route = kind === "erp-ledger" ? undefined : routes[kind], settings = {}, ...more }: {
    readonly connection?: Written
    readonly link?: Written
    readonly route?: string | undefined
    readonly settings?: Written
    readonly server?: Written
    readonly delivery?: Written
  }
): ReadonlyArray<string> => {
  const { plugin, settings: needed } = plugins[kind]
  const isErp = kind === "erp-ledger" || kind === "erp-open-api"
  const books = { id: "books", plugin: erpLedger.id, settings: plugins["erp-ledger"].settings }
  const own = { id: "own", plugin: plugin.id, ...connection, settings: { ...needed, ...settings } }
  const shop = route === "platform" ? { shop: { platform: "P", shopId: "1" } } : {}
  const peer = route === "open-api" || isErp ? {} : { peer: "own" }
  const key = route === "gateway" ? { warehouseKey: "k" } : {}
  const links = route === undefined ? [] : [{ erp: "books", ...peer, protocol: route, id: "a-1", secretKey, ...shop, ...key, ...link }]
  const composed = compose(
    defineRunner<ReadonlyArray<AnyPlugin>>({ plugins: [...new Set<unknown>([erpLedger, plugin])] as never, connections: [books, own] as never, links: links as never, ...more }),
    {}
  )
  return Result.isSuccess(composed) ? [] : composed.failure.map(({ message, path }) => `${path}: ${message}`)
}

/** Every value of an option of a profile. */
const valuesOf = (option: ReadonlyArray<unknown> | { readonly text: string } | { readonly count: string }): ReadonlyArray<unknown> =>
  Array.isArray(option) ? option : "count" in option ? ["2", (option as { readonly count: string }).count] : [(option as { readonly text: string }).text]

const optionOf = (protocol: Protocol, name: string) => (profiles[protocol] as Readonly<Record<string, Parameters<typeof valuesOf>[0]>>)[name]

/** Problems of an option in the profile of a connection and of a link. */
const ofProfile = (protocol: Protocol, name: string): ReadonlyArray<string> =>
  valuesOf(optionOf(protocol, name)!).flatMap((value) => {
    const profile = { [name]: value }
    const settings = protocol === "erp-open-api" ? { openApi: { profile } } : { profile }
    return [...problems(protocol, { settings }), ...problems(protocol, { link: { profile } })]
  })

const linkRoutes: Readonly<Record<string, Protocol>> = { scope: "erp-open-api", shop: "platform-envelope", warehouseKey: "gateway" }

/** Problems of a setting in the place that its name says; undefined if this test knows no value for it. */
const problemsOf = (name: string): ReadonlyArray<string> | undefined => {
  const [place = "", setting = ""] = name.split(".")
  const protocols = (Object.keys(profiles) as ReadonlyArray<Protocol>).filter((protocol) => optionOf(protocol, setting) !== undefined)
  if (place === "profile") return protocols.length === 0 ? ["no protocol has this option"] : protocols.flatMap((protocol) => ofProfile(protocol, setting))
  if (place in profiles && optionOf(place as Protocol, setting) !== undefined) return ofProfile(place as Protocol, setting)
  if (place === "mapping") return (kinds as ReadonlyArray<string>).includes(setting) ? [] : ["no kind of mapping has this name"]
  const value = values[name]
  if (value === undefined) return undefined
  const written = { [setting]: value }
  if (place in plugins) return problems(place as keyof typeof plugins, { settings: written })
  if (place === "connection") return problems("warehouse-envelope", { connection: written })
  if (place === "link") return problems(linkRoutes[setting] ?? "warehouse-envelope", { link: written })
  return place === "server" || place === "delivery" ? problems("warehouse-envelope", { [place]: written }) : ["no place has this name"]
}

describe("a setting that the pages promise", () => {
  it("is one of those that exist", () => {
    assert.isAbove(names.length, 90)
    assert.deepStrictEqual(names.filter((name) => problemsOf(name) === undefined), [])
    assert.deepStrictEqual(Object.keys(values).filter((name) => !names.includes(name)), [], "the pages do not name these any more")
  })

  it.each(names)("%s can be set", (name) => assert.deepStrictEqual(problemsOf(name) ?? ["unknown"], []))

  it("is refused if its name is misspelt, so that a promise of none would be found", () => {
    assert.notDeepEqual(problems("warehouse-envelope", { connection: { receivingMode: "auto" } }), [])
    assert.notDeepEqual(problems("warehouse-envelope", { link: { profile: { statusMap: "x" } } }), [])
    assert.notDeepEqual(problems("erp-ledger", { settings: { openEnums: true } }), [])
    assert.notDeepEqual(problems("warehouse-envelope", { server: { failureStatus: 400 } }), [])
  })
})
