/**
 * The laws of the fold. Each throws if it is broken, so that planted mistakes can be tried as well.
 */
import { assert } from "@effect/vitest"
import * as Schema from "effect/Schema"
import type { Statement } from "../../src/fulfilment/ShippedGoods.ts"
import * as Decimal from "@crossdock/core/model/Decimal"
import * as Money from "@crossdock/core/model/Money"
import * as Quantity from "@crossdock/core/model/Quantity"
import { at, type Fold, hear, line, parcelsOf, permutations, placesOf, type Status, status, textOf } from "./Reports.ts"
import { stories, type Story } from "./Stories.ts"

export interface Law {
  readonly title: string
  readonly check: (fold: Fold) => void
}

/** Quantities of a story as text. The factor 0.125 makes fractions of them. */
const scaled = (quantity: number, factor: number): string => String(quantity * factor)

const expectedPlaces = ({ places }: Story, factor: number) =>
  Object.fromEntries(Object.entries(places).map(([place, quantity]) => [place, `A:${scaled(quantity, factor)}`]))

const expectedParcels = (parcels: Readonly<Record<string, number>>, factor: number): string =>
  Object.entries(parcels).map(([numbers, quantity]) => `${numbers} ${quantity === 0 ? "" : `A:${scaled(quantity, factor)}`}`.trim()).toSorted().join(", ")

/** Tells a story in each order of its reports, with the first report repeated. */
const checkStory = (fold: Fold, story: Story): void => {
  for (const factor of [1, 0.125]) {
    const lines = (quantity: number) => [line("A", scaled(quantity, factor))]
    const reports = story.reports(lines)
    for (const order of permutations([...reports, ...reports.slice(0, 1)])) {
      const state = fold.Fulfilment.fromReports(hear(fold, lines(story.ordered), order.map(fold.Statement.fromStatus)), story.shippedLines)
      assert.deepStrictEqual(placesOf(state), expectedPlaces(story, factor))
      if (story.parcels !== undefined) assert.strictEqual(parcelsOf(state), expectedParcels(story.parcels, factor))
      assert.isTrue(fold.Fulfilment.isBalanced(state, fold.Quantities.fromLines(lines(story.ordered))))
    }
  }
}

const storyLaws: ReadonlyArray<Law> = stories.map((story) => ({ title: `derives where the goods are: ${story.title}`, check: (fold) => checkStory(fold, story) }))

const ofA = (quantity: number) => [line("A", quantity)]

const shipped = (trackingNumber: string, quantity?: number): Status =>
  status("shipped", { trackingNumber, ...(quantity !== undefined && { lines: ofA(quantity) }) })

const left = (trackingNumber: string, quantity?: number): Status => ({ ...shipped(trackingNumber, quantity), ...status("open", { shippedAt: at(1) }) })

const stateOf = (fold: Fold, ordered: number, reports: ReadonlyArray<Status>) =>
  fold.Fulfilment.fromReports(hear(fold, ofA(ordered), reports.map(fold.Statement.fromStatus)))

/** A report with statements as they are kept, for what the model of a status cannot express. */
const withStatements = (fold: Fold, report: Status, more: Partial<Statement.Statement>): Statement.Report => {
  const { phase, statements } = fold.Statement.fromStatus(report)
  return { phase, statements: statements.map((statement) => ({ ...statement, ...more })) }
}

const repeats: Law = {
  title: "a report that says nothing new changes nothing, and one that does raises the version",
  check: (fold) => {
    const reports = [left("T-1", 2), status("failed"), shipped("T-2", 3), shipped("T-2")].map(fold.Statement.fromStatus)
    let record = fold.FulfilmentRecord.empty(ofA(5))
    for (const report of reports) {
      const { version } = record
      record = fold.FulfilmentRecord.add(record, report)
      assert.isAbove(record.version, version)
      for (const known of reports.slice(0, reports.indexOf(report) + 1)) assert.strictEqual(fold.FulfilmentRecord.add(record, known), record)
    }
    const exact = fold.Statement.fromStatus(status("open", { trackingNumber: "T-1", shippedAt: at(1), lines: [line("A", "2.00")] }))
    assert.strictEqual(fold.FulfilmentRecord.add(record, exact), record)
  }
}

const namedTogether: Law = {
  title: "of the keys that reports name together, only the largest sets are kept, and a further set is news",
  check: ({ FulfilmentRecord: { add, empty }, Statement: { fromStatus } }) => {
    const report = (...numbers: ReadonlyArray<string>) =>
      fromStatus(status("shipped", { parcels: numbers.map((trackingNumber) => ({ trackingNumber, lines: ofA(1) })) }))
    const record = [report("T-1"), report("T-1", "T-2"), report("T-2", "T-1", "T-3"), report("T-1", "T-4")].reduce(add, empty(ofA(9)))
    assert.deepStrictEqual(record.together, [["T-2", "T-1", "T-3"], ["T-1", "T-4"]])
    assert.strictEqual(add(record, report("T-3", "T-2")), record)
    const more = add(record, report("T-2", "T-4"))
    assert.deepStrictEqual([more.version, more.together.length], [record.version + 1, 3])
  }
}

