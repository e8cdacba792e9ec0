/**
 * The faults of the operator's review that need a machine or a shop of their own: a full disk, a clock that is wrong, a database that is
 * away, orders that the desk holds, and a shop that revokes its token. A real Prometheus sees a metric within 15 s, the runner has a
 * finding with the cause and the remedy within 60 s, and an alert of `deploy/` fires. The table of the review stands at the end.
 */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Monitoring from "../../tools/peers/monitoring.mjs"
import { type Peers, startPeers } from "../support/alarm-peers.ts"
import type { Known } from "../support/http.ts"
import { type ShopService, startShopService } from "../support/peers.ts"
import { type Postgres, startPostgres } from "../support/postgres.ts"
import { eventually, tempDir } from "../support/processes.ts"
import { type Home, homeOf } from "../support/runner.ts"
import { instanceOf, isComplete, longest, metricsToken, type Prometheus, type Seen, startPrometheus } from "./support/prometheus.ts"

const shops = ["rule", "stock", "refused", "revoked"] as const
type Name = "desk" | "disk" | "clock"

interface Row {
  readonly id: string
  readonly fault: string
  readonly home: Name
  readonly begin: () => Promise<unknown> | void
  /** A figure that is above 0 while the fault lasts, of one runner. */
  readonly metric: (instance: string) => string
  /** Any of these codes. */
  readonly codes: ReadonlyArray<string>
  /** What the finding says, if several have its code. */
  readonly says?: RegExp
  readonly remedy: RegExp
  /** Any of these alerts. */
  readonly alerts: ReadonlyArray<string>
  readonly label?: readonly [name: string, value: string]
  /** The row that has to be complete before this one begins. */
  readonly after?: string
}

/** A file system of 24 MB, which only root can make. */
const smallDisk = () => {
  const { path, remove } = tempDir("crossdock-small-disk-")
  const data = join(path, "data")
  mkdirSync(data)
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", data]).status === 0
  return {
    data,
    isMounted,
    /** Takes all space that is left. */
    fill: () => {
      for (const size of [1 << 20, 1 << 16, 1 << 12]) {
        for (let n = 0;; n++) {
          try {
            writeFileSync(join(data, `ballast-${size}-${n}`), Buffer.alloc(size))
          } catch {
            rmSync(join(data, `ballast-${size}-${n}`), { force: true })
            break
          }
        }
      }
    },
    remove: () => {
      if (isMounted) spawnSync("umount", ["-l", data])
      remove()
    }
  }
}

const held = (cause: (typeof shops)[number], fault: string, begin: Row["begin"]): Row => ({
  id: `held-${cause}`,
  fault,
  home: "desk",
  begin,
  metric: (instance) => `crossdock_desk_orders{instance="${instance}", state="held", cause="${cause}"}`,
  codes: ["ORDERS_HELD"],
  says: new RegExp(`for the cause "${cause}"`),
  remedy: new RegExp(`desk ls --cause ${cause}`),
  alerts: ["CrossdockOrdersHeld"],
  label: ["cause", cause]
})

const isRoot = process.getuid?.() === 0
const why = !Monitoring.isPrepared() ? "node tools/peers/monitoring.mjs --install has not run" : isRoot ? undefined : "only root can mount a small file system"

