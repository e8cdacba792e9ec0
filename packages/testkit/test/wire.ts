/**
 * HTTP over `node:http`, as far as these tests need it: each request on a connection of its own, sent once.
 */
import { AdapterError, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { request as connect } from "node:http"

const pairs = (raw: ReadonlyArray<string>): Transport.Headers =>
  Array.from({ length: raw.length / 2 }, (_, at) => [raw[at * 2]!, raw[at * 2 + 1]!] as const)

/** A transport that waits so many milliseconds for an answer. */
export const wire = (patience: number): Layer.Layer<Transport.Transport> =>
  Layer.succeed(Transport.Transport, {
    send: (asked) =>
      Effect.callback<Transport.Response, AdapterError.TransportFailed>((resume) => {
        let phase: "connect" | "send" | "receive" = "connect"
        const fail = (cause: unknown) => resume(Effect.fail(new AdapterError.TransportFailed({ phase, cause })))
        const outgoing = connect(asked.url, { method: asked.method, agent: false }, (incoming) => {
          const chunks: Array<Buffer> = []
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk))
          incoming.on("error", fail)
          incoming.on("end", () =>
            resume(Effect.succeed({
              status: incoming.statusCode ?? 0,
              headers: pairs(incoming.rawHeaders),
              body: Buffer.concat(chunks).toString("utf8")
            })))
        })
        const late = setTimeout(() => outgoing.destroy(new Error("no answer within the timeout")), patience)
        outgoing.on("close", () => clearTimeout(late))
        outgoing.on("socket", (socket) => socket.on("connect", () => void (phase = "send")))
        outgoing.on("finish", () => void (phase = "receive"))
        outgoing.on("error", fail)
        for (const [name, value] of asked.headers) outgoing.appendHeader(name, value)
        outgoing.end(asked.body)
      })
  })
