/**
 * Three PostgreSQL servers under Patroni with etcd, a PgBouncer beside each, and HAProxy in front of them, with the settings of
 * `deploy/failover`. What the machines of the guide have in common is one process here: etcd, and HAProxy.
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import pg from "pg"
import { fastFolder } from "../../tools/memory.mjs"
import { type Programs, unpacked } from "../../tools/peers/failover.mjs"
import { freePort, systemUser } from "../../tools/peers/postgres.mjs"
import type { Store } from "./Databases.ts"

/** `machine`: everything of it ends at once. `server`: PostgreSQL alone ends. */
export type Loss = "machine" | "server"

export interface PatroniCluster {
  readonly store: Store
  /** The address of PgBouncer beside the primary with another pool mode, for a database. */
  readonly urlOf: (database: string, mode: "session" | "transaction") => string
  /** The name of the primary. */
  readonly primary: () => Promise<string>
  /** Ends the primary and waits until another machine is the primary. */
  readonly lose: (name: string, how: Loss) => Promise<void>
  /** Starts a machine again, if it does not run, and waits until the primary has a synchronous standby and all three are members. */
  readonly repair: (name: string) => Promise<void>
  readonly stop: () => Promise<void>
}

const settings = fileURLToPath(new URL("../../deploy/failover/", import.meta.url))
const names = ["pg-1", "pg-2", "pg-3"] as const
const passwordOf = "change-me-superuser"
const patience = { timeoutMs: 60_000, everyMs: 250 } as const

interface Ports {
  readonly postgres: number
  readonly pooler: number
  readonly rest: number
}

/** Replaces texts in a file of `deploy/failover`, each of which has to be there. */
const settingsOf = (file: string, changes: ReadonlyArray<readonly [string, string]>): string =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`deploy/failover/${file} has no ${JSON.stringify(from)}`)
    return text.replaceAll(from, to)
  }, readFileSync(join(settings, file), "utf8"))

/** A process that is started again and again. */
const keeper = (folder: string, programs: Programs) => {
  const user = systemUser()
  const running = new Map<string, ChildProcess>()
  const own = (path: string) => user !== undefined && chownSync(path, user.uid, user.gid)
  const output = new Map<string, string>()
  return {
    /** Writes a file that the processes may read. */
    write: (name: string, text: string): string => {
      const path = join(folder, name)
      writeFileSync(path, text)
      own(path)
      return path
    },
    makeFolder: (name: string): string => {
      const path = join(folder, name)
      mkdirSync(path, { mode: 0o700, recursive: true })
      own(path)
      return path
    },
    /** Each process has the folder `home` for what programs keep there, such as passwords. */
    start: (name: string, command: string, args: ReadonlyArray<string>, home = folder): void => {
      const child = spawn(command, [...args], { ...user, cwd: home, env: { ...process.env, ...programs.env, HOME: home }, stdio: ["ignore", "pipe", "pipe"] })
      running.set(name, child)
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => output.set(name, `${output.get(name) ?? ""}${text}`.slice(-20_000)))
      }
    },
    kill: async (name: string): Promise<void> => {
      const child = running.get(name)
      running.delete(name)
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once("exit", resolve))
      child.kill("SIGKILL")
      await ended
    },
    runs: (name: string) => running.has(name),
    names: () => [...running.keys()],
    said: () => [...output].map(([name, text]) => `${name}:\n${text.slice(-2000)}`).join("\n")
  }
}

