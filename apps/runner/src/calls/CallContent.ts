/**
 * What is stored of the messages of a call: its request and answer without secrets, each body up to a length, sealed together.
 *
 * The text is a line of JSON, in which each body is the number of its characters, and then the bodies as they are. Most bodies are JSON, in
 * which JSON would write every quote anew. Earlier releases wrote one JSON text with the bodies in it; it has no line break.
 */
import type { Transport } from "@crossdock/core"
import type { LoggedCall } from "./LoggedCall.ts"
import * as SecretRemoval from "./SecretRemoval.ts"

/** The most characters of one body. */
export const mostOfBody = 32_768

export interface Message {
  readonly headers: Transport.Headers
  readonly body: string
  /** How many characters were left out of the body; how many bytes, if it is not text. Absent: none. */
  readonly leftOut?: number
}

export interface Content {
  /** Why a call that was sent failed, without personal data. */
  readonly reason?: string
  readonly request?: Message & { readonly method: string; readonly url: string; readonly remoteAddress?: string }
  readonly response?: Message & { readonly status: number }
}

/** A message without its body, but with the number of its characters. */
type WithLength<M extends Message> = Omit<M, "body"> & { readonly body: number }

interface Head {
  readonly reason?: string
  readonly request?: WithLength<NonNullable<Content["request"]>>
  readonly response?: WithLength<NonNullable<Content["response"]>>
}

/** The place to which the vault binds the messages of a call. */
export const placeOf = ({ at, scope }: Pick<LoggedCall, "at" | "scope">): string => `call ${at} ${scope}`

const asIs = (text: string): string => text

/** A body is cut before secrets are removed from it, so a secret at the cut is removed as far as its name is there. */
const messageOf = ({ body, bytes, headers }: Transport.Request | Transport.Response, hide: (text: string) => string): Message => {
  const kept = body.length > mostOfBody ? body.slice(0, mostOfBody) : body
  const leftOut = (bytes?.length ?? 0) + body.length - kept.length
  return {
    headers: SecretRemoval.inHeaders(headers, hide),
    body: hide(SecretRemoval.inText(kept)),
    ...(leftOut > 0 && { leftOut })
  }
}

/** The content as text; undefined if the call had no message. */
export const written = ({ hide = asIs, reason, request, response }: LoggedCall): string | undefined => {
  if (reason === undefined && request === undefined && response === undefined) return undefined
  const [asked, answered] = [request && messageOf(request, hide), response && messageOf(response, hide)]
  const head: Head = {
    ...(reason !== undefined && { reason }),
    ...(request !== undefined && asked !== undefined && {
      request: {
        method: request.method,
        url: SecretRemoval.inUrl(request.url, hide),
        ...asked,
        body: asked.body.length,
        ...(request.remoteAddress !== undefined && { remoteAddress: request.remoteAddress })
      }
    }),
    ...(response !== undefined && answered !== undefined && { response: { status: response.status, ...answered, body: answered.body.length } })
  }
  return `${JSON.stringify(head)}\n${asked?.body ?? ""}${answered?.body ?? ""}`
}

export const read = (text: string): Content => {
  const end = text.indexOf("\n")
  if (end === -1) return JSON.parse(text)
  const { request, response, ...rest }: Head = JSON.parse(text.slice(0, end))
  const between = end + 1 + (request?.body ?? 0)
  return {
    ...rest,
    ...(request !== undefined && { request: { ...request, body: text.slice(end + 1, between) } }),
    ...(response !== undefined && { response: { ...response, body: text.slice(between, between + response.body) } })
  }
}
