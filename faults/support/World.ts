/**
 * Starts a reporting provider, a runner process and a receiving ERP. The histories of both ends are in a folder that the
 * runner does not know.
 */
import { type Credential, call } from "@crossdock/e2e/support/envelope.ts"
import type { Known } from "@crossdock/e2e/support/http.ts"
import { type BreakableWarehouse, startBreakableWarehouse } from "@crossdock/e2e/support/peers.ts"
import { eventually, type Running } from "@crossdock/e2e/support/processes.ts"
import { type Home, homeOf } from "@crossdock/e2e/support/runner.ts"
import { Proxy } from "@crossdock/testkit/peers"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout as wait } from "node:timers/promises"
import * as History from "../oracle/History.ts"
import * as Ledger from "../oracle/Ledger.ts"
import * as Oracle from "../oracle/Oracle.ts"
import type { Asked, Call, Refusals, Run } from "../oracle/Run.ts"
import type { Store } from "./Databases.ts"
import * as BrokenAnswerProxy from "./BrokenAnswerProxy.ts"
import { environmentOf, scheduleOf, visibilityDelayOf } from "./Environment.ts"
import * as Messages from "./Messages.ts"
import * as Producer from "./Producer.ts"
import * as Random from "./Random.ts"
import { seed } from "./Settings.ts"
import * as Shop from "./Shop.ts"
import * as Sink from "./Sink.ts"
import * as WireLog from "./WireLog.ts"
import * as TimeLimits from "../../tools/time-limits.mjs"

/** What the other ERP signs its calls with. */
export const other: Credential = { accessId: "acc-other", secretKey: "shop-secret" }
export const shop: Credential = { accessId: "acc-shop", secretKey: "shop-secret" }
const south: Credential = { accessId: "acc-south", secretKey: "shop-secret" }
const provider: Credential = { accessId: "acc-demo", secretKey: "demo-secret" }

export interface Options {
  readonly store: Store
  /** Milliseconds before each attempt of a delivery; its length is the number of attempts. */
  readonly schedule?: ReadonlyArray<number>
  /** Default: nothing is polled and no create can succeed. */
  readonly hasWarehouse?: boolean
  /** Whether the provider cannot be asked for the orders that it has. Default: no. */
  readonly isMute?: boolean
  /** Whether the ERP also has a shop, which the runner polls. Default: no. */
  readonly hasShop?: boolean
  /** Whether the shop service shows the orders of all shops, whichever it is asked for. Default: no. */
  readonly showsAllShops?: boolean
  /** Milliseconds. */
  readonly visibilityDelay?: number
  readonly callerDeadline?: number
  /** Calls per second to the provider. */
  readonly deliveriesAtOnce?: number
  readonly callsPerSecond?: number
  /** The number of runners on one database; more than one only on PostgreSQL. Default: one. */
  readonly nodes?: number
  /** With two merchants, both use the same numbers at one provider, each with a prefix, and each has a shop at one service. Default: one, without a prefix. */
  readonly merchants?: 1 | 2
  /** Default: hold. */
  readonly onDead?: "hold" | "continue"
  /** A second runner on the same PostgreSQL database, with additional environment variables. */
  readonly second?: Readonly<Record<string, string>>
  /** The path of another build of the runner. */
  readonly program?: string
  /** Environment variables for every start of the runner. */
  readonly env?: Readonly<Record<string, string>>
  /** The ERP's address for the runner, from the port of the proxy. Default: the proxy at 127.0.0.1. */
  readonly erpUrl?: (port: number) => string
  /** The provider's address for the runner, from the address of the proxy. Default: the proxy. */
  readonly serviceUrl?: (url: string) => string
  /** Another ERP with its own provider: the same sink at an address that always works. */
  readonly hasOther?: boolean
  /** Default: the producer sends the messages of each entity in order. */
  readonly isOrdered?: boolean
  readonly patience?: number
  /** The folder of the histories. */
  readonly folder: string
}