const orderOfArrival: Law = {
  title: "what the order of arrival decides: the parcel that was reported first has the rest, and the latest number is the last",
  check: (fold) => {
    assert.strictEqual(parcelsOf(stateOf(fold, 5, [shipped("T-2"), left("T-1")])), "T-1, T-2 A:5")
    assert.strictEqual(parcelsOf(stateOf(fold, 5, [left("T-1"), shipped("T-2")])), "T-1 A:5, T-2")
    assert.strictEqual(stateOf(fold, 4, [shipped("T-1-C", 4), shipped("T-1", 4)]).parcels[0]!.trackingNumbers.at(-1), "T-1")
    assert.strictEqual(stateOf(fold, 4, [shipped("T-1", 4), shipped("T-1-C", 4)]).parcels[0]!.trackingNumbers.at(-1), "T-1-C")
  }
}

const identity: Law = {
  title: "a parcel keeps its id when its number comes later or is corrected",
  check: (fold) => {
    assert.deepStrictEqual(stateOf(fold, 4, [shipped("T-1", 4), shipped("T-1-C", 4)]).parcels.map(({ id, keys }) => [id, keys]), [[1, ["T-1", "T-1-C"]]])
    const late = stateOf(fold, 5, [status("open", { shippedAt: at(1), lines: ofA(4) }), left("T-1", 4), shipped("T-2", 1)])
    assert.deepStrictEqual(late.parcels.map(({ id, keys }) => [id, keys]), [[1, ["T-1", ""]], [3, ["T-2"]]])
  }
}

const newest: Law = {
  title: "the newest statement counts if the warehouse says when it made each, and otherwise the larger one",
  check: (fold) => {
    const lists = [3, 2].map((quantity, index) => withStatements(fold, shipped("T-1", quantity), { saidAt: index + 1 }))
    for (const order of permutations(lists)) assert.deepStrictEqual(placesOf(fold.Fulfilment.fromReports(hear(fold, ofA(3), order))), { left: "A:2", missing: "A:1" })
    assert.deepStrictEqual(placesOf(stateOf(fold, 3, [shipped("T-1", 3), shipped("T-1", 2)])), { left: "A:3" })
  }
}

const inspection: Law = {
  title: "what a person found in a parcel counts, whatever is reported before or after",
  check: (fold) => {
    const { FulfilmentRecord, Fulfilment } = fold
    const unclear = hear(fold, ofA(5), [left("T-1"), status("failed")].map(fold.Statement.fromStatus))
    const found = FulfilmentRecord.inspect(unclear, Fulfilment.fromReports(unclear).parcels[0]!, ofA(2))
    assert.deepStrictEqual(placesOf(Fulfilment.fromReports(found)), { left: "A:2", givenUp: "A:3" })
    const later = FulfilmentRecord.add(found, fold.Statement.fromStatus(left("T-1", 4)))
    assert.deepStrictEqual(placesOf(Fulfilment.fromReports(later)), { left: "A:2", givenUp: "A:3" })
    assert.deepStrictEqual(Fulfilment.fromReports(later).parcels.map(({ rule }) => rule), ["person"])
    // A person who finds that a report without a number tells of no further parcel makes the rest missing.
    const vague = hear(fold, ofA(5), [status("shipped"), shipped("T-1", 4)].map(fold.Statement.fromStatus))
    assert.deepStrictEqual(placesOf(Fulfilment.fromReports(FulfilmentRecord.inspect(vague, { keys: [""] }, []))), { left: "A:4", missing: "A:1" })
    const nothingIn = FulfilmentRecord.inspect(hear(fold, ofA(5), [shipped("T-1"), status("shipped")].map(fold.Statement.fromStatus)), { keys: ["T-1"] }, [])
    assert.deepStrictEqual(placesOf(Fulfilment.fromReports(nothingIn)), { unclear: "A:5" })
    // A parcel with two numbers stays one parcel, and a further inspection replaces the first.
    const corrected = hear(fold, ofA(4), [shipped("T-1", 4), shipped("T-1-C", 4)].map(fold.Statement.fromStatus))
    const [parcel] = Fulfilment.fromReports(corrected).parcels
    const twice = FulfilmentRecord.inspect(FulfilmentRecord.inspect(corrected, parcel!, ofA(1)), parcel!, ofA(3))
    assert.strictEqual(parcelsOf(Fulfilment.fromReports(twice)), "T-1=T-1-C A:3")
    assert.deepStrictEqual(placesOf(Fulfilment.fromReports(twice)), { left: "A:3", missing: "A:1" })
    assert.strictEqual(twice.version, corrected.version + 2)
    assert.strictEqual(twice.inspections.length, 1)
  }
}

