/**
 * The outer message of every call: appId, serviceType, bizParam, timestamp and sign as a form, sent to one of two paths
 * (spec 3 §1 and §2.1).
 */
import { Json, Multipart, type Transport } from "@crossdock/core"
import * as Result from "effect/Result"
import { Form, FormEnvelope, Framing } from "../kit/index.ts"
import { SplitWork, Table } from "../wire/index.ts"

export type Limits = Framing.Limits
export type Unread = Framing.Unread

/** The two paths: inbound orders, and inventory. */
export const doors = ["asn", "inventory"] as const
export type Door = (typeof doors)[number]

export const envelope = Table.make("request", [
  Table.required("appId", Table.text),
  Table.required("serviceType", Table.text),
  Table.required("bizParam", { kind: "text", isLong: true } as const),
  Table.required("timestamp", Table.text),
  Table.required("sign", Table.text)
])

/** The fields of a request. A missing one is read as an empty text. */
export type Fields = FormEnvelope.OpenedAs<typeof envelope>

/** A request as received. */
export interface Outer extends Fields {
  /** The path of the request. Absent for any other path. */
  readonly door?: Door
}

const path = /\/api\/[^/]+\/(asn|inventory)\/?$/

/** The path of a door below the address of an ERP. */
export const pathOf = (door: Door, version: string): string => `/api/${version}/${door}`

const openForm = FormEnvelope.openerOf(envelope, [], { multipart: true })

/** Opens a request before its sender is authenticated, a long one in several turns. */
export const open = (request: Transport.Request, limits?: Limits): SplitWork.Work<Result.Result<Outer, Unread>> => {
  const door = path.exec(request.url.pathname)?.[1] as Door | undefined
  const placed = Result.map((fields: Fields): Outer => (door === undefined ? fields : { ...fields, door }))
  const work = openForm(request, limits)
  return "next" in work ? SplitWork.map(work, placed) : placed(work)
}

/** Parses bizParam as JSON. */
export const parse = ({ bizParam }: Pick<Fields, "bizParam">, limits: Limits = {}): Result.Result<Json.Json, string> =>
  Framing.parsed(bizParam, limits, { advice: "send JSON as text" })

/** The milliseconds of a timestamp of 13 digits, or of 10 digits, which are seconds; undefined for any other text (U-46). */
export const millisOf = (timestamp: string): number | undefined =>
  /^\d{13}$/.test(timestamp) ? Number(timestamp) : /^\d{10}$/.test(timestamp) ? Number(timestamp) * 1000 : undefined

/** The members of an HTTP request that carry the fields, in the content type that a profile asks for (U-63). */
export const written = (fields: Fields, contentType: "multipart" | "urlencoded"): Pick<Transport.Request, "body" | "headers"> => {
  if (contentType === "urlencoded") return { headers: [["content-type", Form.contentType]], body: Form.encoded(fields) }
  const { bytes, headers } = Multipart.make(Object.entries(fields).map(([name, value]) => ({ name, value })))
  // The fields are text, so the form is text too and can be signed, stored and shown like any other.
  return { headers, body: Buffer.from(bytes).toString("utf8") }
}
