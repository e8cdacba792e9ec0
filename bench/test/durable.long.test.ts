import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, describe, expect, it } from "vitest"
import type { Order } from "../baselines/common/Order.ts"
import { names } from "../baselines/books/Names.ts"
import { arrived } from "../cases/at-rate.ts"
import { sourceOf } from "../load/Sources.ts"
import { type Bench, benchOf } from "../run/Case.ts"
import { plans } from "../run/Plan.ts"
import { exchange, pause, tempDir } from "../run/Processes.ts"

const folder = tempDir()
afterAll(folder.remove)

const until = async (isTrue: () => Promise<boolean> | boolean): Promise<void> => {
  for (let tries = 0; tries < 400; tries++) {
    if (await isTrue()) return
    await pause(50)
  }
  throw new Error("it did not become true")
}

const benched = async (work: (bench: Bench) => Promise<void>): Promise<void> => {
  const bench = benchOf({ plan: plans.smoke, round: 1, folder: folder.path, say: () => {}, nodeArgs: [] })
  await work(bench).finally(bench.end)
}

const order = sourceOf({ name: "orders", prefix: "DUR" })(1)
const send = async (url: string, { body, headers, path } = order): Promise<string> => (await exchange(`${url}${path}`, { headers, body })).body

/** Everything that is stored, as text of one byte per character. */
const stored = (data: string): string => readdirSync(data).map((name) => readFileSync(join(data, name), "latin1")).join("\n")

describe("the baseline with the same promises", () => {
  it("asks the warehouse about an order whose answer it did not store, and sends it once", () =>
    benched(async (bench) => {
      const warehouse = await bench.peer("warehouse", { DELAY_MS: "2000" })
      const given = { data: join(folder.path, "crash"), warehouseUrl: warehouse.url }
      const before = await bench.subject("pass-through", "fastify-durable", given)
      const lost = send(before.url).then(() => "answered", () => "lost")
      await until(async () => (await warehouse.ask("_report")).distinct === 1)
      process.kill(before.pid, "SIGKILL")
      expect(await lost).toBe("lost")
      const after = await bench.subject("pass-through", "fastify-durable", given)
      await until(async () => (await send(after.url)).includes(order.expected))
      expect(await warehouse.ask("_report")).toMatchObject({ distinct: 1, doubled: 0 })
    }))

  it("sends an order that the warehouse never got", () =>
    benched(async (bench) => {
      const data = join(folder.path, "never")
      const before = await bench.subject("pass-through", "fastify-durable", { data })
      expect(await send(before.url)).toContain("DOUBTFUL")
      await before.stop()
      const warehouse = await bench.peer("warehouse")
      await bench.subject("pass-through", "fastify-durable", { data, warehouseUrl: warehouse.url })
      await until(async () => (await warehouse.ask("_report")).distinct === 1)
    }))

  it("ends a process on whose data another one has started", () =>
    benched(async (bench) => {
      const given = { data: join(folder.path, "fenced") }
      const first = await bench.subject("callback", "fastify-durable", given)
      await bench.subject("callback", "fastify-durable", given)
      await until(first.hasEnded)
    }))

  it("stores no content in the clear, where the other forms do", () =>
    benched(async (bench) => {
      const warehouse = await bench.peer("warehouse")
      const clear: Record<string, boolean> = {}
      for (const name of ["fastify", "fastify-durable"] as const) {
        const data = join(folder.path, `clear-${name}`)
        const subject = await bench.subject("pass-through", name, { data, warehouseUrl: warehouse.url })
        expect(await send(subject.url)).toContain(order.expected)
        clear[name] = stored(data).includes("SKU-1001")
      }
      expect(clear).toEqual({ fastify: true, "fastify-durable": false })
    }))

  it("puts the id of each delivery on the wire", () =>
    benched(async (bench) => {
      const sink = await bench.peer("sink")
      const subject = await bench.subject("callback", "fastify-durable", { erpUrl: sink.url })
      const report = sourceOf({ name: "callbacks", prefix: "ID", entities: 5 })
      for (const n of Array(10).keys()) await send(subject.url, report(n))
      expect(await arrived(sink, 10, 20_000)).toMatchObject({ distinct: 10, identified: 10 })
    }))

  it("uses the names of each side of the link", () => {
    const db = new DatabaseSync(":memory:")
    names(db, "bench")
    db.exec("insert into name values ('bench', 'sku', 'A', 'wh-A'), ('bench', 'warehouse', 'WH-1', '001'), ('other', 'sku', 'B', 'no')")
    const translated = names(db, "bench")
    const asked = { warehouseCode: "WH-1", channelCode: "C", platform: "P", shopName: "S", lines: [{ sku: "A" }, { sku: "B" }] } as unknown as Order
    expect(translated.order(asked)).toMatchObject({ warehouseCode: "001", lines: [{ sku: "wh-A" }, { sku: "B" }] })
    expect(translated.report({ warehouseCode: "001", skuList: [{ sku: "wh-A", quantity: 1 }] })).toEqual({ warehouseCode: "WH-1", skuList: [{ sku: "A", quantity: 1 }] })
    const same = { ...asked, warehouseCode: "X", lines: [] }
    expect(translated.order(same)).toBe(same)
  })
})
