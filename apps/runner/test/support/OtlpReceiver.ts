/**
 * A receiver of OTLP over HTTP on loopback, which reads the JSON of traces as a collector does.
 */
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  readonly status: { readonly code?: number; readonly message?: string }
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
}

export interface OtlpReceiver {
  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly endpoint: string
  readonly spans: ReadonlyArray<ReceivedSpan>
  /** The bodies as they were received. */
  readonly bodies: ReadonlyArray<string>
  readonly headers: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly resources: ReadonlyArray<Readonly<Record<string, unknown>>>
}

interface KeyValue {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}

const attributesOf = (all: ReadonlyArray<KeyValue>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]]))

/** Begins a receiver, which ends with the scope. */
export const make = Effect.acquireRelease(
  Effect.promise(() =>
    new Promise<OtlpReceiver & { readonly close: () => void }>((done) => {
      const spans: Array<ReceivedSpan> = []
      const bodies: Array<string> = []
      const headers: Array<Readonly<Record<string, unknown>>> = []
      const resources: Array<Readonly<Record<string, unknown>>> = []
      const server = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          const body = Buffer.concat(chunks).toString("utf8")
          if (request.method !== "POST" || request.url !== "/v1/traces" || request.headers["content-type"] !== "application/json") {
            response.writeHead(404)
            return void response.end()
          }
          bodies.push(body)
          headers.push(request.headers)
          for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
            resources.push(attributesOf(resource.attributes))
            for (const { spans: some } of scopeSpans) for (const span of some) spans.push({ ...span, attributes: attributesOf(span.attributes) })
          }
          response.writeHead(200, { "content-type": "application/json" })
          response.end("{}")
        })
      })
      server.listen(0, "127.0.0.1", () =>
        done({
          endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
          spans,
          bodies,
          headers,
          resources,
          close: () => {
            server.close()
            server.closeAllConnections()
          }
        }))
    })
  ),
  ({ close }) => Effect.sync(close)
)
