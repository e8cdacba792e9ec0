/**
 * What can happen next: buyers, warehouses and people act, messages come again, and nodes are killed.
 */
import { BooksV1 } from "@crossdock/books"
import { AdapterError } from "@crossdock/core"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Connections } from "../../../src/connection/Connections.ts"
import { Dispatch as ErpDispatch } from "../../../src/contracts/books/Dispatch.ts"
import { Reports as ShopReports } from "../../../src/contracts/platform/Reports.ts"
import { Reports } from "../../../src/contracts/warehouse/Reports.ts"
import { Desk } from "../../../src/desk/Desk.ts"
import { names as places } from "../../../src/engine/Failpoint.ts"
import type { Random } from "../../support/Random.ts"
import * as Contradictions from "./Contradictions.ts"
import type * as Node from "./Node.ts"
import * as Shop from "./Shop.ts"
import type { Line } from "./Truth.ts"
import * as Warehouse from "./Warehouse.ts"

/** Whether the books do not have the pieces. */
const isShort = (error: unknown): boolean => error instanceof AdapterError.AdapterError && (error.reason._tag === "Rejected" || error.reason._tag === "RequestInvalid")

/** What somebody sends to the runner until it is taken. */
export interface Message {
  readonly name: string
  readonly send: Effect.Effect<unknown, unknown, Node.Services>
  state: "waiting" | "underway" | "taken"
  /** Nobody sends it again once it was taken. */
  readonly isOnce: boolean
  /** Whether an outcome ends the message. */
  readonly ended: (exit: Exit.Exit<unknown, unknown>) => boolean
}

export interface Stage {
  readonly random: Random
  readonly pick: <A>(items: ReadonlyArray<A>) => A | undefined
  readonly shop: Shop.Shop
  readonly warehouses: ReadonlyArray<Warehouse.Warehouse>
  readonly skus: ReadonlyArray<string>
  /** Messages that were taken. */
  readonly past: ReadonlyArray<Message>
  readonly send: (name: string, work: Message["send"], ended?: Message["ended"], isOnce?: boolean) => void
  /** Sends a message once more, whatever becomes of it. */
  readonly again: (message: Message) => void
  /** Asks a node once, whatever becomes of it. False: there is none. */
  readonly begin: (name: string, work: Message["send"]) => boolean
  readonly wait: (millis: number) => void
  readonly doom: (death: Node.Death) => void
  /** Stops a node for so many milliseconds. */
  readonly suspend: (millis: number) => void
  /** Whether reports of warehouses also contradict each other, or what was ordered. */
  readonly contradicts: boolean
}

/** How often something happens beside all others, its name, and what it does. False: nothing fits, so something else happens. */
export type Kind = readonly [weight: number, name: string, happen: () => boolean]