/** One of several runners. */
export interface Node {
  readonly isUp: () => boolean
  readonly start: () => Promise<void>
  /** Kills the node; returns what was in flight on all nodes. */
  readonly kill: () => Promise<number>
  /** Suspends the process for so many milliseconds; the other nodes go on. */
  readonly suspend: (milliseconds: number) => Promise<void>
}

export interface World {
  readonly random: Random.Random
  readonly home: Home
  readonly second: Home | undefined
  readonly nodes: ReadonlyArray<Node>
  /** Its accessId, and the prefix of its numbers at the provider. */
  readonly merchants: ReadonlyArray<Sink.Merchant>
  /** What the callers know at the end, by the number at the provider; empty if the run checks them in another way. */
  readonly wanted: Map<string, "stands" | "cancelled">
  /** The orders about whose create a person has decided. */
  readonly decided: Set<string>
  readonly sink: Sink.Sink
  /** The messages on the wire. */
  readonly messages: WireLog.WireLog
  readonly producer: Producer.Producer
  readonly warehouse: BreakableWarehouse
  /** Only with `hasShop`. */
  readonly shop: Shop.Shop | undefined
  /** The proxy in front of the provider. */
  readonly front: BrokenAnswerProxy.Front
  /** All calls that the provider received. */
  readonly calls: () => ReadonlyArray<Call>
  readonly deeds: History.Journal<History.Deed>
  readonly query: Ledger.Query
  /** Changes rows of the database directly; on SQLite the runner is stopped. */
  readonly execute: (text: string) => Promise<void>
  /** The name of the database; empty for SQLite. */
  readonly database: string
  /** The proxy between the runner and the ERP. */
  readonly wire: Proxy.Listening
  /**
   * Starts the runner, or another build of it, and waits until it is ready, or has ended at a failpoint; returns how long that took,
   * in milliseconds.
   */
  readonly start: (env?: Readonly<Record<string, string>>, program?: string) => Promise<number>
  /** Starts the runner and waits until it says whether it is ready. */
  readonly startUntilItAnswers: () => Promise<void>
  readonly runner: () => Running
  /** The output of the current runner, or of all that were started. */
  readonly log: () => string
  /** Waits until the runner has ended by itself. */
  readonly hasEnded: () => boolean
  /** Kills the runner; returns what was in flight. */
  readonly kill: () => Promise<number>
  /** Sends SIGTERM and waits for the end. */
  readonly stop: () => Promise<void>
  readonly breaks: (what: string, part?: "peer" | "store" | "machine") => void
  readonly heals: () => void
  /** Sends a call of the ERP to a running node; undefined if the connection broke. */
  readonly ask: (method: string, content: unknown, as?: Credential) => Promise<Known | undefined>
  /** Sends a request to the admin API of a running node. */
  readonly admin: Home["admin"]
  /** Waits until no delivery is pending or in flight. */
  readonly quiet: (timeoutMs?: number) => Promise<void>
  /** Counts the deliveries by state in the database. */
  readonly depth: () => Promise<Readonly<Record<string, number>>>
  /**
   * Milliseconds in which something had to be done that so many are enough for on a machine of its own. `from` and `to` are times of the clock;
   * `to` is now by default.
   */
  readonly allowed: TimeLimits.TimeLimits["allowed"]
  /** Evaluates the run so far while the runner is up. */
  readonly judge: () => Promise<ReadonlyArray<Oracle.Violation>>
  readonly close: () => Promise<void>
}

/** How often the histories, the database and the metrics are read until they are of one moment, a tenth of a second after each other. */
const mostTries = 100

/** A query of one order may also be about a create without an outcome; one of many is a poll. */
const callOf = ({ at, content, method, via }: BrokenAnswerProxy.Heard): Call => ({
  at,
  node: via,
  isPoll: method === "getOrderList" && JSON.parse(content).orderNumberList.length > 1
})

