/**
 * The suite of `platform/v1` over a plugin that is right, and over plugins that are wrong in one way each.
 */
import { AdapterError, PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { PlatformV1Suite } from "../src/index.ts"
import * as Conformance from "../src/platform/Conformance.ts"
import * as Right from "./rightPlatform.ts"

const { fixture, layer } = Right.peer()

PlatformV1Suite.suite({ plugin: Right.plugin(), settings: Right.settings, fixture, layer, report: { name: "crossdock-conformance-platform" } })

interface Wrong {
  readonly message: string
  readonly breaks: ReadonlyArray<string>
  readonly changes: Right.Changes
  readonly settings?: Right.Settings
  /** Which laws are looked at. Default: those without a fault. */
  readonly only?: (law: string) => boolean
}

const faults = ["offline", "reset", "lose-answer", "slow", "html", "garbage", "rate-limit", "refuse-unlisted", "credential"]
const isFaultLaw = (law: string) => faults.includes(law.split("/")[1]!)

const wrongs: ReadonlyArray<Wrong> = [
  {
    message: "writes the platform's message anew",
    breaks: ["getOrders/told"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: (asked) => Effect.map(getOrders(asked), (page) => ({ ...page, items: page.items.map((order) => ({ ...order, raw: Redacted.make(JSON.stringify(JSON.parse(Redacted.value(order.raw)))) })) }))
      })
    }
  },
  {
    message: "fails where an order is unknown",
    breaks: ["getOrders/unknown"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: (asked) => Effect.flatMap(getOrders(asked), (page) =>
          asked.cursor === undefined && asked.limit === 100 && asked.onlineOrderIds !== undefined && page.items.length < asked.onlineOrderIds.length
            ? Effect.fail(new AdapterError.Rejected({ fault: { code: "", message: "not found" } }))
            : Effect.succeed(page))
      })
    }
  },
  {
    message: "asks no window of time",
    breaks: ["getOrders/window"],
    changes: { handlers: ({ getOrders }) => ({ getOrders: (asked) => (asked.updatedFrom === undefined ? getOrders(asked) : Effect.succeed({ items: [] })) }) }
  },
  {
    message: "reads the first page alone",
    breaks: ["getOrders/pages"],
    changes: { handlers: ({ getOrders }) => ({ getOrders: (asked) => Effect.map(getOrders(asked), ({ items }) => ({ items })) }) }
  },
  {
    message: "ships nothing",
    breaks: ["markReadyToShip/told", "markReadyToShip/parts"],
    changes: { handlers: () => ({ markReadyToShip: () => Effect.void }) }
  },
  {
    message: "always ships the whole order",
    breaks: ["markReadyToShip/parts"],
    changes: { handlers: ({ markReadyToShip }) => ({
        markReadyToShip: ({ onlineOrderId, providerCode, trackingNumber }) => markReadyToShip({ onlineOrderId, providerCode, trackingNumber })
      }) }
  },
  {
    message: "invents tracking numbers",
    breaks: ["createShipment/told", "cancelShipment/told"],
    changes: { handlers: ({ createShipment }) => ({ createShipment: (payload) => Effect.map(createShipment(payload), (told) => ({ ...told, trackingNumber: "T-0" })) }) }
  },
  { message: "cancels nothing", breaks: ["cancelShipment/told"], changes: { handlers: () => ({ cancelShipment: () => Effect.void }) } },
  {
    message: "takes a page for a label",
    breaks: ["getLabels/told"],
    changes: { handlers: () => ({ getLabels: () => Effect.succeed([{ _tag: "Pdf" as const, content: Redacted.make("<html>") }]) }) }
  },
  { message: "tracks without a status", breaks: ["getTracking/told"], changes: { handlers: ({ getTracking }) => ({ getTracking: (asked) => Effect.map(getTracking(asked), (told) => ({ ...told, status: "" })) }) } },
  { message: "finds no article", breaks: ["listProducts/told"], changes: { handlers: () => ({ listProducts: () => Effect.succeed({ items: [] }) }) } },
  {
    message: "adds to the stock",
    breaks: ["updateStock/absolute"],
    changes: {
      handlers: ({ updateStock }) => {
        let times = 0
        return { updateStock: (asked) => (asked.items[0].productId === "I-1" && times++ > 0 ? Effect.succeed({ failures: [] }) : updateStock(asked)) }
      }
    }
  },
  {
    message: "hides what the platform refused",
    breaks: ["updateStock/failures"],
    changes: { handlers: ({ updateStock }) => ({ updateStock: (asked) => Effect.as(updateStock(asked), { failures: [] }) }) }
  },
  { message: "lists no carriers", breaks: ["listShippingProviders/told"], changes: { handlers: () => ({ listShippingProviders: () => Effect.succeed([]) }) } },
  { message: "lists a location twice", breaks: ["listLocations/told"], changes: { handlers: ({ listLocations }) => ({ listLocations: (asked) => Effect.map(listLocations(asked), (all) => [...all, ...all]) }) } },
  {
    message: "takes a finished status for a cancelled one as well",
    breaks: ["listOrderStatuses/told"],
    changes: { handlers: ({ listOrderStatuses }) => ({ listOrderStatuses: (asked) => Effect.map(listOrderStatuses(asked), ({ finished }) => ({ finished, cancelled: finished })) }) }
  },
  { message: "knows no status of articles", breaks: ["listProductStatuses/told"], changes: { handlers: () => ({ listProductStatuses: () => Effect.succeed([]) }) } },
  {
    message: "never locks a shop",
    breaks: ["announce/told"],
    changes: { handlers: ({ announce }) => ({ announce: (told) => announce({ ...told, isLocked: false }) }) }
  },
  {
    message: "does what it does not offer",
    breaks: ["plugin/unoffered"],
    changes: { offers: ["listShippingProviders"], adapter: (right) => ({ ...right, call: (operation, payload) => (operation.name === "listLocations" ? Effect.succeed([] as never) : right.call(operation, payload)) }) }
  },
  {
    message: "shows the buyer in a log line",
    breaks: ["plugin/personal-data"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: (asked) => Effect.tap(getOrders(asked), ({ items: [order] }) => (order?.receiver.name === undefined ? Effect.void : Effect.logInfo(Redacted.value(order.receiver.name))))
      })
    }
  },
  { message: "has a short secret", breaks: ["plugin/settings-secret"], changes: {}, only: (law) => law === "plugin/settings-secret", settings: { ...Right.settings, secretKey: Redacted.make("short") } },
  {
    message: "works once only",
    breaks: ["plugin/opens-again"],
    changes: (() => {
      let opened = 0
      return {
        adapter: (right) => {
          const mine = ++opened
          return { ...right, call: (operation, payload) => (mine > 1 ? Effect.fail(new AdapterError.AdapterError({ adapter: "a", operation: operation.name, reason: new AdapterError.OperationUnsupported() })) : right.call(operation, payload)) }
        }
      } satisfies Right.Changes
    })()
  },
  // A plugin that hides a failure, or takes it for a final refusal, misjudges each fault.
  ...PlatformV1.contract.required.concat(PlatformV1.contract.optional as never).map(({ name }: { readonly name: PlatformV1.OperationName }): Wrong => ({
    message: `hides every failure of ${name}`,
    breaks: faults.map((fault) => `${name}/${fault}`),
    only: (law) => law.startsWith(`${name}/`) && isFaultLaw(law),
    changes: { adapter: (right) => ({ ...right, call: (operation, payload) => (operation.name === name ? Effect.catch(right.call(operation, payload), () => Effect.succeed({ items: [] } as never)) : right.call(operation, payload)) as never }) }
  })),
  ...PlatformV1.contract.required.map(({ name }): Wrong => ({
    message: `takes every failure of ${name} for one without effect that no repeat mends`,
    breaks: faults.map((fault) => `${name}/${fault}`),
    only: (law) => law.startsWith(`${name}/`) && isFaultLaw(law),
    changes: {
      adapter: (right) => ({
        ...right,
        call: (operation, payload) =>
          Effect.mapError(right.call(operation, payload), () => new AdapterError.AdapterError({ adapter: "a", operation: operation.name, reason: new AdapterError.Rejected({ fault: { code: "", message: "no" } }) }))
      })
    }
  }))
]

