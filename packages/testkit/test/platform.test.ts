/**
 * The suite of `platform/v1` over a plugin that is right, and over plugins that are wrong in one way each.
 */
import { AdapterError, Credentials, PlatformV1, Quantity, Transport } from "@crossdock/core"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import { Client } from "@crossdock/protocols/platform-envelope"
import { InMemoryCredentials, PlatformV1Suite } from "../src/index.ts"
import * as Conformance from "../src/platform/Conformance.ts"
import * as Right from "./rightPlatform.ts"
import { type Gate, gate } from "./tokenGate.ts"

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
/** An exchange has no credential yet that could be rejected, and a person repeats it after any refusal. */
const faultsOfExchange = faults.filter((fault) => fault !== "credential" && fault !== "refuse-unlisted")
const isFaultLaw = (law: string) => !law.startsWith("incoming/") && [...faults, "drip", "duplicate"].includes(law.split("/")[1]!)

const acknowledged: Transport.Response = { status: 200, headers: [], body: "{\"success\":true}" }

type Call = Effect.Effect<unknown, AdapterError.Reason>

/** Fails a call that takes longer than five seconds. */
const impatient = <A, R>(call: Effect.Effect<A, AdapterError.Reason, R>): Effect.Effect<A, AdapterError.Reason, R> =>
  Effect.flatMap(Effect.timed(call), ([took, answer]) =>
    Duration.toSeconds(took) < 5 ? Effect.succeed(answer) : Effect.fail(new AdapterError.TransportFailed({ phase: "receive", cause: "too slow" })))

/** Pages by the time of change, whose cursor is the number of orders before them: what changes moves the ones behind it up. */
const movingUp: NonNullable<Right.Changes["handlers"]> = ({ getOrders }) => ({
  getOrders: (asked) =>
    asked.updatedFrom === undefined ? getOrders(asked) : Effect.map(getOrders({ updatedFrom: asked.updatedFrom, updatedTo: asked.updatedTo!, limit: 1000 }), ({ items, unreadable = [] }) => {
      const sorted = items.toSorted((a, b) => DateTime.toEpochMillis(a.modifiedAt ?? a.createdAt) - DateTime.toEpochMillis(b.modifiedAt ?? b.createdAt))
      const end = Number(asked.cursor ?? 0) + asked.limit
      return { items: sorted.slice(Number(asked.cursor ?? 0), end), unreadable, ...(end < sorted.length && { nextCursor: String(end) }) }
    })
})

/** A plugin that states its limits wrongly, which shows in nothing that it does. */
const stating = (message: string, limits: Partial<PlatformV1.Limits>): Wrong => ({
  message,
  breaks: ["plugin/rates"],
  changes: { adapter: (adapter) => ({ ...adapter, facts: { limits: { ...adapter.facts.limits, ...limits } } }) },
  only: (law) => law === "plugin/rates" || law === "getOrders/told"
})

