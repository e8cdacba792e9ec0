/**
 * Writes forms with files (`multipart/form-data`, RFC 7578), for example to upload a shipping label.
 */
import * as Redacted from "effect/Redacted"
import { createHash } from "node:crypto"
import type * as Transport from "./Transport.ts"

type Personal<A> = A | Redacted.Redacted<A>

/** A field of the form. */
export interface Field {
  readonly name: string
  /** The text, or the text as `Redacted`, which then appears in the form only. */
  readonly value: Personal<string>
}

/** A file of the form, with its content as bytes. */
export interface File {
  /** The name of the field of the form. */
  readonly name: string
  readonly filename: string
  /** The media type of the file. Default: `application/octet-stream`. */
  readonly contentType?: string
  /** The bytes, or the bytes as `Redacted`. */
  readonly content: Personal<Uint8Array>
}

/** One part of a form to send: a field or a file. Nothing here reads forms. */
export type Part = Field | File

/** The members of a request with a form: `{ method: "POST", url, ...Multipart.make(parts) }`. */
export interface EncodedForm extends Required<Pick<Transport.Request, "body" | "bytes" | "headers">> {}

const bytesOf = (text: string): Buffer => Buffer.from(text, "utf8")

/** Escapes a name as browsers do, so that it cannot break the header. */
const escaped = (text: string): string => text.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll("\"", "%22")

const shown = <A>(value: Personal<A>): A => (Redacted.isRedacted(value) ? Redacted.value(value) : value)

const headOf = (part: Part): string => {
  const disposition = `content-disposition: form-data; name="${escaped(part.name)}"`
  return "filename" in part
    ? `${disposition}; filename="${escaped(part.filename)}"\r\ncontent-type: ${part.contentType ?? "application/octet-stream"}\r\n\r\n`
    : `${disposition}\r\n\r\n`
}

const contentOf = (part: Part): Uint8Array => ("filename" in part ? shown(part.content) : bytesOf(shown(part.value)))

/**
 * Makes the members of a request with a form, its content type among them: `{ method: "POST", url, ...Multipart.make(parts) }`. Equal parts
 * give equal bytes, so a repeat sends the same bytes.
 */
export const make = (parts: ReadonlyArray<Part>): EncodedForm => {
  const written = parts.map((part) => [bytesOf(headOf(part)), contentOf(part)] as const)
  // A hash of the content, so that the content cannot contain the boundary.
  const hash = createHash("sha256")
  for (const [head, content] of written) hash.update(head).update(content)
  const boundary = `crossdock-${hash.digest("hex").slice(0, 40)}`
  const chunks = written.flatMap(([head, content]) => [bytesOf(`--${boundary}\r\n`), head, content, bytesOf("\r\n")])
  return {
    headers: [["content-type", `multipart/form-data; boundary=${boundary}`]],
    body: "",
    bytes: Buffer.concat([...chunks, bytesOf(`--${boundary}--\r\n`)])
  }
}
