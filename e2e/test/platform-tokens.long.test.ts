/**
 * Three runner processes on one PostgreSQL share the tokens of a shop: whatever meets an expired token, one process renews it, once.
 * The external service is written without code of this project.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { call, sign } from "../support/envelope.ts"
import { exchange } from "../support/http.ts"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { shop } from "../support/world.ts"

const account = { accessId: "acc-demo", secretKey: "demo-secret" }

/** A service of document 2B. A refresh token is good for one renewal, which takes the service a while. */
const startService = async () => {
  const service = { url: "", grants: [] as Array<string>, refused: 0, answered: 0, expire: () => {} }
  let number = 0
  let valid: string | undefined
  service.expire = () => {
    valid = undefined
  }
  const grant = () => {
    valid = `access-${++number}`
    return { success: true, accessToken: valid, accessExpiresIn: 3600, refreshToken: `refresh-${number}`, refreshExpiresIn: 14_400 }
  }
  const answerTo = async (method: string, content: { readonly refresh_token?: string }, token: string | undefined): Promise<object> => {
    if (method === "getToken" || method === "refreshToken") {
      service.grants.push(method)
      await wait(method === "getToken" ? 0 : 500)
      return method === "getToken" || content.refresh_token === `refresh-${number}` ? grant() : { success: false, message: "invalid refresh token" }
    }
    if (token === undefined || token !== valid) {
      service.refused++
      return { success: false, message: "access token expired" }
    }
    service.answered++
    return method === "initLogistics"
      ? { success: true, shopId: 1, logisticsList: [{ logisticsCode: "POST", logisticsName: "Post" }] }
      : { success: true, isLastPage: 1, currentPageNo: 1, pageCount: 1, platform: "demo", shopId: 1, orderInfoList: [] }
  }
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString("utf8")))
      const { content = "", method = "" } = fields
      const isSigned = fields["sign"] === sign(account, content) && request.url === `/extApi/platform/${method}`
      const token = request.headers["accesstoken"]
      const answer = isSigned ? answerTo(method, content === "" ? {} : JSON.parse(content), token?.toString()) : Promise.resolve({ success: false, message: "not signed" })
      void answer.then((body) => response.setHeader("content-type", "application/json").end(JSON.stringify(body)))
    })
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { service, stop: () => new Promise<void>((closed) => void server.close(() => closed()).closeAllConnections()) }
}

describe("a shop whose access token expires, at three runner processes on one PostgreSQL", () => {
  let postgres: Postgres
  let started: Awaited<ReturnType<typeof startService>>
  let nodes: ReadonlyArray<Home> = []

  const ask = (node: Home) =>
    call({ ...shop, url: `${node.url}/extApi/platform/initLogistics`, method: "initLogistics", content: { platform: "demo", shopId: 1 }, as: "form" })

  beforeAll(async () => {
    postgres = await startPostgres()
    started = await startService()
    const { url: databaseUrl } = await postgres.createDatabase()
    const env = { E2E_SERVICE_URL: started.service.url, CROSSDOCK_PUBLIC_URL: "https://runner.example" }
    nodes = await Promise.all([1, 2, 3].map(() => homeOf({ composition: "platform.config.ts", databaseUrl, env })))
    // The first one makes the tables.
    await nodes[0]!.start()
    await Promise.all(nodes.slice(1).map((node) => node.start()))
    const { url } = await nodes[0]!.admin("/connections/shop/authorize", {})
    const state = new URL(url).searchParams.get("state") ?? ""
    const back = await exchange(`${nodes[1]!.url}/oauth/callback/shop?${new URLSearchParams({ code: "c0de", state })}`)
    assert.strictEqual(back.status, 200, back.body)
  })

  afterAll(async () => {
    await Promise.all(nodes.map((node) => node.remove()))
    await started?.stop()
    await postgres?.stop()
  })

  it("is asked for new tokens once, when 100 calls at all three meet the expired one, and each call is answered (P-193 P-391)", async () => {
    const { service } = started
    assert.deepStrictEqual((await Promise.all(nodes.map(ask))).map(({ json }) => json?.success), [true, true, true])
    assert.deepStrictEqual([service.grants, service.refused], [["getToken"], 0])
    service.expire()
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => ask(nodes[at % nodes.length]!)))
    assert.deepStrictEqual(answers.filter(({ json }) => json?.success !== true).map(({ body }) => body), [])
    assert.deepStrictEqual(service.grants, ["getToken", "refreshToken"])
    assert.isAbove(service.refused, 1, "several calls met the expired token")
    assert.isAtLeast(service.answered, 103)
  })
})
