/**
 * The story of the demo: each step does one thing, says who told what to whom, and states what it did to the stock.
 */
import * as Schema from "effect/Schema"
import type { Event } from "./Replay.ts"
import { DemoFailed, type Runner, until } from "./Runner.ts"

export const warehouses = ["Sandbox One", "Sandbox Two"] as const
export const skus = ["SKU-1001", "SKU-1002"] as const
export const names: Readonly<Record<string, string>> = { "SKU-1001": "blue mug", "SKU-1002": "tea pot" }

/** The connections to the warehouses, and the code that each has for its building. */
export const connectionOf = { "Sandbox One": { id: "one", code: "SBX-1" }, "Sandbox Two": { id: "two", code: "SBX-2" } } as const
/** The shop's codes of the locations at which it offers the stock of the warehouses. */
export const locationOf = { "Sandbox One": "SBX-1", "Sandbox Two": "SBX-2" } as const

/** Who speaks in the story. */
export type Party = "buyer" | "shop" | "desk" | "books" | "caller" | "Sandbox One" | "Sandbox Two"

export interface Said {
  readonly from: Party
  readonly to: Party
  readonly text: string
}

/** What a step did. */
export interface Done {
  readonly said: ReadonlyArray<Said>
  readonly events: ReadonlyArray<Event>
}

export interface Step {
  /** Names the step in the page and on the command line. */
  readonly id: string
  readonly title: string
  readonly sentence: string
  /** The step ends when the shop offers what is available. */
  readonly isPublished?: true
  readonly act: (runner: Runner, patience: number) => Promise<Done>
}

const Announced = Schema.Struct({ content: Schema.Struct({ result: Schema.Struct({ asnNumber: Schema.String }) }) })
const Happened = Schema.Struct({ happened: Schema.Boolean })
const Looked = Schema.Struct({
  status: Schema.optionalKey(Schema.String),
  parcels: Schema.Array(Schema.Struct({ trackingNumber: Schema.String, carrierName: Schema.optionalKey(Schema.String), isShipped: Schema.Boolean, lines: Schema.Array(Schema.String) }))
})
const Decision = Schema.Struct({
  state: Schema.String,
  rule: Schema.optionalKey(Schema.String),
  explanation: Schema.Array(Schema.Struct({ rule: Schema.String, outcome: Schema.String, because: Schema.Array(Schema.String) })),
  parts: Schema.Array(Schema.Struct({
    number: Schema.String,
    warehouse: Schema.String,
    state: Schema.String,
    lines: Schema.Array(Schema.Struct({ line: Schema.String, sku: Schema.String, pieces: Schema.Int }))
  }))
})
type Decision = typeof Decision.Type
const Orders = Schema.Struct({ items: Schema.Array(Schema.Struct({ desk: Schema.optionalKey(Decision) })) })

const read = <A, I>(shape: Schema.Codec<A, I>) => Schema.decodeUnknownSync(shape)

const goods = (lines: ReadonlyArray<{ readonly sku: string; readonly pieces: number }>): string =>
  lines.map(({ pieces, sku }) => `${pieces} ${names[sku] ?? sku}${pieces === 1 ? "" : "s"}`).join(" and ")

/** The decision of the desk about an order, once it is as the step expects. */
const decided = (runner: Runner, number: string, patience: number, what: string, isExpected: (decision: Decision) => boolean): Promise<Decision> =>
  until(`order ${number}: ${what}`, patience, async () => {
    const { items } = read(Orders)(await runner.admin(`/orders/${number}`))
    const decision = items.flatMap(({ desk }) => desk ?? [])[0]
    return decision !== undefined && isExpected(decision) ? decision : undefined
  })

const look = async (runner: Runner, onlineOrderId: string) => read(Looked)(await runner.person("shop", "/look", { onlineOrderId }))

/** The worker of a warehouse does what is next for an order, once the order has arrived there. */
const work = (runner: Runner, warehouse: (typeof warehouses)[number], number: string, patience: number) =>
  until(`${warehouse} works on ${number}`, patience, async () =>
    read(Happened)(await runner.person(connectionOf[warehouse].id, "/next", { number })).happened ? number : undefined)

/** What each rule had to do with an order, in the words of the desk. */
const explained = ({ explanation }: Decision): ReadonlyArray<Said> =>
  explanation.map(({ because, outcome, rule }) => ({ from: "desk", to: "desk", text: `rule "${rule}" is ${outcome}${because.length === 0 ? "" : `: ${because.join("; ")}`}` }))

const partyOf = (warehouse: string): Party => (warehouse === "Sandbox One" ? "Sandbox One" : "Sandbox Two")

const reserved = ({ parts }: Decision): ReadonlyArray<Said> =>
  parts.map(({ lines, number, warehouse }) => ({ from: "desk", to: "books", text: `reserve ${goods(lines)} at ${warehouse} for ${number}` }))

const announcements = [
  { warehouse: "Sandbox One", customNumber: "PO-1001", sku: "SKU-1001", pieces: 10, batches: [5, 5] },
  { warehouse: "Sandbox Two", customNumber: "PO-1002", sku: "SKU-1002", pieces: 6, batches: [3, 3] }
] as const

