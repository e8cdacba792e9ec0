/**
 * Tests a connection step by step without writing anything, and names the cause of a failure, such as DNS, TLS or
 * credentials.
 */
import { AdapterError, OutboundOrder, PlatformV1, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Contracts from "../Contracts.ts"
import type { Connection } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import type { TestReport, TestStep } from "@crossdock/admin-api"

type Step = Omit<TestStep, "tookMillis">

const patience = "30 seconds"
/** An order number that nobody uses. */
const nobodysOrder = OutboundOrder.OrderNumber.make("crossdock-connection-test")

/** Error codes of Node and OpenSSL, collected from the whole chain of causes. */
const codesOf = (cause: unknown): ReadonlyArray<string> => {
  const codes: Array<string> = []
  for (let at: unknown = cause, depth = 0; typeof at === "object" && at !== null && depth < 8; depth++) {
    const { cause: next, code, rule } = at as { readonly code?: unknown; readonly cause?: unknown; readonly rule?: unknown }
    if (typeof code === "string") codes.push(code)
    if (typeof rule === "string") codes.push(`REFUSED_${rule}`)
    at = next
  }
  return codes
}

const isTls = (code: string): boolean =>
  /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/.test(code)

const addressTexts: Readonly<Record<string, string>> = {
  ENOTFOUND: "the host name does not resolve; correct the address",
  EAI_AGAIN: "no DNS server answers; repair the network of this machine",
  ECONNREFUSED: "no service listens there; start the peer, or correct the port",
  EHOSTUNREACH: "there is no route to the host; repair the network",
  ENETUNREACH: "there is no route to the network; repair the network",
  ETIMEDOUT: "the connection attempt timed out; look for a firewall in between",
  UND_ERR_CONNECT_TIMEOUT: "the connection attempt timed out after 3 s; look for a firewall in between",
  REFUSED_metadata: "cloud metadata addresses are always blocked; use the address of the peer",
  REFUSED_scheme: "the address is neither http nor https; correct it"
}

const tlsTexts: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by an authority that this machine does not trust",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate lacks an intermediate certificate, or this machine does not trust its authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate was issued for another host name"
}

const step = (name: TestStep["step"], outcome: TestStep["outcome"], message: string): Step => ({ step: name, outcome, message })

/** The addresses in the settings, and none of the other settings. */
const addressesOf = (settings: unknown): ReadonlyArray<URL> =>
  typeof settings === "object" && settings !== null ? Object.values(settings).filter((value) => value instanceof URL) : []

const ways = (address: URL | undefined): ReadonlyArray<Step> => {
  if (address === undefined) return [step("address", "skipped", "this plugin runs inside the runner and calls no address")]
  return [
    step("address", "ok", `${address.host} answers`),
    address.protocol === "https:"
      ? step("encryption", "ok", "its certificate is valid")
      : step("encryption", "skipped", `${address.origin} uses http, so the connection is not encrypted`)
  ]
}

/** A longer text says more than that the credential is wrong, and must not be listed as if it did (characters). */
const longestListed = 80

/**
 * The setting that lists a fault as a refused credential, ready to copy; undefined if this fault must not be listed.
 */
const listing = ({ code, message }: AdapterError.Fault): string | undefined => {
  const isWholeText = message.length <= longestListed && !message.includes("<redacted:")
  // Not listed: faults outside an envelope, and faults that mean the outcome is unknown.
  if (!isWholeText || code.startsWith("HTTP_") || code === "DOUBTFUL" || message === "refused without a text") return undefined
  return `listedFaults: {${JSON.stringify(message.trim())}: "credential-rejected"}`
}

const unlisted = (fault: AdapterError.Fault, canList: boolean): string => {
  const setting = canList ? listing(fault) : undefined
  return setting === undefined ? "" : `; if this message means a wrong credential, correct the credential, and add to the settings: ${setting}`
}

/**
 * What the first call shows about the network and the credentials. `canList`: the plugin has the setting
 * `listedFaults`.
 */
