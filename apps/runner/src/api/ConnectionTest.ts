/**
 * Tries a connection step by step, by reading and never by writing, and tells each step in words: what stands between
 * us and the peer is named as such.
 */
import { AdapterError, OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Contracts from "../Contracts.ts"
import type { Connection } from "../Composition.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Database, DatabaseFailed } from "../store/Database.ts"
import type { TestReport, TestStep } from "./Definition.ts"

type Step = Omit<TestStep, "tookMillis">

const patience = "30 seconds"
/** No order of anyone has this number. */
const nobodysOrder = OutboundOrder.OrderNumber.make("crossdock-connection-test")

/** Codes of Node and OpenSSL behind a failed connection, through all causes. */
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
  ENOTFOUND: "its name does not resolve; correct the address",
  EAI_AGAIN: "no name server answers; mend the network of this machine",
  ECONNREFUSED: "nothing listens there; start the peer, or correct the port",
  EHOSTUNREACH: "there is no way to it; mend the network",
  ENETUNREACH: "there is no way to it; mend the network",
  ETIMEDOUT: "it does not answer to a connection; look for a firewall between",
  UND_ERR_CONNECT_TIMEOUT: "it does not answer to a connection within 3 s; look for a firewall between",
  REFUSED_metadata: "addresses of cloud metadata are never called",
  REFUSED_scheme: "the address is neither http nor https"
}

const tlsTexts: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is signed by an authority that this machine does not know",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate lacks an intermediate one, or its authority is not known here",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name"
}

const step = (name: TestStep["step"], outcome: TestStep["outcome"], message: string): Step => ({ step: name, outcome, message })

/** Where a connection goes, without what its settings hold beside addresses. */
const addressesOf = (settings: unknown): ReadonlyArray<URL> =>
  typeof settings === "object" && settings !== null ? Object.values(settings).filter((value) => value instanceof URL) : []

const ways = (address: URL | undefined): ReadonlyArray<Step> => {
  if (address === undefined) return [step("address", "skipped", "this plugin is embedded and calls no address")]
  return [
    step("address", "ok", `${address.host} answers`),
    address.protocol === "https:"
      ? step("encryption", "ok", "its certificate is valid")
      : step("encryption", "skipped", `${address.origin} is http: nothing is encrypted on the way`)
  ]
}

/** A longer text is about more than the credential, and would be listed by a part of it. In characters. */
const longestListed = 80

/** The setting that lists the text of a fault as a refused credential, ready to be copied; undefined: it cannot be listed. */
const listing = ({ code, message }: AdapterError.Fault): string | undefined => {
  const isWholeText = message.length <= longestListed && !message.includes("<redacted:")
  // Without an envelope nothing is listed, and a Doubtful outcome cannot be listed away.
  if (!isWholeText || code.startsWith("HTTP_") || code === "DOUBTFUL" || message === "refused without a text") return undefined
  return `listedFaults: {${JSON.stringify(message.trim())}: "credential-rejected"}`
}

const unlisted = (fault: AdapterError.Fault, canList: boolean): string => {
  const setting = canList ? listing(fault) : undefined
  return setting === undefined ? "" : `; if it says so of a wrong credential, correct that, and write into the settings: ${setting}`
}

/** What the first call tells of the way to the peer and of our credentials there; `canList`: the plugin has `listedFaults`. */
export const ofFirstCall = (address: URL | undefined, reason: AdapterError.Reason | undefined, canList = false): ReadonlyArray<Step> => {
  const reached = ways(address)
  const host = address?.host ?? "the peer"
  if (reason === undefined) return [...reached, step("credentials", "ok", "accepted")]
  switch (reason._tag) {
    case "TransportFailed": {
      if (reason.phase !== "connect") {
        return [...reached, step("credentials", "failed", `${AdapterError.describe(reason)}; look at the peer's log, or for a proxy between`)]
      }
      const codes = codesOf(reason.cause)
      const tls = codes.find(isTls)
      if (tls !== undefined) {
        return [
          step("address", "ok", `${host} answers`),
          step("encryption", "failed", `${tlsTexts[tls] ?? "no encrypted connection comes about"} (${tls}); mend the certificate of the peer`)
        ]
      }
      const code = codes.find((one) => addressTexts[one] !== undefined) ?? codes[0]
      const text = code === undefined ? "it cannot be reached; correct the address" : addressTexts[code] ?? "it cannot be reached"
      return [step("address", "failed", `${host}: ${text}${code === undefined ? "" : ` (${code})`}`)]
    }
    case "PeerUnavailable":
      return [
        ...reached,
        step("credentials", "failed", `${AdapterError.describe(reason)}: ${reason.status < 500 ? "correct the path of the address" : "the peer, or a proxy before it, is out of order"}`)
      ]
    case "CredentialRejected":
      return [...reached, step("credentials", "failed", `refused: ${AdapterError.describe(reason)}; correct the credential in the settings`)]
    case "ResponseInvalid":
      return [...reached, step("credentials", "failed", `${AdapterError.describe(reason)}: another service may answer at this address`)]
    case "FaultUnlisted":
      return [...reached, step("credentials", "failed", `the peer answers with a fault that no table lists: ${AdapterError.describe(reason)}${unlisted(reason.fault, canList)}`)]
    case "RateLimited":
      return [...reached, step("credentials", "ok", "the peer asks to slow down; try again in a minute")]
    case "Rejected":
    case "Duplicate":
    case "RequestInvalid":
    case "OperationUnsupported":
      return [...reached, step("credentials", "ok", `accepted; the question was answered: ${AdapterError.describe(reason)}`)]
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
            reason: new AdapterError.TransportFailed({ phase: "receive", cause: `no answer within ${patience}` })
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
    ? step(name, "skipped", "this peer has no such list")
    : step(name, "failed", AdapterError.describe(reason))),
  tookMillis: took
})

