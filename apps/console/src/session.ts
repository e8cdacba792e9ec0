/**
 * Who uses the page: signing in and out, and what the account may do. Only this file knows how sessions are asked for.
 */
import createClient from "openapi-fetch"
import { useSyncExternalStore } from "react"
import { keepCsrf, whenUnknown } from "./api/client.ts"
import { noteAnswer, noteNoAnswer } from "./api/answers.ts"
import { queries } from "./api/queries.ts"
import { asRefusal, refusalOf, unreachable } from "./api/Refusal.ts"

/** Its lists are plain arrays, because the types of openapi-fetch take no others. */
export interface Session {
  readonly name: string
  readonly role: string
  /** The links to which the account is limited. Absent: it is not limited. */
  readonly links?: string[]
  readonly rights: string[]
  readonly csrf: string
  readonly until: string
}

interface Answer<Content> {
  200: { headers: Record<string, unknown>; content: { "application/json": Content } }
}
interface Asks<Body, Content> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
  requestBody: { content: { "application/json": Body } }
  responses: Answer<Content>
}
interface Shows<Content> {
  parameters: { query?: never; header?: never; path?: never; cookie?: never }
  requestBody?: never
  responses: Answer<Content>
}
interface SessionPaths {
  "/admin/session": {
    get: Shows<Session>
    post: Asks<{ name: string; password: string }, Session>
    delete: Shows<unknown>
  }
  "/admin/session/first": { post: Asks<{ code: string }, Session> }
}

const client = createClient<SessionPaths>({ baseUrl: "", credentials: "same-origin" })
let csrf: string | undefined
client.use({
  onRequest: ({ request }) => {
    if (request.method !== "GET" && csrf !== undefined) request.headers.set("x-crossdock-csrf", csrf)
    return request
  },
  onResponse: () => {
    noteAnswer()
    return undefined
  },
  onError: () => {
    noteNoAnswer()
    return unreachable()
  }
})

export interface SignIn {
  /** `asking`: not known yet. `out`: nobody has signed in. `ended`: the session ended while the page was open. `failed`: the runner does not answer. */
  readonly is: "asking" | "in" | "out" | "ended" | "failed"
  readonly session: Session | undefined
  readonly error?: unknown
}

let state: SignIn = { is: "asking", session: undefined }
const listeners = new Set<() => void>()
const change = (next: SignIn) => {
  state = next
  for (const each of listeners) each()
}

export const useSignIn = (): SignIn =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, () => state)

/** Whether the account has a right. What it may not do is not shown. */
export const useMay = (right: string): boolean => useSignIn().session?.rights.includes(right) ?? false

const begin = (session: Session): void => {
  // Another person sees nothing that was asked for the one before.
  if (state.session !== undefined && state.session.name !== session.name) queries.clear()
  csrf = session.csrf
  keepCsrf(session.csrf)
  change({ is: "in", session })
  void queries.invalidateQueries()
}

whenUnknown(() => {
  if (state.is === "in") change({ is: "ended", session: state.session })
})

const answerOf = async (asked: Promise<{ data?: Session | undefined; error?: unknown; response: Response }>): Promise<Session> => {
  const { data, error, response } = await asked
  if (!response.ok || data === undefined) throw refusalOf(error, response)
  return data
}

/** In development, a runner without sessions is used with the token that the development server adds. */
const developer: Session | undefined = import.meta.env.DEV
  ? { name: "developer", role: "administrator", rights: ["read", "reveal", "tellAgain", "hold", "decide", "names", "operate", "configure", "administer", "people", "audit"], csrf: "", until: "" }
  : undefined

/** The code of the first start in the address, which is removed, so that no history keeps it. */
const firstCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get("first")
  if (code === null) return undefined
  history.replaceState(null, "", location.pathname + location.search)
  return code
}

/** Asks who uses the page, once at its start and again after a failure. */
export const start = async (): Promise<void> => {
  const code = firstCode()
  try {
    begin(await answerOf(code === undefined ? client.GET("/admin/session") : client.POST("/admin/session/first", { body: { code } })))
  } catch (error) {
    const { status } = asRefusal(error)
    if (developer !== undefined && (status === 404 || status === 405)) begin(developer)
    else if (code === undefined && status === 401) change({ is: "out", session: undefined })
    else if (status === 0 || status >= 500) change({ is: "failed", session: undefined, error })
    else change({ is: "out", session: undefined, ...(code === undefined ? {} : { error }) })
  }
}

export const signIn = async (name: string, password: string): Promise<void> => begin(await answerOf(client.POST("/admin/session", { body: { name, password } })))

export const signOut = async (): Promise<void> => {
  await client.DELETE("/admin/session")
  csrf = undefined
  keepCsrf(undefined)
  change({ is: "out", session: undefined })
  queries.clear()
}
