/**
 * The outer message of a protocol that posts accessId, method, content and sign as a form, with further values in headers.
 * `opener` refuses unreadable messages before the sender is authenticated.
 */
import type { Transport } from "@crossdock/core"
import * as Result from "effect/Result"
import { Context, fieldsOf, read, SplitWork, Table } from "../wire/index.ts"
import * as Form from "./Form.ts"
import * as Framing from "./Framing.ts"

const longText = { kind: "text", isLong: true } as const satisfies Table.TextType

export const envelope = Table.make("envelope", [
  Table.required("accessId", Table.text),
  Table.required("method", Table.text),
  Table.required("content", longText),
  Table.required("sign", Table.text)
])

/** An envelope as received. A missing member or header is read as an empty text; authentication comes later. */
export type Opened<Header extends string> = Readonly<Record<(typeof Form.envelope)[number] | Header, string>>

const maxLength = 65_536
const { unread } = Framing

/**
 * Makes the function that opens a request: it checks the HTTP method, size, headers, content type and framing, in this order.
 * A long request is read in several turns, so that other requests are served in between.
 */
export const opener = <const Header extends string>(headerNames: ReadonlyArray<Header>) => {
  const fields = fieldsOf<Header | "content-type">([...headerNames, "content-type"])
  return (request: Transport.Request, limits: Framing.Limits = {}): SplitWork.Work<Result.Result<Opened<Header>, Framing.Unread>> => {
    const refused = Framing.refusedFrame(request, limits)
    if (refused !== undefined) return refused
    const { ambiguous, values } = fields(request.headers)
    const given: Readonly<Record<string, string | undefined>> = values
    if (ambiguous !== undefined) {
      return unread(400, "HEADER_INVALID", `the header ${ambiguous} appears twice with different values; send it once`)
    }
    const type = (given["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase()
    if (type !== "" && type !== Form.contentType) {
      return unread(415, "CONTENT_TYPE_INVALID", `this content type is not supported; send ${Form.contentType}`)
    }
    const headers = Object.fromEntries(headerNames.map((name) => [name, given[name] ?? ""]))
    const work = SplitWork.map(Form.fieldsOf(request.body), (form) =>
      Result.isFailure(form) ? unread(400, "BODY_INVALID", form.failure) : opened<Header>(form.success, headers, limits))
    return request.body.length > SplitWork.length ? work : SplitWork.atOnce(work)
  }
}

const opened = <Header extends string>(
  form: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>>,
  { maxText = maxLength }: Framing.Limits
): Result.Result<Opened<Header>, Framing.Unread> => {
  const reading = read(envelope, form, { ...Context.standard, zone: () => 0, limits: { ...Context.limits, maxText } })
  const invalid = reading.problems.find(({ code }) => code !== "MEMBER_MISSING")
  if (invalid !== undefined) return unread(400, invalid.code, invalid.message, invalid.path)
  const { accessId = "", content = "", method = "", sign = "" } = form
  return Result.succeed({ ...headers, accessId, method, content, sign } as Opened<Header>)
}
