/**
 * The ERP of these runs. It verifies signatures with its own code, records each request before it answers, processes each
 * delivery id once, and can answer late or with a fault.
 */
import { contentText, type Credential, sign } from "@crossdock/e2e/support/envelope.ts"
import { MalformedAnswers } from "@crossdock/testkit/peers"
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import * as History from "../oracle/History.ts"
import { known, protocolOf, successOf } from "./Messages.ts"
import type { WireLog } from "./WireLog.ts"

export interface Answer {
  /** Default: a success. `refused`: success false with an unlisted text. `lost`: a success that is lost on its way. */
  readonly way?: MalformedAnswers.Kind | "refused" | "lost"
  /** The delay before it acts and answers, in milliseconds. */
  readonly after?: number
}

/** `times`: how often this delivery has arrived, from 1. */
export type Manner = (message: {
  readonly deliveryId: string
  readonly entity: string
  readonly sequence: number
  readonly times: number
}) => Answer

export interface Sink {
  readonly port: number
  readonly arrivals: History.Journal<History.Arrived>
  readonly effects: History.Journal<History.Kept>
  /** Sets how it answers from now on. */
  readonly behaves: (manner: Manner) => void
  /** The number of unanswered requests. */
  readonly open: () => number
  readonly close: () => Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString("utf8")
}

interface Envelope {
  readonly accessId: string
  readonly method: string
  readonly content: string
  readonly sign: string
}

const envelopeOf = (contentType: string, body: string): Envelope => {
  const fields: Record<string, unknown> = contentType.startsWith("application/json")
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
  return {
    accessId: contentText(fields["accessId"]),
    method: contentText(fields["method"]),
    content: contentText(fields["content"]),
    sign: contentText(fields["sign"])
  }
}

const refusal = JSON.stringify({ success: "false", errorMsg: "the order is not known yet" })

/** An ERP that the runner reports to: its credential, and the prefix of its numbers at the provider. */
export interface Merchant extends Credential {
  readonly prefix: string
}

export const start = async (folder: string, merchants: ReadonlyArray<Merchant>, log: WireLog): Promise<Sink> => {
  const arrivals = await History.open<History.Arrived>(join(folder, "arrivals.ndjson"))
  const effects = await History.open<History.Kept>(join(folder, "effects.ndjson"))
  const taken = new Set<string>()
  const times = new Map<string, number>()
  let manner: Manner = () => ({})
  let open = 0

  const respond = (response: ServerResponse, method: string, body: string) => {
    log.keep({ is: "answer", by: "peer", protocol: protocolOf(method), method, status: 200, body })
    response.writeHead(200, { "content-type": "application/json" })
    response.end(body)
  }

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const contentType = request.headers["content-type"] ?? ""
    const message = envelopeOf(contentType, body)
    log.keep({ is: "request", by: "runner", protocol: protocolOf(message.method), method: message.method, contentType, body })
    const deliveryId = String(request.headers["x-crossdock-delivery-id"] ?? "")
    const merchant = merchants.find(({ accessId }) => accessId === message.accessId)
    const content = JSON.parse(message.content)
    const part = known(message.method, content, merchant?.prefix)
    const success = { status: 200, contentType: "application/json", body: JSON.stringify(successOf(message.method, content)) }
    const count = (times.get(deliveryId) ?? 0) + 1
    times.set(deliveryId, count)
    const verified = merchant !== undefined && message.sign.toLowerCase() === sign(merchant, message.content)
    const { after = 0, way } = manner({ ...part, deliveryId, times: count })
    await arrivals.append({
      is: "arrived",
      at: Date.now(),
      ...part,
      deliveryId,
      digest: createHash("sha256").update(message.content).digest("hex"),
      verified,
      answered: way ?? "success"
    })
    if (after > 0) await new Promise((resume) => setTimeout(resume, after))
    const acts = verified && way !== "refused" && (way === undefined || way === "lost" || MalformedAnswers.hasActed(way))
    if (acts && !taken.has(deliveryId)) {
      taken.add(deliveryId)
      await effects.append({ is: "kept", at: Date.now(), ...part, deliveryId })
    }
    if (way === undefined || way === "lost") return respond(response, message.method, verified ? success.body : refusal)
    if (way === "refused") return respond(response, message.method, refusal)
    MalformedAnswers.answer(request.socket, way, success)
  }

  const server = createServer((request, response) => {
    open += 1
    response.on("close", () => {
      open -= 1
    })
    request.on("error", () => {})
    receive(request, response).catch(() => request.socket.destroy())
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    arrivals,
    effects,
    behaves: (next) => {
      manner = next
    },
    open: () => open,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }).then(() => Promise.all([arrivals.close(), effects.close()])).then(() => {})
  }
}
