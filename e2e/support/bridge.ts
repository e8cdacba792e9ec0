/**
 * A complete bridge: a runner, a client of one document that calls it, a peer of the other document that it calls, and an
 * ERP that it reports to. Network faults happen between the client and the runner; other faults are those of the peer.
 */
import { Transport, type WarehouseV1 } from "@crossdock/core"
import { Page, Report, WarehouseV1Conformance } from "@crossdock/testkit/conformance"
import { ErpEnvelope, Fault, type SuiteFixture, Peer, Sockets, WarehouseFixture, type WarehouseStore } from "@crossdock/testkit/peers"
import * as TransportUndici from "@crossdock/transport-undici"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { eventually, freePort } from "./processes.ts"
import { type Home, homeOf } from "./runner.ts"

/** The same in both compositions. */
export const timeZone = "America/Sao_Paulo"
export const callbackKey = "the key of the callbacks"

/** Milliseconds after which the runner has polled its peer again. */
const pollInterval = 250
const another = 100

/** Milliseconds that a client waits for a late answer. */
const patience = 400

type Peering = Peer.Peer & { readonly store: WarehouseStore.WarehouseStore }

const undici = TransportUndici.layer()

const send = (request: Transport.Request): Effect.Effect<Transport.Response> =>
  Effect.orDie(Effect.flatMap(Transport.Transport, (transport) => transport.send(request)).pipe(Effect.provide(undici)))

/** Header fields that belong to one connection and are not forwarded. */
const ofConnection = new Set(["host", "connection", "content-length", "transfer-encoding", "keep-alive"])

const backwards = (sign: string): string => Array.from(sign).toReversed().join("")

/** The same request with a wrong signature. */
const forged = (request: Transport.Request): Transport.Request => ({
  ...request,
  body: request.body.replace(/(?<=(?:^|&)sign=)[0-9a-f]{40}/, backwards),
  headers: request.headers.map(([name, value]) => [name, name.toLowerCase() === "sign" ? backwards(value) : value] as const)
})

const unsigned = (request: Transport.Request): Transport.Request => ({ ...request, body: request.body.replace(/(?:^|&)sign=[^&]*/, "") })

export interface Bridge {
  readonly home: Home
  readonly peer: Peering
  /** The address that the client calls: the runner, behind a proxy that can break connections. */
  readonly url: URL
  /** The proxy between the client and the runner. */
  readonly layer: Layer.Layer<Transport.Transport>
  readonly fixture: SuiteFixture.SuiteFixture
  readonly stop: () => Promise<void>
}