const inspectionAndCorrection: Law = {
  title: "what a person found counts for the parcel, whichever number of it arrives later",
  check: (fold) => {
    const { Fulfilment, FulfilmentRecord, Statement: { fromStatus } } = fold
    const found = (ordered: number, first: Status, later: Status, shippedLines?: "total") => {
      const heard = hear(fold, ofA(ordered), [fromStatus(first)])
      const inspected = FulfilmentRecord.inspect(heard, Fulfilment.fromReports(heard).parcels[0]!, ofA(3))
      return Fulfilment.fromReports(FulfilmentRecord.add(inspected, fromStatus(later)), shippedLines)
    }
    const inParcels = (trackingNumber: string) => status("shipped", { parcels: [{ trackingNumber, lines: ofA(4) }] })
    const numbers = [shipped("T-1-C", 4), shipped("T-1-C"), inParcels("T-1-C"), status("shipped"), status("shipped", { lines: ofA(4) })]
    for (const first of [shipped("T-1", 4), inParcels("T-1"), status("shipped", { lines: ofA(4) })]) {
      for (const later of numbers) {
        for (const shippedLines of [undefined, "total"] as const) {
          const state = found(4, first, later, shippedLines)
          assert.deepStrictEqual(placesOf(state), { left: "A:3", missing: "A:1" })
          assert.deepStrictEqual(state.parcels.map(({ contents, rule }) => [textOf(contents), rule]), [["A:3", "person"]])
        }
      }
    }
    // Two lists of 4 are more than 7, although what the person found and a list of 4 are not.
    assert.deepStrictEqual(placesOf(found(7, shipped("T-1", 4), shipped("T-1-C", 4))), { left: "A:3", missing: "A:4" })
    assert.deepStrictEqual(placesOf(found(7, inParcels("T-1"), inParcels("T-1-C"))), { left: "A:3", missing: "A:4" })
    // The further number is found beside lists that are no totals, and beside those that are.
    const two = [line("A", 4), line("B", 1)]
    const beside = (ordered: ReadonlyArray<ReturnType<typeof line>>, ...later: ReadonlyArray<Status>) => {
      const heard = hear(fold, ordered, [fromStatus(shipped("T-1", 4))])
      const inspected = FulfilmentRecord.inspect(heard, { keys: ["T-1"] }, ofA(3))
      return Fulfilment.fromReports(later.map(fromStatus).reduce(FulfilmentRecord.add, inspected))
    }
    assert.strictEqual(parcelsOf(beside(two, shipped("T-1-C", 4), { ...shipped("T-2"), lines: [line("B", 1)] })), "T-1=T-1-C A:3, T-2 B:1")
    assert.strictEqual(parcelsOf(beside(ofA(6), shipped("T-1-C", 4), shipped("T-2", 6))), "T-1=T-1-C A:3, T-2 A:2")
    // A further parcel stays one.
    assert.strictEqual(parcelsOf(found(8, shipped("T-1", 4), shipped("T-2", 4))), "T-1 A:3, T-2 A:4")
    assert.strictEqual(parcelsOf(found(5, shipped("T-1", 4), shipped("T-2", 2))), "T-1 A:3, T-2 A:2")
  }
}

const contradiction: Law = {
  title: "of lists of one parcel that contradict each other, only what all of them have is certain",
  check: (fold) => {
    const ordered = [line("A", 2), line("B", 2)]
    const lists = [[line("A", 2)], [line("A", 1), line("B", 1)]]
    for (const inParcels of [false, true]) {
      const reports = lists.map((lines) => fold.Statement.fromStatus(inParcels
        ? status("open", { parcels: [{ trackingNumber: "T-1", shippedAt: at(1), lines }] })
        : status("open", { trackingNumber: "T-1", shippedAt: at(1), lines })))
      for (const order of permutations(reports)) {
        const state = fold.Fulfilment.fromReports(hear(fold, ordered, order))
        assert.deepStrictEqual(placesOf(state), { left: "A:1", unclear: "A:1 B:1", open: "B:1" })
        assert.deepStrictEqual(state.findings.map(({ rule }) => rule), ["differ"])
      }
    }
  }
}

const contradictionOfTwoNumbers: Law = {
  title: "of two numbers of one parcel whose lists contradict each other, only what all lists have is certain, in every order of arrival",
  check: (fold) => {
    const lists = [["T-1", [line("A", 2)]], ["T-1", [line("A", 1), line("B", 2)]], ["T-2", [line("A", 2), line("B", 1)]], ["T-2", [line("B", 2)]]] as const
    for (const inParcels of [true, false]) {
      const reports = lists.map(([trackingNumber, lines]) => fold.Statement.fromStatus(inParcels
        ? status("open", { parcels: [{ trackingNumber, shippedAt: at(1), lines }] })
        : status("open", { trackingNumber, shippedAt: at(1), lines })))
      for (const order of permutations(reports)) {
        const state = fold.Fulfilment.fromReports(hear(fold, [line("A", 3), line("B", 5)], order))
        assert.deepStrictEqual(placesOf(state), { unclear: "A:2 B:2", open: "A:1 B:3" })
        assert.deepStrictEqual(state.findings.map(({ rule }) => rule), ["differ"])
      }
    }
  }
}

const settledByAnother: Law = {
  title: "of several numbers of fewer parcels, one whose lists contradict each other is a further number of a parcel that another settles",
  check: (fold) => {
    const both = [line("A", 2), line("B", 3)]
    const report = (parcels: Readonly<Record<string, typeof both>>) => fold.Statement.fromStatus(status("open", {
      parcels: Object.entries(parcels).map(([trackingNumber, lines]) => ({ trackingNumber, shippedAt: at(1), lines }))
    }))
    const reports = [report({ "T-3": both }), report({ "T-1": both, "T-0": ofA(2) }), report({ "T-0": [line("A", 1), line("B", 3)], "T-2": both })]
    for (const order of permutations(reports)) {
      assert.deepStrictEqual(placesOf(fold.Fulfilment.fromReports(hear(fold, [line("A", 5), line("B", 9)], order))), { left: "A:4 B:6", open: "A:1 B:3" })
    }
  }
}

