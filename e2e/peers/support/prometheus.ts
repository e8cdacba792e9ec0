/** A real Prometheus with the settings and the rules of `deploy/`, which looks every 2 seconds. */
import { spawn } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import * as Monitoring from "../../../tools/peers/monitoring.mjs"
import { exchange, type Known } from "../../support/http.ts"
import { eventually, freePort, tempDir } from "../../support/processes.ts"
import type { Home } from "../../support/runner.ts"

const deploy = fileURLToPath(new URL("../../../deploy/prometheus/", import.meta.url))

/** The token with which it reads the metrics: `CROSSDOCK_METRICS_TOKEN` of the runners. */
export const metricsToken = "a-metrics-token-of-the-tests"

/** Seconds after the beginning of a fault; the calls that begin it are among them. */
export const longest = { metric: 15, finding: 60, test: 120 }

/** What there is of a fault, in seconds after its beginning; `undefined`: not yet. */
export interface Seen {
  readonly figure?: number | undefined
  readonly finding?: number | undefined
  readonly alert?: number | undefined
  readonly next?: string | undefined
}

export const isComplete = ({ alert, figure, finding }: Seen): boolean => alert !== undefined && figure !== undefined && finding !== undefined

export interface Prometheus {
  readonly query: (expression: string) => Promise<ReadonlyArray<Known>>
  readonly stop: () => void
}

/** The label that Prometheus gives to what a runner says. */
export const instanceOf = ({ adminPort }: Home): string => `127.0.0.1:${adminPort}`

export const startPrometheus = async (homes: ReadonlyArray<Home>): Promise<Prometheus> => {
  const work = tempDir("crossdock-alarms-")
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  writeFileSync(join(work.path, "token"), metricsToken)
  writeFileSync(join(work.path, "alerts.yml"), readFileSync(join(deploy, "alerts.yml"), "utf8"))
  writeFileSync(join(work.path, "prometheus.yml"), readFileSync(join(deploy, "prometheus-one-node.yml"), "utf8")
    .replace("/run/secrets/metrics_token", join(work.path, "token"))
    .replace("\"runner:8081\"", homes.map((home) => `"${instanceOf(home)}"`).join(", "))
    .replaceAll("_interval: 10s", "_interval: 2s"))
  const running = spawn(Monitoring.programOf("prometheus")!.command, [`--config.file=${work.path}/prometheus.yml`, `--storage.tsdb.path=${work.path}/data`, `--web.listen-address=127.0.0.1:${port}`], { stdio: "ignore" })
  await eventually(async () => (await exchange(`${url}/-/ready`)).status === 200 || undefined, { what: "Prometheus", timeoutMs: 60_000 })
  return {
    query: async (expression) => JSON.parse((await exchange(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`)).body).data.result,
    stop: () => {
      running.kill("SIGKILL")
      work.remove()
    }
  }
}
