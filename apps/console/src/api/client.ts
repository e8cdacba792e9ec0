/**
 * The admin API as the page asks it. A wrong path, parameter or body does not compile, because its types are made from the definition.
 */
import createClient, { defaultPathSerializer } from "openapi-fetch"
import { noteAnswer, noteNoAnswer } from "./answers.ts"
import type { paths } from "#paths"
import { toSegment } from "../numbers.ts"
import { refusalOf, unreachable } from "./Refusal.ts"

export const api = createClient<paths>({
  baseUrl: "",
  credentials: "same-origin",
  pathSerializer: (path, params) => defaultPathSerializer(path, Object.fromEntries(Object.entries(params).map(([name, value]) => [name, typeof value === "string" ? toSegment(value) : value])))
})

/** What to do when the runner does not know who asks. It is set by the session. */
let onUnknown: () => void = () => undefined
/** What proves that this page asks. Changes need it, and looks at personal data. */
let csrf: string | undefined

export const whenUnknown = (run: () => void): void => {
  onUnknown = run
}
export const keepCsrf = (token: string | undefined): void => {
  csrf = token
}

api.use({
  onRequest: ({ request }) => {
    if (csrf !== undefined) request.headers.set("x-crossdock-csrf", csrf)
    return request
  },
  onResponse: ({ response, schemaPath }) => {
    // A proxy answers for a runner that is not there.
    if (response.status === 502 || response.status === 503 || response.status === 504) noteNoAnswer()
    else noteAnswer()
    if (response.status === 401 && !schemaPath.startsWith("/admin/session")) onUnknown()
    return undefined
  },
  onError: ({ request }) => {
    // The page itself has given the question up: another one took its place, or nobody looks any more.
    if (request.signal.aborted) return undefined
    noteNoAnswer()
    return unreachable()
  }
})

/** The answer, or its refusal as a failure. */
export const answered = async <Answer extends { readonly data?: unknown; readonly error?: unknown; readonly response: Response }>(
  asked: Promise<Answer>
): Promise<Exclude<Answer["data"], undefined>> => {
  const answer = await asked
  if (!answer.response.ok) throw refusalOf(answer.error, answer.response)
  return answer.data as Exclude<Answer["data"], undefined>
}

/** The header that gives the reason of a change whose body has no place for it. */
export const because = (reason: string): { readonly "x-crossdock-reason": string } => ({ "x-crossdock-reason": encodeURIComponent(reason) })
