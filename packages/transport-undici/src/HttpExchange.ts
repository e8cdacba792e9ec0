/**
 * Sends one request through an undici dispatcher and tracks its progress. It never sends a request twice, even if the
 * dispatcher tries to.
 */
import { AdapterError, TimeLimit, Transport } from "@crossdock/core"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
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
  const headers: Array<readonly [string, string]> = []
  const list = Array.isArray(raw) ? raw : []
  for (let at = 0; at < list.length; at += 2) headers.push([textOf(list[at]), textOf(list[at + 1])])
  return headers
}

const utf8 = () => new TextDecoder("utf-8", { fatal: true })
const ofOneChunk = utf8()

/** Decodes an answer. Most come in one chunk, for which no decoder is made. Throws if the answer is not UTF-8. */
const decoding = () => {
  let first: Uint8Array | undefined
  let decoder: ReturnType<typeof utf8> | undefined
  let text = ""
  return {
    add: (chunk: Uint8Array): void => {
      if (first === undefined) {
        first = chunk
        return
      }
      if (decoder === undefined) {
        decoder = utf8()
        text = decoder.decode(first, { stream: true })
      }
      text += decoder.decode(chunk, { stream: true })
    },
    end: (): string => decoder === undefined ? ofOneChunk.decode(first) : text + decoder.decode()
  }
}

/** Where a request goes, in the parts that undici takes. */
export interface Target {
  readonly origin: string
  readonly path: string
}

export const targetOf = ({ origin, pathname, search }: URL): Target => ({ origin, path: `${pathname}${search}` })

/**
 * Sends a request once. `progress` shows how far it came, also after an interruption. After `limit` on the clock of the
 * fiber the exchange is given up; without a limit it may take forever.
 */
export const exchange = (
  dispatcher: Pick<Dispatcher, "dispatch">,
  request: Transport.Request,
  progress: Progress,
  { limit, target = targetOf(request.url) }: { readonly limit?: Duration.Duration; readonly target?: Target } = {}
) =>
  Effect.withFiber<Transport.Response, AdapterError.TransportFailed>((fiber) =>
    Effect.callback<Transport.Response, AdapterError.TransportFailed>((resume) => {
      let stop: ((reason: Error) => void) | undefined
      let isStopped = false
      let status = 0
      let headers: Transport.Headers = []
      const text = decoding()
      // Set only if the answer is returned as bytes.
      let chunks: Array<Uint8Array> | undefined
      const cancel = (): void => {
        isStopped = true
        stop?.(new Error("the request was cancelled"))
      }
      const done = limit === undefined ? undefined : TimeLimit.after(fiber.getRef(Clock.Clock), Duration.toMillis(limit), () => {
        resume(Effect.fail(failed(progress.phase, new Error(`no complete answer within ${Duration.format(limit)}`))))
        cancel()
      })
      const end = (result: Effect.Effect<Transport.Response, AdapterError.TransportFailed>): void => {
        done?.()
        resume(result)
      }
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
          else text.add(chunk)
        },
        onResponseEnd: () =>
          end(Effect.succeed(chunks === undefined
            ? { status, headers, body: text.end() }
            : { status, headers, body: "", bytes: Buffer.concat(chunks) })),
        onResponseError: (_controller, error) => end(Effect.fail(failed(progress.phase, error)))
      }
      dispatcher.dispatch({
        ...target,
        method: request.method,
        headers: request.headers.flat(),
        body: request.bytes ?? (request.body === "" ? null : request.body)
      }, handler)
      return Effect.sync(() => {
        done?.()
        cancel()
      })
    }))
