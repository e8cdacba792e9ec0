/** The reason of a refusal, in the form that every subject uses: `CODE: /path: what is wrong`. */
export class Refusal extends Error {
  readonly code: string
  readonly path: string | undefined
  readonly status: number
  constructor(code: string, message: string, path?: string, status = 200) {
    super(path === undefined ? `${code}: ${message}` : `${code}: ${path}: ${message}`)
    this.code = code
    this.path = path
    this.status = status
  }
}

export const missing = (path: string) => new Refusal("MEMBER_MISSING", "is missing", path)
export const mistyped = (path: string) => new Refusal("MEMBER_MISTYPED", "is of another type", path)
export const invalid = (path: string, message: string) => new Refusal("MEMBER_INVALID", message, path)
export const tooLong = (path: string) => new Refusal("MEMBER_TOO_LONG", "is too long", path)
export const unread = (status: number, code: string, message: string) => new Refusal(code, message, undefined, status)
export const unauthenticated = () => new Refusal("SIGNATURE_INVALID", "this call is not authenticated")
export const unknownMethod = () => new Refusal("METHOD_UNKNOWN", "is no operation", "/method")
export const notContent = () => new Refusal("CONTENT_INVALID", "is no JSON object as text", "/content")

/** Operations return the error text in `message` and callbacks in `errorMsg`; `success` is a boolean or text. */
export const failures = {
  warehouse: (message: string) => ({ success: false, message: message }),
  callback: (message: string) => ({ success: "false", errorMsg: message })
}

export const refused = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal("INTERNAL", "the call could not be finished", undefined, 500)
