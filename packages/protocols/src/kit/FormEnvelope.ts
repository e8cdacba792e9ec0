/**
 * The outer message of a protocol that posts its fields as a form, with further values in headers. Unreadable messages are refused
 * before the sender is authenticated.
 */
import type { Transport } from "@crossdock/core"
import * as Result from "effect/Result"
import { Context, fieldsOf, read, SplitWork, Table } from "../wire/index.ts"
import * as Form from "./Form.ts"
import * as Framing from "./Framing.ts"

const longText = { kind: "text", isLong: true } as const satisfies Table.TextType

/** The fields accessId, method, content and sign, which two protocols have. */
export const envelope = Table.make("envelope", [
  Table.required("accessId", Table.text),
  Table.required("method", Table.text),
  Table.required("content", longText),
  Table.required("sign", Table.text)
])

type FieldOf<T> = T extends Table.Table<infer Members> ? Members[number]["name"] : never

/** An envelope as received. A missing member or header is read as an empty text; authentication comes later. */
export type OpenedAs<T, Header extends string = never> = Readonly<Record<FieldOf<T> | Header, string>>
export type Opened<Header extends string> = OpenedAs<typeof envelope, Header>

const maxLength = 65_536
const { unread } = Framing

/** What a form may look like. */
export interface Accepted {
  /** Whether the fields may also come as parts, as `multipart/form-data`. */
  readonly multipart?: boolean
}

/**
 * Makes the function that opens a request: it checks the HTTP method, size, headers, content type and framing, in this order.
 * A long request is read in several turns, so that other requests are served in between.
 */
export const openerOf = <T extends Table.Table, const Header extends string = never>(
  envelopeOf: T,
  headerNames: ReadonlyArray<Header>,
  { multipart = false }: Accepted = {}
) => {
  const headers = fieldsOf<Header | "content-type">([...headerNames, "content-type"])
  const names = envelopeOf.members.map(({ name }) => name)
  const [readFields, readParts] = [Form.reader(names), Form.partsReader(names)]
  return (request: Transport.Request, limits: Framing.Limits = {}): SplitWork.Work<Result.Result<OpenedAs<T, Header>, Framing.Unread>> => {
    const refused = Framing.refusedFrame(request, limits)
    if (refused !== undefined) return refused
    const { ambiguous, values } = headers(request.headers)
    const given: Readonly<Record<string, string | undefined>> = values
    if (ambiguous !== undefined) {
      return unread(400, "HEADER_INVALID", `the header ${ambiguous} appears twice with different values; send it once`)
    }
    const contentType = given["content-type"] ?? ""
    const type = contentType.split(";", 1)[0]!.trim().toLowerCase()
    const isParts = multipart && type === Form.multipartType
    if (type !== "" && type !== Form.contentType && !isParts) {
      return unread(415, "CONTENT_TYPE_INVALID", `this content type is not supported; send ${multipart ? `${Form.multipartType} or ` : ""}${Form.contentType}`)
    }
    const boundary = isParts ? Form.boundaryOf(contentType) : ""
    if (boundary === undefined) return unread(400, "BODY_INVALID", "the content type names no boundary; send it as its parameter")
    const carried = Object.fromEntries(headerNames.map((name) => [name, given[name] ?? ""]))
    const work = SplitWork.map(isParts ? readParts(request.body, boundary) : readFields(request.body), (form) =>
      Result.isFailure(form) ? unread(400, "BODY_INVALID", form.failure) : opened<T, Header>(envelopeOf, form.success, carried, limits))
    return request.body.length > SplitWork.length ? work : SplitWork.atOnce(work)
  }
}

/** Opens the form of accessId, method, content and sign. */
export const opener = <const Header extends string>(headerNames: ReadonlyArray<Header>) => openerOf(envelope, headerNames)

const opened = <T extends Table.Table, Header extends string>(
  envelopeOf: T,
  form: Readonly<Record<string, string | undefined>>,
  headers: Readonly<Record<string, string>>,
  { maxText = maxLength }: Framing.Limits
): Result.Result<OpenedAs<T, Header>, Framing.Unread> => {
  const reading = read(envelopeOf, form as Readonly<Record<string, string>>, { ...Context.standard, zone: () => 0, limits: { ...Context.limits, maxText } })
  const invalid = reading.problems.find(({ code }) => code !== "MEMBER_MISSING")
  if (invalid !== undefined) return unread(400, invalid.code, invalid.message, invalid.path)
  const fields = Object.fromEntries(envelopeOf.members.map(({ name }) => [name, form[name] ?? ""]))
  return Result.succeed({ ...headers, ...fields } as OpenedAs<T, Header>)
}
