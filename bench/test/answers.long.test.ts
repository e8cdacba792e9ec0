import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { spawnSync } from "node:child_process"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { asked, differences } from "../run/Answers.ts"
import { newDatabase, stopPostgres } from "../run/Postgres.ts"
import { exchange, freePort, pause, root, type Running, startNode, tempDir } from "../run/Processes.ts"
import { type Service, startSubject, type SubjectName, subjectsOf } from "../run/Subjects.ts"

const folder = tempDir()
const isCallback = ({ path }: { readonly path: string }) => path.startsWith("/callbacks/")
const requests = { orders: asked.filter((each) => !isCallback(each)), callbacks: asked.filter(isCallback) }
let warehouse: Running
let warehouseUrl: string

beforeAll(async () => {
  const port = await freePort()
  warehouseUrl = `http://127.0.0.1:${port}/`
  warehouse = startNode(join(root, "peers/warehouse.ts"), { core: "generator", log: join(folder.path, "warehouse.log"), env: { PORT: String(port) } })
  for (let tries = 0; tries < 100; tries++) {
    if (await exchange(`${warehouseUrl}readyz`).then(() => true, () => pause(50).then(() => false))) return
  }
  throw new Error(`the warehouse does not answer\n${warehouse.log()}`)
})
afterAll(async () => {
  await warehouse.stop()
  await stopPostgres()
  folder.remove()
})

describe("every subject gives the same answers", () => {
  it("to 200 good and bad requests", () => {
    expect(asked).toHaveLength(200)
    expect(asked.filter(({ expect: { success } }) => success).length).toBeGreaterThan(80)
    expect(asked.filter(({ expect: { success } }) => !success).length).toBeGreaterThan(70)
  })

  it("which are those that the signing script writes", () => {
    const done = spawnSync(process.execPath, [join(root, "data/make.mjs"), "--check"], { encoding: "utf8" })
    expect(done.stderr).toBe("")
    expect(done.status).toBe(0)
  })

  const onPostgres: ReadonlyArray<readonly [SubjectName, "postgres"]> = [["fastify", "postgres"], ["crossdock", "postgres"]]
  const services: ReadonlyArray<readonly [Service, keyof typeof requests]> = [["verify-dispatch", "orders"], ["pass-through", "orders"], ["callback", "callbacks"]]
  for (const [service, kind] of services) {
    const onSqlite = subjectsOf(service).filter((subject) => subject !== "raw-min").map((name) => [name, "sqlite"] as const)
    for (const [name, on] of [...onSqlite, ...(service === "verify-dispatch" ? [] : onPostgres)]) {
      it.concurrent(`${name}, ${service}, ${on}`, async () => {
        const data = join(folder.path, `${service}-${name}-${on}`)
        mkdirSync(data)
        const subject = await startSubject(service, name, {
          data,
          log: join(data, "subject.log"),
          ...(on === "postgres" && { databaseUrl: await newDatabase() }),
          ...(service === "pass-through" ? { warehouseUrl } : { erpUrl: "http://127.0.0.1:9" })
        })
        const found = await differences(subject.url, requests[kind]).finally(subject.stop)
        expect(found).toEqual([])
      })
    }
  }
})