export const ofFirstCall = (address: URL | undefined, reason: AdapterError.Reason | undefined, canList = false): ReadonlyArray<Step> => {
  const reached = ways(address)
  const host = address?.host ?? "the peer"
  if (reason === undefined) return [...reached, step("credentials", "ok", "accepted")]
  switch (reason._tag) {
    case "TransportFailed": {
      if (reason.phase !== "connect") {
        return [...reached, step("credentials", "failed", `${AdapterError.describe(reason)}; check the peer's log, and look for a proxy in between`)]
      }
      const codes = codesOf(reason.cause)
      const tls = codes.find(isTls)
      if (tls !== undefined) {
        return [
          step("address", "ok", `${host} answers`),
          step("encryption", "failed", `${tlsTexts[tls] ?? "the TLS connection failed"} (${tls}); correct the certificate of the peer`)
        ]
      }
      const code = codes.find((one) => addressTexts[one] !== undefined) ?? codes[0]
      const text = code === undefined ? "the peer cannot be reached; correct the address" : addressTexts[code] ?? "the peer cannot be reached"
      return [step("address", "failed", `${host}: ${text}${code === undefined ? "" : ` (${code})`}`)]
    }
    case "PeerUnavailable":
      return [
        ...reached,
        step("credentials", "failed", `${AdapterError.describe(reason)}: ${reason.status < 500 ? "correct the path of the address" : "the peer, or a proxy in front of it, is failing; ask its operator"}`)
      ]
    case "CredentialRejected":
      return [...reached, step("credentials", "failed", `refused: ${AdapterError.describe(reason)}; correct the credential in the settings`)]
    case "ResponseInvalid":
      return [...reached, step("credentials", "failed", `${AdapterError.describe(reason)}: another service may be at this address; correct it`)]
    case "FaultUnlisted":
      return [...reached, step("credentials", "failed", `the peer answers with an unknown fault: ${AdapterError.describe(reason)}${unlisted(reason.fault, canList)}`)]
    case "RateLimited":
      return [...reached, step("credentials", "ok", "the peer limits the rate of requests; try again in a minute")]
    case "Accepted":
    case "Rejected":
    case "Duplicate":
    case "RequestInvalid":
    case "OperationUnsupported":
      return [...reached, step("credentials", "ok", `accepted; the peer answered: ${AdapterError.describe(reason)}`)]
  }
}

const canList = (settings: unknown): boolean => typeof settings === "object" && settings !== null && "listedFaults" in settings

const named = (count: number, noun: string, names: ReadonlyArray<string>): string =>
  count === 0 ? `no ${noun}` : `${count} ${noun}${count === 1 ? "" : "s"}: ${names.slice(0, 5).join(", ")}${count > 5 ? ", …" : ""}`

interface Timed<A> {
  readonly reason: AdapterError.Reason | undefined
  readonly value: A | undefined
  readonly took: number
}

const timed = Effect.fnUntraced(function*<A>(work: Effect.Effect<A, AdapterError.AdapterError>) {
  const started = yield* Clock.currentTimeMillis
  const answer: Omit<Timed<A>, "took"> = yield* work.pipe(
    Effect.timeoutOrElse({
      duration: patience,
      orElse: () =>
        Effect.fail(
          new AdapterError.AdapterError({
            adapter: "runner",
            operation: "test",
            reason: new AdapterError.TransportFailed({ phase: "receive", cause: `no response within ${patience}` })
          })
        )
    }),
    Effect.match({
      onFailure: ({ reason }) => ({ reason, value: undefined }),
      onSuccess: (value) => ({ reason: undefined, value })
    })
  )
  return { ...answer, took: (yield* Clock.currentTimeMillis) - started } as Timed<A>
})

const listed = <A>(
  name: TestStep["step"],
  { reason, took, value }: Timed<A>,
  message: (value: A) => string
): TestStep => ({
  ...(reason === undefined
    ? step(name, "ok", message(value as A))
    : reason._tag === "OperationUnsupported"
    ? step(name, "skipped", "this peer does not offer this list")
    : step(name, "failed", AdapterError.describe(reason))),
  tookMillis: took
})

