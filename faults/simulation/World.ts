/**
 * A simulated world: up to three nodes of the runner over one database, an ERP and a warehouse behind wires that break,
 * callers that insist, and the deeds of a plan. When all is healed and nothing is under way any more, it is judged.
 */
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Cause from "effect/Cause"
import * as Option from "effect/Option"
import type * as History from "../oracle/History.ts"
import * as Ledger from "../oracle/Ledger.ts"
import * as Oracle from "../oracle/Oracle.ts"
import type { Run } from "../oracle/Run.ts"
import { Dispatch } from "../../apps/runner/src/contracts/warehouse/Dispatch.ts"
import { Outbox } from "../../apps/runner/src/outbox/Outbox.ts"
import type { Name } from "../../apps/runner/src/engine/Failpoint.ts"
import { Refusal } from "../../apps/runner/src/engine/Refusal.ts"
import { Reports } from "../../apps/runner/src/contracts/warehouse/Reports.ts"
import { asn, order } from "../../apps/runner/test/support/Orders.ts"
import * as Client from "./Client.ts"
import * as Composition from "./Composition.ts"
import * as Kernel from "./kernel/Kernel.ts"
import type { Process } from "./kernel/Process.ts"
import type { Store } from "./kernel/Store.ts"
import * as Node from "./Node.ts"
import * as Erp from "./peers/Erp.ts"
import * as Messages from "./peers/Messages.ts"
import * as Network from "./peers/Network.ts"
import * as Warehouse from "./peers/Warehouse.ts"
import type { Deed, Plan } from "./Plan.ts"
import * as OpenWork from "./OpenWork.ts"
import * as Random from "./Random.ts"
import * as Trade from "./Trade.ts"

export interface Outcome {
  readonly violations: ReadonlyArray<Oracle.Violation>
  readonly run: Run
  /** Milliseconds of the simulated time; since 1970. */
  readonly begin: number
  readonly lasted: number
  /** What was done to the world, for people. */
  readonly notes: ReadonlyArray<{ readonly at: number; readonly message: string }>
}

/** From the last trouble to silence; longer is a stall. */
const patience = 15 * 60_000

