/**
 * Servers of the examples on a port of this machine.
 */
import * as Effect from "effect/Effect"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { hosts } from "./Commands.ts"
import type { Serve } from "./Served.ts"

/** The address of a server of the examples, until the scope closes. */
export const listening = (serve: Serve) =>
  Effect.gen(function*() {
    const context = yield* Effect.context<never>()
    const server = createServer((message, response) => {
      const chunks: Array<Buffer> = []
      message.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
        const headers = Object.entries(message.headers).map(([name, value]) => [name, String(value)] as const)
        const request = { method: "POST", url: new URL(message.url!, hosts.service), headers, body: Buffer.concat(chunks).toString("utf8") } as const
        void Effect.runPromiseWith(context)(serve(request)).then(({ body, status }) => response.writeHead(status).end(body))
      })
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
      () => Effect.sync(() => server.close())
    )
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
