/**
 * A proxy between the runner and Tryton that forwards everything unchanged, except that it can break one call of a given
 * method: before Tryton receives the request, or after Tryton has acted and before the response is forwarded.
 */
import { createServer, type Server } from "node:http"
import { exchange } from "../../support/http.ts"

export interface Fault {
  /** For example `model.stock.shipment.out.wait`. */
  readonly method: string
  readonly when: "before" | "after"
  /** The proxy awaits this before it cuts the connection. */
  readonly act?: () => Promise<unknown>
}

export interface Between {
  readonly url: string
  /** Breaks the next matching call; resolves when that has happened. */
  readonly breaks: (fault: Fault) => Promise<void>
  /** Resolves when the next request of that method arrives. */
  readonly passes: (method: string) => Promise<void>
  /** Cuts every connection until it is called with false, as if Tryton were down. */
  readonly isDown: (isDown: boolean) => void
  /** The methods that Tryton received, in order. */
  readonly heard: () => ReadonlyArray<string>
  readonly stop: () => Promise<void>
}

export const startBetween = async (tryton: string): Promise<Between> => {
  const heard: Array<string> = []
  const awaited = new Map<string, () => void>()
  let fault: (Fault & { readonly done: () => void }) | undefined
  let down = false
  const server: Server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("error", () => {})
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      if (down) return request.socket.resetAndDestroy()
      const body = Buffer.concat(chunks)
      const { method } = JSON.parse(body.toString("utf8")) as { readonly method: string }
      const broken = fault?.method === method ? fault : undefined
      if (broken !== undefined) fault = undefined
      awaited.get(method)?.()
      const { authorization } = request.headers
      const forward = () => {
        heard.push(method)
        return exchange(new URL(request.url ?? "/", tryton), {
          method: "POST",
          body,
          headers: { "content-type": "application/json", ...(authorization !== undefined && { authorization }) }
        })
      }
      const carry = async () => {
        if (broken?.when === "before") {
          await broken.act?.()
          request.socket.resetAndDestroy()
          return broken.done()
        }
        const answer = await forward()
        if (broken !== undefined) {
          await broken.act?.()
          request.socket.resetAndDestroy()
          return broken.done()
        }
        response.writeHead(answer.status, { "content-type": String(answer.headers["content-type"]) })
        response.end(answer.body)
      }
      carry().catch(() => request.socket.resetAndDestroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`,
    breaks: (next) => new Promise<void>((done) => {
      fault = { ...next, done }
    }),
    passes: (method) => new Promise<void>((resolve) => void awaited.set(method, resolve)),
    isDown: (isDown) => {
      down = isDown
    },
    heard: () => heard,
    stop: () => new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  }
}