const isPrimary = async ({ rest }: Ports): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${rest}/primary`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined))?.status === 200

interface Member {
  readonly role: string
  readonly state: string
}

const membersOf = async ({ rest }: Ports): Promise<ReadonlyArray<Member>> => {
  const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
  return answer === undefined ? [] : ((await answer.json()) as { readonly members: ReadonlyArray<Member> }).members
}

const killPid = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It has ended already.
  }
}

/** Where everything listens, and keeps its files. */
interface Places {
  readonly folder: string
  readonly etcd: number
  readonly etcdPeer: number
  /** HAProxy. */
  readonly front: number
  /** A PgBouncer in transaction mode. */
  readonly transactions: number
  readonly portsOf: (name: string) => Ports
  readonly dataOf: (name: string) => string
}

const placesIn = async (folder: string): Promise<Places> => {
  const ports = new Map<string, Ports>()
  for (const name of names) ports.set(name, { postgres: await freePort(), pooler: await freePort(), rest: await freePort() })
  return {
    folder,
    etcd: await freePort(),
    etcdPeer: await freePort(),
    front: await freePort(),
    transactions: await freePort(),
    portsOf: (name) => ports.get(name)!,
    dataOf: (name) => join(folder, `${name}-data`)
  }
}

/** Starts each program with its file of `deploy/failover`, whose addresses and paths are replaced. */
const startersOf = ({ dataOf, etcd, etcdPeer, folder, front, portsOf }: Places, processes: ReturnType<typeof keeper>, programs: Programs) => {
  const startEtcd = () => {
    const file = processes.write("etcd.yml", settingsOf("etcd.yml", [
      ["/var/lib/etcd/crossdock", processes.makeFolder("etcd")],
      ["initial-cluster: pg-1=http://pg-1:2380,pg-2=http://pg-2:2380,pg-3=http://pg-3:2380", `initial-cluster: pg-1=http://127.0.0.1:${etcdPeer}`],
      ["0.0.0.0:2379", `127.0.0.1:${etcd}`],
      ["pg-1:2379", `127.0.0.1:${etcd}`],
      ["0.0.0.0:2380", `127.0.0.1:${etcdPeer}`],
      ["pg-1:2380", `127.0.0.1:${etcdPeer}`]
    ]))
    processes.start("etcd", programs.pathOf("usr/bin/etcd"), ["--config-file", file])
  }

  const startPooler = (name: string, pool: "session" | "transaction" = "session", at = portsOf(name).pooler) => {
    const file = processes.write(`${name}-${pool}.ini`, settingsOf("pgbouncer.ini", [
      ["crossdock = host=127.0.0.1 port=5432 dbname=crossdock", `* = host=127.0.0.1 port=${portsOf(name).postgres}`],
      ["listen_addr = 0.0.0.0", "listen_addr = 127.0.0.1\nunix_socket_dir ="],
      ["listen_port = 6432", `listen_port = ${at}`],
      ["/etc/pgbouncer/userlist.txt", processes.write("userlist.txt", `"postgres" "${passwordOf}"\n`)],
      ["pool_mode = session", `pool_mode = ${pool}`],
      ["/var/log/postgresql/pgbouncer.log", join(folder, `${name}-${pool}.log`)],
      ["/var/run/postgresql/pgbouncer.pid", join(folder, `${name}-${pool}.pid`)]
    ]))
    processes.start(`${name} ${pool}`, programs.pathOf("usr/sbin/pgbouncer"), [file])
  }

  const startMachine = (name: string) => {
    const own = portsOf(name)
    const file = processes.write(`${name}.yml`, settingsOf("patroni.yml", [
      ["pg-1:2379,pg-2:2379,pg-3:2379", `127.0.0.1:${etcd}`],
      ["0.0.0.0:8008", `127.0.0.1:${own.rest}`],
      ["pg-1:8008", `127.0.0.1:${own.rest}`],
      ["0.0.0.0:5432", `127.0.0.1:${own.postgres}`],
      ["pg-1:5432", `127.0.0.1:${own.postgres}`],
      ["name: pg-1", `name: ${name}`],
      ["/var/lib/postgresql/15/crossdock", dataOf(name)],
      ["/usr/lib/postgresql/15/bin", programs.pathOf("usr/lib/postgresql/15/bin")],
      ["max_connections: 200", `max_connections: 200\n        unix_socket_directories: "${folder}"`]
    ]))
    processes.start(`${name} patroni`, "python3", [programs.pathOf("usr/bin/patroni"), file], processes.makeFolder(`${name}-home`))
    startPooler(name)
  }

  const startProxy = () => {
    const file = processes.write("haproxy.cfg", settingsOf("haproxy.cfg", [
      ["bind 127.0.0.1:5000", `bind 127.0.0.1:${front}`],
      [" check port 8008", " check"],
      ...names.map((name) => [`server ${name} ${name}:6432`, `server ${name} 127.0.0.1:${portsOf(name).pooler} port ${portsOf(name).rest}`] as const)
    ]))
    processes.start("haproxy", programs.pathOf("usr/sbin/haproxy"), ["-f", file])
  }

  return { startEtcd, startMachine, startPooler, startProxy }
}

