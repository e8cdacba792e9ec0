/**
 * A call of each protocol, signed by the functions of the guides. Pure.
 */
import { sign as signEnvelope } from "#sign-envelope"
import { sign as signGateway } from "#sign-gateway"
import { sign as signOpenApi } from "#sign-open-api"
import type { Protocol } from "../signature/request.ts"

export interface Unsigned {
  readonly protocol: Protocol
  /** The method or service type. */
  readonly operation: string
  readonly path: string
  readonly id: string
  /** The exact text that is signed and sent. */
  readonly content: string
}

export interface Call {
  readonly path: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string
  readonly sign: string
}

const form = "application/x-www-form-urlencoded"

/** The fields of a form before the signature, in their order. `write` makes of a text what a program has for it. */
export const fieldsOf = (
  { id, operation, protocol }: Pick<Unsigned, "id" | "operation" | "protocol">,
  { content, timestamp }: Readonly<Record<"content" | "timestamp", string>>,
  write = (text: string): string => text
): ReadonlyArray<readonly [name: string, value: string]> =>
  protocol === "open-api"
    ? [["appId", write(id)], ["serviceType", write(operation)], ["bizParam", content], ["timestamp", timestamp]]
    : [["accessId", write(id)], ["method", write(operation)], ["content", content]]

/** `at` in milliseconds since 1970. */
export const signed = (call: Unsigned, secret: string, at: number): Call => {
  const { content, id, operation, path, protocol } = call
  const timestamp = String(at)
  const sign = protocol === "gateway" ? signGateway(id, content, secret)
    : protocol === "open-api" ? signOpenApi(id, content, operation, timestamp, secret)
    : signEnvelope(id, content, secret)
  return protocol === "gateway"
    ? { path, headers: [["content-type", "application/json"], ["appKey", id], ["sign", sign]], body: content, sign }
    : { path, headers: [["content-type", form]], body: new URLSearchParams([...fieldsOf(call, { content, timestamp }), ["sign", sign]].map(([name = "", value = ""]) => [name, value])).toString(), sign }
}

/** Whether an answer says that the call was carried out; the protocols write it in several ways. */
export const isSuccess = (body: string): boolean => {
  try {
    const answer: unknown = JSON.parse(body)
    if (typeof answer !== "object" || answer === null) return false
    const { state, success } = answer as { readonly state?: unknown; readonly success?: unknown }
    return success === true || success === "true" || state === "success"
  } catch {
    return false
  }
}
