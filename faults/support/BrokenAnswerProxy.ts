/**
 * A proxy between the runner and its provider that breaks answers: the provider acts, but its answer may be lost, or refuse.
 */
import { contentText } from "@crossdock/e2e/support/envelope.ts"
import { exchange } from "@crossdock/e2e/support/http.ts"
import { MalformedAnswers } from "@crossdock/testkit/peers"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { WireLog } from "./WireLog.ts"

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

/** A complete answer that refuses a call with a text. `acts`: the provider carries the call out nevertheless. */
export interface Refusal {
  readonly refuses: string
  readonly acts: boolean
}

/** A call that is answered as the provider does, after so many milliseconds. */
export interface Slow {
  readonly after: number
}

/** What happens to a call. */
type Manner = (call: Omit<Heard, "at">) => Trouble | Refusal | Slow | undefined

/** A call that was refused. */
export interface Refused extends Heard {
  readonly answeredAt: number
  readonly text: string
  /** Whether the provider has carried it out nevertheless. */
  readonly isDone: boolean
}

export interface Front {
  readonly url: string
  /** All calls, including those that were not forwarded. */
  readonly heard: ReadonlyArray<Heard>
  /** The calls that were refused with a text, in the order of their answers. */
  readonly refused: ReadonlyArray<Refused>
  /** Sets how further calls are answered; undefined to forward the provider's answer. */
  readonly behaves: (manner: Manner) => void
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

export const start = async (target: string, log: WireLog): Promise<Front> => {
  const heard: Array<Heard> = []
  const refused: Array<Refused> = []
  let manner: Manner = () => undefined
  let listener: Parameters<Front["listens"]>[0] = () => Promise.resolve()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("error", () => {})
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks)
      const contentType = request.headers["content-type"] ?? ""
      const call = fieldsOf(contentType, body.toString("utf8"))
      const hearing: Heard = { at: Date.now(), ...call, via: String(request.url).split("/").at(-1)! }
      heard.push(hearing)
      const about = { protocol: "warehouse-envelope", method: call.method } as const
      log.keep({ is: "request", by: "runner", ...about, contentType, body: body.toString("utf8") })
      const keepAnswer = (answer: string) => log.keep({ is: "answer", by: "peer", ...about, status: 200, body: answer })
      const trouble = manner(hearing)
      const forward = () => exchange(target, { method: "POST", body, headers: { "content-type": contentType } })
      const refuse = async ({ acts, refuses }: Refusal) => {
        if (acts) await listener(call, (await forward()).body)
        refused.push({ ...hearing, answeredAt: Date.now(), text: refuses, isDone: acts })
        const answer = JSON.stringify({ success: false, message: refuses })
        keepAnswer(answer)
        response.writeHead(200, { "content-type": "application/json" })
        response.end(answer)
      }
      const carry = async () => {
        if (trouble !== undefined && "refuses" in trouble) return refuse(trouble)
        if (trouble !== undefined && "after" in trouble) await wait(trouble.after)
        const acts = trouble === undefined || "after" in trouble || (trouble.acts ?? MalformedAnswers.hasActed(trouble.way))
        const answer = acts ? await forward() : { status: 200, headers: {}, body: "" }
        if (acts) await listener(call, answer.body)
        const whole = { status: answer.status, contentType: "application/json", body: answer.body }
        if (trouble !== undefined && "way" in trouble) return MalformedAnswers.answer(request.socket, trouble.way, whole)
        keepAnswer(whole.body)
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
    refused,
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