const ofWarehouse = Effect.fnUntraced(function*(connections: Connections["Service"], connection: Connection) {
  const { id } = connection
  const offers = new Set(connections.offers(id))
  const [address] = addressesOf(connection.settings)
  const orders = connections.invoke(id, WarehouseV1.GetOutboundOrders, { orders: [{ orderNumber: nobodysOrder }] })
  const warehouses = offers.has("listWarehouses")
    ? yield* timed(connections.invoke(id, WarehouseV1.ListWarehouses, {}))
    : undefined
  const first = warehouses ?? (yield* timed(orders))
  const steps: Array<TestStep> = ofFirstCall(address, first.reason, canList(connection.settings)).map((one, at) => ({ ...one, tookMillis: at === 0 ? first.took : 0 }))
  if (steps.some(({ outcome }) => outcome === "failed")) return steps
  if (warehouses !== undefined) {
    steps.push(listed("warehouses", warehouses, (found) => named(found.items.length, "warehouse", found.items.map(({ code }) => code))))
  }
  if (offers.has("listChannels")) {
    const channels = yield* timed(connections.invoke(id, WarehouseV1.ListChannels, {}))
    steps.push(listed("channels", channels, (found) => named(found.items.length, "channel", found.items.map(({ code }) => code))))
  }
  const warehouseCode = warehouses?.value?.items[0]?.code
  if (offers.has("listStock") && warehouseCode !== undefined) {
    const stock = yield* timed(connections.invoke(id, WarehouseV1.ListStock, { warehouseCode, limit: 10 }))
    steps.push(listed("stock", stock, ({ items }) => `the first page of ${warehouseCode} has ${named(items.length, "SKU", items.map(({ sku }) => sku))}`))
  }
  steps.push(listed("orders", yield* timed(orders), () => "the peer answers queries of orders"))
  return steps
})

const ofPlatform = Effect.fnUntraced(function*(connections: Connections["Service"], connection: Connection) {
  const { id } = connection
  const offers = new Set(connections.offers(id))
  const [address] = addressesOf(connection.settings)
  const orders = yield* timed(connections.invoke(id, PlatformV1.GetOrders, { onlineOrderIds: [nobodysOrder], limit: 1 }))
  const steps: Array<TestStep> = ofFirstCall(address, orders.reason, canList(connection.settings)).map((one, at) => ({ ...one, tookMillis: at === 0 ? orders.took : 0 }))
  if (steps.some(({ outcome }) => outcome === "failed")) return steps
  if (offers.has("listLocations")) {
    const locations = yield* timed(connections.invoke(id, PlatformV1.ListLocations, {}))
    steps.push(listed("locations", locations, (found) => named(found.items.length, "location", found.items.map(({ code }) => code))))
  }
  if (offers.has("listShippingProviders")) {
    const carriers = yield* timed(connections.invoke(id, PlatformV1.ListShippingProviders, {}))
    steps.push(listed("carriers", carriers, (found) => named(found.items.length, "carrier", found.items.map(({ code }) => code))))
  }
  steps.push(listed("orders", orders, () => "the platform answers queries of orders"))
  return steps
})

const stepsOf = (db: Database["Service"], connections: Connections["Service"], connection: Connection) => {
  if (Contracts.isWarehouse(connection.plugin)) return ofWarehouse(connections, connection)
  return Contracts.isPlatform(connection.plugin) ? ofPlatform(connections, connection) : ofErp(db, connection)
}

/** For an ERP there is no read operation, so the steps report the outcome of the last deliveries. */
const ofErp = Effect.fnUntraced(function*(db: Database["Service"], connection: Connection) {
  const [address] = addressesOf(connection.settings)
  const last = yield* db.one(
    `select state, cause from delivery where connection = $1 and attempt > 0 and state in ('Delivered', 'Pending', 'Dead')
     order by updated_at desc, seq desc limit 1`,
    [connection.id]
  )
  const steps: Array<TestStep> = [
    { ...step("address", "skipped", `${address === undefined ? "the ERP" : address.origin} only receives messages, so it cannot be tested without sending one`), tookMillis: 0 }
  ]
  steps.push({
    tookMillis: 0,
    ...(last === undefined
      ? step("deliveries", "skipped", "nothing was delivered yet; place an order, then run `crossdock deliveries ls`")
      : last.state === "Delivered"
      ? step("deliveries", "ok", "the last delivery was accepted")
      : step("deliveries", "failed", `the last delivery was not accepted: ${last.cause ?? "the cause is not known"}`))
  })
  return steps
})

export const run = (
  db: Database["Service"],
  connections: Connections["Service"],
  connection: Connection
): Effect.Effect<TestReport, DatabaseFailed> =>
  Effect.map(
    stepsOf(db, connections, connection),
    (steps) => ({ connection: connection.id, ok: steps.every(({ outcome }) => outcome !== "failed"), steps })
  )
