/**
 * The request that is examined: as it is typed, and as the runner is asked.
 */
import type { PostBody } from "../../api/Answer.ts"

export const protocols = ["warehouse", "gateway", "platform", "open-api"] as const
export type Protocol = (typeof protocols)[number]

export interface Typed {
  readonly protocol: Protocol
  readonly method: string
  readonly url: string
  readonly headers: string
  readonly body: string
  readonly sign: string
  readonly theirs: string
}

/** Where each protocol is served. */
export const paths: Readonly<Record<Protocol, string>> = {
  warehouse: "/warehouse", gateway: "/global-api/v1/warehouse/createOrder", platform: "/extApi/platform/orders", "open-api": "/api/v1/asn"
}

export const methods = ["POST", "GET", "PUT", "PATCH", "DELETE"] as const

export const empty = (protocol: Protocol): Typed => ({ protocol, method: "POST", url: paths[protocol], headers: "", body: "", sign: "", theirs: "" })

const headersOf = (text: string): ReadonlyArray<readonly [string, string]> =>
  text.split(/\r?\n/).flatMap((line) => {
    const end = line.indexOf(":")
    return end < 1 ? [] : [[line.slice(0, end).trim(), line.slice(end + 1).trim()] as const]
  })

/** A request as a log or a proxy writes it: the first line, the headers, an empty line, the body. Undefined: it is none. */
export const wholeOf = (text: string): Pick<Typed, "body" | "headers" | "method" | "url"> | undefined => {
  const [, method, url, rest] = /^\s*([A-Z]+) (\S+)(?: HTTP\/[\d.]+)?\r?\n([\s\S]*)$/.exec(text) ?? []
  if (method === undefined || url === undefined || rest === undefined) return undefined
  const [, headers = "", body = ""] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(rest) ?? [undefined, rest, ""]
  return { method, url, headers, body }
}

/** A field of a page has bare line feeds; the parts of a form end their lines with both signs. */
const bodyOf = ({ body }: Typed): string => (/^--\S+\n/.test(body) ? body.replaceAll(/\r?\n/g, "\r\n") : body)

const httpMethod = (method: string) => methods.find((each) => each === method) ?? "POST"

export const askedOf = (typed: Typed): PostBody<"/admin/signature/diagnose"> => ({
  protocol: typed.protocol,
  method: httpMethod(typed.method),
  url: typed.url,
  headers: headersOf(typed.headers).map(([name, value]) => [name, value]),
  body: bodyOf(typed),
  ...(typed.sign.trim() === "" ? {} : { sign: typed.sign.trim() }),
  ...(typed.theirs === "" ? {} : { theirs: typed.theirs })
})

/** The names under which the log has the parts of a protocol that receive messages. */
const received: { readonly [protocol: string]: Protocol } = { receiver: "warehouse", orders: "platform" }

interface Logged {
  readonly protocol: string
  readonly request?: { readonly method: string; readonly url: string; readonly headers: ReadonlyArray<ReadonlyArray<string>>; readonly body: string; readonly leftOut?: number }
}

/** The request of a call in the log. Undefined: it was not kept, or not whole. */
export const loggedOf = ({ protocol, request }: Logged): Typed | undefined =>
  request === undefined || request.leftOut !== undefined ? undefined : {
    ...empty(protocols.find((each) => each === protocol) ?? received[protocol] ?? "warehouse"),
    method: request.method,
    url: request.url,
    headers: request.headers.map(([name = "", value = ""]) => `${name}: ${value}`).join("\n"),
    body: request.body
  }