const ids: Law = {
  title: "parcels with ids of their own may share a number, and have it corrected",
  check: (fold) => {
    const parcel = (key: string, number: string, quantity: number) => withStatements(fold, left(number, quantity), { key })
    const parcels = (reports: ReadonlyArray<Statement.Report>) => parcelsOf(fold.Fulfilment.fromReports(hear(fold, ofA(5), reports)))
    assert.strictEqual(parcels([parcel("p", "T-1", 2), parcel("q", "T-1", 3)]), "T-1 A:2, T-1 A:3")
    assert.strictEqual(parcels([parcel("p", "T-1", 2), parcel("p", "T-2", 2)]), "T-1=T-2 A:2")
  }
}

const severalCorrections: Law = {
  title: "if nobody knows which of two numbers was corrected, each list is certain once, and the rest of the order is unclear",
  check: (fold) => {
    const ordered = [line("A", 3), line("B", 3)]
    const reports = (["A", "B"] as const).flatMap((sku) =>
      ["1", "2"].map((number) => status("open", { trackingNumber: `${sku}-${number}`, shippedAt: at(1), lines: [line("A", 1), line("B", sku === "A" ? 0.5 : 1)] })))
    for (const order of permutations(reports.map(fold.Statement.fromStatus))) {
      const state = fold.Fulfilment.fromReports(hear(fold, ordered, order))
      assert.deepStrictEqual(placesOf(state), { left: "A:2 B:1.5", unclear: "A:1 B:1.5" })
      // The lists contain each other, so they may be totals as well.
      assert.deepStrictEqual(placesOf(fold.Fulfilment.fromReports(hear(fold, ordered, order), "careful")), { left: "A:1 B:1", unclear: "A:2 B:2" })
    }
  }
}

const alike: Law = {
  title: "of numbers with the same lines, as many are parcels as fit the order",
  check: (fold) => {
    for (const order of permutations([left("T-1", 2), left("T-2", 2), left("T-3", 2)])) {
      const state = stateOf(fold, 5, order)
      assert.deepStrictEqual(placesOf(state), { left: "A:4", open: "A:1" })
      assert.deepStrictEqual(state.parcels.map(({ contents, trackingNumbers }) => `${trackingNumbers.length} ${textOf(contents)}`).toSorted(), ["1 A:2", "2 A:2"])
    }
  }
}

const careful: Law = {
  title: "lists that do not contain each other are no totals, so careful reads them as contents",
  check: (fold) => {
    const ordered = [line("A", 3), line("B", 1), line("C", 1)]
    const lists = [["T-1", [line("A", 1), line("B", 1)]], ["T-2", [line("A", 1), line("C", 1)]]] as const
    const reports = lists.map(([trackingNumber, lines]) => fold.Statement.fromStatus(status("open", { trackingNumber, shippedAt: at(1), lines })))
    assert.deepStrictEqual(placesOf(fold.Fulfilment.fromReports(hear(fold, ordered, reports), "careful")), { left: "A:2 B:1 C:1", open: "A:1" })
    const whole = [left("T-1", 2), shipped("T-2", 4)].map(fold.Statement.fromStatus)
    assert.deepStrictEqual(placesOf(fold.Fulfilment.fromReports(hear(fold, ofA(6), whole), "careful")), { left: "A:6" })
  }
}

const units: Law = {
  title: "quantities are exact, and a SKU in two units is two articles",
  check: (fold) => {
    const ordered = [line("A", 3), line("A", "0.3", "kg")]
    const reports = [["T-1", line("A", "0.1", "kg")], ["T-2", line("A", "0.20", "kg")], ["T-3", line("A", 2)]] as const
    const state = fold.Fulfilment.fromReports(hear(fold, ordered, reports.map(([number, inside]) =>
      fold.Statement.fromStatus(status("open", { trackingNumber: number, shippedAt: at(1), lines: [inside] })))))
    assert.deepStrictEqual(placesOf(state), { left: "A:2 A:0.3kg", open: "A:1" })
  }
}

const onlyOfWhole: Law = {
  title: "a number without lines is a corrected number only beside a parcel that certainly has the whole order",
  check: (fold) => {
    const ordered = [line("A", 3), line("B", 1)]
    const reports = [{ ...left("T-1"), lines: ofA(3) }, { ...left("T-1"), lines: [line("A", 2), line("B", 1)] }, left("T-2")]
    for (const order of permutations(reports.map(fold.Statement.fromStatus))) {
      const state = fold.Fulfilment.fromReports(hear(fold, ordered, order))
      assert.deepStrictEqual(placesOf(state), { left: "A:2", unclear: "A:1 B:1" })
      assert.strictEqual(parcelsOf(state), "T-1 A:2, T-2")
      assert.deepStrictEqual(state.findings.map(({ rule }) => rule), ["differ", "unknown"])
    }
  }
}

const alikeAndContradicted: Law = {
  title: "a number whose lists contradict each other is a corrected number of the parcel that another number lists",
  check: (fold) => {
    const both = [line("A", 4), line("B", 1)]
    const reports = [{ ...left("T-1"), lines: both }, { ...left("T-2"), lines: [line("A", 3), line("B", 1)] }, { ...left("T-2"), lines: ofA(4) }]
    for (const order of permutations(reports.map(fold.Statement.fromStatus))) {
      const state = fold.Fulfilment.fromReports(hear(fold, [line("A", 6), line("B", 1)], order))
      assert.deepStrictEqual(placesOf(state), { left: "A:4 B:1", open: "A:2" })
      assert.strictEqual(parcelsOf(state), "T-1=T-2 A:4 B:1")
    }
  }
}

