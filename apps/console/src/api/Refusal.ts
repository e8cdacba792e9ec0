/**
 * What the runner answers when it does not do what was asked: its code and message, as `application/problem+json` has them.
 */
export class Refusal extends Error {
  readonly code: string
  /** Of HTTP; 0 if nothing answered. */
  readonly status: number
  readonly requestId: string | undefined
  /** What is wrong with each member of the request. */
  readonly problems: ReadonlyArray<{ readonly path: string; readonly message: string }>

  constructor(refused: { readonly code: string; readonly message: string; readonly status: number; readonly requestId?: string | undefined; readonly problems?: ReadonlyArray<{ readonly path: string; readonly message: string }> | undefined }) {
    super(refused.message)
    this.code = refused.code
    this.status = refused.status
    this.requestId = refused.requestId
    this.problems = refused.problems ?? []
  }
}

const textOf = (value: unknown, name: string): string | undefined => {
  const member = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined
  return typeof member === "string" ? member : undefined
}

const problemsOf = (value: unknown): ReadonlyArray<{ path: string; message: string }> => {
  const list = typeof value === "object" && value !== null ? (value as Record<string, unknown>)["problems"] : undefined
  return Array.isArray(list) ? list.map((each: unknown) => ({ path: textOf(each, "path") ?? "", message: textOf(each, "message") ?? "" })) : []
}

export const refusalOf = (error: unknown, response: Response): Refusal =>
  new Refusal({
    code: textOf(error, "code") ?? `HTTP_${response.status}`,
    message: textOf(error, "message") ?? response.statusText,
    status: response.status,
    requestId: response.headers.get("x-request-id") ?? undefined,
    problems: problemsOf(error)
  })

/** Nothing answered: the runner is not there, or the line is broken. */
export const unreachable = (): Refusal => new Refusal({ code: "NO_ANSWER", message: "", status: 0 })

export const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal({ code: "PAGE_FAILED", message: error instanceof Error ? error.message : String(error), status: -1 })
