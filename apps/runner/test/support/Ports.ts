/**
 * Ports for listeners that have to know theirs before they open it. They are below the range for outgoing connections, so that
 * no connection of another test takes one in the meantime.
 */
import { randomInt } from "node:crypto"
import { createServer } from "node:net"
import * as Effect from "effect/Effect"

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })

/** A port that was free a moment ago. */
export const freePort: Effect.Effect<number> = Effect.promise(async () => {
  for (;;) {
    const port = randomInt(10_000, 32_000)
    if (await isFree(port)) return port
  }
})