const gifts: Law = {
  title: "an article that nobody ordered is a surplus, and does not change how the lists are read",
  check: (fold) => {
    const withGift = (quantity: number) => [line("A", quantity), line("G", 1)]
    const state = (ordered: number, reports: ReadonlyArray<Status>, shippedLines?: "total") =>
      fold.Fulfilment.fromReports(hear(fold, ofA(ordered), reports.map(fold.Statement.fromStatus)), shippedLines)
    const total = (trackingNumber: string, quantity: number) => ({ ...left(trackingNumber), lines: withGift(quantity) })
    for (const order of permutations([total("T-1", 2), total("T-2", 4), total("T-3", 6)])) {
      assert.deepStrictEqual(placesOf(state(10, order, "total")), { left: "A:6", open: "A:4", surplus: "G:1" })
    }
    for (const order of permutations([{ ...shipped("T-1"), lines: withGift(5) }, { ...shipped("T-1-C"), lines: withGift(5) }])) {
      assert.deepStrictEqual(placesOf(state(5, order)), { left: "A:5", surplus: "G:1" })
    }
    assert.deepStrictEqual(placesOf(state(5, [status("open", { shippedAt: at(1), lines: withGift(2) })])), { left: "A:2", open: "A:3", surplus: "G:1" })
  }
}

const latestParcel: Law = {
  title: "what a report says at its top is about its latest parcel",
  check: (fold) => {
    const { parcels } = stateOf(fold, 5, [status("open", {
      trackingNumber: "T-2",
      deliveredAt: at(9),
      carrierName: "Post",
      parcels: [{ trackingNumber: "T-1", shippedAt: at(1), lines: ofA(2) }, { trackingNumber: "T-2", shippedAt: at(2), lines: ofA(3) }]
    })])
    assert.deepStrictEqual(parcels.map((one) => [one.isDelivered, one.carrierName, one.shippedAt]), [[false, undefined, 1], [true, "Post", 2]])
  }
}

const adopted: Law = {
  title: "of an order of which nobody knows what was ordered, only what was listed has left",
  check: (fold) => {
    const reports = [left("T-1", 2), shipped("T-2"), shipped("T-3", 1)].map(fold.Statement.fromStatus)
    for (const order of permutations(reports)) {
      const state = fold.Fulfilment.fromReports(hear(fold, undefined, order))
      assert.deepStrictEqual(placesOf(state), { left: "A:3" })
      assert.strictEqual(parcelsOf(state), "T-1 A:2, T-2, T-3 A:1")
    }
  }
}

const wordsAndGoods: Law = {
  title: "goods do not depend on words: what left stays so whatever phases are reported, and in whichever order (U-15)",
  check: (fold) => {
    const phases = ["open", "cancelled", "failed", "shipped", "delivered", "closedShort"] as const
    for (const one of phases) {
      for (const other of phases) {
        for (const order of permutations([left("T-1", 2), left("T-2", 1), status(one), status(other)])) {
          const state = stateOf(fold, 3, order)
          assert.strictEqual(textOf(state.left), "A:3")
          assert.strictEqual(parcelsOf(state), "T-1 A:2, T-2 A:1")
        }
      }
    }
    const ends = ([[["open"], "none"], [["failed"], "void"], [["failed", "delivered"], "whole"], [["shipped", "cancelled"], "whole"]] as const)
      .map(([words, end]) => [stateOf(fold, 3, words.map((word) => status(word))).end, end])
    for (const [found, expected] of ends) assert.strictEqual(found, expected)
  }
}

const closedShort: Law = {
  title: "what an order that was closed short lacks never leaves, unless the lists of what stays leave something over",
  check: (fold) => {
    const short = (notShipped?: number, more: Partial<Status> = {}) => status("closedShort", { ...(notShipped !== undefined && { notShipped: ofA(notShipped) }), ...more })
    const cases: ReadonlyArray<readonly [ReadonlyArray<Status>, Readonly<Record<string, string>>, string]> = [
      // Without a list, the rest stays.
      [[left("T-1", 2), short()], { left: "A:2", givenUp: "A:3" }, "T-1 A:2"],
      [[short()], { givenUp: "A:5" }, ""],
      // A shipped order, of which the warehouse says later that the rest never comes.
      [[shipped("T-1", 2), short()], { left: "A:2", givenUp: "A:3" }, "T-1 A:2"],
      [[shipped("T-1"), short()], { unclear: "A:5" }, "T-1"],
      // The list says what is in a parcel without lines.
      [[left("T-1", 2), left("T-2"), short(1)], { left: "A:4", givenUp: "A:1" }, "T-1 A:2, T-2 A:2"],
      [[short(1, { trackingNumber: "T-1" })], { left: "A:4", givenUp: "A:1" }, "T-1 A:4"],
      // What is in no parcel and in no list may have left.
      [[left("T-1", 2), short(1)], { left: "A:2", unclear: "A:2", givenUp: "A:1" }, "T-1 A:2"],
      [[left("T-1", 2), short(3), short(1)], { left: "A:2", unclear: "A:2", givenUp: "A:1" }, "T-1 A:2"],
      // What has left stays so.
      [[left("T-1", 5), short(1)], { left: "A:5" }, "T-1 A:5"],
      [[left("T-1", 2), short(3), left("T-2", 1)], { left: "A:3", givenUp: "A:2" }, "T-1 A:2, T-2 A:1"],
      [[left("T-1", 2), short(1), status("cancelled")], { left: "A:2", givenUp: "A:3" }, "T-1 A:2"]
    ]
    for (const [reports, places, parcels] of cases) {
      for (const order of permutations(reports)) {
        const state = stateOf(fold, 5, order)
        assert.deepStrictEqual(placesOf(state), places)
        assert.strictEqual(parcelsOf(state), parcels)
      }
    }
    assert.deepStrictEqual(stateOf(fold, 5, [left("T-1", 2), short(3)]).findings, [])
    assert.deepStrictEqual([[short()], [shipped("T-1", 2), short()], [short(), status("failed")]].map((all) => stateOf(fold, 5, all).end), ["short", "whole", "void"])
    // Beside another phase, the list says nothing.
    assert.deepStrictEqual(placesOf(stateOf(fold, 5, [status("open", { notShipped: ofA(1) }), left("T-1", 2)])), { left: "A:2", open: "A:3" })
    assert.deepStrictEqual(placesOf(stateOf(fold, 5, [status("open", { notShipped: ofA(1) }), left("T-1", 2), short()])), { left: "A:2", givenUp: "A:3" })
  }
}

