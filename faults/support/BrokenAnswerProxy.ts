/**
 * A proxy between the runner and its provider that breaks answers: the provider acts, but its answer may be lost.
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
  /** The last part of the address that was called. */
  readonly via: string
}

/** How a call is broken. `acts`: whether the provider receives the request (default: depends on the kind). */
export interface Trouble {
  readonly way: MalformedAnswers.Kind
  readonly acts?: boolean
}

export interface Front {
  readonly url: string
  /** All calls, including those that were not forwarded. */
  readonly heard: ReadonlyArray<Heard>
  /** Sets how further calls are answered; undefined to forward the provider's answer. */
  readonly behaves: (manner: (call: { readonly method: string; readonly content: string }) => Trouble | undefined) => void
  /** Runs after the provider has acted and before the answer is forwarded. */
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
      heard.push({ at: Date.now(), ...call, via: String(request.url).split("/").at(-1)! })
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
