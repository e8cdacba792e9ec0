/**
 * Fetches the file of one label or other document from an allowed address. It follows no redirect and sends nothing but the address itself, so that a
 * platform cannot make the runner read what it must not, or hold more than it can (quality rows A093 to A100, U-86).
 */
import { type AdapterError, Transport } from "@crossdock/core"
import { AddressGuard, layer as transport, type Options } from "@crossdock/transport-undici"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Allowed } from "./LabelHosts.ts"

/** The most bytes of one label. A label of one page has less than 1 MB. */
export const mostBytes = 10_000_000

/** Milliseconds that one fetch may take, even if the caller would wait longer. */
const mostTime = 20_000

/** A label that was not fetched. `message` says why, without anything of the address but its host. */
export class LabelFailed extends Data.TaggedError("LabelFailed")<{
  readonly message: string
  /** The name of the host resolves to an address that is not allowed, so nothing was sent. */
  readonly isRefused: boolean
}> {}

const failed = (message: string, isRefused = false) => new LabelFailed({ message, isRefused })

const isTooLarge = (cause: unknown): boolean => cause instanceof Error && "code" in cause && cause.code === "UND_ERR_RES_EXCEEDED_MAX_SIZE"

const ofTransport = (host: string, limit: number) => ({ cause, phase }: AdapterError.TransportFailed): LabelFailed =>
  cause instanceof AddressGuard.AddressRefused
    ? failed(cause.message, true)
    : isTooLarge(cause)
    ? failed(`the label at ${host} has more than the ${limit} bytes that are left for it`)
    : phase === "connect"
    ? failed(`${host} could not be reached for a label; send the request again`)
    : failed(`${host} did not send a whole label; send the request again`)

/** How files begin, of the formats that have one beginning. */
const marks: Readonly<Record<string, Buffer>> = { PDF: Buffer.from("%PDF"), PNG: Buffer.from([0x89, 0x50, 0x4e, 0x47]), JPEG: Buffer.from([0xff, 0xd8, 0xff]) }

/** Whether bytes may be a file of a format. Nothing has no bytes. */
export const isOfFormat = (bytes: Buffer, format: string): boolean => {
  const mark = marks[format] ?? Buffer.alloc(0)
  return bytes.length > 0 && bytes.subarray(0, mark.length).equals(mark)
}

const fileIn = (host: string, format: string, { bytes, status }: Transport.Response): Effect.Effect<Buffer, LabelFailed> => {
  if (status >= 300 && status < 400) return Effect.fail(failed(`the label at ${host} is a redirect to another address, which is not followed`))
  if (status < 200 || status >= 300) return Effect.fail(failed(`${host} answered HTTP ${status} in place of a label; send the request again`))
  const content = Buffer.from(bytes ?? [])
  return isOfFormat(content, format) ? Effect.succeed(content) : Effect.fail(failed(`what ${host} sent is not a ${format}`))
}

export class LabelFetch extends Context.Service<LabelFetch, {
  /** Fetches a file of a format, such as `PDF`, of at most `limit` bytes within `time` milliseconds. */
  readonly file: (from: Allowed, format: string, limits: { readonly limit: number; readonly time: number }) => Effect.Effect<Buffer, LabelFailed>
}>()("@crossdock/runner/contracts/platform/LabelFetch") {
  static readonly layer = (options: Pick<Options, "lookup"> = {}) => Layer.succeed(LabelFetch, LabelFetch.of({ file: fetchFile(options) }))
}

const mediaTypes: Readonly<Record<string, string>> = { PDF: "application/pdf", PNG: "image/png", JPEG: "image/jpeg" }

/** Each fetch has a transport of its own, because the hosts and the size that it may take are its own. */
const fetchFile = (options: Pick<Options, "lookup">): LabelFetch["Service"]["file"] => ({ policy, url }, format, { limit, time }) => {
  const answer = Effect.flatMap(Transport.Transport, ({ send }) =>
    send({ method: "GET", url, headers: [["accept", mediaTypes[format] ?? "*/*"]], body: "", responseType: "bytes" }))
  return answer.pipe(
    Effect.provide(transport({ ...options, ...policy, maxAnswer: limit })),
    Effect.mapError(ofTransport(url.host, limit)),
    Effect.flatMap((response) => fileIn(url.host, format, response)),
    Effect.timeoutOrElse({
      duration: Math.min(time, mostTime),
      orElse: () => Effect.fail(failed(`${url.host} did not send a whole label in time; send the request again`))
    })
  )
}