const findings: Law = {
  title: "findings and parcels name their rules, and each rule is a sentence",
  check: (fold) => {
    for (const sentence of Object.values(fold.Rules.rules)) assert.match(sentence, /^[A-Z].{20,}\.$/)
    const found = (ordered: number, reports: ReadonlyArray<Status>) => stateOf(fold, ordered, reports).findings.map(({ rule }) => rule)
    assert.deepStrictEqual(found(2, [shipped("T-1", 3)]), ["listed", "surplus"])
    assert.deepStrictEqual(found(5, [left("T-1"), status("failed")]), ["bothEnds", "unknown"])
    assert.deepStrictEqual(found(5, [status("failed"), left("T-1", 2)]), ["bothEnds"])
    assert.deepStrictEqual(found(5, [status("failed")]), [])
    assert.deepStrictEqual(found(5, [left("T-1", 2), shipped("T-2", 3)]), [])
    const rules = (reports: ReadonlyArray<Status>) => stateOf(fold, 5, reports).parcels.map(({ rule }) => rule)
    assert.deepStrictEqual(rules([left("T-1", 2), shipped("T-2")]), ["listed", "rest"])
    assert.deepStrictEqual(rules([left("T-1")]), ["unknown"])
    assert.deepStrictEqual(rules([status("open", { shippedAt: at(1), lines: ofA(2) })]), ["unnumbered"])
    assert.deepStrictEqual(rules([left("T-1", 2), shipped("T-2", 5)]), ["totals", "totals"])
    assert.deepStrictEqual(rules([status("shipped", { parcels: [{ trackingNumber: "T-1", lines: ofA(5) }] })]), ["contents"])
    assert.isTrue(fold.Rules.isAssumption("rest"))
    assert.isFalse(fold.Rules.isAssumption("listed"))
  }
}

const unnumbered: Law = {
  title: "a list without a number is certain only as far as no sum of known parcels explains it",
  check: (fold) => {
    const state = (parcels: ReadonlyArray<readonly [string, number]>, list: number) =>
      placesOf(stateOf(fold, 20, [...parcels.map(([number, quantity]) => left(number, quantity)), status("open", { shippedAt: at(1), lines: ofA(list) })]))
    assert.deepStrictEqual(state([["T-1", 2], ["T-2", 3]], 5), { left: "A:5", open: "A:15" })
    assert.deepStrictEqual(state([["T-1", 2], ["T-2", 9], ["T-3", 3]], 5), { left: "A:14", open: "A:6" })
    assert.deepStrictEqual(state([["T-1", 2]], 5), { left: "A:5", unclear: "A:2", open: "A:13" })
    assert.deepStrictEqual(state([["T-1", 9]], 5), { left: "A:14", open: "A:6" })
    // The list may be T-1 and B:3, or T-2 and A:1 and B:1: of what is in no known parcel, only B:1 is certain.
    const ordered = [line("A", 10), line("B", 10)]
    const lists = [["", [line("A", 3), line("B", 3)]], ["T-1", [line("A", 3)]], ["T-2", [line("A", 2), line("B", 2)]]] as const
    const reports = lists.map(([number, lines]) => fold.Statement.fromStatus(status("open", { ...(number !== "" && { trackingNumber: number }), shippedAt: at(1), lines })))
    for (const order of permutations(reports)) assert.strictEqual(textOf(fold.Fulfilment.fromReports(hear(fold, ordered, order)).left), "A:5 B:3")
  }
}

const manyParcels: Law = {
  title: "a list without a number beside more parcels than can be tried stays within bounds",
  check: (fold) => {
    const parcels = Array.from({ length: 16 }, (_, index) => left(`T-${index}`, 2 ** index))
    const list = status("open", { shippedAt: at(1), lines: ofA(2 ** 16 - 2) })
    const state = stateOf(fold, 2 ** 17, [...parcels, list])
    assert.strictEqual(textOf(state.left), `A:${2 ** 16 - 1}`)
    assert.strictEqual(textOf(state.unclear), `A:${2 ** 16 - 2}`)
    const total = stateOf(fold, 2 ** 17, [...parcels, status("open", { shippedAt: at(1), lines: ofA(2 ** 16 - 1) })])
    assert.deepStrictEqual(placesOf(total), { left: `A:${2 ** 16 - 1}`, open: `A:${2 ** 16 + 1}` })
  }
}

