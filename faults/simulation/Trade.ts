/**
 * Merchants who order, cancel and order again under their numbers, at a warehouse that reports as it likes: at once, late,
 * or only when it is asked.
 */
import { OutboundOrder, WarehouseV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import type { ConnectedLink } from "../../apps/runner/src/Composition.ts"
import { Dispatch } from "../../apps/runner/src/contracts/warehouse/Dispatch.ts"
import type { Refusal } from "../../apps/runner/src/engine/Refusal.ts"
import { asn, order } from "../../apps/runner/test/support/Orders.ts"
import type * as Client from "./Client.ts"
import type { Kernel } from "./kernel/Kernel.ts"
import * as Messages from "./peers/Messages.ts"
import * as Warehouse from "./peers/Warehouse.ts"
import type { Plan } from "./Plan.ts"
import type { Random } from "./Random.ts"

export interface Merchant {
  readonly link: ConnectedLink
  /** Before its numbers at the warehouse. */
  readonly prefix: string
}

export interface Trade {
  readonly wanted: ReadonlyMap<string, "stands" | "cancelled">
  /** What the warehouse does when it has heard of something. */
  readonly made: (held: Warehouse.Held) => void
  readonly cancelled: (held: Warehouse.Held) => void
  readonly announced: (held: Warehouse.Announced) => void
  readonly begin: () => void
  /** Nobody has anything left to do. */
  readonly isOver: () => boolean
}

export const make = (options: {
  readonly kernel: Kernel
  readonly plan: Plan
  readonly client: Client.Client
  readonly merchants: ReadonlyArray<Merchant>
  readonly random: Random
  readonly report: (message: Messages.Report) => Client.Call<void, unknown>
  readonly read: Client.Call<unknown, Refusal>["read"]
}): Trade => {
  const { client, kernel, merchants, plan, random, read, report } = options
  const wanted = new Map<string, "stands" | "cancelled">()
  const [work, wish] = [random.fork("work"), random.fork("wishes")]
  let open = 0

  const after = (milliseconds: number, act: () => void) => {
    open++
    kernel.after(milliseconds, () => {
      open--
      act()
    })
  }

  const tell = (message: Messages.Report, then: () => void) => {
    open++
    client.insist(report(message), () => {
      open--
      then()
    })
  }

  // --- the warehouse ------------------------------------------------------------------------------------------------

  const advance = (held: Warehouse.Held, isSilent: boolean): void => {
    if (held.phase !== "open") return
    held.step++
    if (held.step === Warehouse.steps) held.phase = "shipped"
    const next = () => after(work.between(500, 6000), () => advance(held, isSilent))
    if (isSilent) return next()
    tell(Messages.issue(held.orderNumber, held.warehouseOrderNumber, held.phase === "shipped" ? "shipped" : "open", held.step), next)
  }

  const receive = (held: Warehouse.Announced, sequence: number, isSilent: boolean): void => {
    const isLast = sequence === plan.batches
    held.received++
    held.phase = isLast ? "received" : "receiving"
    const next = () => {
      if (!isLast) after(work.between(500, 5000), () => receive(held, sequence + 1, isSilent))
    }
    if (isSilent) return next()
    tell(Messages.named(held.asnNumber, held.sku, sequence, isLast), next)
  }

  // --- the merchants ------------------------------------------------------------------------------------------------

  const call = <O extends typeof WarehouseV1.CreateOutboundOrder | typeof WarehouseV1.CancelOutboundOrder | typeof WarehouseV1.CreateInboundOrder>(
    { link }: Merchant,
    operation: O,
    payload: O["payload"]["Type"],
    then: (answer: "ok" | "fail") => void
  ): void => {
    open++
    const effect = Effect.flatMap(Dispatch, (dispatch) => dispatch.call(link, operation, payload, ""))
    client.insist({ effect, read }, (answer) => {
      open--
      then(answer)
    })
  }

  const trade = (merchant: Merchant, number: string, again: number): void => {
    const entity = merchant.prefix + number
    call(merchant, WarehouseV1.CreateOutboundOrder, order(number), () => {
      wanted.set(entity, "stands")
      if (again === 0) return
      after(wish.below(6000), () =>
        call(merchant, WarehouseV1.CancelOutboundOrder, { orderNumber: OutboundOrder.OrderNumber.make(number) }, (answer) => {
          if (answer === "fail") return
          wanted.set(entity, "cancelled")
          if (again > 1 || wish.chance(60)) after(wish.below(2500), () => trade(merchant, number, again - 1))
        }))
    })
  }

  return {
    wanted,
    made: (held) => {
      const isSilent = work.chance(30)
      after(work.chance(25) ? 0 : work.between(500, 6000), () => advance(held, isSilent))
    },
    cancelled: (held) => {
      if (work.chance(70)) after(work.below(8000), () => tell(Messages.issue(held.orderNumber, held.warehouseOrderNumber, "cancelled", 0), () => {}))
    },
    announced: (held) => {
      const isSilent = work.chance(30)
      after(work.between(500, 6000), () => receive(held, 1, isSilent))
    },
    begin: () => {
      for (const merchant of merchants) {
        for (let index = 1; index <= plan.creates; index++) after(wish.below(8000), () => trade(merchant, `SO-${index}`, wish.pick([0, 1, 1, 2])))
        for (let index = 1; index <= plan.announced; index++) {
          const number = `GOODS-${index}`
          after(wish.below(8000), () =>
            call(merchant, WarehouseV1.CreateInboundOrder, asn(number), () => void wanted.set(merchant.prefix + number, "stands")))
        }
      }
    },
    isOver: () => open === 0
  }
}