const first = { number: "WEB-1001", buyer: "Ada", lines: [{ sku: "SKU-1001", pieces: 3 }, { sku: "SKU-1002", pieces: 2 }] } as const
const second = { number: "WEB-1002", buyer: "Grace", lines: [{ sku: "SKU-1002", pieces: 2 }] } as const

const buy = (runner: Runner, { buyer, lines, number }: typeof first | typeof second) =>
  runner.person("shop", "/buy", { onlineOrderId: number, buyer, goods: lines.map(({ pieces, sku }) => ({ sku, quantity: pieces })) })

type Part = Decision["parts"][number]

/** The parcel that the shop has arranged for a part. */
const parcelOf = ({ parcels }: typeof Looked.Type, { lines }: Part) => parcels.find((parcel) => parcel.lines.some((lineId) => lines.some(({ line }) => line === lineId)))

const isAccepted = ({ parts, state }: Decision): boolean => state === "placed" && parts.every((part) => part.state === "accepted")

/** The steps in their order. A new one has its own memory of numbers that the runner gave. */
export const story = (): ReadonlyArray<Step> => {
  const asnNumbers = new Map<string, string>()
  let firstDecision: Decision | undefined

  const receive = (batch: 0 | 1) => async (runner: Runner, patience: number): Promise<Done> => {
    await Promise.all(announcements.map(({ customNumber, warehouse }) => work(runner, warehouse, asnNumbers.get(customNumber) ?? "", patience)))
    return {
      said: announcements.map(({ batches, customNumber, sku, warehouse }): Said => ({ from: warehouse, to: "books", text: `batch ${batch + 1} of ${customNumber}: ${goods([{ sku, pieces: batches[batch] }])}, all good` })),
      events: announcements.map(({ batches, sku, warehouse }): Event => ({ what: "received", warehouse, sku, pieces: batches[batch] }))
    }
  }

  const parcel = (warehouse: (typeof warehouses)[number], line: (typeof first.lines)[number], count: number, status: string) => async (runner: Runner, patience: number): Promise<Done> => {
    const part = firstDecision?.parts.find((each) => each.warehouse === warehouse)
    if (part === undefined) throw new DemoFailed(`the desk placed nothing of ${first.number} at ${warehouse}`)
    await work(runner, warehouse, part.number, patience)
    const { carrierName = "", trackingNumber } = await until(`the shop knows of parcel ${count} of ${first.number}`, patience, async () => {
      const found = await look(runner, first.number)
      const arranged = parcelOf(found, part)
      return found.status === status && found.parcels.length === 2 && arranged?.isShipped === true ? arranged : undefined
    })
    return {
      said: [
        { from: warehouse, to: "desk", text: `order ${part.number} has left with its label ${trackingNumber}` },
        { from: warehouse, to: "books", text: `${goods([line])} left for ${part.number}` },
        { from: "desk", to: "shop", text: `the parcel ${trackingNumber} of ${first.number} has left: ${carrierName}` },
        { from: "shop", to: "buyer", text: `${first.number} is ${status}` }
      ],
      events: [{ what: "shipped", warehouse, ...line }]
    }
  }

  const nothingToDo = async (): Promise<Done> => ({ said: [{ from: "desk", to: "books", text: "what is available?" }, { from: "desk", to: "shop", text: "offer that" }], events: [] })

  return [
    {
      id: "empty",
      title: "The warehouses are empty",
      sentence: "Nothing is in stock, so the desk tells the shop to offer nothing.",
      isPublished: true,
      act: nothingToDo
    },
    {
      id: "announced",
      title: "Goods are announced",
      sentence: "A program calls the open API of the ERP (document 3): ten blue mugs for the first warehouse, six tea pots for the second. The ERP announces them there.",
      act: async (runner) => {
        await Promise.all(announcements.map(async ({ customNumber, pieces, sku, warehouse }) => {
          const bizParam = { warehouseName: warehouse, customNumber, sendWarehouseFlag: "Y", purchasePriceCurrency: "EUR", asnSkuVOList: [{ sku, purchasePrice: 4.5, expectQuantity: pieces }] }
          const answer = await runner.crossdock("call", "CREATE_ASN_ORDER", JSON.stringify(bizParam), "--open-api", "--json")
          asnNumbers.set(customNumber, read(Announced)(answer).content.result.asnNumber)
        }))
        return {
          said: announcements.flatMap(({ customNumber, pieces, sku, warehouse }): ReadonlyArray<Said> => [
            { from: "caller", to: "books", text: `CREATE_ASN_ORDER ${customNumber}: ${goods([{ sku, pieces }])} for ${warehouse}` },
            { from: "books", to: warehouse, text: `expect ${asnNumbers.get(customNumber)}: ${goods([{ sku, pieces }])}` }
          ]),
          events: announcements.map(({ pieces, sku, warehouse }): Event => ({ what: "announced", warehouse, sku, pieces }))
        }
      }
    },
    {
      id: "batch-1",
      title: "The first batch is received",
      sentence: "Half of the goods arrive. Each warehouse reports its batch, and the books take it in once.",
      act: receive(0)
    },
    { id: "batch-2", title: "The second batch is received", sentence: "The other half arrives; nothing is on the way any more.", act: receive(1) },
    { id: "published", title: "The shop is told its stock", sentence: "The desk publishes what is available at each warehouse.", isPublished: true, act: nothingToDo },
    {
      id: "ordered",
      title: "A buyer orders, and the order is split",
      sentence: "Ada buys three mugs and two tea pots. No warehouse has both, so a rule splits the order over both, and the desk reserves the pieces of each part in the books.",
      act: async (runner, patience) => {
        await buy(runner, first)
        firstDecision = await decided(runner, first.number, patience, "the desk splits it", ({ parts, rule }) => rule !== undefined && parts.length === 2)
        return {
          said: [
            { from: "buyer", to: "shop", text: `order ${first.number}: ${goods(first.lines)}` },
            { from: "shop", to: "desk", text: `order ${first.number} is paid` },
            ...explained(firstDecision),
            ...reserved(firstDecision)
          ],
          events: [
            { what: "reserved", warehouse: "Sandbox One", ...first.lines[0] },
            { what: "reserved", warehouse: "Sandbox Two", ...first.lines[1] }
          ]
        }
      }
    },
    {
      id: "labelled",
      title: "The shop labels both parcels",
      sentence: "The rule wants labels of the shop. The shop arranges a shipment for each part; the desk reads its label and places the part at the warehouse with it.",
      act: async (runner, patience) => {
        const { parts } = await decided(runner, first.number, patience, "both warehouses accept their part", isAccepted)
        const seen = await look(runner, first.number)
        return {
          said: parts.flatMap((part): ReadonlyArray<Said> => {
            const { lines, number, warehouse } = part
            const trackingNumber = parcelOf(seen, part)?.trackingNumber
            if (trackingNumber === undefined) throw new DemoFailed(`the shop has no shipment for order ${number}`)
            return [
              { from: "desk", to: "shop", text: `arrange a shipment of ${goods(lines)} with Sandbox Post` },
              { from: "shop", to: "desk", text: `its tracking number is ${trackingNumber}, and here is its label` },
              { from: "desk", to: partyOf(warehouse), text: `order ${number}: ship ${goods(lines)} with the label ${trackingNumber}` }
            ]
          }),
          events: []
        }
      }
    },
    {
      id: "parcel-1",
      title: "The first parcel leaves",
      sentence: "The first warehouse ships the mugs. The books let them go, and the shop learns that its parcel has left.",
      act: parcel("Sandbox One", first.lines[0], 1, "PARTIALLY_SHIPPED")
    },
    {
      id: "parcel-2",
      title: "The second parcel leaves",
      sentence: "The second warehouse ships the tea pots. The order is complete.",
      act: parcel("Sandbox Two", first.lines[1], 2, "SHIPPED")
    },
    {
      id: "ordered-again",
      title: "Another buyer orders",
      sentence: "Grace buys two tea pots. One warehouse has both, so one parcel is enough. They are reserved, and the shop offers two less.",
      isPublished: true,
      act: async (runner, patience) => {
        await buy(runner, second)
        const decision = await decided(runner, second.number, patience, "a warehouse accepts it", isAccepted)
        return {
          said: [
            { from: "buyer", to: "shop", text: `order ${second.number}: ${goods(second.lines)}` },
            { from: "shop", to: "desk", text: `order ${second.number} is paid` },
            ...explained(decision),
            ...reserved(decision),
            ...decision.parts.map(({ lines, number, warehouse }): Said => ({ from: "desk", to: partyOf(warehouse), text: `order ${number}: ship ${goods(lines)}` })),
            { from: "desk", to: "shop", text: "offer what is left" }
          ],
          events: [{ what: "reserved", warehouse: "Sandbox Two", ...second.lines[0] }]
        }
      }
    },
    {
      id: "cancelled",
      title: "She cancels",
      sentence: "Grace cancels before the parcel leaves. The warehouse takes the order back, and the books release what was reserved.",
      act: async (runner, patience) => {
        await runner.person("shop", "/cancel", { onlineOrderId: second.number })
        await decided(runner, second.number, patience, "the desk closes it", ({ parts, state }) => state === "closed" && parts.every((part) => part.state === "void"))
        return {
          said: [
            { from: "buyer", to: "shop", text: `cancel ${second.number}` },
            { from: "shop", to: "desk", text: `order ${second.number} is cancelled` },
            { from: "desk", to: "Sandbox Two", text: `do not ship ${second.number}` },
            { from: "desk", to: "books", text: `release what ${second.number} has reserved` }
          ],
          events: [{ what: "released", warehouse: "Sandbox Two", ...second.lines[0] }]
        }
      }
    },
    {
      id: "published-again",
      title: "The shop is told again",
      sentence: "What was released is offered again. The books, the count in the buildings and the shop agree.",
      isPublished: true,
      act: nothingToDo
    }
  ]
}
