/**
 * What ERPs are told of parcels, in random stories: the goods of each parcel once, and what no message can say as a finding.
 */
import { assert, describe, it } from "vitest"
import { OutboundOrder, type OutboundPhase, Quantity, Sku } from "@crossdock/core"
import { Quantities } from "../../../src/fulfilment/ShippedGoods.ts"
import * as DateTime from "effect/DateTime"
import * as ParcelMessages from "../../../src/contracts/warehouse/ParcelMessages.ts"
import * as ReportDecision from "../../../src/contracts/warehouse/ReportDecision.ts"
import * as StoredFulfilment from "../../../src/contracts/warehouse/StoredFulfilment.ts"

type Status = OutboundOrder.OutboundStatus

const orderNumber = OutboundOrder.OrderNumber.make("SO-1")
const goods = (a: number, b: number) => [["A", a], ["B", b]].flatMap(([sku, n]) => n === 0 ? [] : [{ sku: Sku.Sku.make(sku as string), quantity: Quantity.of(n as number) }])
const ordered = Quantities.fromLines(goods(3, 2))
const shippedAt = DateTime.makeUnsafe(1_000)

/** A generator of numbers below a limit, which depends on the seed alone. */
const randomOf = (seed: number) => {
  let state = seed * 2654435761 % 4294967296
  return (limit: number): number => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return Math.floor(state / 4294967296 * limit)
  }
}

/** Reports of up to three parcels, with or without number, contents and time, in any order and repeated. */
const storyOf = (seed: number): ReadonlyArray<Status> => {
  const random = randomOf(seed)
  const parcels = Array.from({ length: 1 + random(3) }, (_, at) => ({ trackingNumber: `T-${at}`, lines: goods(random(2), random(2)), shippedAt }))
  const reports = Array.from({ length: 2 + random(6) }, (_, at): Status => {
    const { lines, trackingNumber } = parcels[random(parcels.length)]!
    const phase: OutboundPhase.OutboundPhase = (["open", "open", "shipped", "delivered", "cancelled"] as const)[random(5)]!
    const whole = random(4) === 0 ? { parcels } : {}
    return {
      orderNumber,
      phase,
      status: `${phase}${random(2)}`,
      ...(random(5) > 0 && { trackingNumber: random(8) === 0 ? `C-${at}` : trackingNumber }),
      ...(random(3) > 0 && lines.length > 0 && { lines: random(8) === 0 ? goods(1, 1) : lines }),
      ...(random(2) === 0 && { shippedAt }),
      ...whole
    }
  })
  return [...reports, ...reports.slice(0, random(reports.length))]
}

/** An order whose reports are decided and told one after another, as the stores do it. */
const orderOf = (shippedLines: "parcel" | "total" | "careful") => {
  let row: any = { id: 1, generation: 1, phase: null, peer_status: null, tracking_number: null, peer_number: null }
  let [record, told] = [StoredFulfilment.ofRow({ pieces: null }), undefined as ParcelMessages.Told | undefined]
  const [messages, findings] = [new Array<Status>(), new Array<string>()]
  const stateOf = (of: typeof record) => StoredFulfilment.stateOf(of, { ordered, nameOf: (sku) => sku, shippedLines })
  const take = (status: Status) => {
    const decision = ReportDecision.of(row, record, status)
    const toTell = ParcelMessages.toTell({ before: stateOf(record), after: stateOf(decision.record), told, isCareful: shippedLines === "careful" })
    const sent = ParcelMessages.messagesOf(decision, decision.effect, toTell).map((message) => message.status)
    messages.push(...sent)
    findings.push(...toTell.findings)
    if (decision.effect !== "repeat" && decision.effect !== "conflict") {
      const { phase, status: word, trackingNumber } = decision.change
      row = { ...row, phase, peer_status: word, tracking_number: trackingNumber ?? row.tracking_number }
    }
    record = decision.record
    told = toTell.told
    return sent
  }
  return { take, messages, findings, told: () => told ?? [], state: () => stateOf(record) }
}

const goodsText = (lines: ReadonlyArray<Quantities.Item> = []) => lines.map(({ quantity, sku }) => `${sku}${quantity.value}`).join("+")
const textOf = ({ lines, parcels, phase, shippedAt: at, trackingNumber = "-" }: Status) =>
  [phase, trackingNumber, goodsText(lines), at && "at", ...(parcels ?? []).map((one) => `${one.trackingNumber}:${goodsText(one.lines)}`)].join(" ")
const sum = (lines: ReadonlyArray<OutboundOrder.ShippedLine> = []) => Quantities.fromLines(lines)

describe("messages of parcels", () => {
  for (const shippedLines of ["parcel", "total", "careful"] as const) {
    it(`tell the goods of each parcel once, under one number, or name a correction, where lines are read as ${shippedLines}`, () => {
      let corrected = 0
      for (let seed = 1; seed <= 1_000; seed++) {
        const [order, story] = [orderOf(shippedLines), storyOf(seed)]
        const check = (isTrue: boolean, law: string) => isTrue || assert.fail(`${law} (story ${seed}: ${story.map(textOf).join("; ")})`)
        for (const status of story) order.take(status)
        const before = order.told()
        for (const { lines, trackingNumber } of order.messages) {
          const isTold = before.some(({ contents, numbers: [number] }) => number === trackingNumber && Quantities.isSame(sum(lines), contents))
          check(lines === undefined || isTold, "a number is told with the same goods each time, or without goods")
        }
        const { parcels, unclear } = order.state()
        corrected += order.findings.length > 0 ? 1 : 0
        for (const { contents, rule, trackingNumbers } of order.findings.length > 0 ? [] : parcels) {
          const isWaiting = trackingNumbers.length === 0 || rule === "rest" || (shippedLines === "careful" && contents.some(({ sku }) => unclear.some((item) => item.sku === sku)))
          const entries = before.filter(({ numbers }) => numbers.some((number) => trackingNumbers.includes(number)))
          check(isWaiting || Quantities.isSame(Quantities.sum(entries.map((entry) => entry.contents)), contents), "without a finding, what is known of a parcel was told")
        }
        for (const status of story) order.take(status)
        check(order.told() === before || JSON.stringify(order.told()) === JSON.stringify(before), "a repeat tells nothing anew")
      }
      assert.isAbove(corrected, 25)
    })
  }
})