const brokenBy = ({ changes, only = (law) => !isFaultLaw(law), settings = Right.settings }: Wrong): Promise<ReadonlyArray<string>> => {
  const peer = Right.peer()
  const report = Conformance.check({ plugin: Right.plugin(changes), settings, fixture: peer.fixture, layer: peer.layer, maxBusyMillis: 1500 }, only)
  return Effect.runPromise(Effect.map(report, ({ laws }) => laws.filter(({ outcome }) => outcome === "broken").map(({ law }) => law)))
}

describe("a platform plugin that", () => {
  it.each(wrongs.map((wrong) => [wrong.message, wrong] as const))("%s", async (_, wrong) => {
    assert.deepStrictEqual((await brokenBy(wrong)).toSorted(), wrong.breaks.toSorted())
  })

  it("is right in everything is wrong in nothing, and no law cannot be broken", () => {
    const laws = Conformance.lawsOf({ plugin: Right.plugin(), fixture }).filter(({ skipped }) => skipped === undefined).map(({ name }) => name)
    const broken = new Set(wrongs.flatMap(({ breaks }) => breaks))
    assert.deepStrictEqual(laws.filter((law) => !broken.has(law)), [])
  })

  it("takes one order number per query is right (P-214 P-222)", async () => {
    const only = (law: string) => law === "getOrders/unknown" || law === "getOrders/pages"
    assert.deepStrictEqual(await brokenBy({ message: "", breaks: [], changes: { ordersPerQuery: 1 }, only }), [])
  })

  it("offers an operation has the part of the fixture that proves it", () => {
    const { announced: _, ...without } = fixture
    const laws = Conformance.lawsOf({ plugin: Right.plugin(), fixture: without })
    assert.include(laws.map(({ name }) => name), "announce/fixture")
    const lean = Conformance.lawsOf({ plugin: Right.plugin({ offers: [] }), fixture })
    assert.strictEqual(lean.find(({ name }) => name === "announce/told")?.skipped?.outcome, "not offered")
  })
})
