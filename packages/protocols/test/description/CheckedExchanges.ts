/**
 * A peer of a conformance suite whose every exchange is checked against the OpenAPI documents: the requests of the plugin, the answers
 * of the peer unless a fault spoils them, and the callbacks that it sends.
 */
import { Transport } from "@crossdock/core"
import { afterAll, assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Name, operationsOf } from "./Validation.ts"

/** Faults under which an answer is not one of the protocol. */
const spoils: ReadonlySet<string> = new Set(["garbage", "html", "rate-limit", "bad-record"])

interface Sent {
  readonly protocol: Name
  readonly method: string
  readonly message: unknown
}

const protocolOf = (path: string): Name =>
  path.includes("/global-api/")
    ? "gateway"
    : path.includes("/extApi/platform/")
    ? "platform-envelope"
    : /\/api\/[^/]+\/(?:asn|inventory)\/?$/.test(path)
    ? "erp-open-api"
    : "warehouse-envelope"

/** The fields of a form in any content type. */
const fieldsOf = async (body: string, contentType: string): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries(await new Response(body, { headers: { "content-type": contentType } }).formData())

const sentBy = async ({ body, headers, url }: Transport.Request): Promise<Sent> => {
  const contentType = Transport.header(headers, "content-type") ?? ""
  const protocol = protocolOf(url.pathname)
  const message = contentType.startsWith("application/json") ? JSON.parse(body) : await fieldsOf(body, contentType)
  const method = protocol === "gateway" ? url.pathname.split("/").at(-1) : message[protocol === "erp-open-api" ? "serviceType" : "method"]
  return { protocol, method: String(method), message }
}

const checkOf = ({ method, protocol }: Sent, part: "request" | "answer", message: unknown): string => {
  // Both names of one method have one entry.
  const operation = operationsOf(protocol).get(method === "insertSkuInfo" && protocol === "warehouse-envelope" ? "insert_sku_info" : method)
  return operation === undefined ? "there is no such operation" : operation[part](message)
}

type Callback = (number: never, sign: never) => Effect.Effect<Transport.Request, unknown, unknown>

/** How a suite injects faults, and the callbacks that it asks for. */
interface Fixture {
  readonly faults?: (name: never, operation: never) => Injection | Article | undefined
  readonly callbacks?: { readonly outbound?: Callback; readonly inbound?: Callback; readonly order?: Callback }
}
interface Injection {
  readonly during: <A, E, R>(call: Effect.Effect<A, E, R>, where: never) => Effect.Effect<A, E, R>
}

/** An article that the peer refuses, in place of a fault. */
interface Article {
  readonly sku: string
}

interface Peer<F extends Fixture> {
  readonly fixture: F
  readonly layer: Layer.Layer<Transport.Transport>
}

/** The peer with its exchanges checked. After the suite, at least `least` exchanges must have been. */
export const checked = <F extends Fixture>({ fixture, layer }: Peer<F>, least: number): Peer<F> => {
  let fault: string | undefined
  let exchanges = 0
  const wrong: Array<string> = []
  const note = (sent: Sent, part: "request" | "answer", message: unknown): void => {
    const problem = checkOf(sent, part, message)
    if (problem !== "") wrong.push(`${sent.protocol} ${sent.method} ${part}: ${problem}: ${JSON.stringify(message)}`)
  }
  afterAll(() => {
    assert.deepStrictEqual(wrong.slice(0, 5), [])
    assert.isAtLeast(exchanges, least)
  })
  const send = (inner: (typeof Transport.Transport)["Service"]["send"]): typeof inner => (request) =>
    Effect.flatMap(Effect.promise(() => sentBy(request)), (sent) => {
      note(sent, "request", sent.message)
      return Effect.tap(inner(request), ({ body, status }) =>
        Effect.sync(() => {
          if (fault !== undefined && spoils.has(fault)) return
          if (status >= 500) return
          note(sent, "answer", JSON.parse(body))
          exchanges++
        }))
    })
  const faults = (name: string, operation: never): Injection | Article | undefined => {
    const found = fixture.faults?.(name as never, operation)
    if (found === undefined || "sku" in found) return found
    return {
      ...found,
      during: (call, where) => Effect.acquireUseRelease(Effect.sync(() => void (fault = name)), () => found.during(call, where), () => Effect.sync(() => void (fault = undefined)))
    }
  }
  /** A callback that is signed as it must be. */
  const callback = (send: Callback): Callback => (number, sign: string) =>
    Effect.tap(send(number, sign as never), (request) =>
      sign === "genuine" ? Effect.map(Effect.promise(() => sentBy(request)), (sent) => note(sent, "request", sent.message)) : Effect.void)
  const { callbacks } = fixture
  return {
    fixture: {
      ...fixture,
      ...(fixture.faults !== undefined && { faults }),
      ...(callbacks !== undefined && {
        callbacks: {
          ...callbacks,
          ...(callbacks.outbound !== undefined && { outbound: callback(callbacks.outbound) }),
          ...(callbacks.inbound !== undefined && { inbound: callback(callbacks.inbound) }),
          ...(callbacks.order !== undefined && { order: callback(callbacks.order) })
        }
      })
    },
    layer: Layer.provide(Layer.effect(Transport.Transport, Effect.map(Transport.Transport, (inner) => ({ ...inner, send: send(inner.send) }))), layer)
  }
}
