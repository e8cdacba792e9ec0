/**
 * Sends one request through an undici dispatcher and tracks its progress. It never sends a request twice, even if the
 * dispatcher tries to.
 */
import { AdapterError, Transport } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { Dispatcher } from "undici"

type Phase = AdapterError.TransportFailed["phase"]

/** The progress of one exchange, updated by the callbacks of undici. */
export interface Progress {
  phase: Phase
}

export const failed = (phase: Phase, cause: unknown) => new AdapterError.TransportFailed({ phase, cause })

const textOf = (raw: unknown): string => typeof raw === "string" ? raw : (raw as Buffer).toString("latin1")

/** undici returns names and values alternately, as received. */
const pairs = (raw: Dispatcher.DispatchController["rawHeaders"]): Transport.Headers => {
  const list = Array.isArray(raw) ? raw : []
  return Array.from({ length: list.length / 2 }, (_, at) => [textOf(list[at * 2]), textOf(list[at * 2 + 1])] as const)
}

/** Sends a request once. `progress` shows how far it came, also after an interruption. */
export const exchange = (dispatcher: Pick<Dispatcher, "dispatch">, request: Transport.Request, progress: Progress) =>
  Effect.callback<Transport.Response, AdapterError.TransportFailed>((resume) => {
    let stop: ((reason: Error) => void) | undefined
    let isStopped = false
    let status = 0
    let headers: Transport.Headers = []
    let body = ""
    // Set only if the answer is returned as bytes.
    let chunks: Array<Uint8Array> | undefined
    const decoder = new TextDecoder("utf-8", { fatal: true })
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: (controller) => {
        if (isStopped) return controller.abort(new Error("the request was cancelled"))
        if (progress.phase !== "connect") return controller.abort(new Error("a request is never sent a second time"))
        if (request.mayLeave?.() === false) return controller.abort(new Error("mayLeave forbids sending this request any more"))
        progress.phase = "send"
        stop = (reason) => controller.abort(reason)
      },
      onRequestSent: () => {
        progress.phase = "receive"
      },
      onResponseStart: (controller, statusCode) => {
        if (statusCode < 200) return
        status = statusCode
        headers = pairs(controller.rawHeaders)
        if (request.responseType === "bytes" && statusCode < 300) chunks = []
        const encoding = Transport.header(headers, "content-encoding") ?? "identity"
        if (encoding.trim().toLowerCase() !== "identity") {
          controller.abort(new Error(`the answer has the content-encoding ${encoding}, which the request did not accept`))
        }
      },
      // undici passes exceptions of these two callbacks to onResponseError.
      onResponseData: (_controller, chunk) => {
        if (chunks !== undefined) chunks.push(chunk)
        else body += decoder.decode(chunk, { stream: true })
      },
      onResponseEnd: () => {
        if (chunks !== undefined) return resume(Effect.succeed({ status, headers, body: "", bytes: Buffer.concat(chunks) }))
        body += decoder.decode()
        resume(Effect.succeed({ status, headers, body }))
      },
      onResponseError: (_controller, error) => resume(Effect.fail(failed(progress.phase, error)))
    }
    dispatcher.dispatch({
      origin: request.url.origin,
      path: `${request.url.pathname}${request.url.search}`,
      method: request.method,
      headers: request.headers.flat(),
      body: request.bytes ?? (request.body === "" ? null : request.body)
    }, handler)
    return Effect.sync(() => {
      isStopped = true
      stop?.(new Error("the request was cancelled"))
    })
  })
