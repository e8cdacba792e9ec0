/**
 * A peer of a conformance suite whose every exchange is checked against the OpenAPI documents: the requests of the plugin, the answers
 * of the peer unless a fault spoils them, and the callbacks that it sends.
 */
import { Transport } from "@crossdock/core"
import { afterAll, assert } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Exchanges from "./Exchanges.ts"

/** Faults under which an answer is not one of the protocol. */
const spoils: ReadonlySet<string> = new Set(["garbage", "html", "rate-limit", "bad-record"])

const writtenAs = ({ body, headers, url }: Transport.Request): Exchanges.Request =>
  ({ path: url.pathname, headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])), body })

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
  const note = ({ method, protocol }: Exchanges.Call, problem: string, body: string): void => {
    if (problem !== "") wrong.push(`${protocol} ${method}: ${problem}: ${body}`)
  }
  /** What a request says, once it was checked. */
  const heard = (request: Transport.Request): Effect.Effect<Exchanges.Call> =>
    Effect.promise(async () => {
      const written = writtenAs(request)
      const call = await Exchanges.callOf(written)
      note(call, Exchanges.problemOfRequest(call, written.headers), written.body)
      return call
    })
  afterAll(() => {
    assert.deepStrictEqual(wrong.slice(0, 5), [])
    assert.isAtLeast(exchanges, least)
  })
  const send = (inner: (typeof Transport.Transport)["Service"]["send"]): typeof inner => (request) =>
    Effect.flatMap(heard(request), (call) =>
      Effect.tap(inner(request), ({ body, status }) =>
        Effect.sync(() => {
          if (fault !== undefined && spoils.has(fault)) return
          if (status >= 500) return
          note(call, Exchanges.problemOfAnswer(call, { status, body }), body)
          exchanges++
        })))
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
    Effect.tap(send(number, sign as never), (request) => sign === "genuine" ? heard(request) : Effect.void)
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
