/** Starts a shop, two warehouses, and one or several runners on one database with an order desk and the books of the embedded ERP. */
import { call } from "@crossdock/e2e/support/envelope.ts"
import type { Known } from "@crossdock/e2e/support/http.ts"
import { eventually, type Running } from "@crossdock/e2e/support/processes.ts"
import { type Home, homeOf } from "@crossdock/e2e/support/runner.ts"
import { orderOf } from "@crossdock/e2e/support/world.ts"
import { join } from "node:path"
import * as DeskOracle from "../../oracle/Desk.ts"
import type * as DeskRefusals from "../../oracle/DeskRefusals.ts"
import * as Ledger from "../../oracle/Ledger.ts"
import type { Store } from "../Databases.ts"
import * as Random from "../Random.ts"
import type { Stage } from "../RunAndJudge.ts"
import { seed } from "../Settings.ts"
import * as WireLog from "../WireLog.ts"
import * as DeskShop from "./DeskShop.ts"
import * as DeskWarehouse from "./DeskWarehouse.ts"
import type { Manner } from "./EnvelopeService.ts"
import * as Reporter from "./Reporter.ts"
import type { Refusal } from "./WarehouseCalls.ts"

export type Opening = ReadonlyArray<{ readonly warehouse: "North" | "South"; readonly sku: string; readonly quantity: number }>

export interface Options {
  readonly store: Store
  /** The folder of the histories. */
  readonly folder: string
  /** The number of runners on one database; more than one only on PostgreSQL. Default: one. */
  readonly nodes?: number
  /** Milliseconds. Several nodes need at least 40 s, unless none is ever slow to die. */
  readonly visibilityDelay?: number
  readonly opening: Opening
  /** How the shop and the warehouses answer, and how an order is shipped. */
  readonly manner: (random: Random.Random) => (method: string) => Manner
  readonly course: (random: Random.Random) => (order: string, pieces: DeskOracle.Pieces) => DeskWarehouse.Course
  /** Whether the next create at a warehouse is refused. Default: no. */
  readonly refuses?: (random: Random.Random) => () => Refusal | undefined
  /** Milliseconds in which queries at the warehouses do not show a new order. Default: none. */
  readonly lag?: number
  /** Whether queries for many orders show all orders of a warehouse, whatever they ask for. Default: no. */
  readonly ignoresFilters?: boolean
  /** Whether the warehouses cannot be asked for the orders that they have. Default: no. */
  readonly isMute?: boolean
  /** The path of another build of the runner. */
  readonly program?: string
}

/** One of several runners. */
export interface Node {
  readonly isUp: () => boolean
  /** Starts the runner and waits until it is ready, or has ended at a failpoint. */
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<void>
  readonly kill: () => Promise<void>
  /** Whether it has ended by itself. */
  readonly hasEnded: () => boolean
}

export interface DeskWorld extends Stage<DeskOracle.Rule> {
  readonly random: Random.Random
  readonly nodes: ReadonlyArray<Node>
  readonly shop: DeskShop.Shop
  readonly warehouses: ReadonlyArray<DeskWarehouse.Warehouse>
  readonly reporter: Reporter.Reporter
  readonly query: Ledger.Query
  /** Sends a request to the admin API of a running node. */
  readonly admin: Home["admin"]
  readonly isMute: boolean
  /** Notes that a person has decided what becomes of an order. */
  readonly decides: (order: string) => void
  /** The ERP creates an order of its own at North, and repeats the call until it knows what became of it. */
  readonly direct: (number: string) => Promise<void>
}

/** The begin of the ERP's own numbers of its orders. */
export const ofErp = "ERP-"

/** How many balances, or orders, one request asks for. */
const limit = 200

/** What the runner tells people of refused orders. */
const toldOf = async (query: Ledger.Query): Promise<Pick<DeskRefusals.Refusals, "alarms" | "notes">> => {
  const rows = await query("select e.number, h.at, h.what, h.detail from history h join entity e on e.id = h.first_id where h.what in ('held', 'cancelled', 'alarm')")
  const all = rows.map((row) => ({ number: String(row["number"]), at: Number(row["at"]), what: String(row["what"]), text: String(row["detail"]) }))
  return {
    alarms: new Set(all.filter(({ what }) => what === "alarm").map(({ number }) => number)),
    notes: all.filter(({ what }) => what !== "alarm").map(({ at, number, text }) => ({ order: number, at, text }))
  }
}

