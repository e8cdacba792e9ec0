/**
 * A runner with its public listener on a real port, and callers that sign by their own digest.
 */
import type { Composition } from "@crossdock/config"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Scope from "effect/Scope"
import { createHash } from "node:crypto"
import { request } from "node:http"
import type { AddressInfo } from "node:net"
import { type Composed, compose } from "../../src/Composition.ts"
import { Intents } from "../../src/intents/Intents.ts"
import { Outbox } from "../../src/outbox/Outbox.ts"
import * as Recovery from "../../src/Recovery.ts"
import type * as RequestMemory from "../../src/http/RequestMemory.ts"
import * as Routes from "../../src/http/Routes.ts"
import * as Listener from "../../src/http/Listener.ts"
import type { Timeouts } from "../../src/http/NodeServer.ts"
import { runnerLayer } from "../../src/Layers.ts"
import { freePort } from "./Ports.ts"
import type { DatabaseAt, RunnerServices } from "./World.ts"

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  /** The body, where it is JSON. */
  readonly body: any
}

export interface Call {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Live {
  readonly port: number
  readonly composed: Composed
  /** Every log line so far. */
  readonly lines: ReadonlyArray<string>
  readonly call: (call: Call) => Effect.Effect<Answer>
}

/** One request on a connection of its own, read to its end. */
export const callAt = (port: number) => ({ body = "", headers = {}, method = "POST", path = "/warehouse" }: Call): Effect.Effect<Answer> =>
  Effect.callback((resume) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      agent: false,
      headers: { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers }
    }, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8")
        const read = (() => {
          try {
            return JSON.parse(text)
          } catch {
            return undefined
          }
        })()
        resume(Effect.succeed({ status: response.statusCode ?? 0, headers: response.headers, text, body: read }))
      })
    })
    sent.on("error", (error) => resume(Effect.die(error)))
    sent.end(body)
  })

export const sign = (accessId: string, content: string, secretKey: string): string =>
  createHash("sha1").update(JSON.stringify(content === "" ? { accessId } : { accessId, content }) + secretKey).digest("hex")

/** The body of a signed call. */
export const envelope = (method: string, content: unknown, { accessId = "acc-1", secretKey = "secret-key-1" } = {}): string => {
  const text = content === "" ? "" : typeof content === "string" ? content : JSON.stringify(content)
  return JSON.stringify({ accessId, method, content: text, sign: sign(accessId, text, secretKey) })
}

/** Waits for something of the real world. */
export const soon = <E, R>(holds: Effect.Effect<boolean, E, R>, patience = 45_000): Effect.Effect<void, E, R> =>
  Effect.gen(function*() {
    const until = performance.now() + patience
    while (!(yield* holds)) {
      if (performance.now() > until) return yield* Effect.die(new Error(`nothing came of it within ${patience} ms`))
      yield* Effect.promise(() => new Promise<void>((done) => setImmediate(done)))
    }
  })

/** Runs a test against a runner of this composition; its loops run on the real clock. */
export const live = <A, E>(
  database: DatabaseAt,
  composition: Composition | ((port: number) => Composition),
  test: (live: Live) => Effect.Effect<A, E, RunnerServices | Scope.Scope>,
  { capacity, publicUrl, timeouts }: { readonly capacity?: RequestMemory.RequestMemory; readonly publicUrl?: URL; readonly timeouts?: Timeouts } = {}
) => {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
  return Effect.gen(function*() {
    // A composition that calls the runner itself has to know its port before it is opened.
    const port = typeof composition === "function" ? yield* freePort : 0
    const written = typeof composition === "function" ? composition(port) : composition
    const composed = Result.getOrThrowWith(compose(written, {}), (problems) => new Error(JSON.stringify(problems)))
    return yield* Effect.gen(function*() {
      yield* Recovery.run
      yield* Effect.forkScoped((yield* Intents).run)
      yield* Effect.forkScoped((yield* Outbox).run)
      const routes = yield* Routes.make(composed, publicUrl)
      const server = yield* Listener.serve({ host: "127.0.0.1", port, composed, routes, ...(capacity && { capacity }), ...(timeouts && { timeouts }) })
      const address = server.address() as AddressInfo
      return yield* test({ port: address.port, composed, lines, call: callAt(address.port) })
    }).pipe(
      Effect.scoped,
      Effect.provide(Layer.fresh(runnerLayer({ composed, database, vaultKey: Redacted.make("test key") })))
    )
  }).pipe(Effect.provide(Logger.layer([logger])))
}
