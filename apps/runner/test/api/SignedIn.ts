/**
 * Requests to a listening admin API as a browser and as an attacker send them: with any header, over a real socket.
 */
import * as Effect from "effect/Effect"
import { type IncomingHttpHeaders, request } from "node:http"

export interface Sent {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

export interface Answered {
  readonly status: number
  readonly setCookie: ReadonlyArray<string>
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The code of a refusal; "" if there is none. */
  readonly code: string
}

const codeOf = (text: string): string => /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? ""

export const send = (port: number, { body, headers = {}, method = "GET", path }: Sent): Effect.Effect<Answered> =>
  Effect.promise(() => new Promise((done, failed) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = request({
      host: "127.0.0.1",
      port,
      path,
      method,
      headers: { ...(text !== undefined && { "content-type": "application/json", "content-length": String(Buffer.byteLength(text)) }), ...headers }
    }, (answer) => {
      // A line of events has no end.
      if (String(answer.headers["content-type"]).startsWith("text/event-stream")) {
        sent.destroy()
        return done({ status: answer.statusCode ?? 0, setCookie: [], headers: answer.headers, text: "", code: "" })
      }
      const parts: Array<Buffer> = []
      answer.on("data", (part: Buffer) => parts.push(part))
      answer.on("end", () => {
        const all = Buffer.concat(parts).toString()
        done({ status: answer.statusCode ?? 0, setCookie: answer.headers["set-cookie"] ?? [], headers: answer.headers, text: all, code: codeOf(all) })
      })
    })
    sent.on("error", failed)
    sent.end(text)
  }))

export const signIn = (port: number, name: string, password: string, headers: Readonly<Record<string, string>> = {}) =>
  send(port, { method: "POST", path: "/admin/session", headers, body: { name, password } })

/** What a browser sends after signing in: the cookie alone, and with the header that a page adds to changes. */
export const headersOf = (answered: Answered) => {
  const cookie = (answered.setCookie[0] ?? "").replace(/;.*$/s, "")
  const { csrf } = JSON.parse(answered.text)
  return { cookie, reading: { cookie }, changing: { cookie, "x-crossdock-csrf": String(csrf) } }
}