const ofWarehouse = Effect.fnUntraced(function*(connections: Connections["Service"], connection: Connection) {
  const { id } = connection
  const offers = new Set(connections.offers(id))
  const [address] = addressesOf(connection.settings)
  const orders = connections.warehouse(id, WarehouseV1.GetOutboundOrders, { orderNumbers: [nobodysOrder] })
  const warehouses = offers.has("listWarehouses")
    ? yield* timed(connections.warehouse(id, WarehouseV1.ListWarehouses, {}))
    : undefined
  const first = warehouses ?? (yield* timed(orders))
  const steps: Array<TestStep> = ofFirstCall(address, first.reason, canList(connection.settings)).map((one, at) => ({ ...one, tookMillis: at === 0 ? first.took : 0 }))
  if (steps.some(({ outcome }) => outcome === "failed")) return steps
  if (warehouses !== undefined) {
    steps.push(listed("warehouses", warehouses, (found) => named(found.length, "warehouse", found.map(({ code }) => code))))
  }
  if (offers.has("listChannels")) {
    const channels = yield* timed(connections.warehouse(id, WarehouseV1.ListChannels, {}))
    steps.push(listed("channels", channels, (found) => named(found.length, "channel", found.map(({ code }) => code))))
  }
  const warehouseCode = warehouses?.value?.[0]?.code
  if (offers.has("listStock") && warehouseCode !== undefined) {
    const stock = yield* timed(connections.warehouse(id, WarehouseV1.ListStock, { warehouseCode, page: 1, pageSize: 10 }))
    steps.push(listed("stock", stock, ({ items }) => `the first page of ${warehouseCode} has ${named(items.length, "SKU", items.map(({ sku }) => sku))}`))
  }
  steps.push(listed("orders", yield* timed(orders), () => "the peer answers to a query of orders"))
  return steps
})

/** An ERP is only told things, so nothing can be asked of it: what the last deliveries met is what is known. */
const ofErp = Effect.fnUntraced(function*(db: Database["Service"], connection: Connection) {
  const [address] = addressesOf(connection.settings)
  const last = yield* db.one(
    `select state, cause from delivery where connection = $1 and attempt > 0 and state in ('Delivered', 'Pending', 'Dead')
     order by updated_at desc, seq desc limit 1`,
    [connection.id]
  )
  const steps: Array<TestStep> = [
    { ...step("address", "skipped", `${address === undefined ? "the ERP" : address.origin} is only told things; a question would be a message`), tookMillis: 0 }
  ]
  steps.push({
    tookMillis: 0,
    ...(last === undefined
      ? step("deliveries", "skipped", "nothing was delivered yet; place an order and look at `crossdock deliveries ls`")
      : last.state === "Delivered"
      ? step("deliveries", "ok", "the last delivery was taken")
      : step("deliveries", "failed", `the last delivery was not taken: ${last.cause ?? "no cause is known"}`))
  })
  return steps
})

export const run = (
  db: Database["Service"],
  connections: Connections["Service"],
  connection: Connection
): Effect.Effect<TestReport, DatabaseFailed> =>
  Effect.map(
    Contracts.isWarehouse(connection.plugin) ? ofWarehouse(connections, connection) : ofErp(db, connection),
    (steps) => ({ connection: connection.id, ok: steps.every(({ outcome }) => outcome !== "failed"), steps })
  )
