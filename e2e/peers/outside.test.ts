/**
 * Uses only packed archives and npm, as authors and operators outside of this repository do. One command starts a runner,
 * modified plugins pass their suites, and a plugin with expiring tokens works on two nodes.
 */
import { cpSync, existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Fixtures from "../../packages/create-adapter/test/fixtures.ts"
import { call } from "../support/envelope.ts"
import { exchange, json, type Known } from "../support/http.ts"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually, freePort, type Running, startNode, tempDir } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { conformanceOf, create, env as npmEnv, pack, run } from "./support/archives.ts"

const place = tempDir("crossdock-outside-")
const archives = join(place.path, "archives")
const minutes = 60_000

/** The doctor's findings about the credentials of a connection. */
const credentialCodes = ["NOT_AUTHORIZED", "AUTHORIZATION_REFUSED", "EXCHANGE_UNFINISHED", "RENEWAL_FAILS"]

beforeAll(() => pack(archives), 10 * minutes)
afterAll(place.remove)

describe("node archives/start.mjs", () => {
  it("starts the sandbox in an empty folder, and its first call is accepted", async () => {
    const [port, adminPort] = [await freePort(), await freePort()]
    // The command runs npm, which needs the certificates and proxies of this machine.
    const env = { ...npmEnv, PORT: String(port), CROSSDOCK_ADMIN_PORT: String(adminPort) }
    const runner = startNode(join(archives, "start.mjs"), { args: ["--dir", "shop"], cwd: place.path, env })
    try {
      const url = `http://127.0.0.1:${port}`
      const isReady = async () => (await exchange(`${url}/readyz`, { timeoutMs: 5000 })).status === 200 || undefined
      await eventually(isReady, { timeoutMs: 4 * minutes, what: "readiness" }).catch((error: Error) => {
        throw new Error(`${error.message}; the command wrote: ${runner.stdout()}${runner.stderr()}`)
      })
      const home = join(place.path, "shop", "runner")
      const first = startNode(join(home, "node_modules", "@crossdock", "runner", "dist", "main.js"), {
        args: ["call", "createOrder", "--example", "--json", "--url", `${url}/warehouse`],
        cwd: home,
        env
      })
      assert.strictEqual((await first.exited).code, 0, `${first.stdout()}${first.stderr()}${runner.stdout()}${runner.stderr()}`)
      assert.include(first.stdout(), "warehouseOrderNumber")
    } finally {
      await runner.stop()
    }
  }, 8 * minutes)

  it("says what is wrong with a flag, and which Node it needs", async () => {
    const wrong = startNode(join(archives, "start.mjs"), { args: ["--plugins", "acme"], cwd: place.path })
    assert.strictEqual((await wrong.exited).code, 2)
    assert.include(wrong.stderr(), "usage: node start.mjs")
  })
})

describe.each(Fixtures.names)("the fixture plugin %s, from archives", (fixture) => {
  it("installs, compiles, builds and passes its suite", () => {
    const folder = join(place.path, fixture)
    create(archives, folder, Fixtures.templateOf[fixture])
    Fixtures.layOver(folder, fixture)
    run(folder, "npm", "install", "--no-audit", "--no-fund", "--prefer-offline")
    try {
      run(folder, "npm", "run", "check")
    } catch (error) {
      throw new Error(Fixtures.whatToDo(fixture), { cause: error })
    }
    const { counts, laws } = conformanceOf(folder)
    assert.strictEqual(counts.broken, 0)
    for (const law of Fixtures.lawsOf[fixture]) assert.strictEqual(laws.find((each) => each.law === law)?.outcome, "held", law)
  }, 5 * minutes)
})

