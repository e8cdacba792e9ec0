/**
 * Merchants create, cancel and reissue orders under the same number and announce goods, while nodes of the runner are killed.
 * The provider sends callbacks or is polled. Some callbacks arrive before their create is answered, and some about an
 * earlier issue after a later one was created.
 */
import { eventually } from "@crossdock/e2e/support/processes.ts"
import { asnOf, orderOf } from "@crossdock/e2e/support/world.ts"
import { MalformedAnswers } from "@crossdock/testkit/peers"
import { setTimeout as wait } from "node:timers/promises"
import { changesOf } from "../oracle/Calls.ts"
import type { Trouble } from "../support/BrokenAnswerProxy.ts"
import { issued, named, steps } from "../support/Messages.ts"
import type { Figures } from "../support/RunAndJudge.ts"
import type { Random } from "../support/Random.ts"
import type { Merchant } from "../support/Sink.ts"
import type { World } from "../support/World.ts"
import { settled } from "./Creates.ts"

export interface Size {
  /** The orders of each merchant, plus further ones until the last kill. */
  readonly orders: number
  readonly announced: number
  /** Concurrent callers of each merchant. */
  readonly callers: number
  readonly kills: number
  /** The maximum milliseconds between kills, or exactly so many. */
  readonly apart: number | { readonly every: number }
  /** For so many milliseconds a node is suspended, one after the other while nodes are killed. */
  readonly suspended?: ReadonlyArray<number>
  /** Milliseconds until a killed node is restarted. */
  readonly away: (random: Random) => number
  /** Whether requests to the provider are lost as well, and not only its answers. */
  readonly losesRequests: boolean
}

const patience = { timeoutMs: 300_000, everyMs: 150 } as const
/** The batches of an inbound order. */
const batches = 3
const piecesPerBatch = 2

/** What a caller does with an accepted order. */
const courseOf = (index: number): "keeps" | "cancels" | "issues again" | "issues twice again" =>
  index % 16 === 3 ? "issues again" : index % 16 === 11 ? "issues twice again" : index % 10 === 7 ? "cancels" : "keeps"