export const open = async (options: Options): Promise<DeskWorld> => {
  const { course, folder, ignoresFilters = false, isMute = false, lag = 0, manner, nodes: count = 1, opening, program, refuses, store, visibilityDelay = 1500 } = options
  const random = Random.of(seed)
  const runners: Array<Running | undefined> = []
  const ended = new Set<Running>()
  const started: Array<Running> = []
  const homes: Array<Home> = []
  /** A running node, or else the first node, which refuses the connection. */
  const someHome = (): Home => {
    const up = homes.filter((_, index) => runners[index] !== undefined)
    return up.length === 0 ? homes[0]! : random.pick(up)
  }
  const messages = await WireLog.open(folder)
  const reporter = Reporter.make(() => someHome().url, messages)
  const answers = manner(random)
  const shop = await DeskShop.start({ folder, reporter, manner: answers, log: messages })
  const ships = course(random)
  const refusing = refuses?.(random) ?? (() => undefined)
  const house = (id: string, code: string, name: string) => DeskWarehouse.start({ folder, id, code, name, reporter, manner: answers, log: messages, course: ships, refuses: refusing, lag, ignoresFilters })
  const [north, south] = [await house("north", "WH-N", "North"), await house("south", "WH-S", "South")]
  const database = await store.create()
  while (homes.length < count) {
    homes.push(await homeOf({
      composition: new URL("../../compositions/desk.config.ts", import.meta.url).href,
      env: {
        FAULTS_SHOP_URL: shop.url,
        FAULTS_NORTH_URL: north.url,
        FAULTS_SOUTH_URL: south.url,
        FAULTS_POLL: "1000",
        FAULTS_VISIBILITY: String(visibilityDelay),
        ...(isMute && { FAULTS_MUTE: "1" }),
        FAULTS_DESK_STOCK: JSON.stringify(opening),
        ...(count > 1 && visibilityDelay >= 40_000 && { FAULTS_NODES: "several" })
      },
      // A busy machine starts slowly.
      patience: 120_000,
      ...(program !== undefined && { program }),
      ...(database !== undefined && { databaseUrl: database.url })
    }))
  }
  const query = database?.query ?? ((text) => Ledger.ofSqlite(join(homes[0]!.data, "crossdock.sqlite"))(text))
  const admin: Home["admin"] = (path, value) => someHome().admin(path, value)

  const kills: Array<number> = []
  const decided: Array<{ readonly order: string; readonly at: number }> = []
  const nodes = homes.map((home, index): Node => ({
    isUp: () => runners[index] !== undefined,
    start: async (env) => {
      const running = env === undefined ? await home.start() : await home.startDoomed(env)
      void running.exited.then(() => ended.add(running))
      runners[index] = running
      started.push(running)
    },
    kill: async () => {
      const doomed = runners[index]
      runners[index] = undefined
      await doomed?.kill()
      kills.push(Date.now())
    },
    hasEnded: () => {
      const running = runners[index]
      return running !== undefined && ended.has(running)
    }
  }))

  /** What an operator sees of the stock. */
  const balances = async (): Promise<ReadonlyArray<DeskOracle.Balance>> => {
    const found: Array<DeskOracle.Balance> = []
    let after: string | undefined
    do {
      const page = await admin(`/connections/books/stock?limit=${limit}${after === undefined ? "" : `&after=${encodeURIComponent(after)}`}`)
      for (const { available, reserved, sku, total, warehouseName } of page.items) {
        found.push({ warehouse: warehouseName, sku, total: Number(total), available: Number(available), reserved: Number(reserved ?? 0) })
      }
      after = page.next
    } while (after !== undefined)
    return found
  }

  /** What an operator sees of the orders that the desk holds. */
  const held = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await query("select e.number from desk_order o join entity e on e.id = o.entity where o.state = 'held'")
    const seen = new Map<string, string>()
    for (const { number } of rows) {
      const { items } = await admin(`/orders/${encodeURIComponent(String(number))}`)
      for (const { desk } of items) if (desk?.state === "held") seen.set(String(number), String(desk.because ?? ""))
    }
    return seen
  }

  const refusals = async (): Promise<DeskRefusals.Refusals> => ({
    creates: [north, south].flatMap(({ records }) => records.creates),
    questions: [north, south].flatMap(({ records }) => records.questions),
    refused: [north, south].flatMap(({ records }) => records.refused),
    ...await toldOf(query),
    kills,
    decided,
    visibilityDelay,
    isMute
  })

  const asked = new Map<string, boolean>()
  const direct = async (number: string): Promise<void> => {
    const content = orderOf(number, { onlineOrderId: `${ofErp}${number}`, warehouseCode: "WH-N", logisticsCode: "STD", skuList: [{ sku: "PLAIN", erpSku: "PLAIN", name: "Plain", quantity: "1", amount: 1 }] })
    const isAccepted = await eventually(async () => {
      const answer = await call({ accessId: "acc-north", secretKey: "shop-secret", url: someHome().service, method: "createOrder", content }).then((whole): Known => {
        messages.keepServed({ protocol: "warehouse-envelope", method: "createOrder", request: whole.sent, answer: whole })
        return whole.json
      }, () => undefined)
      if (answer?.success === true) return { is: true }
      return /^(DIFFERENT_CONTENT|DUPLICATE)/.test(String(answer?.message)) ? { is: false } : undefined
    }, { timeoutMs: 300_000, everyMs: 300, what: `an answer to the ERP's order ${number}` })
    asked.set(number, isAccepted.is)
  }
  const isDirect = ({ order }: DeskOracle.Issue): boolean => order.startsWith(ofErp)

  return {
    random,
    nodes,
    direct,
    shop,
    warehouses: [north, south],
    reporter,
    query,
    admin,
    messages,
    log: () => started.map((each) => each.stdout() + each.stderr()).join("\n"),
    judge: async () =>
      DeskOracle.judge({
        orders: shop.ordered(),
        issues: [...north.issues(), ...south.issues()].filter((issue) => !isDirect(issue)),
        direct: { asked, issues: north.issues().filter(isDirect) },
        parcels: [...north.parcels(), ...south.parcels()],
        notices: shop.notices(),
        opening: opening.map(({ quantity, sku, warehouse }) => ({ warehouse, sku, total: quantity })),
        balances: await balances(),
        held: await held(),
        written: messages.written(),
        ...(refuses !== undefined && { refusals: await refusals() })
      }),
    isMute,
    decides: (order) => void decided.push({ order, at: Date.now() }),
    close: async () => {
      reporter.stop()
      await Promise.all(homes.map((home) => home.remove()))
      await Promise.all([shop.close(), north.close(), south.close()])
      await messages.close()
      await database?.drop()
    }
  }
}

