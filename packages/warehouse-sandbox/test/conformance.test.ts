/**
 * The sandbox and its presets against the laws of `warehouse/v1`. Its books are read from the tables; what goes wrong is
 * brought about by magic SKUs, because there is no wire to break.
 */
import { AsnNumber } from "@crossdock/core/model/InboundOrder"
import { type OutboundOrder, Quantity, Sku, SqlStorage, WarehouseV1 } from "@crossdock/core"
import { WarehouseV1Suite } from "@crossdock/testkit"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { sandbox, sandboxCore, sandboxFull, sandboxLean } from "../src/Adapter.ts"
import { storedRecords, type StoredRecords } from "../src/StoredRecords.ts"
import { inbound, order, settings } from "./fixtures.ts"
import { sqlite } from "./storages.ts"

type SuiteFixture = WarehouseV1Suite.Options<typeof sandbox.settings, SqlStorage.SqlStorage>["fixture"]
type FaultInjection = Parameters<NonNullable<SuiteFixture["faults"]>>[0]

/** How goods bring a trouble about, by kind of call. */
const magic: Readonly<Partial<Record<WarehouseV1.OperationName | "authorization", Readonly<Partial<Record<FaultInjection, string>>>>>> = (() => {
  const creating = {
    offline: "UNREACHABLE_ONCE",
    "rate-limit": "RATE_LIMITED_ONCE",
    "lose-answer": "LOST_ANSWER",
    html: "ERROR_PAGE",
    garbage: "GARBLED_ANSWER",
    "refuse-unlisted": "UNLISTED_FAULT",
    drip: "SLOW_30S"
  }
  return {
    createOutboundOrder: creating,
    createInboundOrder: creating,
    upsertProduct: creating,
    cancelOutboundOrder: { "lose-answer": "CANCEL_LOST" }
  }
})()

interface Plan {
  readonly parcels: ReadonlyArray<{ readonly trackingNumber: string; readonly leavesAt: number }>
  readonly carrierName: string
  readonly failure?: { readonly at: number; readonly reason: string }
}

const outboundState = ({ isCancelled, plan }: StoredRecords["outbound"][number], now: number) => {
  const { failure, parcels } = JSON.parse(plan) as Plan
  if (isCancelled) return "cancelled"
  if (failure !== undefined && failure.at <= now) return "failed"
  return parcels.every(({ leavesAt }) => leavesAt <= now) ? "shipped" : "open"
}

const inboundState = ({ isCancelled, plan }: StoredRecords["inbound"][number], now: number) => {
  const { endsAt } = JSON.parse(plan) as { readonly endsAt: number }
  return isCancelled ? "cancelled" : endsAt <= now ? "finished" : "open"
}

/** Goods in place of those of an order. */
const of = (sku: string) => ({ lines: [line] }: OutboundOrder.OutboundOrder) => [{ ...line, sku: Sku.Sku.make(sku), quantity: Quantity.of(2) }] as const
const holding = (sku: string) => (wanted: OutboundOrder.OutboundOrder) => ({ ...wanted, lines: of(sku)(wanted) })

