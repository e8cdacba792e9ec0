/**
 * The OpenAPI documents in the hands of public tools: a linter has nothing to say, and a client that a public generator types compiles,
 * refuses a wrong member at compile time, and places orders at a running server. What it sends and what the server answers is valid by the
 * documents.
 */
import { execFile } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { checkAll, type Exchange, keepingFetch } from "../support/exchanges.ts"
import { type Home, homeOf } from "../support/runner.ts"

const run = promisify(execFile)
const here = fileURLToPath(new URL("..", import.meta.url))
const bin = (name: string): string => join(here, "node_modules", ".bin", name)
const { resolve } = createRequire(import.meta.url)
const documentOf = (name: string): string => resolve(`@crossdock/protocols/openapi/${name}.json`)

const names = ["warehouse-envelope", "gateway", "platform-envelope", "erp-open-api"] as const

/** The environment of a tool that must reach no other host. */
const offline = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }

const client = `
import createClient from "openapi-fetch"
import { createHash } from "node:crypto"
import type { components, paths as GatewayPaths } from "./gateway.ts"
import type { components as EnvelopeComponents, paths as EnvelopePaths } from "./warehouse-envelope.ts"

const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex")

const order: components["schemas"]["CreateOrderRequest"] = {
  warehouseKey: "sandbox",
  orderNumber: "SO-OPENAPI-1",
  onlineOrderId: "WEB-1",
  shopName: "Shop",
  warehouseCode: "SBX-1",
  logisticsCode: "SBX-STD",
  platform: "web",
  freight: 4.5,
  codEnabled: 0,
  receiver: { name: "Ada", phone: "+31 20", email: "ada@example.com", country: "NL", state: "NH", city: "Amsterdam", address1: "Dam 1", postalCode: "1012 JS" },
  skuList: [{ sku: "SKU-1001", erpSku: "MUG-BLUE", name: "Blue mug", quantity: "2", amount: 19.9 }]
}

type Fetch = (input: Request) => Promise<Response>

export const placeAtGateway = async (baseUrl: string, secret: string, fetch: Fetch) => {
  const sign = sha1(JSON.stringify({ appKey: "sandbox", content: JSON.stringify(order) }) + secret)
  const { data } = await createClient<GatewayPaths>({ baseUrl, fetch }).POST("/global-api/{version}/warehouse/createOrder", {
    params: { path: { version: "v1" }, header: { appKey: "sandbox", sign } },
    body: order
  })
  return data
}

export const placeAtEnvelope = async (baseUrl: string, secret: string, fetch: Fetch) => {
  const { warehouseKey: _, ...rest } = order
  const message: EnvelopeComponents["schemas"]["CreateOrderRequest"] = { ...rest, orderNumber: "SO-OPENAPI-2" }
  const content = JSON.stringify(message)
  const body: EnvelopeComponents["schemas"]["CreateOrderCall"] = {
    accessId: "sandbox",
    method: "createOrder",
    content,
    sign: sha1(JSON.stringify({ accessId: "sandbox", content }) + secret)
  }
  const { data } = await createClient<EnvelopePaths>({ baseUrl, fetch }).POST("/warehouse", { body })
  return data
}
`

/** Mistakes in place of what the client has, which the compiler must find. */
const mistakes: ReadonlyArray<readonly [title: string, from: string, to: string]> = [
  ["a required member is missing", `  orderNumber: "SO-OPENAPI-1",\n`, ""],
  ["a member has another type", "codEnabled: 0", "codEnabled: \"no\""],
  ["an operation does not exist", `method: "createOrder"`, `method: "makeOrder"`],
  ["a required header is missing", "header: { appKey: \"sandbox\", sign }", "header: { appKey: \"sandbox\" }"]
]

let folder: string
beforeAll(async () => {
  // Below this package, so that its dependencies are found.
  const cache = join(here, "node_modules", ".cache")
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, "openapi-"))
  const generate = ["--import", fileURLToPath(new URL("../support/typescript-5.mjs", import.meta.url)), join(here, "node_modules", "openapi-typescript", "bin", "cli.js")]
  for (const name of names) await run(process.execPath, [...generate, documentOf(name), "--output", join(folder, `${name}.ts`)], { env: offline })
  await writeFile(join(folder, "package.json"), "{ \"type\": \"module\" }")
}, 240_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the compiler says of a source; empty if it compiles. */
const compiled = async (source: string, name = "client.ts"): Promise<string> => {
  await writeFile(join(folder, name), source)
  const flags = ["--ignoreConfig", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--module", "nodenext", "--allowImportingTsExtensions", "--skipLibCheck", "--types", "node"]
  return await run(bin("tsc"), [...flags, join(folder, name)], { cwd: folder }).then(() => "", ({ stdout }: { stdout: string }) => stdout)
}

describe("the OpenAPI documents", () => {
  it.each(names)("%s has no finding of the linter", async (name) => {
    const { stdout } = await run(bin("redocly"), ["lint", documentOf(name), "--config", join(here, "redocly.yaml"), "--format", "json"], { env: offline, maxBuffer: 64 * 1024 * 1024 })
    const { totals } = JSON.parse(stdout)
    assert.deepStrictEqual([totals.errors, totals.warnings], [0, 0])
  }, 120_000)

  it.each(mistakes)("keep a client from compiling where %s", async (_, from, to) => {
    assert.include(client, from)
    assert.match(await compiled(client.replace(from, to), "wrong.ts"), /wrong\.ts\(\d+,\d+\): error TS2\d{3}/)
  }, 120_000)

  describe("at a running server", () => {
    let home: Home
    beforeAll(async () => {
      home = await homeOf()
      await home.start()
    }, 120_000)
    afterAll(() => home?.remove())

    it("give a client that compiles and places an order in two protocols", async () => {
      assert.strictEqual(await compiled(client), "")
      const made = await import(pathToFileURL(join(folder, "client.ts")).href)
      const exchanges: Array<Exchange> = []
      const gateway = await made.placeAtGateway(home.url, "sandbox-secret", keepingFetch(exchanges))
      assert.deepStrictEqual([gateway.success, gateway.result.orderNumber], [true, "SO-OPENAPI-1"])
      assert.isString(gateway.result.warehouseOrderNumber)
      const envelope = await made.placeAtEnvelope(home.url, "sandbox-secret", keepingFetch(exchanges))
      assert.strictEqual(envelope.success, true)
      assert.isString(envelope.data.warehouseOrderNumber)
      const findings = await checkAll(exchanges)
      assert.deepStrictEqual(findings.map(({ isAccepted, method, problems, protocol }) => ({ isAccepted, method, problems, protocol })), [
        { isAccepted: true, method: "createOrder", problems: [], protocol: "gateway" },
        { isAccepted: true, method: "createOrder", problems: [], protocol: "warehouse-envelope" }
      ])
      // The order is there, as another program sees it.
      assert.strictEqual((await home.crossdock("call", "getOrder", JSON.stringify({ orderNumber: "SO-OPENAPI-2" }))).code, 0)
    }, 120_000)
  })
})