const trade = ({ announced, callers, losesRequests, orders }: Size, world: World) => {
  const { front, merchants, producer, random, sink, wanted, warehouse } = world
  const counts = { issuedAgain: 0, shippedFirst: 0, told: 0 }

    const working = new Set<Promise<void>>()
  const works = (work: Promise<void>): void => {
    working.add(work)
    void work.finally(() => working.delete(work))
  }
  const ways = MalformedAnswers.kinds.filter((way) => way !== "drip" && way !== "hang" && way !== "429" && (losesRequests || MalformedAnswers.hasActed(way)))
  const trouble = (): Trouble | undefined => {
    if (random.below(10) > 0) return undefined
    const way = random.pick(ways)
    return { way, acts: !losesRequests || random.below(2) === 0 }
  }

  const isStanding = async (act: Promise<unknown>): Promise<boolean> =>
    act.then(() => true, (error: unknown) => {
      if (/no open order/.test(String(error))) return false
      throw error
    })

  /** One issue until it is shipped or cancelled; `at` counts its steps. */
  const carry = async (entity: string, issue: string, at: number): Promise<void> => {
    for (const step of steps.slice(at + 1)) {
      await wait(300 + random.below(2500))
      const moves = step === "SHIPPED"
        ? warehouse.ship({ warehouseOrderNumber: issue, trackingNumber: `TRK-${issue}` })
        : warehouse.move({ warehouseOrderNumber: issue, wmsStatus: step })
      if (!(await isStanding(moves))) return
      if (random.below(10) < 7) await producer.insist(issued(entity, issue, step))
    }
  }

  const receive = async (entity: string, sku: string): Promise<void> => {
    for (let at = 1; at <= batches; at++) {
      await wait(100 + random.below(1500))
      const isLast = at === batches
      await warehouse.receive({ asnNumber: entity, lines: [{ sku, good: piecesPerBatch }], finish: isLast })
      if (random.below(10) < 7) await producer.insist(named(entity, at, sku, piecesPerBatch, isLast))
    }
  }

  const announcedThere = new Set<string>()
  const issues = new Map<string, Array<string>>()
  front.listens(async ({ content, method }, answer) => {
    const asked = content === "" ? {} : JSON.parse(content)
    const said = JSON.parse(answer)
    if (String(said.success) !== "true") return
    if (method === "createOrder") {
      const [entity, issue] = [String(asked.orderNumber), String(said.data.warehouseOrderNumber)]
      issues.set(entity, [...(issues.get(entity) ?? []), issue])
      // Before the create is answered.
      const isEarly = random.below(4) === 0 && (await isStanding(warehouse.move({ warehouseOrderNumber: issue, wmsStatus: "PICKING" })))
      const early = isEarly ? producer.insist(issued(entity, issue, "PICKING")) : Promise.resolve()
      works(early.then(() => carry(entity, issue, isEarly ? 1 : 0)))
      await Promise.race([early, wait(500)])
    }
    if (method === "cancelOrder") {
      const issue = issues.get(String(asked.orderNumber))?.at(-1)
      // Late, when a later issue may exist.
      if (issue !== undefined && random.below(10) < 7) works(wait(random.below(4000)).then(() => producer.insist(issued(String(asked.orderNumber), issue, "CANCELLED"))))
    }
    if (method === "createAsnOrder" && !announcedThere.has(String(asked.asnNumber))) {
      announcedThere.add(String(asked.asnNumber))
      works(receive(String(asked.asnNumber), String(asked.skuList[0].sku)))
    }
  })

    const insist = async (method: string, content: unknown, as: Merchant, isAnswer: (message: string, isSuccess: boolean) => boolean): Promise<string> => {
    let last = "no answer"
    return eventually(async () => {
      const answer = await world.ask(method, content, as)
      if (answer === undefined) return undefined
      counts.told += 1
      const [isSuccess, message] = [String(answer.success) === "true", String(answer.message ?? answer.errorMsg ?? "")]
      last = isSuccess ? "a success" : message
      return isAnswer(message, isSuccess) ? (isSuccess ? "done" : message) : undefined
    }, { ...patience, what: `an answer to ${method} of ${JSON.stringify(content).slice(0, 80)}` }).catch((error: unknown) => {
      throw new Error(`${String(error)}; the last one was: ${last}`, { cause: error })
    })
  }

  const create = (number: string, as: Merchant) => insist("createOrder", orderOf(number), as, (_, isSuccess) => isSuccess)

  /** False if the order had already been shipped. */
  const cancel = async (number: string, as: Merchant): Promise<boolean> =>
    (await insist("cancelOrder", { orderNumber: number }, as, (message, isSuccess) => isSuccess || /shipped|SHIPPED/.test(message))) === "done"

  const order = async (index: number, as: Merchant): Promise<void> => {
    const number = `SO-${index}`
    await create(number, as)
    wanted.set(as.prefix + number, "stands")
    const course = courseOf(index)
    if (course === "keeps") {
      if (random.below(10) === 0) await world.ask("createOrder", orderOf(number), as)
      return
    }
    for (let again = course === "issues twice again" ? 2 : course === "issues again" ? 1 : 0; again >= 0; again--) {
      await wait(random.below(1200))
      if (!(await cancel(number, as))) {
        counts.shippedFirst += 1
        return
      }
      wanted.set(as.prefix + number, "cancelled")
      if (again === 0 && course === "cancels") return
      await create(number, as)
      counts.issuedAgain += 1
      wanted.set(as.prefix + number, "stands")
      if (again === 1) return
    }
  }

  const announce = async (index: number, as: Merchant): Promise<void> => {
    const number = `ASN-${index}`
    await insist("createAsnOrder", asnOf(number), as, (_, isSuccess) => isSuccess)
    wanted.set(as.prefix + number, "stands")
  }

  const all = async (isEnough: () => boolean): Promise<void> => {
    const inEach = orders + announced
    await Promise.all(merchants.flatMap((as) => {
      let next = 0
      return Array.from({ length: callers }, async () => {
        while (next < inEach || !isEnough()) {
          const index = next++
          await (announced > 0 && index % Math.ceil(inEach / announced) === 0 ? announce(index, as) : order(index, as))
        }
      })
    }))
  }

  return {
    counts,
    begins: () => {
      front.behaves(trouble)
      sink.behaves(() => ({ after: random.below(50), ...(random.below(10) === 0 && { way: random.pick(["503", "lost", "reset"] as const) }) }))
    },
    all,
    heals: () => {
      front.behaves(() => undefined)
      sink.behaves(() => ({}))
    },
    idle: async () => {
      while (working.size > 0) await Promise.all(working)
    }
  }
}

