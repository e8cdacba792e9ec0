/** Why a call is refused, written as every subject writes it: `CODE: /path: what is wrong`. */
export class Refusal extends Error {
  readonly code: string
  readonly path: string | undefined
  readonly status: number
  constructor(code: string, says: string, path?: string, status = 200) {
    super(path === undefined ? `${code}: ${says}` : `${code}: ${path}: ${says}`)
    this.code = code
    this.path = path
    this.status = status
  }
}

export const missing = (path: string) => new Refusal("MEMBER_MISSING", "is missing", path)
export const mistyped = (path: string) => new Refusal("MEMBER_MISTYPED", "is of another type", path)
export const invalid = (path: string, says: string) => new Refusal("MEMBER_INVALID", says, path)
export const tooLong = (path: string) => new Refusal("MEMBER_TOO_LONG", "is too long", path)
export const unread = (status: number, code: string, says: string) => new Refusal(code, says, undefined, status)
export const unauthenticated = () => new Refusal("SIGNATURE_INVALID", "this call is not authenticated")
export const unknownMethod = () => new Refusal("METHOD_UNKNOWN", "is no operation", "/method")
export const notContent = () => new Refusal("CONTENT_INVALID", "is no JSON object as text", "/content")

/** Warehouses tell a failure in `message`, callbacks in `errorMsg`; and success is a boolean or text. */
export const failures = {
  warehouse: (says: string) => ({ success: false, message: says }),
  callback: (says: string) => ({ success: "false", errorMsg: says })
}

export const refused = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal("INTERNAL", "the call could not be finished", undefined, 500)