const equalParcels: Law = {
  title: "equal parcels are no reason to give up: a list without a number gives the same state in every order of arrival",
  check: (fold) => {
    const ones = Array.from({ length: 13 }, (_, index) => left(`T-${index}`, 1))
    const list = status("open", { shippedAt: at(1), lines: ofA(14) })
    for (const order of [[...ones, left("U-1", 2), list], [left("U-1", 2), ...ones, list], [list, left("U-1", 2), ...ones]]) {
      assert.deepStrictEqual(placesOf(stateOf(fold, 40, order)), { left: "A:15", open: "A:25" })
    }
  }
}

const unreadable: Law = {
  title: "lines whose sum no quantity can hold, or which are nothing, do not tell the contents, and the record can be stored",
  check: (fold) => {
    const { FulfilmentRecord, Fulfilment } = fold
    for (const lines of [[line("A", "9".repeat(38)), line("A", "9".repeat(38))], [line("A", "9".repeat(38)), line("A", "0.5")], [line("A", 0)], []]) {
      const record = hear(fold, ofA(5), [fold.Statement.fromStatus({ ...left("T-1"), lines })])
      assert.doesNotThrow(() => Schema.decodeSync(FulfilmentRecord.FromJson)(Schema.encodeSync(FulfilmentRecord.FromJson)(record)))
      assert.deepStrictEqual(placesOf(Fulfilment.fromReports(record)), { unclear: "A:5" })
    }
  }
}

const times: Law = {
  title: "a parcel has its earliest times and its latest carrier and tracking page, and is delivered if it or its order is",
  check: (fold) => {
    const report = (more: Partial<Status>) => status("open", { trackingNumber: "T-1", ...more })
    const { parcels: [parcel] } = stateOf(fold, 1, [
      report({ shippedAt: at(5), carrierName: "Post", trackingUrl: "https://post.example/1" }),
      report({ shippedAt: at(3), deliveredAt: at(9) }),
      report({ deliveredAt: at(8), carrierName: "Parcel Post" })
    ])
    const { carrierName, deliveredAt, isDelivered, shippedAt, trackingUrl } = parcel!
    assert.deepStrictEqual([shippedAt, deliveredAt, carrierName, trackingUrl, isDelivered], [3, 8, "Parcel Post", "https://post.example/1", true])
    assert.deepStrictEqual(stateOf(fold, 1, [shipped("T-1")]).parcels.map((one) => one.isDelivered), [false])
    assert.deepStrictEqual(stateOf(fold, 1, [shipped("T-1"), status("delivered", { trackingNumber: "T-1" })]).parcels.map((one) => one.isDelivered), [true])
    const returned = fold.Fulfilment.fromReports(hear(fold, ofA(1), [withStatements(fold, shipped("T-1"), { returnedAt: 12 })]))
    assert.strictEqual(returned.parcels[0]!.returnedAt, 12)
  }
}

const details: Law = {
  title: "what is told of a parcel beside its contents is kept over repeats, late reports and reports that leave it out (0040)",
  check: (fold) => {
    const serials = [{ ...line("A", 2), lot: "L-1", serialNumbers: ["S-1", "S-2"] }]
    const weighed = status("open", { trackingNumber: "T-1", shippedAt: at(1), weight: Decimal.fromText("1.50")!, weightUnit: "kg", cost: Money.of("4.50", "EUR"), estimatedDeliveryAt: at(9), lines: serials })
    const exact = { ...weighed, weight: Decimal.fromText("1.5")!, cost: Money.of("4.5", "EUR") }
    const told = (reports: ReadonlyArray<Status>) => {
      const { parcels: [parcel] } = stateOf(fold, 2, reports)
      const { cost, estimatedDeliveryAt, lines, weight, weightUnit } = parcel!
      return [weight && Decimal.toText(weight), weightUnit, cost && `${Decimal.toText(cost.amount)} ${cost.currency}`, estimatedDeliveryAt, lines?.map((one) => [one.lot, ...one.serialNumbers ?? []].join())]
    }
    const all = ["1.50", "kg", "4.50 EUR", 9, ["L-1,S-1,S-2"]]
    for (const order of permutations([weighed, left("T-1", 2), shipped("T-1"), status("delivered", { trackingNumber: "T-1", lines: [{ ...line("A", 2), lot: "L-1" }] })])) {
      assert.deepStrictEqual(told([...order, ...order]), all)
    }
    assert.deepStrictEqual(hear(fold, ofA(2), [weighed, exact].map(fold.Statement.fromStatus)).statements.length, 1)
    assert.deepStrictEqual(told([{ ...weighed, cost: Money.of(1, "EUR") }, weighed]), all)
    const fromParcels = (...parcels: NonNullable<Status["parcels"]>) => told([status("shipped", { parcels })])
    const { cost, weight } = { cost: Money.of(2, "EUR"), weight: Decimal.fromText("2")! }
    assert.deepStrictEqual(fromParcels({ parcelId: "P-1", lines: serials, cost, weight }), ["2", undefined, "2 EUR", undefined, ["L-1,S-1,S-2"]])
    // Packages under one number are one parcel, of which only the whole weight and cost is told.
    assert.deepStrictEqual(fromParcels({ trackingNumber: "T-1", lines: ofA(1), cost, weight }, { trackingNumber: "T-1", lines: [{ ...line("A", 1), serialNumbers: ["S-1"] }], cost, weight }), ["4", undefined, "4 EUR", undefined, ["", ",S-1"]])
    assert.deepStrictEqual(fromParcels({ trackingNumber: "T-1", lines: ofA(1), cost, weight }, { trackingNumber: "T-1", lines: ofA(1), weight, weightUnit: "kg" }).slice(0, 3), [undefined, undefined, undefined])
    // Serial numbers of contents that turn out to be others are not told as theirs.
    assert.isUndefined(told([weighed, { ...left("T-1"), lines: [line("A", 1), line("B", 1)] }]).at(-1))
    const text = Schema.encodeSync(fold.FulfilmentRecord.FromJson)(hear(fold, ofA(2), [fold.Statement.fromStatus(weighed)]))
    const read = Schema.decodeSync(fold.FulfilmentRecord.FromJson)(text)
    assert.strictEqual(fold.FulfilmentRecord.add(read, fold.Statement.fromStatus(weighed)), read)
  }
}