/** Waits until the ERP knows every final state of the provider, or gets no more messages for a while. */
const known = async (world: World): Promise<void> => {
  const { asns, orders } = await world.warehouse.books()
  const ended = orders.filter(({ status }) => status === "SUCCESS").map(({ orderNumber, warehouseOrderNumber }) => `${orderNumber} ${warehouseOrderNumber} SHIPPED`)
  const missing = (): number => {
    const told = new Set(world.sink.effects.lines().map(({ key }) => key))
    const finished = new Set(world.sink.effects.lines().filter(({ phase }) => phase === "received").map(({ entity }) => entity))
    return ended.filter((key) => !told.has(key)).length + asns.filter(({ asnNumber, wmsStatus }) => wmsStatus === "FINISHED" && !finished.has(asnNumber)).length
  }
  let [before, since] = [world.sink.effects.lines().length, Date.now()]
  while (missing() > 0 && Date.now() - since < 20_000) {
    await wait(300)
    const now = world.sink.effects.lines().length
    if (now !== before) [before, since] = [now, Date.now()]
  }
}

export const traded = (size: Size) => async (world: World): Promise<Figures> => {
  const { nodes, random } = world
  for (const node of nodes) await node.start()
  const { all, begins, counts, heals, idle } = trade(size, world)
  begins()
  let kills = 0
  const returning = new Set<Promise<void>>()
  const killing = async () => {
    while (kills < size.kills) {
      await wait(typeof size.apart === "number" ? 200 + random.below(size.apart) : size.apart.every)
      const up = nodes.filter((node) => node.isUp())
      // One of several nodes is always up.
      if (up.length < Math.min(2, nodes.length)) continue
      const node = random.pick(up)
      await node.kill()
      kills += 1
      const back = wait(size.away(random)).then(node.start)
      returning.add(back)
      void back.finally(() => returning.delete(back))
      if (nodes.length === 1) await back
    }
  }
  const suspending = async () => {
    for (const milliseconds of size.suspended ?? []) {
      const node = await eventually(async () => {
        const up = nodes.filter((one) => one.isUp())
        return up.length > 1 ? random.pick(up) : undefined
      }, { ...patience, what: "two nodes that are up" })
      await node.suspend(milliseconds)
    }
  }
  let isDisturbed = true
  const disturbing = Promise.all([killing(), suspending()]).finally(() => {
    isDisturbed = false
  })
  await Promise.all([all(() => !isDisturbed), disturbing])
  await Promise.all(returning)
  await idle()
  heals()
  await settled(world)
  await idle()
  await known(world)
  await world.quiet(120_000)
  const lines = world.producer.history.lines()
  return {
    nodes: nodes.length,
    messages: counts.told + lines.filter(({ is }) => is === "sent").length + world.sink.arrivals.lines().length,
    kills,
    suspended: (size.suspended ?? []).join(" and "),
    orders: world.wanted.size,
    "issued again": counts.issuedAgain,
    "shipped before their cancel": counts.shippedFirst,
    "calls to the provider": world.calls().length,
    "changes of the poller": changesOf(world.calls().filter(({ isPoll }) => isPoll))
  }
}
