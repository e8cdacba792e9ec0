/**
 * A machine between the runner and its provider that breaks answers: what the provider does is done, what it says may
 * get lost.
 */
import { contentText } from "@crossdock/e2e/support/envelope.ts"
import { exchange } from "@crossdock/e2e/support/http.ts"
import { MalformedAnswers } from "@crossdock/testkit/peers"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

export interface Heard {
  readonly at: number
  readonly method: string
  readonly content: string
}

/** How one call is broken. `acts`: whether the provider hears of it; absent: what the way says. */
export interface Trouble {
  readonly way: MalformedAnswers.Kind
  readonly acts?: boolean
}

export interface Front {
  readonly url: string
  /** Every call that came, also those that went no further. */
  readonly heard: ReadonlyArray<Heard>
  /** How calls are answered from now on; undefined: as the provider does. */
  readonly behaves: (manner: (call: { readonly method: string; readonly content: string }) => Trouble | undefined) => void
  /** What comes of a call at the provider, before its answer goes back; the answer waits for it. */
  readonly listens: (listener: (call: { readonly method: string; readonly content: string }, answer: string) => Promise<void>) => void
  readonly close: () => Promise<void>
}

const fieldsOf = (contentType: string, body: string): { readonly method: string; readonly content: string } => {
  const fields: Record<string, unknown> = contentType.startsWith("application/json")
    ? JSON.parse(body)
    : Object.fromEntries(new URLSearchParams(body))
  return { method: contentText(fields["method"]), content: contentText(fields["content"]) }
}

export const start = async (target: string): Promise<Front> => {
  const heard: Array<Heard> = []
  let manner: Parameters<Front["behaves"]>[0] = () => undefined
  let listener: Parameters<Front["listens"]>[0] = () => Promise.resolve()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("error", () => {})
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks)
      const contentType = request.headers["content-type"] ?? ""
      const call = fieldsOf(contentType, body.toString("utf8"))
      heard.push({ at: Date.now(), ...call })
      const trouble = manner(call)
      const forward = () => exchange(target, { method: "POST", body, headers: { "content-type": contentType } })
      const carry = async () => {
        const acts = trouble === undefined || (trouble.acts ?? MalformedAnswers.hasActed(trouble.way))
        const answer = acts ? await forward() : { status: 200, headers: {}, body: "" }
        if (acts) await listener(call, answer.body)
        const whole = { status: answer.status, contentType: "application/json", body: answer.body }
        if (trouble !== undefined) return MalformedAnswers.answer(request.socket, trouble.way, whole)
        response.writeHead(whole.status, { "content-type": whole.contentType })
        response.end(whole.body)
      }
      carry().catch(() => request.socket.destroy())
    })
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/service`,
    heard,
    behaves: (next) => {
      manner = next
    },
    listens: (next) => {
      listener = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
