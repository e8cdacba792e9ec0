/**
 * Kills the runner at each failpoint of the sync of a shop's orders. Afterwards the ERP has the latest state of each order, and was
 * told of its states in their order. Shop and ERP are processes of their own, so the test does not rely on what the runner says.
 */
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Received, startErpSink, startShopService } from "../support/peers.ts"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually, type Running, tempDir } from "../support/processes.ts"
import { homeOf } from "../support/runner.ts"

const databases = ["SQLite", "PostgreSQL"] as const
const places = ["sync.before-commit", "sync.committed"] as const

let postgres: Postgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const startWorld = async (database: (typeof databases)[number]) => {
  const folder = tempDir("crossdock-shop-")
  const [sink, shop] = await Promise.all([
    startErpSink({ history: join(folder.path, "history"), keys: [{ accessId: "acc-shop", secretKey: "shop-secret" }] }),
    // Three orders on a page, so that the orders of a round are on several pages.
    startShopService({ key: { accessId: "acc-service", secretKey: "service-secret" }, page: 3 })
  ])
  const home = await homeOf({
    composition: "shop.config.ts",
    env: { CROSSDOCK_ERP_URL: sink.url, E2E_SERVICE_URL: shop.url },
    ...(database === "PostgreSQL" && { databaseUrl: (await postgres.createDatabase()).url })
  })
  return {
    home,
    shop,
    /** What the ERP was told, oldest first. */
    told: async (): Promise<ReadonlyArray<Received>> => {
      const attempts = await sink.attempts()
      assert.isTrue(attempts.every(({ stored, verified }) => stored && verified), JSON.stringify(attempts))
      return attempts
    },
    stop: async () => {
      await home.remove()
      await Promise.all([sink.stop(), shop.stop()])
      folder.remove()
    }
  }
}

/** A runner that the failpoint should kill; the test stops it if that has not happened. */
const dies = async (doomed: Running): Promise<void> => {
  const exit = await Promise.race([doomed.exited, wait(15_000).then(() => undefined)])
  if (exit === undefined) await doomed.kill()
  assert.deepStrictEqual(exit, { code: null, signal: "SIGKILL" }, `the place was not passed\n${doomed.stderr()}`)
}

const hour = 3_600_000
const scope = "platform:acc-shop:fake:1"
const changedAt = ({ data }: Received): number => Number(data.onlineOrderInfo.lastModifyTime)

describe.each(databases)("the sync of a shop on %s", (database) => {
  it.concurrent.each(places)("killed at %s misses no order and tells of none in the wrong order (P-364)", async (place) => {
    const { home, shop, stop, told } = await startWorld(database)
    try {
      // A backfill reads each day in one page, and never again.
      const now = Date.now()
      for (const day of [1, 2, 3, 4]) {
        for (const part of [1, 2]) await shop.put(`OLD-${day}-${part}`, "PAID", now - day * 24 * hour + part * hour)
      }
      // The shop refuses calls while the backfill is asked for, so that no page is read before the first kill.
      await shop.setDown(true)
      const first = await home.start()
      await home.admin(`/links/${encodeURIComponent(scope)}/backfill`, { since: new Date(now - 100 * hour).toISOString() })
      await first.kill()
      await shop.setDown(false)
      const numbers = Array.from({ length: 8 }, (_, index) => `WEB-${index + 1}`)
      for (const number of numbers) await shop.put(number, "PAID")
      for (const [index, times] of [1, 2, 3, 1, 4].entries()) {
        await dies(await home.startDoomed({ FAULTS_FAILPOINT: `${place}:${times}` }))
        if (index === 0 && place === "sync.before-commit") assert.deepStrictEqual(await told(), [])
        // One of an earlier page, and one of a later page.
        await shop.put(numbers[times]!, `CHANGED-${times}`)
        await shop.put(numbers[times + 3]!, `CHANGED-${times}`)
      }
      const runner = await home.start()
      const orders = await shop.orders()
      assert.lengthOf(orders, numbers.length + 8)
      await eventually(async () => {
        const all = await told()
        return orders.every((order) => all.some((one) => one.data.onlineOrderId === order.onlineOrderId && changedAt(one) === order.changedAt)) ? true : undefined
      }, { what: "the latest state of each order at the ERP" })
      await wait(900)
      assert.deepStrictEqual(await runner.stop(), { code: 0, signal: null }, runner.stderr())

      const all = await told()
      for (const { changedAt: latest, onlineOrderId, status } of orders) {
        const about = all.filter(({ data }) => data.onlineOrderId === onlineOrderId)
        const times = about.map(changedAt)
        assert.deepStrictEqual(times, times.toSorted((a, b) => a - b), onlineOrderId)
        assert.deepStrictEqual([times.at(-1), about.at(-1)?.data.onlineOrderStatus], [latest, status], onlineOrderId)
      }
      // A state is owed once, so it is told again only by a repeat of the same delivery.
      const deliveries = new Set(all.map(({ deliveryId }) => deliveryId))
      const states = new Set(all.map((one) => `${one.data.onlineOrderId} ${changedAt(one)}`))
      assert.notInclude([...deliveries], "")
      assert.strictEqual(deliveries.size, states.size)
    } finally {
      await stop()
    }
  })
})