describe("a plugin of which access tokens expire after five minutes, on two nodes and one PostgreSQL", () => {
  const shop = { accessId: "shop", secretKey: "a-key-of-the-link-of-this-test" }
  const home = join(place.path, "tokens")
  const plugin = join(home, "warehouse-acme")
  const composition = join(home, "runner", "crossdock.config.ts")
  let postgres: Postgres
  let acme: Running
  let url: string
  let control: string
  let nodes: readonly [Home, Home]
  let running: ReadonlyArray<Running>

  /** Returns what Acme has received; `told` sends it a command first. */
  const seen = (told = "look"): Promise<{ readonly issued: number; readonly orders: number; readonly requests: ReadonlyArray<string> }> => json(`${control}/${told}`)
  const order = (orderNumber: string): Known => ({
    orderNumber,
    onlineOrderId: `WEB-${orderNumber}`,
    shopName: "Demo shop",
    warehouseCode: "WH-1",
    logisticsCode: "STD",
    platform: "web",
    freight: 4.5,
    codEnabled: 0,
    receiver: { name: "Ada Example", phone: "+31 20 000 0000", email: "ada@example.com", country: "NL", state: "NH", city: "Amsterdam", address1: "Dam 1", postalCode: "1012 JS" },
    skuList: [{ sku: "SKU-1", erpSku: "MUG-BLUE", name: "Blue mug", quantity: 2, amount: 19.9 }]
  })
  const createOrder = (node: Home, orderNumber: string) => call({ ...shop, url: node.service, method: "createOrder", content: order(orderNumber) })
  /** Grants access at the address from the first node, and redirects the browser to the second node. */
  const authorized = async () => {
    const link = await nodes[0].admin("/connections/acme/authorize", {})
    const granted = await exchange(link.url)
    assert.strictEqual(granted.status, 302, granted.body)
    const back = new URL(String(granted.headers["location"]))
    return exchange(`${nodes[1].url}${back.pathname}${back.search}`)
  }
  const findings = async (node: Home): Promise<ReadonlyArray<string>> => {
    const { err, out } = await node.crossdock("doctor", "--quick", "--json")
    assert.match(out, /^\{/, err)
    const { findings: found } = JSON.parse(out) as { readonly findings: ReadonlyArray<{ readonly code: string }> }
    return found.map(({ code }) => code).filter((code) => credentialCodes.includes(code))
  }

  beforeAll(async () => {
    run(place.path, process.execPath, join(archives, "start.mjs"), "--dir", home, "--plugin", "acme", "--protocol", "http-json-oauth", "--no-start")
    assert.isTrue(existsSync(composition))
    cpSync(fileURLToPath(new URL("support/serve-acme.ts", import.meta.url)), join(plugin, "test", "serve.ts"))
    acme = startNode(join(plugin, "test", "serve.ts"), { cwd: plugin })
    const [, port, controlPort] = await acme.waitFor(/^READY (\d+) (\d+)$/)
    url = `http://127.0.0.1:${port}`
    control = `http://127.0.0.1:${controlPort}`
    writeFileSync(composition, `import { defineRunner } from "@crossdock/config"
import { erpOpenApi } from "@crossdock/erp-open-api"
import { acme } from "crossdock-warehouse-acme"

export default defineRunner({
  plugins: [erpOpenApi, acme],
  connections: [
    {
      id: "erp",
      plugin: "erp-open-api",
      environment: "test",
      settings: { baseUrl: "http://127.0.0.1:9", accessId: "crossdock", secretKey: "a-key-of-the-erp-of-this-test", warehouseExtraType: "acme" }
    },
    {
      id: "acme",
      plugin: "warehouse-acme",
      environment: "test",
      callsPerSecond: 1000,
      settings: { baseUrl: "${url}", authorizeUrl: "${url}/oauth/authorize", tokenUrl: "${url}/oauth/token", clientId: "crossdock", clientSecret: "secret-of-the-test" }
    }
  ],
  links: [{ erp: "erp", peer: "acme", protocol: "warehouse", id: "${shop.accessId}", secretKey: "${shop.secretKey}" }]
})
`)
    postgres = await startPostgres()
    const { url: databaseUrl } = await postgres.createDatabase()
    const options = {
      composition: pathToFileURL(composition).href,
      installed: join(home, "runner", "node_modules", "@crossdock", "runner", "dist", "main.js"),
      databaseUrl,
      env: { CROSSDOCK_PUBLIC_URL: "https://runner.example" }
    }
    nodes = [await homeOf(options), await homeOf(options)]
    running = [await nodes[0].start(), await nodes[1].start()]
  }, 10 * minutes)

  afterAll(async () => {
    for (const node of nodes ?? []) await node.remove()
    await acme?.kill()
    await postgres?.stop()
  })

  it("passes its suite, also that a refresh is made once and a code is exchanged by the holder of the verifier", () => {
    const { counts, laws } = conformanceOf(plugin)
    assert.strictEqual(counts.broken, 0)
    for (const law of ["credentials/lapse", "credentials/lapse-create", "authorization/exchanges", "authorization/lose-answer"]) {
      assert.strictEqual(laws.find((each) => each.law === law)?.outcome, "held", law)
    }
  })

  it("is authorized by a person: begun at one node, finished at the other", async () => {
    assert.deepStrictEqual(await findings(nodes[0]), ["NOT_AUTHORIZED"])
    const back = await authorized()
    assert.strictEqual(back.status, 200, back.body)
    assert.deepStrictEqual((await seen()).requests, ["authorization_code"])
    assert.deepStrictEqual(await findings(nodes[1]), [])
  })

  it("renews once when 50 calls at both nodes meet a token that has expired", async () => {
    await seen("expire")
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => createOrder(nodes[at % 2]!, `SO-${at}`)))
    assert.deepStrictEqual(answers.filter(({ json: answer }) => answer?.success !== true).map(({ body }) => body), [])
    const { orders, requests } = await seen()
    assert.deepStrictEqual({ orders, requests }, { orders: 50, requests: ["authorization_code", "refresh_token"] })
  })

  it("tells the truth when a node is killed in the midst of an exchange, and exchanges nothing twice", async () => {
    const before = await seen("keep-back")
    await running[1]!.stop()
    await seen("expire")
    const unanswered = createOrder(nodes[0], "SO-killed").catch(() => undefined)
    await eventually(async () => (await seen()).requests.length > before.requests.length || undefined, { what: "the refresh at Acme" })
    await running[0]!.kill()
    await unanswered
    await seen("answer")
    // Acme has issued tokens that no node received, and the earlier refresh token is used up.
    assert.strictEqual((await seen()).issued, before.issued + 1)
    const found = await eventually(async () => {
      const codes = await findings(nodes[0])
      return codes.length > 0 ? codes : undefined
    }, { timeoutMs: 60_000, everyMs: 2000, what: "what the doctor finds once the lease of the dead node is over" })
    assert.deepStrictEqual(found, ["EXCHANGE_UNFINISHED"])

    running = [await nodes[0].start(), await nodes[1].start()]
    const refused = await eventually(async () => {
      const { body } = await createOrder(nodes[0], "SO-after")
      return body.includes("AUTHORIZATION_REFUSED") || body.includes("CONNECTION_PAUSED") ? body : undefined
    }, { timeoutMs: 90_000, what: "the refusal of the token from before" })
    assert.isNotEmpty(refused)
    assert.deepStrictEqual(await findings(nodes[1]), ["AUTHORIZATION_REFUSED"])
    const { body } = await createOrder(nodes[1], "SO-later")
    assert.match(body, /AUTHORIZATION_REFUSED|CONNECTION_PAUSED/)
    const after = await seen()
    assert.strictEqual(after.issued, before.issued + 1)
    assert.deepStrictEqual(after.requests.slice(before.requests.length), ["refresh_token", "refresh_token"])

    assert.include((await authorized()).body, "is authorized")
    assert.deepStrictEqual(await findings(nodes[0]), [])
    const answer = await eventually(async () => {
      const { json: answered } = await createOrder(nodes[0], "SO-again")
      return answered?.success === true ? answered : undefined
    }, { what: "an order after the connection was authorized again" })
    assert.isTrue(answer.success)
  }, 5 * minutes)
})
