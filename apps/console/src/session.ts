/**
 * Who uses the page: signing in and out, and what the account may do. Only this file knows how sessions are asked for.
 */
import { useSyncExternalStore } from "react"
import type { Answer } from "./api/Answer.ts"
import { answered, api, keepCsrf, whenUnknown } from "./api/client.ts"
import { queries } from "./api/queries.ts"
import { asRefusal } from "./api/Refusal.ts"
import { defaultSpan, flowQuery } from "./screens/flow/flowQuery.ts"

export type Session = Answer<"/admin/session">
export type Right = Session["rights"][number]

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
  // Its file is loaded after the first page, which does not need it.
  void import("./live/live.ts").then(({ listen }) => listen(state.is === "in" && state.session?.rights.includes("read") === true), () => undefined)
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
export const useMay = (right: Right): boolean => useSignIn().session?.rights.includes(right) ?? false

/** Whether the account is limited to links: what concerns all of them is refused to it. */
export const useIsLimited = (): boolean => useSignIn().session?.links !== undefined

const begin = (session: Session): void => {
  // Another person sees nothing that was asked for the one before.
  if (state.session !== undefined && state.session.name !== session.name) queries.clear()
  keepCsrf(session.csrf)
  change({ is: "in", session })
}

whenUnknown(() => {
  if (state.is === "in") change({ is: "ended", session: state.session })
})

/** The code of the first start in the address, which is removed, so that no history keeps it. */
const firstCode = (): string | undefined => {
  const code = new URLSearchParams(location.hash.slice(1)).get("first")
  if (code === null) return undefined
  history.replaceState(null, "", location.pathname + location.search)
  return code
}

/** The longest that the first picture of the page waits for its figures, in milliseconds. */
const mostPatience = 250

/** Asks for the figures of the head and the first screen, so that the page is drawn once, with them, if they come soon. */
const figures = (): Promise<unknown> =>
  Promise.race([queries.prefetchQuery(flowQuery(defaultSpan)), new Promise((resolve) => setTimeout(resolve, mostPatience))])

/** Asks who uses the page, once at its start and again after a failure. */
export const start = async (): Promise<void> => {
  const code = firstCode()
  try {
    const session = await (code === undefined ? answered(api.GET("/admin/session")) : answered(api.POST("/admin/session/first", { body: { code } })))
    if (session.rights.includes("read")) await figures()
    begin(session)
  } catch (error) {
    const { status } = asRefusal(error)
    if (code === undefined && status === 401) change({ is: "out", session: undefined })
    else if (status === 0 || status >= 500) change({ is: "failed", session: undefined, error })
    else change({ is: "out", session: undefined, ...(code === undefined ? {} : { error }) })
  }
}

export const signIn = async (name: string, password: string): Promise<void> => {
  begin(await answered(api.POST("/admin/session", { body: { name, password } })))
  // What the page shows may be from before the session ended.
  void queries.invalidateQueries()
}

/** Where a browser goes to sign in by the provider. It is followed only if it is an address of the web. */
const atProvider = async (returnTo: string): Promise<string> => {
  const { location } = await answered(api.POST("/admin/session/oidc", { body: { returnTo } }))
  if (!/^https?:\/\//.test(location)) throw new Error("the address of the provider is not valid")
  return location
}

/** Leaves the page to sign in by the provider, which sends the browser back to where it was. */
export const signInByProvider = async (): Promise<void> => {
  location.assign(await atProvider(location.pathname + location.search))
  // The page stays as it is until the other one is there.
  await new Promise(() => undefined)
}

export const signOut = async (): Promise<void> => {
  try {
    await answered(api.DELETE("/admin/session"))
  } catch (error) {
    // A session that has ended already needs no end.
    if (asRefusal(error).status !== 401) throw error
  }
  keepCsrf(undefined)
  change({ is: "out", session: undefined })
  queries.clear()
}