describe.skipIf(why !== undefined)(`each fault of a machine, a desk and a shop shows, is explained and fires (issue 25)${why === undefined ? "" : `: ${why}`}`, () => {
  let peers: Peers
  let postgres: Postgres
  let prometheus: Prometheus
  const services = new Map<string, ShopService>()
  const homes = new Map<Name, Home>()
  const disk = smallDisk()
  const seen = new Map<string, Seen>()
  const began = new Map<string, number>()

  const put = (shop: (typeof shops)[number]) => services.get(shop)!.put(`WEB-${shop}`, "PAID")

  const rows: ReadonlyArray<Row> = [
    held("rule", "the desk holds an order by a rule", () => put("rule")),
    held("stock", "the desk holds an order that no warehouse has in stock", () => put("stock")),
    held("refused", "a warehouse is out of stock and refuses an order of the desk (F5)", () => put("refused")),
    {
      id: "revoked",
      fault: "a shop revokes the token",
      home: "desk",
      begin: () => services.get("revoked")!.setRevoked(true),
      metric: (instance) => `crossdock_poll_failing_seconds{instance="${instance}", connection="shop-revoked"}`,
      codes: ["POLLS_FAIL", "PEER_FAILS"],
      says: /token was revoked/,
      remedy: /connections test shop-revoked.*change secretKey .*of shop-revoked in the composition file/,
      alerts: ["CrossdockPollsFail", "CrossdockPeerFails"],
      label: ["connection", "shop-revoked"]
    },
    {
      id: "disk",
      fault: "the disk is full",
      home: "disk",
      begin: disk.fill,
      metric: (instance) => `crossdock_disk_free_bytes{instance="${instance}"} / crossdock_disk_size_bytes{instance="${instance}"} < bool 0.1`,
      codes: ["DISK_FULL", "DISK_REFUSES", "DATABASE_CLOSED"],
      says: /free|full|ENOSPC/i,
      remedy: /free space|disk/i,
      alerts: ["CrossdockDiskFull"]
    },
    {
      id: "clock",
      fault: "the clock of a machine is an hour ahead",
      home: "clock",
      begin: () => {},
      metric: (instance) => `abs(crossdock_clock_offset_seconds{instance="${instance}"}) > bool 30`,
      codes: ["CLOCK"],
      remedy: /clock|NTP|time/i,
      alerts: ["CrossdockClock"]
    },
    {
      id: "database",
      fault: "PostgreSQL is stopped (F2)",
      home: "clock",
      begin: () => postgres.fall("fast"),
      metric: (instance) => `1 - crossdock_database_up{instance="${instance}"}`,
      codes: ["DATABASE_CLOSED"],
      remedy: /server|DATABASE_URL|database/i,
      alerts: ["CrossdockDatabaseDown"],
      after: "clock"
    }
  ]

  const isOver = (id: string): boolean => isComplete(seen.get(id) ?? {}) || Date.now() - (began.get(id) ?? Date.now()) > longest.test * 1000

  beforeAll(async () => {
    peers = await startPeers()
    peers.provider.set("desk", (method) => method === "createOrder" ? { refuses: "OUT_OF_STOCK: no pieces of SKU-1" } : undefined)
    postgres = await startPostgres()
    for (const shop of shops) services.set(shop, await startShopService({ key: { accessId: "acc-service", secretKey: "service-secret" }, page: 10 }))
    const env = { ALARM_PEERS: peers.url, CROSSDOCK_METRICS_TOKEN: metricsToken }
    const ofShops = JSON.stringify(Object.fromEntries([...services].map(([name, { url }]) => [name, url])))
    homes.set("desk", await homeOf({ composition: "alarms-desk.config.ts", env: { ...env, ALARM_SHOPS: ofShops } }))
    homes.set("disk", await homeOf({ composition: "alarms.config.ts", env: { ...env, ALARM_ROWS: "disk" }, data: disk.data }))
    homes.set("clock", await homeOf({
      composition: "alarms.config.ts",
      env: { ...env, ALARM_ROWS: "clock", LD_PRELOAD: Monitoring.fakeTime()!, FAKETIME: "+3600s", FAKETIME_DONT_FAKE_MONOTONIC: "1" },
      databaseUrl: (await postgres.createDatabase()).url
    }))
    for (const home of homes.values()) await home.start()
    prometheus = await startPrometheus([...homes.values()])
    await eventually(async () => {
      for (const row of rows) {
        if (began.has(row.id) || (row.after !== undefined && !isOver(row.after))) continue
        began.set(row.id, Date.now())
        await row.begin()
      }
      await look()
      return rows.every(({ id }) => began.has(id) && isOver(id)) || undefined
    }, { what: "all", timeoutMs: 280_000, everyMs: 1000 })
  }, 400_000)

  /** Notes what there is by now, and since when. */
  const look = async (): Promise<void> => {
    const firing = await prometheus.query("ALERTS{alertstate=\"firing\"}")
    const found = new Map<Name, ReadonlyArray<Known>>()
    for (const [name, home] of homes) found.set(name, (await home.admin("/findings?limit=1000")).items)
    for (const { alerts, codes, home, id, label, metric, says } of rows) {
      const start = began.get(id)
      if (start === undefined) continue
      const before = seen.get(id) ?? {}
      const instance = instanceOf(homes.get(home)!)
      const isHere = (await prometheus.query(`(${metric(instance)}) > 0`)).length > 0
      const finding = found.get(home)?.find(({ code, message }) => codes.includes(code) && (says === undefined || says.test(message)))
      const isFiring = firing.some(({ metric: labels }) => alerts.includes(labels.alertname) && labels.instance === instance && (label === undefined || labels[label[0]] === label[1]))
      const seconds = (Date.now() - start) / 1000
      seen.set(id, {
        figure: before.figure ?? (isHere ? seconds : undefined),
        finding: before.finding ?? (finding === undefined ? undefined : seconds),
        alert: before.alert ?? (isFiring ? seconds : undefined),
        next: before.next ?? finding?.next
      })
    }
  }

  afterAll(async () => {
    console.log([...seen].map(([id, { alert, figure, finding, next }]) => `${id}: metric ${figure} s, finding ${finding} s, alert ${alert} s; ${next}`).join("\n"))
    prometheus?.stop()
    for (const home of homes.values()) await home.remove()
    for (const service of services.values()) await service.kill()
    // The server was stopped by the last fault, and its end is awaited once it runs.
    await postgres?.rise()
    await postgres?.stop()
    peers?.close()
    disk.remove()
  }, 60_000)

  it.for(rows.map((row) => [row.fault, row] as const))("%s", ([, { alerts, codes, id, metric, remedy }]) => {
    const { alert, figure, finding, next } = seen.get(id) ?? {}
    assert.isDefined(figure, `no ${metric("…")}`)
    assert.isDefined(finding, `no finding ${codes.join(" or ")}`)
    assert.isDefined(alert, `no alert ${alerts.join(" or ")}`)
    assert.match(next!, remedy)
    assert.isAtMost(figure!, longest.metric)
    assert.isAtMost(finding!, longest.finding, codes.join(" or "))
  })
})