export const play = async (plan: Plan, store: Store): Promise<Outcome> => {
  store.clear()
  const root = Random.of(plan.seed)
  const kernel = Kernel.make(root.fork("turns"))
  const begin = kernel.now()
  const lines = {
    erp: Network.line(kernel, root.fork("line to the ERP")),
    warehouse: Network.line(kernel, root.fork("line to the warehouse"))
  }
  lines.erp.breaks(plan.troubles.erp)
  lines.warehouse.breaks(plan.troubles.warehouse)

  const producer: Array<History.Sent | History.Ended> = []
  const deeds: Array<History.Deed> = []
  const armed: Array<Extract<Deed, { readonly place: Name }> & { left: number }> = []
  const skews = [...plan.skews]
  const notes: Array<{ readonly at: number; readonly message: string }> = []
  const note = (message: string) => void notes.push({ at: kernel.now(), message })
  let isHealed = false
  let failure: unknown

  const erp = Erp.make(kernel, lines.erp, plan.isRemembered)
  const announced = new Set<string>()
  const made = (held: Warehouse.Held): void => {
    erp.effects.push({ is: "kept", at: kernel.now(), key: `create ${held.orderNumber}`, entity: held.orderNumber, sequence: 0, deliveryId: held.warehouseOrderNumber })
    if (worked.has(held.orderNumber)) return
    worked.add(held.orderNumber)
    kernel.after(work.between(1000, 6000), () => advance(held))
  }
  const warehouse = Warehouse.make(kernel, lines.warehouse, {
    order: (held) => (plan.trade === undefined ? made(held) : trade.made(held)),
    cancelled: (held) => (plan.trade === undefined ? undefined : trade.cancelled(held)),
    asn: (held) => {
      erp.effects.push({ is: "kept", at: kernel.now(), key: `create ${held.asnNumber}`, entity: held.asnNumber, sequence: 0, deliveryId: held.referenceNumber })
      if (announced.has(held.asnNumber)) return
      announced.add(held.asnNumber)
      if (plan.trade !== undefined) return trade.announced(held)
      const isSilent = work.chance(30)
      kernel.after(work.between(500, 6000), () => receive(held, 1, isSilent))
    }
  }, plan.trade)
  const worked = new Set<string>()
  const work = root.fork("warehouse")
  const composed = Composition.of(erp, warehouse, plan)
  const link = composed.links[0]!

  const inFlight = (): number => Number(store.query("select count(*) as n from delivery where state = 'InFlight'")[0]!["n"])
  const down = (node: Node.Node, away: number) => {
    note(`${node.id} is killed, for ${away} ms`)
    deeds.push({ is: "killed", at: kernel.now(), inFlight: inFlight() })
    // The others go on.
    if (nodes.some((each) => each.process()?.isUp() === true)) deeds.push({ is: "ready", at: kernel.now() })
    kernel.after(isHealed ? 100 : away, () => {
      if (node.isDown()) node.start()
    })
  }
  const kill = (node: Node.Node, away: number) => {
    if (node.isDown()) return
    node.process()!.kill()
    down(node, away)
  }
  const stop = (process: Process, away: number) => {
    deeds.push({ is: "killed", at: kernel.now(), inFlight: inFlight() })
    process.stop()
    note(`${process.id} stops for ${away} ms`)
    kernel.after(away, () => {
      note(`${process.id} goes on`)
      process.goOn()
    })
  }

  const passing = (index: number) => (name: Name, process: Process) => {
    const found = armed.findIndex((each) => each.node === index && each.place === name && --each.left === 0)
    if (found < 0) return
    const [deed] = armed.splice(found, 1)
    note(`${process.id} passes ${name}`)
    if (deed!.is === "stop at") return stop(process, deed!.away)
    process.kill()
    down(nodes[index]!, deed!.away)
  }

  const nodes: ReadonlyArray<Node.Node> = Array.from({ length: plan.nodes }, (_, index) =>
    Node.make({
      id: `node-${index + 1}`,
      kernel,
      store,
      composed,
      random: root.fork(`node ${index}`),
      passing: passing(index),
      skew: () => skews[index]!,
      ready: () => deeds.push({ is: "ready", at: kernel.now() }),
      failed: (cause) => {
        // Without its database a process may end; somebody starts it again.
        if (plan.troubles.store > 0 && !isHealed) return void kernel.after(0, () => kill(nodes[index]!, 500))
        failure ??= cause
      }
    }))

  const client = Client.make({
    kernel,
    random: root.fork("callers"),
    nodes,
    history: producer,
    losses: () => (isHealed ? 0 : plan.troubles.callers)
  })

  const answerOf = (exit: Exit.Exit<unknown, Refusal>): Client.Answer => {
    if (Exit.isSuccess(exit)) return "ok"
    const refusal = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    return refusal?.code === "SHIPPED" || refusal?.code === "CANCELLED" ? "fail" : "again"
  }

  const report = ({ event, ...message }: Messages.Report): Client.Call<void, unknown> => ({
    message,
    effect: Effect.flatMap(Reports, (reports) => reports.take("wh", event)),
    read: (exit) => (Exit.isSuccess(exit) ? "ok" : "again")
  })

  const chance = root.fork("repeats")
  /** In order, each once it is known that the one before was taken; some come twice. */
  const tellAll = ([first, ...rest]: ReadonlyArray<Messages.Report>, pause: () => number): void => {
    if (first === undefined) return
    const call = report(first)
    if (chance.chance(plan.troubles.repeats)) kernel.after(chance.below(8000), () => client.repeat(call))
    client.insist(call, () => void kernel.after(pause(), () => tellAll(rest, pause)))
  }

  let advancing = 0
  const advance = (held: Warehouse.Held): void => {
    if (held.phase !== "open") return
    held.step++
    if (held.step === Warehouse.steps) held.phase = "shipped"
    advancing++
    const told = report(Messages.step(held.orderNumber, held.step, held.phase === "shipped", held.warehouseOrderNumber))
    client.insist(told, () => {
      advancing--
      kernel.after(work.between(1000, 6000), () => advance(held))
    })
  }

  /** Goods come in; some warehouses tell of each batch, all are asked for their totals. */
  const receive = (held: Warehouse.Announced, sequence: number, isSilent: boolean): void => {
    const isLast = sequence === plan.batches
    held.received++
    held.phase = isLast ? "received" : "receiving"
    advancing++
    const over = () => {
      advancing--
      if (!isLast) kernel.after(work.between(500, 5000), () => receive(held, sequence + 1, isSilent))
    }
    if (isSilent) return over()
    const { message: _, ...told } = report(Messages.batch(held.asnNumber, sequence, isLast))
    if (chance.chance(plan.troubles.repeats)) kernel.after(chance.below(8000), () => client.repeat(told))
    client.insist(told, over)
  }

  const spread = root.fork("spread")
  for (let index = 0; index < plan.asns; index++) {
    const reports = Array.from({ length: plan.batches }, (_, at) => Messages.batch(`ASN-${index + 1}`, at + 1, at + 1 === plan.batches))
    kernel.after(spread.below(6000), () => tellAll(reports, () => spread.below(2500)))
  }
  for (let index = 0; index < plan.orders; index++) {
    const reports = Array.from({ length: plan.batches }, (_, at) => Messages.step(`TOLD-${index + 1}`, at + 1, at + 1 === plan.batches))
    kernel.after(spread.below(6000), () => tellAll(reports, () => spread.below(2500)))
  }

  const trade = Trade.make({
    kernel,
    plan,
    client,
    merchants: Composition.prefixesOf(plan).map((prefix, at) => ({ prefix, link: composed.links[at]! })),
    random: root.fork("trade"),
    report,
    read: answerOf
  })
  const own = plan.trade === undefined ? plan : { creates: 0, announced: 0 }
  if (plan.trade !== undefined) trade.begin()

  const cancelled = new Set<string>()
  for (let index = 0; index < own.creates; index++) {
    const number = `SO-${index + 1}`
    const payload = order(number)
    const create: Client.Call<unknown, Refusal> = {
      message: { key: `create ${number}`, entity: number, sequence: 0, isState: false },
      effect: Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.CreateOutboundOrder, payload, "")),
      read: answerOf
    }
    kernel.after(spread.below(8000), () => {
      client.insist(create, () => {
        if (!spread.chance(25)) {
          // Not of an order that is cancelled: a create that comes after that issues it again.
          if (chance.chance(plan.troubles.repeats)) client.repeat(create)
          return
        }
        kernel.after(spread.below(5000), () => {
          const cancel: Client.Call<unknown, Refusal> = {
            message: { key: `cancel ${number}`, entity: number, sequence: 0, isState: false },
            effect: Effect.flatMap(Dispatch, (dispatch) =>
              dispatch.call(link, WarehouseV1.CancelOutboundOrder, { orderNumber: OutboundOrder.OrderNumber.make(number) }, "")),
            read: answerOf
          }
          client.insist(cancel, (answer) => {
            if (answer === "ok") cancelled.add(number)
          })
        })
      })
    })
  }

  for (let index = 0; index < own.announced; index++) {
    const number = `GOODS-${index + 1}`
    const payload = asn(number)
    const create: Client.Call<unknown, Refusal> = {
      message: { key: `create ${number}`, entity: number, sequence: 0, isState: false },
      effect: Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, WarehouseV1.CreateInboundOrder, payload, "")),
      read: answerOf
    }
    kernel.after(spread.below(8000), () =>
      client.insist(create, () => {
        if (chance.chance(plan.troubles.repeats)) client.repeat(create)
      }))
  }

  const carryOut = (deed: Deed): void => {
    note(JSON.stringify(deed))
    switch (deed.is) {
      case "kill":
        return kill(nodes[deed.node]!, deed.away)
      case "stop": {
        const node = nodes[deed.node]!
        return node.isDown() ? undefined : stop(node.process()!, deed.away)
      }
      case "kill at":
      case "stop at":
        return void armed.push({ ...deed, left: deed.times })
      case "skew":
        skews[deed.node] = deed.by
        return nodes[deed.node]!.process()?.skew(deed.by)
      case "cut":
        lines[deed.line].cut(deed.how)
        return void kernel.after(deed.away, () => lines[deed.line].cut("no"))
    }
  }
  const isBreaking = plan.deeds.some(({ is }) => is !== "skew") || Object.values(plan.troubles).some((share) => share > 0)
  if (isBreaking) deeds.push({ is: "broken", at: kernel.now(), part: "peer", what: "what the plan says" })
  if (plan.troubles.store > 0) {
    deeds.push({ is: "broken", at: kernel.now(), part: "store", what: "commits that fail" })
    store.breaks(plan.troubles.store, root.fork("store"))
  }
  if (plan.trade?.refuses === true) erp.refuses((entity) => /[13]$/.test(entity))
  for (const deed of plan.deeds) kernel.after(deed.at, () => carryOut(deed))
  for (const node of nodes) node.start()

  kernel.until(() => failure !== undefined, plan.healedAt)
  isHealed = true
  armed.length = 0
  lines.erp.breaks(0)
  lines.warehouse.breaks(0)
  store.breaks(0, root)
  if (isBreaking) deeds.push({ is: "healed", at: kernel.now() })
  erp.refuses()
  /** An operator puts the dead back in line, as long as there are any. */
  const replay = (): void => {
    const ids = store.query("select id from delivery where state = 'Dead' order by seq").map(({ id }) => String(id))
    const node = nodes.find((each) => each.process()?.isUp() === true)
    if (ids.length > 0) node?.serve(Effect.flatMap(Outbox, (outbox) => outbox.replay(ids)), () => false, () => {})
    kernel.after(5000, replay)
  }
  if (plan.trade?.refuses === true) replay()

  const isQuiet = () =>
    failure !== undefined ||
    (client.open() === 0 && advancing === 0 && trade.isOver() && (plan.trade?.refuses !== true || store.query("select id from delivery where state = 'Dead' limit 1").length === 0) && nodes.some((node) => node.process()?.isUp() === true) &&
      warehouse.orders.every(({ phase }) => phase !== "open") && warehouse.asns.every(({ phase }) => phase === "received") && OpenWork.isQuiet(store))
  const isOver = kernel.until(isQuiet, patience)
  const settledAfter = kernel.now() - begin - plan.healedAt
  // Stragglers: repeats that are under way, answers that nobody waits for.
  if (isOver) kernel.until(() => false, 30_000)
  const violations: Array<Oracle.Violation> = []
  if (failure !== undefined) throw new Error(`a node failed: ${Cause.isCause(failure) ? Cause.pretty(failure) : String(failure)}`)
  if (!isOver) violations.push({ rule: "S", message: `not quiet ${patience / 60_000} minutes after the last trouble: ${OpenWork.told(store)}` })

  const standing = (number: string) => warehouse.orders.filter(({ orderNumber, phase }) => orderNumber === number && phase !== "cancelled").length
  for (const number of cancelled) {
    if (standing(number) > 0) violations.push({ rule: "I", message: `${number}: cancelled, and it stands at the warehouse` })
  }
  const ledger = await Ledger.read((text) => Promise.resolve(store.query(text)), (scope) => Composition.prefixesOf(plan)[Number(/\d+$/.exec(scope)?.[0] ?? 1) - 1] ?? "")
  for (const { asnNumber, received } of warehouse.asns) {
    const told = erp.pieces(asnNumber)
    const isOpen = ledger.deliveries.some(({ entity, state }) => entity === asnNumber && (state === "Pending" || state === "Dead"))
    if (told > received) violations.push({ rule: "D1", message: `${asnNumber}: ${told} pieces told, ${received} received` })
    if (told < received && !isOpen) violations.push({ rule: "L1", message: `${asnNumber}: ${told} pieces told, ${received} received` })
  }
  const run: Run = {
    histories: { producer: producer.filter((line) => line.is === "ended" || !line.key.startsWith("cancel ")), arrivals: erp.arrivals, effects: plan.trade === undefined ? erp.effects : erp.effects.filter(({ key }) => !key.startsWith("create ")), deeds },
    // Of goods that a poll was first to see, several reports may stand behind one message.
    ledger: { ...ledger, inbox: ledger.inbox.filter((entity) => !announced.has(entity)) },
    objects: warehouse.objects(),
    depth: undefined,
    isOnlyPushes: plan.creates + plan.announced === 0,
    isOrdered: plan.trade?.onDead === "hold" || (plan.creates + plan.announced === 0 && plan.troubles.repeats === 0),
    ...(plan.trade !== undefined && { wanted: trade.wanted, isReplayed: plan.trade.refuses }),
    patience: plan.patience,
    allowed: (millis) => millis,
    mostAttempts: Composition.scheduleOf(plan).length
  }
  violations.push(...Oracle.judge(run))
  for (const node of nodes) node.process()?.kill()
  store.rollBack()
  return { violations, run, begin, lasted: settledAfter, notes }
}
