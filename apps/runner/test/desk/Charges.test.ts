/**
 * However an order is split, given up and placed anew, its warehouses are told exactly the amounts of the order.
 */
import { Decimal, type PlatformOrder, Quantity } from "@crossdock/core"
import { assert, describe, it } from "@effect/vitest"
import * as BigDecimal from "effect/BigDecimal"
import * as Charges from "../../src/desk/Charges.ts"
import * as Coverage from "../../src/desk/Coverage.ts"
import type * as DeskRows from "../../src/desk/DeskRows.ts"
import type { OrderLine } from "../../src/desk/OrderFacts.ts"
import type { Shipped } from "../../src/desk/ShippedPieces.ts"
import { without } from "../../src/desk/WarehouseOrder.ts"
import * as FakeShop from "../support/FakeShop.ts"
import { type Random, randomOf } from "../support/Random.ts"

const amountIn = (random: Random, below: number): Decimal.Decimal => BigDecimal.make(BigInt(random(below)), random(3))

const orderIn = (random: Random): PlatformOrder.PlatformOrder =>
  FakeShop.order("S-1", 0, {
    currency: ["EUR", "JPY", "KWD", "unknown"][random(4)]!,
    freight: amountIn(random, 10_000),
    ...(random(2) === 0 && { paymentMethod: "cashOnDelivery", cashOnDelivery: amountIn(random, 1_000_000) }),
    lines: Array.from({ length: 1 + random(4) }, (_, at) => ({
      lineId: `L-${at}`, productId: "P", sku: `A-${at}`, title: "A", currency: "EUR", quantity: Quantity.of(1 + random(5)), ...(random(5) > 0 && { price: amountIn(random, 2000) }), ...(random(3) > 0 && { tax: amountIn(random, 500) })
    }))
  })

/** Some of the pieces, at least one of them. */
const someOf = (random: Random, lines: ReadonlyArray<OrderLine>): ReadonlyArray<OrderLine> => {
  const some = lines.map((line) => ({ ...line, pieces: random(line.pieces + 1) })).filter(({ pieces }) => pieces > 0)
  return some.length > 0 ? some : [{ ...lines[0]!, pieces: 1 }]
}

interface World {
  readonly parts: ReadonlyArray<DeskRows.Part>
  /** What has left of parts that their warehouses have given up. */
  readonly left: ReadonlyMap<string, ReadonlyArray<OrderLine>>
}

const partOf = (number: string, lines: ReadonlyArray<OrderLine>, charges: Charges.Charges) => ({ number, lines, charges, givenUp: [], state: "accepted" }) as unknown as DeskRows.Part
const shippedIn = ({ left }: World): Shipped => ({ parcels: [], of: ({ number }) => ({ left: left.get(number) ?? [], unclear: [], missing: [], end: "none", findings: [] }) })

/** What a world may do next: some parts are placed, a warehouse gives its part up, or does so after some of it has left. */
const next = (random: Random, order: PlatformOrder.PlatformOrder, wanted: ReadonlyArray<OrderLine>, world: World, isLast: boolean): World => {
  const { parts } = world
  const { left } = Coverage.of(wanted, { parts, shipped: shippedIn(world), elsewhere: [] })
  const live = parts.filter(({ state }) => state === "accepted")
  if (left.length > 0 && (isLast || live.length === 0 || random(2) === 0)) {
    let rest = left
    const lines = Array.from({ length: 1 + random(3) }, () => {
      const taken = rest.length === 0 ? [] : someOf(random, rest)
      rest = without(rest, taken)
      return taken
    }).filter((taken) => taken.length > 0)
    if (isLast && rest.length > 0) lines.push(rest)
    const charges = Charges.divided(random(4) === 0 ? "firstPart" : "byValue", order, Charges.before(order, wanted, parts, shippedIn(world)), lines)
    return { ...world, parts: [...parts, ...lines.map((taken, at) => partOf(`S-${parts.length + at}`, taken, charges[at]!))] }
  }
  const part = live[random(live.length)]
  if (part === undefined || isLast) return world
  const isPartly = random(2) === 0
  return {
    parts: parts.map((one) => one === part ? { ...one, state: "void" } : one),
    left: isPartly ? new Map([...world.left, [part.number, someOf(random, part.lines)]]) : world.left
  }
}