/** What the cluster says of itself. */
const watchOf = ({ portsOf }: Places, processes: ReturnType<typeof keeper>) => {
  const primary = () =>
    eventually(async () => {
      for (const name of names) if (processes.runs(`${name} patroni`) && await isPrimary(portsOf(name))) return name
      return undefined
    }, { ...patience, what: "a primary" })

  const isWhole = async (): Promise<true | undefined> => {
    const members = await membersOf(portsOf(await primary()))
    const isUp = members.length === names.length && members.every(({ state }) => state === "running" || state === "streaming")
    return isUp && members.some(({ role }) => role === "sync_standby") ? true : undefined
  }

  const whole = () =>
    eventually(isWhole, { ...patience, what: "three members with a synchronous standby" }).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${processes.said()}`, { cause: error })
    })

  return { primary, whole }
}

/** Starts the cluster. It takes half a minute. */
export const startPatroniCluster = async (): Promise<PatroniCluster> => {
  const programs = unpacked()
  const folder = mkdtempSync(join(fastFolder(), "crossdock-patroni-"))
  chmodSync(folder, 0o777)
  const processes = keeper(folder, programs)
  const places = await placesIn(folder)
  const { dataOf, front, transactions } = places
  const { startEtcd, startMachine, startPooler, startProxy } = startersOf(places, processes, programs)
  const { primary, whole } = watchOf(places, processes)

  const addressOf = (port: number, database: string) => `postgres://postgres:${passwordOf}@127.0.0.1:${port}/${encodeURIComponent(database)}`
  const query = async (database: string, text: string) => {
    const client = new pg.Client({ connectionString: addressOf(front, database), connectionTimeoutMillis: 5000 })
    client.on("error", () => {})
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  /** Reads of a test wait for a primary. */
  const asked = (database: string, text: string) =>
    eventually(() => query(database, text).catch(() => undefined), { timeoutMs: 60_000, everyMs: 500, what: "an answer of the primary" })

  startEtcd()
  for (const name of names) startMachine(name)
  startProxy()
  await whole()
  startPooler(await primary(), "transaction", transactions)

  return {
    store: {
      name: "PostgreSQL",
      create: async () => {
        await asked("postgres", "create database crossdock")
        return { name: "crossdock", url: addressOf(front, "crossdock"), query: (text) => asked("crossdock", text), drop: () => Promise.resolve() }
      }
    },
    urlOf: (database, mode) => addressOf(mode === "session" ? front : transactions, database),
    primary,
    lose: async (name, how) => {
      const postmaster = Number(readFileSync(join(dataOf(name), "postmaster.pid"), "utf8").split("\n")[0])
      if (how === "machine") await Promise.all(["patroni", "session"].map((part) => processes.kill(`${name} ${part}`)))
      killPid(postmaster)
      await eventually(async () => (await primary()) !== name ? true : undefined, { ...patience, what: "another primary" })
    },
    repair: async (name) => {
      if (!processes.runs(`${name} patroni`)) startMachine(name)
      await whole()
    },
    stop: async () => {
      await Promise.all(processes.names().filter((name) => name.endsWith(" patroni")).map(processes.kill))
      for (const name of names) {
        try {
          killPid(Number(readFileSync(join(dataOf(name), "postmaster.pid"), "utf8").split("\n")[0]))
        } catch {
          // It does not run.
        }
      }
      await Promise.all(processes.names().map(processes.kill))
      rmSync(folder, { recursive: true, force: true })
      programs.remove()
    }
  }
}
