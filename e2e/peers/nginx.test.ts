/**
 * A runner behind a real nginx that terminates TLS, with the configuration from the operator's guide: one address sends
 * wrong signatures without a pause, and callers with correct signatures are never refused.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { request } from "node:https"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { sign } from "../support/envelope.ts"
import { eventually, freePort, type Running, tempDir } from "../support/processes.ts"
import { missing } from "../support/readme.ts"
import { type Home, homeOf } from "../support/runner.ts"

const shop = { accessId: "acc-shop", secretKey: "the secret of the shop" }
const absent = missing("nginx", "openssl")

/** The nginx configuration from the guide, with the port, certificate and runner of this test. */
const guided = (port: number, folder: string, runner: number): string => {
  const guide = readFileSync(new URL("../../docs/guides/operate.md", import.meta.url), "utf8")
  const [, block] = /<!-- example: nginx -->\n```nginx\n([^]*?)```/.exec(guide) ?? []
  const changed = (block ?? "")
    .replace("listen 443 ssl;", `listen 127.0.0.1:${port} ssl;`)
    .replaceAll("/etc/ssl/crossdock", folder)
    .replace("127.0.0.1:8080", `127.0.0.1:${runner}`)
  assert.strictEqual([...changed.matchAll(new RegExp(`127\\.0\\.0\\.1:${port} ssl|${folder}/|127\\.0\\.0\\.1:${runner};`, "g"))].length, 4)
  return changed
}

/** Runs the workers as this user, because only this user may enter the folder that they write to. */
const worker = process.getuid?.() === 0 ? "user root;" : ""

const whole = (server: string, folder: string): string => `
${worker}
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${server}
}
`

describe.skipIf(absent.length > 0)(`behind nginx${absent.length > 0 ? ` (skipped: no ${absent.join(", ")})` : ""}`, () => {
  const folder = tempDir("crossdock-nginx-")
  let home: Home
  let runner: Running
  let nginx: ChildProcess
  let port: number

  beforeAll(async () => {
    home = await homeOf({ composition: "proxied.config.ts" })
    runner = await home.start()
    port = await freePort()
    const options = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=crossdock.example -addext subjectAltName=DNS:crossdock.example"
    const files = ["-keyout", join(folder.path, "privkey.pem"), "-out", join(folder.path, "fullchain.pem")]
    const made = spawnSync("openssl", ["req", ...options.split(" "), ...files], { encoding: "utf8" })
    assert.strictEqual(made.status, 0, made.stderr)
    const file = join(folder.path, "nginx.conf")
    writeFileSync(file, whole(guided(port, folder.path, home.port), folder.path))
    nginx = spawn("nginx", ["-p", folder.path, "-c", file], { stdio: "ignore" })
    await eventually(() => post("127.0.0.1", "{").then(({ status }) => status === 400 ? true : undefined), { what: "nginx" })
  })
  afterAll(async () => {
    nginx?.kill("SIGQUIT")
    await runner?.stop()
    await home?.remove()
    folder.remove()
  })

  /** Sends a call from a loopback address, and verifies the server's certificate. */
  const post = (from: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
    new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
      const sent = request({
        host: "127.0.0.1",
        port,
        localAddress: from,
        servername: "crossdock.example",
        ca: readFileSync(join(folder.path, "fullchain.pem")),
        path: "/warehouse",
        method: "POST",
        agent: false,
        headers: { host: "crossdock.example", "content-type": "application/json", "content-length": String(Buffer.byteLength(body)), ...headers }
      }, (response) => {
        let text = ""
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk
        })
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }))
      })
      sent.on("error", reject)
      sent.end(body)
    })

  const call = (secretKey: string) => JSON.stringify({ accessId: shop.accessId, method: "warehouses", content: "", sign: sign({ ...shop, secretKey }, "") })
  const [right, wrong] = [call(shop.secretKey), call("another secret")]

  /** Sends calls with wrong and correct signatures concurrently, and returns how each was answered. */
  const both = async (ofWrong: () => Promise<number>, ofRight: () => Promise<{ readonly status: number; readonly text: string }>) => {
    const refused: Array<number> = []
    const served: Array<string> = []
    for (let time = 0; time < 120; time++) {
      const [status, answer] = await Promise.all([ofWrong(), ofRight()])
      refused.push(status)
      served.push(`${answer.status} ${JSON.parse(answer.text).success}`)
    }
    return { refused, served: [...new Set(served)] }
  }

  it("refuses no right call of another address while one address sends 120 wrong ones a minute (A032)", async () => {
    const { refused, served } = await both(() => post("127.0.0.2", wrong).then(({ status }) => status), () => post("127.0.0.3", right))
    assert.deepStrictEqual(served, ["200 true"])
    assert.deepStrictEqual([refused.filter((status) => status === 200).length, refused.filter((status) => status === 429).length], [50, 70])
  })

  it("refuses no right call of the very address that sends wrong ones (A032)", async () => {
    const { served } = await both(() => post("127.0.0.4", wrong).then(({ status }) => status), () => post("127.0.0.4", right))
    assert.deepStrictEqual(served, ["200 true"])
  })

  it("believes nginx and not the caller about the caller's address (A032)", async () => {
    const invented = await Promise.all(Array.from({ length: 60 }, (_, at) => post("127.0.0.5", wrong, { "x-forwarded-for": `203.0.113.${at}` })))
    assert.strictEqual(invented.filter(({ status }) => status === 429).length, 10)
    const other = await post("127.0.0.6", wrong)
    assert.strictEqual(other.status, 200)
    assert.include(runner.stdout(), "\"address\":\"127.0.0.5\"")
    assert.notInclude(runner.stdout(), "203.0.113.")
  })

  it("takes a body of the greatest size that the runner takes", async () => {
    const largest = right.padEnd(8 * 1024 * 1024, " ")
    assert.deepInclude(await post("127.0.0.7", largest), { status: 200 })
  })
})
