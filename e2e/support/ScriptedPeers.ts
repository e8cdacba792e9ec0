/**
 * A peer of the plugins in `compositions/scripted-plugins.ts`: a test writes what it answers to each operation of each connection. An
 * operation that nobody has written is answered with what `usual` says.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Known } from "./http.ts"

/** The success of an operation, a refusal, or no answer at all. */
export type Scripted = { readonly is: Known } | { readonly refused: string; readonly isOfCredential?: boolean } | "cut" | "hang"

export interface ScriptedPeers {
  readonly url: string
  /** Writes what a connection answers to an operation from now on; undefined: as usual. */
  readonly script: (connection: string, operation: string, answer: ((payload: Known) => Scripted) | Scripted | undefined) => void
  /** How often an operation of a connection was called. */
  readonly calls: (connection: string, operation: string) => number
  readonly close: () => void
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

const usual: Readonly<Record<string, () => Known>> = {
  getOrders: () => ({ items: [] }),
  listOutboundOrders: () => ({ items: [] }),
  listProducts: () => ({ items: [] }),
  updateStock: () => ({ failures: [] }),
  subscribe: () => ({ subscriptionId: "REG-1", expiresAt: inHours(24) }),
  renew: () => ({ subscriptionId: "REG-1", expiresAt: inHours(24) }),
  exchange: () => ({ token: "a-token-of-the-tests", expiresAt: inHours(24) }),
  refresh: () => ({ token: "a-newer-token-of-the-tests", expiresAt: inHours(24) })
}

export const startScriptedPeers = (): Promise<ScriptedPeers> =>
  new Promise((resolve) => {
    const scripts = new Map<string, (payload: Known) => Scripted>()
    const counts = new Map<string, number>()
    const server = createServer((request, response) => {
      let text = ""
      request.on("error", () => {})
      request.on("data", (part) => text += String(part))
      request.on("end", () => {
        const key = request.url ?? ""
        counts.set(key, (counts.get(key) ?? 0) + 1)
        const answer = scripts.get(key)?.(JSON.parse(text)) ?? { is: usual[key.split("/")[2] ?? ""]?.() ?? {} }
        if (answer === "hang") return
        if (answer === "cut") request.socket.resetAndDestroy()
        else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer))
      })
    })
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        script: (connection, operation, answer) => {
          const key = `/${connection}/${operation}`
          if (answer === undefined) scripts.delete(key)
          else scripts.set(key, typeof answer === "function" ? answer : () => answer)
        },
        calls: (connection, operation) => counts.get(`/${connection}/${operation}`) ?? 0,
        close: () => {
          server.closeAllConnections()
          server.close()
        }
      }))
  })