const waitsFor = "state in ('Pending', 'InFlight', 'Doubtful')"

/** What is not finished, as text: orders, creates and deliveries by state, with one number of each. */
const unfinished = async ({ query }: DeskWorld): Promise<string> => {
  const rows = [
    ...await query("select 'orders' as what, o.state, o.because, count(*) as n, min(e.number) as first from desk_order o join entity e on e.id = o.entity where o.state in ('due', 'waiting', 'placed') group by o.state, o.because"),
    ...await query(`select i.operation as what, i.state, '' as because, count(*) as n, min(e.number) as first from intent i join entity e on e.id = i.entity where i.${waitsFor} group by i.operation, i.state`),
    ...await query("select 'deliveries' as what, state, '' as because, count(*) as n, min(id) as first from delivery where state in ('Pending', 'InFlight') group by state")
  ]
  return rows.map(({ because, first, n, state, what }) => `${n} ${what} ${state}${because ? ` (${because})` : ""}, such as ${first}`).join("; ")
}

/** Waits until no order is decided or shipped any more, and nothing is sent. */
export const quiet = async (world: DeskWorld, timeoutMs: number): Promise<void> => {
  let left = ""
  await eventually(async () => {
    left = await unfinished(world)
    return left === "" ? true : undefined
  }, { timeoutMs, everyMs: 500, what: "an order desk with nothing left to do" }).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${left}`, { cause: error })
  })
}
