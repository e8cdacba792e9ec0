/**
 * One line for all tabs of a browser: the tab that holds the lock has it and passes on what it is told. When it is closed, the next one takes
 * the lock. A browser has few connections to one host, so lines of many tabs would leave none for questions.
 */
import { type Hint, openLine, silence } from "./line.ts"

const name = "crossdock-live"

type Message = { readonly hint: Hint } | { readonly is: "broken" | "new" }

const isMessage = (value: unknown): value is Message => typeof value === "object" && value !== null && ("hint" in value || "is" in value)

export interface Listener {
  readonly onHint: (hint: Hint) => void
  readonly onBroken: () => void
}

/** Listens until the function that is returned is called. */
export const listenShared = ({ onBroken, onHint }: Listener): () => void => {
  const channel = new BroadcastChannel(name)
  const ended = new AbortController()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
  const say = (message: Message) => channel.postMessage(message)
  let isLeading = false
  let build: string | undefined
  let isWorking = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const take = (hint: Hint) => {
    clearTimeout(timer)
    timer = setTimeout(onBroken, silence)
    onHint(hint)
  }
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (!isMessage(data)) return
    if ("hint" in data) take(data.hint)
    else if (data.is === "broken") onBroken()
    else if (isLeading && isWorking) say({ hint: { topics: [], ...(build !== undefined && { build }) } })
  })
  const lead = () =>
    new Promise<void>((done) => {
      isLeading = true
      const close = openLine("/admin/events", (hint) => {
        isWorking = true
        build = hint.build ?? build
        say({ hint })
        take(hint)
      }, () => {
        isWorking = false
        clearTimeout(timer)
        say({ is: "broken" })
        onBroken()
      })
      ended.signal.addEventListener("abort", () => {
        close()
        done()
      })
    })
  say({ is: "new" })
  // Without the lock, which old browsers lack, each tab has a line of its own.
  if (navigator.locks === undefined) void lead()
  else navigator.locks.request(name, { signal: ended.signal }, lead).catch(() => undefined)
  return () => {
    clearTimeout(timer)
    ended.abort()
    channel.close()
  }
}