export const bridgeOf = async (options: {
  readonly composition: string
  readonly peer: Peering
  readonly carries: Pick<WarehouseFixture.Options, "carries" | "carriesInbound" | "carriesProduct">
}): Promise<Bridge> => {
  const { peer } = options
  const behind = await Sockets.listen(peer, { port: await freePort() })
  const erp = ErpEnvelope.make({ extraType: "bridge", accessId: "acc-shop", secretKey: Redacted.make(callbackKey), timeZone })
  const reports: Array<Transport.Request> = []
  const sink = await Sockets.listen({
    ...erp,
    answer: (request) => {
      reports.push(request)
      return erp.answer(request)
    }
  }, { port: await freePort() })
  const home = await homeOf({ composition: options.composition, env: { CROSSDOCK_ERP_URL: sink.url.href, E2E_PEER_URL: behind.url.href } })
  await home.start()

  const front = Peer.make({
    revision: peer.store.revision,
    serve: (request, mode) => {
      const { pathname, search } = request.url
      const asked = mode.is("credential") ? forged(request) : request
      return send({ ...asked, url: new URL(pathname + search, home.url), headers: asked.headers.filter(([name]) => !ofConnection.has(name.toLowerCase())) })
    }
  })
  const door = await Sockets.listen(front, { port: await freePort(), slowFor: 4 * patience })

  const layer = Layer.effect(
    Transport.Transport,
    Effect.map(Transport.Transport, (wire) => ({
      send: (request) => wire.send({ ...request, timeout: front.outcome().answer === "too late" ? `${patience} millis` : "30 seconds" })
    }))
  ).pipe(Layer.provide(undici))

  // A poll that asked before a change may store its answer after it on a busy machine, and the runner answers from it for one more interval.
  const askedAgain = Effect.sleep(pollInterval * 3 + another)
  const listsForgotten = Effect.sync(() => {
    const db = new DatabaseSync(join(home.data, "crossdock.sqlite"), { timeout: 5000 })
    db.exec("update listing set fetched_at = 0")
    db.close()
  })
  /** Expires what the runner caches, so that it asks the peer. */
  const aged: Readonly<Partial<Record<WarehouseV1.OperationName | "authorization", Effect.Effect<void>>>> = {
    getOutboundOrders: askedAgain,
    listWarehouses: listsForgotten,
    listChannels: listsForgotten
  }

  const faults: SuiteFixture.SuiteFixture["faults"] = (injection, operation) => {
    if (Fault.isOfWire(injection) || injection === "credential") return front.faults(injection)
    const atPeer = peer.faults(injection)
    return atPeer && "during" in atPeer ? { during: (call, on) => atPeer.during(Effect.andThen(aged[operation] ?? Effect.void, call), on) } : undefined
  }

  const report = (isIt: (body: string) => boolean, sign: "genuine" | "forged" | "none") =>
    Effect.map(
      Effect.promise(() => eventually(() => reports.findLast(({ body }) => isIt(decodeURIComponent(body))), { what: "the report" })),
      (request) => ({ genuine: request, forged: forged(request), none: unsigned(request) })[sign]
    )

  const fixture = WarehouseFixture.make({
    store: peer.store,
    peer: { ...front, faults: front.faults },
    ...options.carries,
    timeZone,
    callbacks: {
      isAccepted: ({ body }) => /"success":\s*"?true/.test(body),
      outbound: (orderNumber, sign) => report((body) => body.includes(`"${orderNumber}"`) && body.includes("SUCCESS"), sign),
      inbound: (asnNumber, sign) => report((body) => body.includes(`"${asnNumber}"`), sign)
    }
  })

  /** Waits until the runner has polled the peer again. */
  const known = <A>({ run, ...act }: SuiteFixture.Action<A, never>): SuiteFixture.Action<A, never> => ({ ...act, run: (number) => Effect.tap(run(number), () => askedAgain) })
  const { fail, reportStatus, ship, shipPart } = fixture.actions!
  const { reportStatus: _, ...inbound } = fixture.inbound!

  const whole: SuiteFixture.SuiteFixture = {
    ...fixture,
    faults,
    actions: {
      ship: known(ship!),
      shipPart: known(shipPart!),
      fail: known(fail!),
      reportStatus: (number, word) => Effect.tap(reportStatus!(number, word), () => askedAgain)
    },
    // Both protocols have a closed list of states of inbound orders, so no other state can be reported.
    inbound
  }

  return {
    home,
    peer,
    url: door.url,
    layer,
    fixture: whole,
    stop: async () => {
      await door.close()
      await home.remove()
      await Promise.all([behind.close(), sink.close()])
    }
  }
}

/** Runs the conformance suite over a bridge, and writes its report next to the other reports. */
export const held = async <Settings extends Schema.Codec<unknown, unknown>>(options: {
  readonly bridge: Bridge
  readonly plugin: WarehouseV1.Plugin<Settings, Transport.Transport>
  readonly settings: Settings["Type"]
  readonly name: string
}): Promise<Report.Report> => {
  const { bridge: { fixture, layer }, name, plugin, settings } = options
  const report = await Effect.runPromise(WarehouseV1Conformance.check({ plugin, settings, fixture, layer, clock: "live" }))
  mkdirSync("coverage", { recursive: true })
  writeFileSync(join("coverage", `${name}.json`), Report.toJson(report))
  writeFileSync(join("coverage", `${name}.html`), Page.toHtml(report))
  return report
}
