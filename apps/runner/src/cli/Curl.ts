/**
 * A request as a curl command that a shell runs as it stands. This file imports nothing, because the commands on the pages of the
 * specification are made by it too.
 */

/** The fields of a form, each as its name and text. */
export interface Form {
  readonly type: "urlencoded" | "multipart"
  readonly fields: ReadonlyArray<readonly [name: string, value: string]>
}

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** The exact text that is sent. */
  readonly body: string
  /** The fields that `body` encodes. If they are given, a person can read them in the command, and curl encodes them. */
  readonly form?: Form
}

/** In single quotes a shell changes nothing. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Headers that curl makes itself. */
const own: ReadonlySet<string> = new Set(["content-length", "host", "connection", "transfer-encoding", "accept-encoding"])
const ownOfForm: ReadonlySet<string> = new Set([...own, "content-type"])

/** The value of a field is taken as it stands: an `@` or `<` at its beginning names no file. */
const flags = { urlencoded: "--data-urlencode", multipart: "--form-string" } as const

/** The command in several lines, each but the last with a backslash at its end. */
export const lines = (words: ReadonlyArray<string>): string => words.join(" \\\n  ")

const dataOf = ({ body, form }: Request): ReadonlyArray<string> =>
  form !== undefined
    ? form.fields.map(([name, value]) => `${flags[form.type]} ${quoted(`${name}=${value}`)}`)
    : body === "" ? [] : [`--data-raw ${quoted(body)}`]

export const of = (request: Request): string => {
  const { form, headers, method, url } = request
  const left = form === undefined ? own : ownOfForm
  return lines([
    // A form is a POST by itself.
    form !== undefined && method === "POST" ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`,
    ...headers.filter(([name]) => !left.has(name.toLowerCase())).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...dataOf(request)
  ])
}
