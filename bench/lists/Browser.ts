/**
 * Chromium by its own protocol, without a library between that would run scripts of its own in the page, which cost as much as the page.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

type Params = Readonly<Record<string, unknown>>
// The protocol has no types here, and its answers are those of a program that this file starts.
type Told = any

export interface Tab {
  readonly send: (method: string, params?: Params) => Promise<Told>
  /** Calls for each event of a name, until the tab is closed. */
  readonly on: (method: string, run: (params: Told) => void) => void
  readonly close: () => Promise<void>
}

export interface Browser {
  /** Opens a tab of a window of its own that shares cookies with the others. */
  readonly open: () => Promise<Tab>
  readonly close: () => Promise<void>
}

const addressOf = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ""
    child.once("exit", () => reject(new Error(`Chromium has ended\n${text.slice(-1000)}`)))
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString()
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1]
      if (found !== undefined) resolve(found)
    })
  })

export const launch = async (): Promise<Browser> => {
  const folder = mkdtempSync(join(tmpdir(), "crossdock-chromium-"))
  // Chromium refuses its sandbox to root.
  const flags = ["--headless=new", "--remote-debugging-port=0", `--user-data-dir=${folder}`, "--no-first-run", "--disable-extensions", "--disable-gpu", "--window-size=1280,900", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])]
  const child = spawn("/usr/bin/chromium", [...flags, "about:blank"], { stdio: ["ignore", "ignore", "pipe"] })
  const socket = new WebSocket(await addressOf(child))
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }))
  let count = 0
  const waiting = new Map<number, { readonly done: (value: Told) => void; readonly failed: (error: Error) => void }>()
  const listeners = new Map<string, Array<(params: Told) => void>>()
  socket.addEventListener("message", ({ data }) => {
    const { error, id, method, params, result, sessionId } = JSON.parse(String(data))
    if (id === undefined) {
      for (const run of listeners.get(`${sessionId} ${method}`) ?? []) run(params)
      return
    }
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.done(result)
    else one?.failed(new Error(error.message))
  })
  const send = (method: string, params: Params = {}, sessionId?: string): Promise<Told> =>
    new Promise((done, failed) => {
      const id = ++count
      waiting.set(id, { done, failed })
      socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }))
    })
  return {
    open: async () => {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" })
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true })
      return {
        send: (method, params) => send(method, params, sessionId),
        on: (method, run) => void listeners.set(`${sessionId} ${method}`, [...listeners.get(`${sessionId} ${method}`) ?? [], run]),
        close: async () => void await send("Target.closeTarget", { targetId })
      }
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve))
      await send("Browser.close").catch(() => child.kill())
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  }
}