const fixtureOf = (account: string): SuiteFixture => {
  const read = Effect.flatMap(SqlStorage.SqlStorage, (storage) => storedRecords(storage, account))
  const now = <A>(use: (all: StoredRecords, now: number) => A) => Effect.map(Effect.all([read, Clock.currentTimeMillis]), ([all, at]) => use(all, at))
  const planOf = (orderNumber: string) =>
    now(({ outbound }) => JSON.parse(outbound.findLast((each) => each.orderNumber === orderNumber)!.plan) as Plan)
  return {
    // Never runs out and never leaves, so that time may pass.
    order: (orderNumber) => order(orderNumber, [["NEVER_SHIPS", 1]]),
    records: {
      outbound: (orderNumber) =>
        now(({ outbound }, at) =>
          outbound.filter((each) => each.orderNumber === orderNumber).map((each) => ({ number: each.number, state: outboundState(each, at) }))),
      outboundCount: Effect.map(read, ({ outbound }) => outbound.length)
    },
    refused: { order: holding("NO-SUCH-SKU"), message: "/skuList/0/sku: NO-SUCH-SKU is not a product" },
    faults: (injection, operation) => {
      const sku = magic[operation]?.[injection]
      return sku === undefined ? undefined : { sku }
    },
    actions: {
      ship: {
        order: holding("SKU-1001"),
        run: Effect.fnUntraced(function*(orderNumber) {
          yield* TestClock.adjust("3 seconds")
          const { carrierName, parcels: [parcel] } = yield* planOf(orderNumber)
          return { trackingNumber: parcel!.trackingNumber, carrierName, shippedAt: parcel!.leavesAt }
        })
      },
      shipPart: { order: holding("PARTIAL"), run: () => TestClock.adjust("3 seconds") },
      fail: {
        order: holding("FAILS_LATER"),
        run: Effect.fnUntraced(function*(orderNumber) {
          yield* TestClock.adjust("3 seconds")
          const { failure } = yield* planOf(orderNumber)
          return { reason: failure!.reason }
        })
      }
    },
    lists: {
      warehouses: Effect.succeed([{ code: "SBX-1", name: "Sandbox One" }, { code: "SBX-2", name: "Sandbox Two" }]),
      channels: Effect.succeed([{ code: "SBX-STD", name: "Sandbox standard" }, { code: "SBX-EXP", name: "Sandbox express" }])
    },
    stock: {
      warehouseCode: "SBX-1",
      levels: now(({ movements, stock }, at) =>
        stock.filter(({ warehouseCode }) => warehouseCode === "SBX-1").map(({ bad, good, inTransit, reserved, sku }) => {
          const due = movements.filter((each) => each.warehouseCode === "SBX-1" && each.sku === sku && each.at <= at)
          const now = due.reduce((sum, each) => ({
            good: sum.good + each.good,
            bad: sum.bad + each.bad,
            reserved: sum.reserved + each.reserved,
            inTransit: sum.inTransit + each.inTransit
          }), { bad, good, inTransit, reserved })
          return {
            sku,
            sellable: now.good - now.reserved,
            reserved: now.reserved,
            unsellable: now.bad,
            total: now.good + now.bad,
            inTransit: now.inTransit
          }
        }))
    },
    inbound: {
      order: (asnNumber: AsnNumber) => inbound(asnNumber, [["SKU-1001", 9], ["SKU-1002", 4]]),
      records: (asnNumber) =>
        now((all, at) =>
          all.inbound.filter((each) => each.asnNumber === asnNumber).map((each) => ({ number: each.number, state: inboundState(each, at) }))),
      finish: Effect.fnUntraced(function*(asnNumber) {
        yield* TestClock.adjust("5 seconds")
        const all = yield* read
        const { endsAt } = JSON.parse(all.inbound.findLast((each) => each.asnNumber === asnNumber)!.plan) as { readonly endsAt: number }
        return { finishedAt: endsAt }
      })
    },
    products: {
      product: (sku) => ({ sku, erpSku: `ERP-${sku}`, title: "Blue mug", warehouseCode: "SBX-1" }),
      records: (sku) => Effect.map(read, ({ stock }) => stock.filter((each) => each.sku === sku).map((each) => ({ sku: each.sku })))
    },
    authorization: {
      grant: (url) => Effect.succeed(Object.fromEntries([...url.searchParams].map(([name, value]) => [name, Redacted.make(value)]))),
      wrong: { code: Redacted.make("code-of-nobody") },
      accepts: ({ token }) => Effect.succeed(token !== undefined && Redacted.value(token) === "sandbox-token")
    }
  }
}

for (const plugin of [sandbox, sandboxFull, sandboxCore, sandboxLean]) {
  WarehouseV1Suite.suite({
    plugin,
    settings: settings({ account: plugin.id }),
    fixture: fixtureOf(plugin.id),
    layer: sqlite,
    report: { name: plugin.id === "warehouse-sandbox" ? "crossdock-conformance" : `crossdock-conformance-${plugin.id}` }
  })
}
