/**
 * The files of `deploy/`: each is checked by the program that reads it, and a real Prometheus scrapes a runner with them, fires their
 * rules and ends them.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Monitoring from "../../tools/peers/monitoring.mjs"
import { type PostgresServer, startPostgres } from "../../tools/peers/postgres.mjs"
import { exchange } from "../support/http.ts"
import { eventually, freePort, type Running, tempDir } from "../support/processes.ts"
import { missing } from "../support/readme.ts"
import { type Home, homeOf } from "../support/runner.ts"

const folder = fileURLToPath(new URL("../../deploy/", import.meta.url))
const read = (path: string): string => readFileSync(join(folder, path), "utf8")
const alerts = read("prometheus/alerts.yml")

const run = (name: Parameters<typeof Monitoring.programOf>[0], args: ReadonlyArray<string>, cwd = folder): void => {
  const program = Monitoring.programOf(name)!
  const { status, stderr, stdout } = spawnSync(program.command, [...program.args, ...args], { cwd, encoding: "utf8", env: { ...process.env, ...program.env } })
  assert.strictEqual(status, 0, `${stdout}${stderr}`)
}

const isReady = Monitoring.isPrepared()
const because = isReady ? "" : " (skipped: run node tools/peers/monitoring.mjs --install)"

describe("the files of deploy", () => {
  it("have a run-book page for each alert, and no other pages", () => {
    const named = [...alerts.matchAll(/runbook: docs\/runbooks\/(\S+)/g)].map(([, page]) => page!)
    assert.sameMembers(readdirSync(join(folder, "../docs/runbooks")).filter((name) => name !== "README.md"), named)
    assert.strictEqual(named.length, [...alerts.matchAll(/- alert:/g)].length)
    for (const [, expression, page] of alerts.matchAll(/expr: '((?:[^']|'')*)'[^]*?runbook: (\S+)/g)) {
      assert.include(readFileSync(join(folder, "..", page!), "utf8"), expression!.replaceAll("''", "'"))
    }
  })

  it("have the nginx of the guide", () => {
    const [, block] = /<!-- example: nginx -->\n```nginx\n([^]*?)```/.exec(readFileSync(join(folder, "../docs/guides/operate.md"), "utf8"))!
    assert.include(read("nginx/crossdock.conf"), block!)
  })

  it.skipIf(!isReady)(`are taken by promtool, Caddy and docker-compose${because}`, () => {
    run("promtool", ["check", "rules", "prometheus/alerts.yml"])
    run("promtool", ["test", "rules", "alerts.test.yml"], join(folder, "prometheus"))
    run("caddy", ["validate", "--config", "caddy/Caddyfile", "--adapter", "caddyfile"])
    for (const file of ["one-node", "three-nodes"]) run("docker-compose", ["-f", `compose/${file}.yaml`, "config", "-q"])
  })

  it.skipIf(missing("systemd-analyze").length > 0)("are taken by systemd-analyze", () => {
    const unit = tempDir("crossdock-unit-")
    const file = join(unit.path, "crossdock.service")
    // The program and the user of the unit exist on the machine of an operator.
    writeFileSync(file, read("systemd/crossdock.service").replace("/usr/bin/node", process.execPath).replace(/^(User|Group)=.*$/gm, "$1=root"))
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" })
    unit.remove()
    assert.deepStrictEqual([status, stderr], [0, ""])
  })

  it.skipIf(missing("nginx", "openssl").length > 0)("are taken by nginx", () => {
    const work = tempDir("crossdock-nginx-")
    const made = spawnSync("openssl", ["req", ..."-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=x".split(" "), "-keyout", join(work.path, "privkey.pem"), "-out", join(work.path, "fullchain.pem")])
    assert.strictEqual(made.status, 0)
    for (const name of ["crossdock", "three-nodes"]) {
      const file = join(work.path, `${name}.conf`)
      // The names of the runners are resolved in their network alone.
      const server = read(`nginx/${name}.conf`).replaceAll("/etc/ssl/crossdock", work.path).replace(/runner-\d/g, "127.0.0.1")
      writeFileSync(file, `pid ${work.path}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${server}\n}\n`)
      const { status, stderr } = spawnSync("nginx", ["-t", "-p", work.path, "-c", file], { encoding: "utf8" })
      assert.strictEqual(status, 0, stderr)
    }
    work.remove()
  })
})

describe.skipIf(!isReady)(`a real Prometheus${because}`, () => {
  const work = tempDir("crossdock-prometheus-")
  const metricsToken = "a-metrics-token-of-the-tests"
  let home: Home
  let runner: Running
  let server: PostgresServer
  let onPostgres: Home
  let prometheus: ChildProcess
  let url: string

  beforeAll(async () => {
    home = await homeOf({ env: { CROSSDOCK_METRICS_TOKEN: metricsToken, CROSSDOCK_ADMIN_HOST: "0.0.0.0" } })
    runner = await home.start()
    server = await startPostgres({ from: import.meta.url })
    onPostgres = await homeOf({ databaseUrl: server.urlOf("postgres"), env: { CROSSDOCK_METRICS_TOKEN: metricsToken } })
    await onPostgres.start()
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    writeFileSync(join(work.path, "token"), metricsToken)
    writeFileSync(join(work.path, "alerts.yml"), alerts)
    writeFileSync(join(work.path, "prometheus.yml"), read("prometheus/prometheus-one-node.yml")
      .replace("/run/secrets/metrics_token", join(work.path, "token"))
      .replace("\"runner:8081\"", `"127.0.0.1:${home.adminPort}", "127.0.0.1:${onPostgres.adminPort}"`)
      .replaceAll("_interval: 10s", "_interval: 1s"))
    const { command } = Monitoring.programOf("prometheus")!
    prometheus = spawn(command, [`--config.file=${work.path}/prometheus.yml`, `--storage.tsdb.path=${work.path}/data`, `--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" })
    await eventually(async () => (await exchange(`${url}/-/ready`)).status === 200 || undefined, { what: "Prometheus", timeoutMs: 30_000 })
  })
  afterAll(async () => {
    prometheus?.kill("SIGKILL")
    await runner?.stop()
    await home?.remove()
    await onPostgres?.remove()
    await server?.stop()
    work.remove()
  })

  const query = async (expression: string): Promise<ReadonlyArray<{ readonly metric: Readonly<Record<string, string>>; readonly value: readonly [number, string] }>> =>
    JSON.parse((await exchange(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)).body).data.result

  const firing = async (alert: string): Promise<boolean> => (await query(`ALERTS{alertname="${alert}", alertstate="firing"}`)).length > 0
  const becomes = (alert: string, is: boolean) => eventually(async () => (await firing(alert)) === is || undefined, { what: `${alert} ${is ? "fires" : "ends"}`, timeoutMs: 90_000 })

  it("scrapes every series that the rules and the dashboard name", async () => {
    await eventually(async () => (await query("up{job=\"crossdock\"} == 1")).length === 2 || undefined, { what: "a scrape", timeoutMs: 30_000 })
    const text = await onPostgres.metrics()
    const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name, type]) => type === "histogram" ? [`${name}_bucket`] : [name!])
    // Counters begin with their first call, and those of the desk where there is one.
    const later = ["crossdock_desk_placed_total", "crossdock_desk_placing_seconds_bucket", "crossdock_desk_parcel_seconds_bucket", "crossdock_peer_calls_total", "crossdock_peer_call_duration_seconds_bucket", "crossdock_served_calls_total", "crossdock_served_call_duration_seconds_bucket"]
    const named = `${alerts}${read("grafana/crossdock.json")}`.matchAll(/\b(?:crossdock|nodejs|process|http_server)_[a-z_0-9]+/g)
    const absent = [...new Set([...named].map(([name]) => name))].filter((name) => !families.includes(name) && !later.includes(name))
    assert.deepStrictEqual(absent, [])
  })

  it("fires while the database is away, and not for readiness as well (F2)", async () => {
    const instance = `127.0.0.1:${onPostgres.adminPort}`
    await eventually(async () => (await query(`crossdock_gauges_age_seconds{instance="${instance}"}`)).length === 1 || undefined, { what: "figures" })
    await server.server.stop()
    await becomes("CrossdockDatabaseDown", true)
    assert.deepStrictEqual((await query("ALERTS{alertname=\"CrossdockDatabaseDown\"}")).map(({ metric }) => metric["instance"]), [instance])
    assert.isAbove((await query(`crossdock_intents{instance="${instance}"}`)).length, 0)
    assert.isFalse(await firing("CrossdockNotReady"))
    const { items } = await eventually(async () => {
      const found = await onPostgres.admin("/findings") as { readonly items: ReadonlyArray<{ readonly code: string; readonly next: string }> }
      return found.items.length > 0 ? found : undefined
    }, { what: "the finding", timeoutMs: 60_000 })
    assert.deepStrictEqual(items.map(({ code }) => code), ["DATABASE_CLOSED"])
    assert.match(items[0]!.next, /start the server/)
    await becomes("CrossdockCritical", true)
  })

  it("fires for a paused connection and for a runner that is gone, and ends both", async () => {
    const { items } = await home.admin("/connections") as { readonly items: ReadonlyArray<{ readonly id: string }> }
    const id = items[0]!.id
    assert.strictEqual((await home.crossdock("connections", "pause", id)).code, 0)
    await becomes("CrossdockConnectionPaused", true)
    assert.strictEqual((await query("ALERTS{alertname=\"CrossdockConnectionPaused\"}"))[0]?.metric["connection"], id)
    assert.strictEqual((await home.crossdock("connections", "resume", id)).code, 0)
    await becomes("CrossdockConnectionPaused", false)
    await runner.stop()
    await becomes("CrossdockDown", true)
    runner = await home.start()
    await becomes("CrossdockDown", false)
  })
})

describe("the dashboard", () => {
  it("has the members of a dashboard of Grafana, and panels that do not overlap", () => {
    const board = JSON.parse(read("grafana/crossdock.json")) as {
      readonly schemaVersion: number
      readonly panels: ReadonlyArray<{ readonly id: number; readonly type: string; readonly title: string; readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }; readonly targets: ReadonlyArray<{ readonly expr: string; readonly refId: string }> }>
    }
    assert.isAtLeast(board.schemaVersion, 36)
    const taken = new Set<string>()
    for (const { gridPos: { h, w, x, y }, targets, title } of board.panels) {
      assert.isAtMost(x + w, 24, title)
      for (let column = x; column < x + w; column++) {
        for (let row = y; row < y + h; row++) {
          assert.isFalse(taken.has(`${column} ${row}`), title)
          taken.add(`${column} ${row}`)
        }
      }
      assert.strictEqual(new Set(targets.map(({ refId }) => refId)).size, targets.length)
    }
    assert.strictEqual(new Set(board.panels.map(({ id }) => id)).size, board.panels.length)
  })
})