export const open = async (options: Options): Promise<World> => {
  const { folder } = options
  const limits = TimeLimits.measure()
  const deeds = await History.open<History.Deed>(join(folder, "deeds.ndjson"))
  const merchants = options.merchants === 2 ? [{ ...shop, prefix: "N-" }, { ...south, prefix: "S-" }] : [{ ...shop, prefix: "" }]
  const messages = await WireLog.open(folder)
  const sink = await Sink.start(folder, merchants, messages)
  const warehouse = await startBreakableWarehouse({ books: join(folder, "warehouse.ndjson") })
  const wire = await Proxy.listen({ target: { port: sink.port } })
  const front = await BrokenAnswerProxy.start(warehouse.url, messages)
  const database = await options.store.create()
  const producer = await Producer.make({ folder, base: () => `${someHome().url}/callbacks`, credential: provider, log: messages })
  const shopPeer = options.hasShop === true ? await Shop.start({ credential: provider, history: producer.history, showsAllShops: options.showsAllShops === true, log: messages }) : undefined
  const homeWith = (more: Readonly<Record<string, string>> = {}) => homeOf({
    composition: new URL("../compositions/faults.config.ts", import.meta.url).href,
    env: { ...environmentOf(options, { erpProxy: wire.port, erp: sink.port, provider: front.url, shop: shopPeer?.url }), ...more },
    // A busy machine starts slowly.
    patience: 120_000,
    ...(options.program !== undefined && { program: options.program }),
    ...(database !== undefined && { databaseUrl: database.url })
  })
  /** Each of several nodes calls the provider and the shop at an address of its own, by which the calls are told apart. */
  const ownAddress = (index: number): Readonly<Record<string, string>> =>
    (options.nodes ?? 1) > 1
      ? { FAULTS_SERVICE_URL: `${front.url}/${index}`, ...(shopPeer !== undefined && { FAULTS_SHOP_URL: `${shopPeer.url}/${index}` }) }
      : {}
  const home = await homeWith(ownAddress(0))
  const second = options.second === undefined ? undefined : await homeWith(options.second)
  const query = database?.query ?? ((text) => Ledger.ofSqlite(join(home.data, "crossdock.sqlite"))(text))
  const homes = [home]
  while (homes.length < (options.nodes ?? 1)) homes.push(await homeWith(ownAddress(homes.length)))
  const random = Random.of(seed)
  const runners: Array<Running | undefined> = homes.map(() => undefined)
  const suspended = new Set<number>()
  const lives = (index: number): boolean => runners[index] !== undefined && !suspended.has(index)
  /** How often the owner of a job may have changed. */
  let handovers = 0
  /** A running node, or else the first node, which refuses the connection. */
  const someHome = (): Home => {
    const up = homes.filter((_, index) => lives(index))
    return up.length === 0 ? home : random.pick(up)
  }
  const wanted = new Map<string, "stands" | "cancelled">()
  const decided = new Set<string>()
  const asked: Array<Asked> = []
  let runner: Running | undefined
  const earlier: Array<Running> = []
  let isOver = false

  const depth = async () =>
    Object.fromEntries((await query("select state, count(*) as n from delivery group by state")).map((row) => [String(row["state"]), Number(row["n"])]))

  const metrics = async (): Promise<Readonly<Record<string, number>>> => {
    const found: Record<string, number> = {}
    for (const [, state, count] of (await home.metrics()).matchAll(/^crossdock_outbox_depth\{[^}]*state="(\w+)"[^}]*\} (\d+)$/gm)) {
      found[state!] = (found[state!] ?? 0) + Number(count)
    }
    return found
  }

  /** Reads the histories, the database and the metrics at one quiet moment, because polls may change them in between. */
  const seen = async (): Promise<Pick<Run, "depth" | "histories" | "ledger">> => {
    for (let tries = 0;; tries++) {
      const [arrivals, effects] = [[...sink.arrivals.lines()], [...sink.effects.lines()]]
      const ledger = await Ledger.read(query, prefixOf)
      const told = await metrics()
      const count = (state: string) => ledger.deliveries.filter((each) => each.state === state).length
      const isQuiet = count("InFlight") === 0 && ["Pending", "InFlight", "Dead"].every((state) => count(state) === (told[state] ?? 0))
      if (tries === mostTries || (isQuiet && arrivals.length === sink.arrivals.lines().length && effects.length === sink.effects.lines().length)) {
        return { histories: { producer: producer.history.lines(), arrivals, effects, deeds: deeds.lines() }, ledger, depth: told }
      }
      await wait(100)
    }
  }

  const prefixOf = (scope: string): string => merchants.find(({ accessId }) => scope.split(":").includes(accessId))?.prefix ?? ""

  /** What the provider refused, if it did. */
  const refusals = async (): Promise<Refusals | undefined> => {
    if (front.refused.length === 0) return undefined
    const alarms = await query("select e.scope, e.number from history h join entity e on e.id = h.first_id where h.what = 'alarm'")
    return {
      refused: front.refused.map(({ answeredAt, at, content, isDone, text }) => ({ entity: Messages.orderNumberOf(content), heardAt: at, answeredAt, text, isDone })),
      asked,
      heard: front.heard.flatMap(({ at, content, method }) => {
        const isCreate = method === "createOrder"
        const entities = isCreate ? [Messages.orderNumberOf(content)] : Messages.ordersAskedFor(method, content)
        return entities.map((entity) => ({ entity, at, isCreate }))
      }),
      alarms: new Set(alarms.map((row) => prefixOf(String(row["scope"])) + String(row["number"]))),
      decided,
      visibilityDelay: visibilityDelayOf(options),
      isMute: options.isMute === true,
      allowed: limits.allowed
    }
  }

  const inFlight = async () => Number((await query("select count(*) as n from delivery where state = 'InFlight'"))[0]?.["n"] ?? 0)

  const nodes = homes.map((each, index): Node => ({
    isUp: () => lives(index),
    start: async () => {
      const started = await each.start()
      runners[index] = started
      earlier.push(started)
      handovers += 1
      if (index === 0) runner = started
      await deeds.append({ is: "ready", at: Date.now() })
    },
    kill: async () => {
      const doomed = runners[index]!
      runners[index] = undefined
      handovers += 1
      await doomed.kill()
      const at = Date.now()
      const lost = await inFlight()
      await deeds.append({ is: "killed", at, inFlight: lost })
      // The other nodes continue.
      if (runners.some((other) => other !== undefined)) await deeds.append({ is: "ready", at: Date.now() })
      return lost
    },
    suspend: async (milliseconds) => {
      const { pid } = runners[index]!
      suspended.add(index)
      handovers += 2
      process.kill(pid, "SIGSTOP")
      try {
        await wait(milliseconds)
      } finally {
        process.kill(pid, "SIGCONT")
        suspended.delete(index)
      }
    }
  }))

  /** Takes a started runner for the one of this world, from when it answers. */
  const begun = async (starting: Promise<Running>): Promise<void> => {
    runner = await starting
    isOver = false
    runners[0] = runner
    const started = runner
    void started.exited.then(() => {
      if (runner === started) isOver = true
    })
    await deeds.append({ is: "ready", at: Date.now() })
  }

  const world: World = {
    random,
    home,
    second,
    nodes,
    merchants,
    wanted,
    decided,
    sink,
    messages,
    producer,
    warehouse,
    shop: shopPeer,
    front,
    calls: () => front.heard.map(callOf),
    deeds,
    query,
    execute: async (text) => {
      if (database !== undefined) return void await database.query(text)
      const db = new DatabaseSync(join(home.data, "crossdock.sqlite"))
      db.exec(text)
      db.close()
    },
    database: database?.name ?? "",
    wire,
    start: async (env, program) => {
      messages.leaveOut(program !== undefined)
      const before = Date.now()
      // Under load the process may reach its failpoint before it was seen ready.
      await begun(env?.["FAULTS_FAILPOINT"] === undefined ? home.start(env, [], program) : home.startDoomed(env))
      return Date.now() - before
    },
    startUntilItAnswers: () => begun(home.startUntilItAnswers()),
    runner: () => runner!,
    log: () => [...new Set([...earlier, ...(runner === undefined ? [] : [runner])])].map((each) => each.stdout() + each.stderr()).join("\n"),
    hasEnded: () => isOver,
    kill: async () => {
      await runner!.kill()
      const at = Date.now()
      const lost = await inFlight()
      await deeds.append({ is: "killed", at, inFlight: lost })
      return lost
    },
    stop: async () => {
      await runner!.stop(40_000)
      await deeds.append({ is: "stopped", at: Date.now() })
    },
    breaks: (what, part = "peer") => void deeds.append({ is: "broken", at: Date.now(), part, what }),
    heals: () => void deeds.append({ is: "healed", at: Date.now() }),
    ask: async (method, content, as = shop) => {
      const sentAt = Date.now()
      const answer = await call({ accessId: as.accessId, secretKey: as.secretKey, url: someHome().service, method, content }).then((whole) => {
        messages.keepServed({ protocol: "warehouse-envelope", method, request: whole.sent, answer: whole })
        return whole.json
      }, () => undefined)
      if (method === "createOrder") {
        const prefix = merchants.find(({ accessId }) => accessId === as.accessId)?.prefix ?? ""
        asked.push({
          entity: prefix + Messages.orderNumberOf(JSON.stringify(content)),
          sentAt,
          endedAt: Date.now(),
          ...(answer !== undefined && { answer: { isSuccess: String(answer.success) === "true", message: String(answer.message ?? "") } })
        })
      }
      return answer
    },
    admin: (path, value) => someHome().admin(path, value),
    quiet: async (timeoutMs = 60_000) => {
      await eventually(async () => {
        const { InFlight = 0, Pending = 0 } = await depth()
        return InFlight + Pending === 0 ? true : undefined
      }, { timeoutMs, everyMs: 150, what: "a runner with nothing left to deliver" }).catch(async (error: unknown) => {
        const now = Date.now()
        const left = await query("select state, attempt, count(*) as n, min(due_at) as due_at, min(leased_until) as leased_until from delivery where state in ('Pending', 'InFlight') group by state, attempt")
        const told = left.map((row) => `${row["n"]} ${row["state"]} after ${row["attempt"]} attempts, due in ${Number(row["due_at"]) - now} ms, held for ${Number(row["leased_until"]) - now} ms`)
        throw new Error(`${String(error)}: ${told.join("; ")}`, { cause: error })
      })
    },
    depth,
    allowed: limits.allowed,
    judge: async () => {
      const { asns, orders } = await warehouse.books()
      const isTrade = wanted.size > 0
      const refused = await refusals()
      const run: Run = {
        ...(await seen()),
        objects: [
          ...orders.map(({ orderNumber, status, warehouseOrderNumber }) => ({ entity: orderNumber, phase: Messages.phaseOf(status), issue: warehouseOrderNumber })),
          ...(isTrade
            ? asns.map(({ asnNumber, lines, wmsStatus }) => ({ entity: asnNumber, phase: Messages.phaseOf(wmsStatus), pieces: lines.reduce((sum, { bad, good }) => sum + good + bad, 0) }))
            : [])
        ],
        ...(isTrade && { wanted }),
        ...(refused !== undefined && { refusals: refused }),
        ...(homes.length > 1 && { calls: { heard: world.calls(), handovers, ...(options.callsPerSecond !== undefined && { callsPerSecond: options.callsPerSecond }) } }),
        written: messages.written(),
        isOnlyPushes: options.hasWarehouse !== true && shopPeer === undefined,
        isOrdered: options.isOrdered !== false,
        patience: options.patience ?? 10_000,
        allowed: limits.allowed,
        mostAttempts: scheduleOf(options).length
      }
      return Oracle.judge(run)
    },
    close: async () => {
      producer.stop()
      await limits.stop()
      await Promise.all([...homes, ...(second === undefined ? [] : [second])].map((each) => each.remove()))
      await Promise.all([wire.close(), sink.close(), front.close(), shopPeer?.close(), warehouse.stop()])
      await Promise.all([producer.history.close(), deeds.close(), messages.close()])
      await database?.drop()
    }
  }
  return world
}