const stored: Law = {
  title: "a record is stored as text, and is the same after it was read",
  check: ({ Fulfilment, FulfilmentRecord, Statement: { fromStatus } }) => {
    const reports = [
      status("open", { trackingNumber: "T-1", trackingUrl: "https://post.example/1", carrierName: "Post", shippedAt: at(1), lines: [line("__proto__", "0.10", "kg"), line("A", 2)] }),
      status("delivered", { parcels: [{ trackingNumber: "T-2", deliveredAt: at(2), lines: [line("A", 1)] }] }),
      status("failed")
    ].map(fromStatus)
    for (const ordered of [undefined, [line("A", 5), line("__proto__", "0.25", "kg")]]) {
      const heard = reports.reduce(FulfilmentRecord.add, FulfilmentRecord.empty(ordered))
      const record = FulfilmentRecord.inspect(heard, Fulfilment.fromReports(heard).parcels[1]!, [line("A", "0.5")])
      const text = Schema.encodeSync(FulfilmentRecord.FromJson)(record)
      const read = Schema.decodeSync(FulfilmentRecord.FromJson)(text)
      assert.strictEqual(Schema.encodeSync(FulfilmentRecord.FromJson)(read), text)
      assert.strictEqual(reports.reduce(FulfilmentRecord.add, read), read)
      assert.deepStrictEqual(placesOf(Fulfilment.fromReports(read)), placesOf(Fulfilment.fromReports(record)))
      assert.strictEqual(parcelsOf(Fulfilment.fromReports(read)), "T-1 A:2 __proto__:0.1kg, T-2 A:0.5")
    }
  }
}

const storedBefore: Law = {
  title: "a record names its format, one that was stored without it can be read, and one of a later format cannot",
  check: ({ Fulfilment, FulfilmentRecord: { FromJson, add, empty }, Statement: { fromStatus } }) => {
    const record = add(empty(ofA(4)), fromStatus(status("shipped", { parcels: ["T-1", "T-2"].map((trackingNumber) => ({ trackingNumber, lines: ofA(2) })) })))
    const { format, together, ...before } = JSON.parse(Schema.encodeSync(FromJson)(record))
    assert.deepStrictEqual([format, together], [1, [["T-1", "T-2"]]])
    assert.deepStrictEqual(Schema.decodeSync(FromJson)(JSON.stringify(before)), { ...record, together: [] })
    assert.strictEqual(parcelsOf(Fulfilment.fromReports(Schema.decodeSync(FromJson)(JSON.stringify(before)))), "T-1 A:2, T-2 A:2")
    assert.throws(() => Schema.decodeSync(FromJson)(JSON.stringify({ ...before, format: 2 })))
  }
}

const neverForgets: Law = {
  title: "what was reported to have left is never forgotten, whatever is reported afterwards",
  check: (fold) => {
    const more: ReadonlyArray<Status> = [
      status("failed"), status("cancelled"), status("shipped"), shipped("T-1"), shipped("T-2"), left("T-2", 1), left("T-2", 3), shipped("T-3", 5),
      status("open", { trackingNumber: "L-1" }), status("shipped", { lines: ofA(2) }), status("open", { parcels: [{ trackingNumber: "T-4", shippedAt: at(1), lines: ofA(1) }] })
    ]
    for (const one of more) {
      for (const other of more) {
        for (const order of permutations([left("T-1", 2), one, other])) {
          const { parcels, unclear } = stateOf(fold, 5, order)
          const parcel = parcels.find(({ keys }) => keys.includes("T-1"))
          // What other parcels contain does not count, except for a total, which includes them.
          const counted = parcel?.rule === "totals" ? parcels : parcel === undefined ? [] : [parcel]
          const all = Quantity.sum([...counted.flatMap(({ contents }) => contents), ...unclear].map(({ quantity }) => quantity))
          assert.isTrue(Quantity.compare(all, Quantity.of(2)) >= 0)
        }
      }
    }
  }
}

export const laws: ReadonlyArray<Law> = [
  ...storyLaws,
  repeats,
  namedTogether,
  orderOfArrival,
  identity,
  newest,
  inspection,
  inspectionAndCorrection,
  storedBefore,
  contradiction,
  contradictionOfTwoNumbers,
  settledByAnother,
  ids,
  severalCorrections,
  alike,
  careful,
  units,
  onlyOfWhole,
  alikeAndContradicted,
  gifts,
  latestParcel,
  adopted,
  wordsAndGoods,
  closedShort,
  findings,
  unnumbered,
  manyParcels,
  equalParcels,
  unreadable,
  times,
  details,
  stored,
  neverForgets
]
