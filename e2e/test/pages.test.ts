/** Runs the examples of the protocol pages against the sandbox. */
import { gatewaySha1 } from "@crossdock/protocols/signing"
import * as Redacted from "effect/Redacted"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { call } from "../support/envelope.ts"
import { exchange } from "../support/http.ts"
import { freePort } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"

const sandbox = { accessId: "sandbox", secretKey: "sandbox-secret" }

const blocksOf = (page: string, kind: "executed" | "called") =>
  [...readFileSync(new URL(`../../docs/protocols/${page}.md`, import.meta.url), "utf8")
    .matchAll(new RegExp(`<!-- ${kind}: (\\w+) -->\\n((?:\`\`\`json\\n(?:.*\\n)?\`\`\`\\n){1,2})`, "g"))]
    .map(([, name, text]) => [name!, ...[...text!.matchAll(/```json\n(.*)?\n?```\n/g)].map((block) => block[1] ?? "")] as const)

/** Replaces by … what the page writes as … */
const opened = (value: unknown, page: unknown): unknown => {
  if (page === "…") return value === undefined ? undefined : "…"
  if (Array.isArray(value) && Array.isArray(page)) return value.map((item, at) => opened(item, page[at]))
  return typeof value === "object" && value !== null && typeof page === "object" && page !== null
    ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, opened(item, (page as Record<string, unknown>)[name])]))
    : value
}

interface Callback {
  readonly headers: Readonly<Record<string, unknown>>
  readonly form: URLSearchParams
}

const received: Array<Callback> = []
const erp = createServer((request, response) => {
  let body = ""
  request.on("data", (piece) => {
    body += piece
  })
  request.on("end", () => {
    received.push({ headers: request.headers, form: new URLSearchParams(body) })
    response.setHeader("content-type", "application/json").end("{\"success\":\"true\"}")
  })
})

let home: Home
beforeAll(async () => {
  const port = await freePort()
  await new Promise<void>((resolve) => void erp.listen(port, "127.0.0.1", resolve))
  home = await homeOf({ env: { CROSSDOCK_ERP_URL: `http://127.0.0.1:${port}` } })
  await home.start()
})
afterAll(async () => {
  await home?.remove()
  erp.close()
})

const toGateway = async (operation: string, body: string) => {
  const sign = gatewaySha1.sign({ id: sandbox.accessId, content: body }, Redacted.make(sandbox.secretKey))
  const answer = await exchange(`${home.url}/global-api/v1/warehouse/${operation}`, {
    method: "POST",
    headers: { "content-type": "application/json", appKey: sandbox.accessId, sign },
    body
  })
  return JSON.parse(answer.body)
}

describe("the examples of the envelope's page", () => {
  it("are answered as they stand there, in their order", async () => {
    const blocks = blocksOf("warehouse-envelope", "executed")
    assert.isAtLeast(blocks.length, 10)
    for (const [method, content, answer] of blocks) {
      const { json } = await call({ ...sandbox, url: home.service, method, content: content! })
      assert.deepStrictEqual(opened(json, JSON.parse(answer!)), JSON.parse(answer!), `${method} ${content}`)
    }
  })

  it("end with the callback that stands there, as a form with the id of its delivery", async () => {
    const [[method, content]] = blocksOf("warehouse-envelope", "called") as [readonly [string, string]]
    const expected = JSON.parse(content)
    const found = await new Promise<Callback>((resolve) => {
      const look = () => {
        const one = received.find(({ form }) => {
          const told = JSON.parse(form.get("content") ?? "{}")
          return told.orderNumber === expected.orderNumber && told.status === expected.status
        })
        if (one === undefined) erp.once("request", () => setImmediate(look))
        else resolve(one)
      }
      look()
    })
    assert.deepStrictEqual(opened(JSON.parse(found.form.get("content")!), expected), expected)
    assert.strictEqual(found.form.get("method"), method)
    assert.strictEqual(found.headers["content-type"], "application/x-www-form-urlencoded")
    assert.match(String(found.headers["x-crossdock-delivery-id"]), /^[0-9a-f-]{36}$/)
  })

  it("a path that nothing serves is 404, as the page says", async () => {
    const answer = await exchange(`${home.url}/nowhere`)
    assert.strictEqual(answer.status, 404)
    assert.match(JSON.parse(answer.body).message, /^NO_SUCH_PATH: /)
  })
})

describe("the examples of the gateway's page", () => {
  it("are answered as they stand there, in their order", async () => {
    const blocks = blocksOf("gateway", "executed")
    assert.isAtLeast(blocks.length, 5)
    for (const [operation, body, answer] of blocks) {
      const found = await toGateway(operation, body!)
      assert.deepStrictEqual(opened(found, JSON.parse(answer!)), JSON.parse(answer!), `${operation} ${body}`)
    }
  })
})