export const make = ({ again, begin, contradicts, doom, past, pick, random, send, shop, skus, suspend, wait, warehouses }: Stage) => {
  let bought = 0
  let entered = 0
  let announced = 0

  const sendStatus = (warehouse: Warehouse.Warehouse, status: ReturnType<Warehouse.Warehouse["statusOf"]>) => {
    send(`${warehouse.name}: ${status.orderNumber} ${status.status}`, Effect.flatMap(Reports, (reports) =>
      reports.take(warehouse.connection, { _tag: "OutboundStatusChanged", status }, undefined)))
    return true
  }
  /** Tells all of an order, or one parcel of it alone. */
  const report = (warehouse: Warehouse.Warehouse, entry: Warehouse.Entry, parcel: Warehouse.Parcel | undefined = entry.tellsEach ? pick(entry.parcels) : undefined) =>
    sendStatus(warehouse, parcel === undefined ? warehouse.statusOf(entry) : warehouse.parcelStatusOf(entry, parcel))
  /** Some reports never come; the runner asks the warehouse in time. A warehouse that tells each parcel on its own goes on until it is heard. */
  const mayReport = (warehouse: Warehouse.Warehouse, entry: Warehouse.Entry) =>
    entry.tellsEach ? report(warehouse, entry, entry.parcels.at(-1)) : random(5) === 0 || report(warehouse, entry)

  const push = (name: string) => {
    const order = shop.orders.get(name)!
    const event = random(3) === 0 ? { _tag: "OrderChanged", onlineOrderId: name } as const : { _tag: "OrderPushed", order } as const
    send(`shop: ${name} ${order.status}`, Effect.flatMap(ShopReports, (reports) => reports.take("shop", event, undefined)))
    return true
  }
  const mayPush = (name: string) => random(2) === 0 || push(name)

  const enter = (warehouse: Warehouse.Warehouse, sku: string, change: number, ended: Message["ended"], isOnce = false) => {
    const record = { kind: "stockCorrection", id: `C-${++entered}`, warehouseName: warehouse.name, sku, change: String(change), reason: "counted" } as const
    send(`count: ${change} ${sku} in ${warehouse.name}`, Effect.flatMap(Connections, (connections) =>
      connections.invoke("ledger", BooksV1.EnterRecords, Schema.decodeSync(BooksV1.EnterRecords.payload)({ records: [record] }))), ended, isOnce)
    return true
  }

  const someLines = (): ReadonlyArray<Line> => Array.from({ length: 1 + random(3) }, (_, at) => ({ line: `L-${at + 1}`, sku: pick(skus)!, pieces: 1 + random(3) }))
  /** At least one piece, and not all of them. */
  const somePieces = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
    const some = lines.map((line) => ({ ...line, pieces: random(line.pieces + 1) })).filter(({ pieces }) => pieces > 0)
    return some.length === lines.length && some.every(({ pieces }, at) => pieces === lines[at]!.pieces) ? [] : some
  }
  const someOrder = (fits: (order: Shop.Order) => boolean = () => true) => pick([...shop.orders.values()].slice(-60).filter(fits))?.onlineOrderId
  const isOpen = ({ phase }: Shop.Order) => phase !== "cancelled" && phase !== "finished"
  const isWanted = ({ phase }: Shop.Order) => phase !== "cancelled"
  const someEntry = (state: Warehouse.Entry["state"], most = 60) => {
    const warehouse = pick(warehouses)!
    const entry = pick(warehouse.entries.slice(-most).filter((each) => each.state === state))
    return { warehouse, entry }
  }
  const contradictions = Contradictions.make({ pick, random, report, sendStatus, someEntry })
  /** Does something with one of the things that fit; false: there is none. */
  const withSome = <A>(item: A | undefined, act: (item: A) => boolean): boolean => item !== undefined && act(item)
  const decided = (name: string) => ({ scope: Shop.scope, number: name, who: "Ada", reason: "asked" })

  /** Every third release of a hold chooses from where the order is shipped. Nothing is drawn for it, so that events of `kept.json` stay what they are. */
  let releases = 0
  const chooses = () => ++releases % 3 === 0
  const placeIn = <Place>(places: ReadonlyArray<Place>): Place | undefined => places[releases % (places.length + 1)]

  const kinds: ReadonlyArray<Kind> = [
    [14, "buy", () => {
      const name = `S-${++bought}`
      shop.buy(name, someLines(), random(4) > 0)
      return mayPush(name)
    }],
    [5, "pay", () =>
      withSome(someOrder(({ phase }) => phase === "unpaid"), (name) => {
        shop.pay(name)
        return mayPush(name)
      })],
    [8, "push", () => withSome(someOrder(), push)],
    [3, "change the lines", () =>
      withSome(someOrder(isOpen), (name) => {
        shop.changeLines(name, random)
        return mayPush(name)
      })],
    [2, "change the address", () =>
      withSome(someOrder(isOpen), (name) => {
        shop.move(name)
        return mayPush(name)
      })],
    [2, "cancel", () =>
      withSome(someOrder(isWanted), (name) => {
        shop.cancel(name)
        return mayPush(name)
      })],
    [1, "complete by hand", () =>
      withSome(someOrder(({ phase }) => phase === "open"), (name) => {
        shop.complete(name)
        return mayPush(name)
      })],
    [1, "put on hold", () =>
      withSome(someOrder(({ phase }) => phase === "open"), (name) => {
        shop.putOnHold(name)
        return mayPush(name)
      })],
    [2, "end a hold", () =>
      withSome(someOrder(({ phase }) => phase === "onHold"), (name) => {
        shop.endHold(name)
        return mayPush(name)
      })],
    [1, "hold", () => withSome(someOrder(isOpen), (name) => begin(`hold ${name}`, Effect.flatMap(Desk, ({ hold }) => hold(decided(name)))))],
    [2, "release", () =>
      withSome(someOrder(isWanted), (name) => {
        if (!begin(`release ${name}`, Effect.flatMap(Desk, (desk) => chooses() ? desk.place({ ...decided(name), place: placeIn(desk.places) }) : desk.release(decided(name))))) return false
        shop.released(name)
        contradictions.takeBack(warehouses, name)
        return true
      })],
    [3, "another round", () => begin("a round", Effect.flatMap(Desk, ({ round }) => round))],
    [20, "ship", () => {
      const { entry, warehouse } = someEntry("open")
      return entry !== undefined && warehouse.ship(entry, Warehouse.leftOf(entry), true) && mayReport(warehouse, entry)
    }],
    [5, "ship a part", () => {
      const { entry, warehouse } = someEntry("open")
      const lines = entry === undefined || !entry.tellsContents ? [] : somePieces(Warehouse.leftOf(entry))
      return entry !== undefined && lines.length > 0 && warehouse.ship(entry, lines, random(4) === 0) && mayReport(warehouse, entry)
    }],
    [1, "ship what was given up", () => {
      const { entry, warehouse } = someEntry("void")
      return entry !== undefined && entry.parcels.length === 0 && warehouse.ship(entry, entry.lines, true) && report(warehouse, entry)
    }],
    [1, "correct a number", () => {
      const { entry, warehouse } = someEntry("shipped")
      if (entry === undefined || entry.parcels.length !== 1 || Warehouse.leftOf(entry).length > 0) return false
      warehouse.renumber(entry)
      return report(warehouse, entry)
    }],
    [2, "give up", () => {
      const { entry, warehouse } = someEntry("open")
      if (entry === undefined || entry.parcels.length > 0) return false
      warehouse.fail(entry)
      return mayReport(warehouse, entry)
    }],
    [1, "give up the rest", () => {
      const { entry, warehouse } = someEntry("open")
      if (entry === undefined || entry.parcels.length === 0) return false
      warehouse.fail(entry)
      return mayReport(warehouse, entry)
    }],
    [2, "close short", () => {
      const { entry, warehouse } = someEntry("open")
      if (entry === undefined) return false
      warehouse.closeShort(entry, random(3) > 0)
      return mayReport(warehouse, entry)
    }],
    [4, "report once more", () => {
      const { entry, warehouse } = someEntry(pick(["open", "shipped", "void", "short"])!)
      return entry !== undefined && report(warehouse, entry)
    }],
    [10, "repeat", () =>
      withSome(pick(past.slice(-200).filter(({ isOnce }) => !isOnce)), (message) => {
        again(message)
        return true
      })],
    [2, "find", () => {
      const warehouse = pick(warehouses)!
      const sku = pick(skus)!
      const pieces = 1 + random(20)
      warehouse.stock(sku, pieces)
      return enter(warehouse, sku, pieces, Exit.isSuccess)
    }],
    [3, "announce goods", () => {
      const warehouse = pick(warehouses)!
      const draft = Schema.decodeSync(BooksV1.SubmitInboundOrder.payload)({
        warehouseName: warehouse.name,
        customNumber: `G-${++announced}`,
        sendsToWarehouse: true,
        lines: skus.filter((sku) => random(3) === 0 || sku === "A").map((sku) => ({ sku, expected: String(1 + random(15)) })) as never
      })
      const info = { content: "{}", digest: draft.customNumber ?? "" }
      send(`goods: ${draft.customNumber} for ${warehouse.name}`, Effect.gen(function*() {
        const link = (yield* Connections).linkOf("open-api:app-1")!
        return yield* (yield* ErpDispatch).call(link, BooksV1.SubmitInboundOrder, draft, info)
      }))
      return true
    }],
    [5, "receive", () => {
      const warehouse = pick(warehouses)!
      return withSome(pick(warehouse.asns.slice(-20).filter(({ isOver }) => !isOver)), (asn) => {
        // Sometimes more comes than was announced.
        const left = asn.expected.map(({ pieces, sku }) => ({ sku, pieces: Math.max(0, pieces - (asn.received.get(sku) ?? 0)) + (random(10) === 0 ? 1 : 0) }))
        const isLast = random(2) === 0
        const lines = left.map(({ pieces, sku }) => ({ sku, pieces: isLast ? pieces : random(pieces + 1) })).filter(({ pieces }) => pieces > 0)
        if (lines.length === 0) return false
        const progress = warehouse.receive(asn, lines, isLast)
        send(`${warehouse.name}: ${progress.batchNo}`, Effect.flatMap(Reports, (reports) => reports.take(warehouse.connection, { _tag: "InboundProgressed", progress }, undefined)))
        return true
      })
    }],
    [1, "miss", () => {
      const warehouse = pick(warehouses)!
      const sku = pick(skus)!
      const pieces = 1 + random(3)
      if (!warehouse.setAside(sku, pieces)) return false
      return enter(warehouse, sku, -pieces, (exit) => {
        // The books refuse to miss what is reserved, so it has to be found again.
        const isRefused = Exit.isFailure(exit) && Option.match(Cause.findErrorOption(exit.cause), { onNone: () => false, onSome: isShort })
        if (!isRefused && !Exit.isSuccess(exit)) return false
        warehouse.putBack(sku, pieces, isRefused)
        return true
      }, true)
    }],
    [12, "wait", () => {
      wait(random(5) === 0 ? random(30_000) : random(3000))
      return true
    }],
    [1, "suspend", () => {
      suspend(1000 + random(60_000))
      return true
    }],
    [2, "kill", () => {
      doom(random(2) === 0 ? { at: pick(places)! } : { statements: random(60), isAfter: random(2) === 0 })
      return true
    }],
    ...(contradicts ? contradictions.kinds : [])
  ]
  const total = kinds.reduce((sum, [weight]) => sum + weight, 0)

  return {
    report,
    push,
    takeBack: (order?: string) => contradictions.takeBack(warehouses, order),
    /** Goods arrive at a warehouse, and a person enters them into the books. */
    arrive: (warehouse: Warehouse.Warehouse, sku: string, pieces: number) => {
      warehouse.stock(sku, pieces)
      enter(warehouse, sku, pieces, Exit.isSuccess)
    },
    /** Lets something happen and returns its name. */
    next: (): string => {
      for (;;) {
        let left = random(total)
        const [, name, happen] = kinds.find(([weight]) => (left -= weight) < 0)!
        if (happen()) return name
      }
    }
  }
}
