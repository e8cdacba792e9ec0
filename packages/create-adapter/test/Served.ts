/**
 * A folder with a composition, served by the runner of this repository as it is built.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type AddressInfo } from "node:net"
import { join } from "node:path"
import { env, root } from "./linked.ts"

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

const adminToken = "an-admin-token-of-the-tests"

export interface Runner {
  /** The address of its public listener. */
  readonly address: string
  /** Its metrics in the text format of Prometheus. */
  readonly metrics: () => Promise<string>
}

/** Starts a runner in a folder, and stops it after the test. Rejects with what it wrote if it ends before it is ready. */
export const byRunner = async (folder: string, more: Readonly<Record<string, string>>, test: (runner: Runner) => Promise<void>): Promise<void> => {
  const [port, adminPort] = [await freePort(), await freePort()]
  const child = spawn(process.execPath, [join(root, "apps", "runner", "dist", "main.js"), "start"], {
    cwd: folder,
    env: { ...env, ...more, PORT: String(port), CROSSDOCK_ADMIN_PORT: String(adminPort), CROSSDOCK_ADMIN_TOKEN: adminToken, CROSSDOCK_DATA: join(folder, ".data") }
  })
  const ended = once(child, "exit")
  let written = ""
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        written += text
        if (written.includes("crossdock is ready at")) resolve()
      })
    }
  })
  try {
    await Promise.race([ready, ended.then(() => Promise.reject(new Error(`the runner ended before it was ready\n${written}`)))])
    await test({
      address: `http://127.0.0.1:${port}`,
      metrics: async () => await (await fetch(`http://127.0.0.1:${adminPort}/metrics`, { headers: { authorization: `Bearer ${adminToken}` } })).text()
    })
  } finally {
    child.kill()
    await ended
  }
}