/** Every row of the table of the review, and the text of the test that proves it. A row that is no fault, because all calls went on, is proven by a test of that. */
const table: ReadonlyArray<readonly [row: string, file: string, text: string]> = [
  ["provider cuts connections, nothing open", "alarms.test.ts", "a provider cuts connections"],
  ["provider answers HTML, one order open", "alarms.test.ts", "a provider answers HTML"],
  ["provider refuses credentials", "alarms.test.ts", "a provider refuses the credentials"],
  ["provider refuses with an unlisted text", "alarms.test.ts", "a provider refuses with words that no setting lists"],
  ["provider out of stock", "alarms-machine.test.ts", "a warehouse is out of stock and refuses"],
  ["shop token revoked", "alarms-machine.test.ts", "a shop revokes the token"],
  ["ERP 500", "alarms.test.ts", "an ERP answers 500"],
  ["ERP HTML 200", "alarms.test.ts", "an ERP answers HTML"],
  ["ERP confirms nothing", "alarms.test.ts", "an ERP confirms nothing"],
  ["disk full", "alarms-machine.test.ts", "the disk is full"],
  ["PostgreSQL restarted during 40 creates (no fault)", "../../faults/runs/server.test.ts", "PostgreSQL falls"],
  ["PostgreSQL stopped", "alarms-machine.test.ts", "PostgreSQL is stopped"],
  ["clock +1 h", "alarms-machine.test.ts", "the clock of a machine is an hour ahead"],
  ["ERP refuses as final", "alarms.test.ts", "an ERP refuses as final"],
  ["ERP answers 410", "alarms.test.ts", "an ERP answers 410"],
  ["warehouse no longer shows accepted orders", "alarms.test.ts", "a warehouse no longer shows an order"],
  ["cancel during an unknown create", "alarms.test.ts", "an ERP cancels while the outcome of the create is not known"],
  ["HELD by mapping", "alarms.test.ts", "a name is missing in the mapping"],
  ["desk holds: rule", "alarms-machine.test.ts", "the desk holds an order by a rule"],
  ["desk holds: stock", "alarms-machine.test.ts", "the desk holds an order that no warehouse has in stock"],
  ["desk holds: restored", "../../apps/runner/test/desk/restored.long.test.ts", "restored"],
  ["a person's wrong decision", "alarms.test.ts", "a person gives an order up without an answer"]
]

describe("the table of faults of the review (issue 25)", () => {
  it.for(table)("%s is proven in %s", ([, file, text]) => {
    assert.include(readFileSync(fileURLToPath(new URL(file, import.meta.url)), "utf8"), text)
  })
})
