/**
 * The outer message of every call: accessId, method, content and sign as a form, credentials of the platform in headers, and
 * the operation in the path as well (spec 2 §4B).
 */
import { Json, type Transport } from "@crossdock/core"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { CallerHeaders, FormEnvelope, Framing } from "../kit/index.ts"
import { read, SplitWork, Table } from "../wire/index.ts"

export const { envelope } = FormEnvelope

export type Limits = Framing.Limits
export type Unread = Framing.Unread

/** An envelope as received, with the headers of this protocol. */
export interface Outer extends FormEnvelope.Opened<"accessToken" | "apiUrl" | "authorJson" | "refreshToken"> {
  /** The operation that the path names. Absent for an address outside `/extApi/platform/`, such as a webHookUrl. */
  readonly pathMethod?: string
}

const path = /\/extApi\/platform\/([^/]*)\/?$/

/** The path of an operation below the address of a service. It has no version segment. */
export const pathOf = (method: string): string => `/extApi/platform/${method}`

/** The URL of a path below an address that an operator wrote. */
export const urlBelow = (base: URL, below: string): URL => new URL(base.href.split(/[?#]/)[0]!.replace(/\/+$/, "") + below)

const openForm = FormEnvelope.opener(["accessToken", "refreshToken", "apiUrl", "authorJson"])

/** Opens a request before its sender is authenticated, a long one in several turns. */
export const open = (request: Transport.Request, limits?: Limits): SplitWork.Work<Result.Result<Outer, Unread>> => {
  const pathMethod = path.exec(request.url.pathname)?.[1]
  const named = Result.map((outer: Outer): Outer => (pathMethod === undefined ? outer : { ...outer, pathMethod }))
  const work = openForm(request, limits)
  return "next" in work ? SplitWork.map(work, named) : named(work)
}

/** Parses the content as JSON. Empty content is read as an object without members (U-04). */
export const parse = ({ content }: Outer, limits: Limits = {}): Result.Result<Json.Json, string> =>
  content === "" ? Result.succeed({}) : Framing.parsed(content, limits, { advice: "send a JSON object as text" })

/** One further credential of a platform. The name of its key is agreed with the provider. */
export interface Author {
  readonly authorKey: string
  readonly authorValue: Redacted.Redacted
}

export const author = Table.make("authorJson", [
  Table.required("authorKey", Table.text),
  Table.required("authorValue", Table.text)
])
const authors = Table.make("authorJson list", [Table.required("authorJson", Table.list(Table.object(author)))])

/** Reads the header authorJson; returns undefined if it is not a list of {authorKey, authorValue}. */
export const readAuthorJson = (header: string): ReadonlyArray<Author> | undefined => {
  if (header === "") return []
  const json = CallerHeaders.parse(header)
  return json === undefined ? undefined : read(authors, { authorJson: json }).value?.authorJson
    .map(({ authorKey, authorValue }) => ({ authorKey, authorValue: Redacted.make(authorValue, { label: "authorJson" }) }))
}

/** Writes the header authorJson in ASCII. */
export const writeAuthorJson = (entries: ReadonlyArray<Author>): string =>
  CallerHeaders.escaped(entries.map(({ authorKey, authorValue }) => ({ authorKey, authorValue: Redacted.value(authorValue) })))