const wrongs: ReadonlyArray<Wrong> = [
  {
    message: "says that its cursor is stable, although it counts the orders before a page",
    breaks: ["getOrders/window-shift"],
    changes: { handlers: movingUp, hasStableCursor: true }
  },
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
    breaks: ["getOrders/unknown", "getOrders/many"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: (asked) => Effect.flatMap(getOrders(asked), (page) =>
          asked.cursor === undefined && asked.limit === 100 && asked.onlineOrderIds !== undefined && page.items.length + (page.unreadable ?? []).length < asked.onlineOrderIds.length
            ? Effect.fail(new AdapterError.Rejected({ fault: { code: "", message: "not found" } }))
            : Effect.succeed(page))
      })
    }
  },
  {
    message: "asks for the first ten numbers alone",
    breaks: ["getOrders/many"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: ({ onlineOrderIds, ...asked }) =>
          getOrders(onlineOrderIds === undefined ? asked : { ...asked, onlineOrderIds: [onlineOrderIds[0], ...onlineOrderIds.slice(1, 10)] })
      })
    }
  },
  {
    message: "sets the first article alone",
    breaks: ["updateStock/many"],
    changes: { handlers: ({ updateStock }) => ({ updateStock: ({ items }) => updateStock({ items: [items[0]] }) }) }
  },
  {
    message: "takes a parcel that is known already for a refusal",
    breaks: ["markReadyToShip/duplicate", "markReadyToShip/repeat"],
    only: (law) => law.startsWith("markReadyToShip/"),
    changes: {
      handlers: ({ markReadyToShip }) => ({
        markReadyToShip: (parcel) => Effect.catchTag(markReadyToShip(parcel), "Duplicate", ({ fault }) => Effect.fail(new AdapterError.Rejected({ fault })))
      })
    }
  },
  {
    message: "takes an order that it cannot read for an unknown one",
    breaks: ["getOrders/bad-record", "getOrders/window-unreadable"],
    changes: { handlers: ({ getOrders }) => ({ getOrders: (asked) => Effect.map(getOrders(asked), ({ items, nextCursor }) => ({ items, ...(nextCursor !== undefined && { nextCursor }) })) }) }
  },
  {
    message: "asks no window of time",
    breaks: ["window", "window-bounds", "window-pages", "window-phases", "window-shift", "window-unreadable"].map((law) => `getOrders/${law}`),
    changes: { handlers: ({ getOrders }) => ({ getOrders: (asked) => (asked.updatedFrom === undefined ? getOrders(asked) : Effect.succeed({ items: [] })) }) }
  },
  {
    message: "reads the first page alone",
    breaks: ["getOrders/pages", "getOrders/window-pages"],
    changes: { handlers: ({ getOrders }) => ({ getOrders: (asked) => Effect.map(getOrders(asked), ({ items, unreadable = [] }) => ({ items, unreadable })) }) }
  },
  {
    message: "tells every order as paid online",
    breaks: ["getOrders/on-delivery"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: (asked) => Effect.map(getOrders(asked), (page) => ({ ...page, items: page.items.map((order) => ({ ...order, paymentMethod: "online" as const })) }))
      })
    }
  },
  {
    message: "takes a finished order for a cancelled one",
    breaks: ["getOrders/finished"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: (asked) => Effect.map(getOrders(asked), (page) => ({ ...page, items: page.items.map((order) => (order.phase === "finished" ? { ...order, phase: "cancelled" as const } : order)) }))
      })
    }
  },
  {
    message: "says of both ends that the order is closed",
    breaks: ["getOrders/cancelled", "getOrders/finished", "getOrders/unpaid"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: (asked) => Effect.map(getOrders(asked), (page) => ({ ...page, items: page.items.map((order) => (order.status === "READY_TO_SHIP" ? order : { ...order, phase: "closed" as const })) }))
      })
    }
  },
  {
    message: "tells refunds and no refunded pieces",
    breaks: ["getOrders/refunds"],
    changes: {
      handlers: ({ getOrders }) => ({
        getOrders: (asked) => Effect.map(getOrders(asked), (page) => ({ ...page, items: page.items.map((order) => ({ ...order, lines: order.lines.map(({ refundedQuantity: _dropped, ...line }) => line) })) }))
      })
    }
  },
  {
    message: "ships nothing",
    breaks: ["told", "parts", "carrier", "repeat"].map((law) => `markReadyToShip/${law}`),
    changes: { handlers: () => ({ markReadyToShip: () => Effect.succeed({}) }) }
  },
  {
    message: "always ships the whole order",
    breaks: ["markReadyToShip/parts", "markReadyToShip/each-write"],
    changes: { handlers: ({ markReadyToShip }) => ({
        markReadyToShip: ({ onlineOrderId, providerCode, trackingNumber }) => markReadyToShip({ onlineOrderId, providerCode, trackingNumber })
      }) }
  },
  {
    message: "invents tracking numbers",
    breaks: ["createShipment/told", "cancelShipment/told"],
    changes: { handlers: ({ createShipment }) => ({ createShipment: (payload) => Effect.map(createShipment(payload), (told) => ({ ...told, trackingNumber: "T-0" })) }) }
  },
  { message: "cancels nothing", breaks: ["cancelShipment/told"], changes: { handlers: () => ({ cancelShipment: () => Effect.succeed({}) }) } },
  {
    message: "takes a page for a label",
    breaks: ["getLabels/told"],
    changes: { handlers: () => ({ getLabels: () => Effect.succeed({ items: [{ kind: "label" as const, format: "PDF", source: { _tag: "Content" as const, base64: Redacted.make("<html>") } }] }) }) }
  },
  { message: "tracks without a status", breaks: ["trackParcel/told"], changes: { handlers: ({ trackParcel }) => ({ trackParcel: (asked) => Effect.map(trackParcel(asked), (told) => ({ ...told, status: "" })) }) } },
  { message: "finds no article", breaks: ["listProducts/told", "listProducts/pages", "listProducts/window"], changes: { handlers: () => ({ listProducts: () => Effect.succeed({ items: [] }) }) } },
  {
    message: "adds to the stock",
    breaks: ["updateStock/absolute", "updateStock/locations"],
    changes: {
      handlers: ({ updateStock }) => {
        let times = 0
        return { updateStock: (asked) => (asked.items[0].productId === "I-1" && times++ > 0 ? Effect.succeed({ failures: [] }) : updateStock(asked)) }
      }
    }
  },
  {
    message: "hides what the platform refused",
    breaks: ["updateStock/failures", "updateStock/many"],
    changes: { handlers: ({ updateStock }) => ({ updateStock: (asked) => Effect.as(updateStock(asked), { failures: [] }) }) }
  },
  { message: "lists no carriers", breaks: ["listShippingProviders/told"], changes: { handlers: () => ({ listShippingProviders: () => Effect.succeed({ items: [] }) }) } },
  { message: "lists a location twice", breaks: ["listLocations/told"], changes: { handlers: ({ listLocations }) => ({ listLocations: (asked) => Effect.map(listLocations(asked), ({ items }) => ({ items: [...items, ...items] })) }) } },
  {
    message: "takes a finished status for a cancelled one as well",
    breaks: ["listOrderStatuses/told", "getOrders/cancelled"],
    changes: { handlers: ({ listOrderStatuses }) => ({ listOrderStatuses: (asked) => Effect.map(listOrderStatuses(asked), ({ finished }) => ({ finished, cancelled: finished })) }) }
  },
  { message: "knows no status of articles", breaks: ["listProductStatuses/told"], changes: { handlers: () => ({ listProductStatuses: () => Effect.succeed({ items: [] }) }) } },
  {
    message: "never locks a shop",
    breaks: ["setShopAccess/told"],
    changes: { handlers: ({ setShopAccess }) => ({ setShopAccess: (told) => setShopAccess({ ...told, isLocked: false }) }) }
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
  stating("could make no call at all", { burst: 0 }),
  stating("states the rate of an operation that it does not offer", { rates: { subscribe: { perSecond: 1 } } }),
  stating("says that answers tell what is left, which they do not", { rateInAnswers: { remaining: { header: "x-remaining" } } }),
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
  {
    message: "keeps the code in place of the credential",
    breaks: ["authorization/exchanges"],
    changes: { authorization: ({ exchange }) => ({ exchange: (account, callback) => Effect.as(exchange(account, callback), { values: { accessToken: callback.params["code"]! } }) }) }
  },
  {
    message: "sends a person to the platform without the state",
    breaks: ["authorization/exchanges"],
    changes: { authorization: ({ url }) => ({ url: (account, request) => url(account, { ...request, state: "" }) }) }
  },
  {
    message: "hands out a credential as plain text",
    breaks: ["authorization/keeps-secrets"],
    changes: {
      authorization: ({ exchange }) => ({
        exchange: (account, callback) => Effect.map(exchange(account, callback), ({ values }) => ({ values: { ...values, hint: Redacted.value(values["accessToken"]!) as never } }))
      })
    }
  },
  {
    message: "takes a wrong code for trouble on the way",
    breaks: ["authorization/wrong"],
    changes: {
      authorization: ({ exchange }) => ({
        exchange: (account, callback) => Effect.catchTag(exchange(account, callback), "Rejected", () => Effect.fail(new AdapterError.PeerUnavailable({ status: 503 })))
      })
    }
  },
  {
    message: "rounds the total of a pushed order",
    breaks: ["incoming/order"],
    changes: {
      incoming: (right) => (account, timeZone) => (request, emit) =>
        right(account, timeZone)(request, (event) => emit(event._tag === "OrderPushed" ? { ...event, order: { ...event.order, total: Quantity.of(31) } } : event))
    }
  },
  {
    message: "says that it took what it lost",
    breaks: ["incoming/not-stored"],
    changes: { incoming: (right) => (account, timeZone) => (request, emit) => right(account, timeZone)(request, (event) => Effect.ignore(emit(event))) }
  },
  {
    message: "takes a repeat for an attack",
    breaks: ["incoming/again"],
    changes: (() => {
      const seen = new Set<string>()
      return {
        incoming: (right) => (account, timeZone) => (request, emit) =>
          seen.has(request.body)
            ? Effect.succeed({ ...acknowledged, body: "{\"success\":false}" })
            : Effect.tap(right(account, timeZone)(request, emit), () => Effect.sync(() => void seen.add(request.body)))
      } satisfies Right.Changes
    })()
  },
  {
    message: "does not look at the sign",
    breaks: ["incoming/forged", "incoming/changed", "incoming/garbage"],
    changes: {
      incoming: () => () => (request, emit) => {
        const [, onlineOrderId] = /"onlineOrderId":"([^"]+)"/.exec(new URLSearchParams(request.body).get("content") ?? "") ?? []
        return onlineOrderId === undefined
          ? Effect.succeed({ ...acknowledged, body: "{\"success\":false}" })
          : Effect.match(emit({ _tag: "OrderChanged", onlineOrderId }), {
            onSuccess: () => acknowledged,
            onFailure: () => ({ ...acknowledged, body: "{\"success\":false}" })
          })
      }
    }
  },
  {
    message: "says that it took what is no callback",
    breaks: ["incoming/garbage"],
    changes: {
      incoming: (right) => (account, timeZone) => (request, emit) => (request.body === "" ? Effect.succeed(acknowledged) : right(account, timeZone)(request, emit))
    }
  },
  {
    message: "hides every failure of the exchange",
    breaks: faultsOfExchange.map((fault) => `authorization/${fault}`),
    only: (law) => law.startsWith("authorization/") && isFaultLaw(law),
    changes: { authorization: ({ exchange }) => ({ exchange: (account, callback) => Effect.catch(exchange(account, callback), () => Effect.succeed({ values: {} })) }) }
  },
  ...(["getOrders", ...Client.offers] as const).map((name): Wrong => ({
    message: `has no patience with ${name}`,
    breaks: [`${name}/drip`],
    only: (law) => law.startsWith(`${name}/`),
    changes: {
      handlers: (right) => ({ [name]: (payload: never) => impatient((right[name] as (payload: never) => Call)(payload)) })
    }
  })),
  {
    message: "has no patience with the exchange",
    breaks: ["authorization/drip"],
    only: (law) => law.startsWith("authorization/"),
    changes: { authorization: ({ exchange }) => ({ exchange: (account, callback) => impatient(exchange(account, callback)) }) }
  },
  // A plugin that hides a failure, or takes it for a final refusal, misjudges each fault.
  ...(["getOrders", ...Client.offers] as const).map((name): Wrong => ({
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

  it("names a place at which answers have a number is right about its rates (M6)", async () => {
    const peer = Right.peer()
    const telling = Layer.effect(Transport.Transport, Effect.map(Transport.Transport, ({ send }) => ({
      send: (request) => Effect.map(send(request), (response) => ({ ...response, headers: [...response.headers, ["X-Left", "7"] as const] }))
    })))
    const { changes, only } = stating("", { rates: { getOrders: { perSecond: 1, burst: 5 } }, rateInAnswers: { remaining: { header: "x-left" } } })
    const report = Conformance.check({ plugin: Right.plugin(changes), settings: Right.settings, fixture: peer.fixture, layer: Layer.provide(telling, peer.layer) }, only)
    const { laws } = await Effect.runPromise(report)
    assert.deepStrictEqual(laws.filter(({ law }) => law === "plugin/rates").map(({ outcome }) => outcome), ["held"])
  })

  it("takes one order number per query is right (P-214 P-222)", async () => {
    const only = (law: string) => law === "getOrders/unknown" || law === "getOrders/pages"
    assert.deepStrictEqual(await brokenBy({ message: "", breaks: [], changes: { ordersPerQuery: 1 }, only }), [])
  })

  it("has an authorization, which the report observes beside the operations", async () => {
    const peer = Right.peer()
    const { authorization: _, ...without } = peer.fixture
    const observed = async (given: typeof without) => {
      const options = { plugin: Right.plugin(), settings: Right.settings, fixture: given, layer: peer.layer }
      const { operations } = await Effect.runPromise(Conformance.check(options, (law) => law.startsWith("authorization/")))
      return operations.find(({ operation }) => operation === "authorization")?.observed
    }
    assert.deepStrictEqual([await observed(peer.fixture), await observed(without)], ["works", "broken"])
  })

  it("offers an operation has the part of the fixture that proves it", () => {
    const { announced: _, ...without } = fixture
    const laws = Conformance.lawsOf({ plugin: Right.plugin(), fixture: without })
    assert.include(laws.map(({ name }) => name), "setShopAccess/fixture")
    const lean = Conformance.lawsOf({ plugin: Right.plugin({ offers: [] }), fixture })
    assert.strictEqual(lean.find(({ name }) => name === "setShopAccess/told")?.skipped?.outcome, "not offered")
  })
})

describe("of the law about tokens that lapse, a platform plugin that", () => {
  type Guard = <A>(call: Effect.Effect<A, AdapterError.Reason>) => Effect.Effect<A, AdapterError.Reason>

  const outcome = async (guardOf: (tokens: Gate) => Guard): Promise<ReadonlyArray<string>> => {
    const tokens = gate()
    const guard = guardOf(tokens)
    const peer = Right.peer()
    const plugin = Right.plugin({ handlers: ({ getOrders }) => ({ getOrders: (asked) => guard(getOrders(asked)) }) })
    const report = Conformance.check({ plugin, settings: Right.settings, fixture: { ...peer.fixture, tokenExpiry: tokens.expiry }, layer: peer.layer, maxBusyMillis: 1500 }, (law) => law.startsWith("credentials/"))
    return (await Effect.runPromise(report)).laws.map((each) => each.outcome)
  }

  it("renews through Credentials keeps it", async () => {
    const renewing = (tokens: Gate): Guard => {
      const using = Credentials.makeCredentialedCall(InMemoryCredentials.make(tokens.first), { renew: () => tokens.renew })
      return (call) => using((held) => Effect.andThen(tokens.checks(held), call))
    }
    assert.deepStrictEqual(await outcome(renewing), ["held"])
  })

  it("keeps its token for ever breaks it", async () => {
    assert.deepStrictEqual(await outcome((tokens) => (call) => Effect.andThen(tokens.checks(tokens.first), call)), ["broken"])
  })
})