const sumOf = ({ left, parts }: World, of: (charges: Charges.Charges) => Decimal.Decimal): Decimal.Decimal =>
  BigDecimal.sumAll(parts.filter(({ number, state }) => state === "accepted" || left.has(number)).map(({ charges }) => of(charges!)))

describe("the charges of an order", () => {
  it("are never more than its amounts, and exactly these once everything is placed, whatever became of its parts (F3)", () => {
    for (let seed = 1; seed <= 3000; seed++) {
      const random = randomOf(seed)
      const order = orderIn(random)
      const wanted = order.lines.map(({ lineId, quantity, sku = "" }) => ({ line: lineId, sku, pieces: Quantity.toNumber(quantity)! }))
      const zero = BigDecimal.make(0n, 0)
      const amounts: ReadonlyArray<readonly [name: string, whole: Decimal.Decimal, of: (charges: Charges.Charges) => Decimal.Decimal]> = [
        ["freight", order.freight, ({ freight }) => freight],
        ["cashOnDelivery", order.cashOnDelivery ?? zero, ({ cashOnDelivery }) => cashOnDelivery],
        ...order.lines.map(({ lineId, tax = zero }) => [`tax of ${lineId}`, tax, ({ taxes }: Charges.Charges) => taxes.get(lineId) ?? zero] as const)
      ]
      let world: World = { parts: [], left: new Map() }
      const check = (isWhole: boolean) => {
        for (const [name, whole, of] of amounts) {
          const sum = sumOf(world, of)
          const text = `seed ${seed}: ${name} ${Decimal.toText(sum)} of ${Decimal.toText(whole)}`
          assert.isTrue(isWhole ? BigDecimal.equals(sum, whole) : BigDecimal.isLessThanOrEqualTo(sum, whole), text)
          assert.isTrue(world.parts.every(({ charges }) => of(charges!).value >= 0n), `seed ${seed}: a share is negative`)
        }
      }
      for (let step = 0; step < 8; step++) {
        world = next(random, order, wanted, world, false)
        check(false)
      }
      world = next(random, order, wanted, world, true)
      check(Coverage.of(wanted, { parts: world.parts, shipped: shippedIn(world), elsewhere: [] }).left.length === 0)
    }
  })

  it("of parts of equal value differ by the smallest unit of the currency at most, and the last one has the rest", () => {
    const line = { lineId: "L-1", productId: "P", sku: "A", title: "A", currency: "EUR", quantity: Quantity.of(3), price: Decimal.fromText("1")! }
    const order = FakeShop.order("S-1", 0, { lines: [line], freight: Decimal.fromText("10")! })
    const piece = [{ line: "L-1", sku: "A", pieces: 1 }]
    const shares = Charges.divided("byValue", order, Charges.before(order, [{ ...piece[0]!, pieces: 3 }], [], shippedIn({ parts: [], left: new Map() })), [piece, piece, piece])
    assert.deepStrictEqual(shares.map(({ freight }) => Decimal.toText(freight)), ["3.33", "3.33", "3.34"])
  })

  it("are read as they were stored", () => {
    const charges: Charges.Charges = { freight: Decimal.fromText("4.50")!, cashOnDelivery: Decimal.fromText("0")!, taxes: new Map([["L-1", Decimal.fromText("0.33")!]]) }
    assert.deepStrictEqual(Charges.toText(Charges.fromText(Charges.toText(charges))), "{\"freight\":\"4.50\",\"cashOnDelivery\":\"0\",\"taxes\":{\"L-1\":\"0.33\"}}")
    assert.strictEqual(Charges.fromText("{\"freight\":\"4.50\",\"cashOnDelivery\":\"0\"}").taxes.size, 0)
  })
})
