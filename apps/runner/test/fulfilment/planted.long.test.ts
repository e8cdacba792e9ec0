/**
 * Planted mistakes: each changes one small part of the fold, and a law or the replay must find it.
 */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { laws } from "./Laws.ts"
import * as Replay from "./Replay.ts"
import type { Fold } from "./Reports.ts"

interface Mistake {
  readonly title: string
  readonly file: string
  /** The text that is replaced. It stands once in the file. */
  readonly from: string
  readonly to: string
}

const mistake = (title: string, file: string, from: string, to: string): Mistake => ({ title, file: `${file}.ts`, from, to })

const mistakes: ReadonlyArray<Mistake> = [
  mistake("a parcel leaves only with the end of the order (R1)", "Statement", "endsWith(phase, { lines, parcelId, trackingNumber }) || shippedAt !== undefined || deliveredAt !== undefined", "endsWith(phase, { lines, parcelId, trackingNumber })"),
  mistake("a parcel that was delivered has not left", "Statement", " || deliveredAt !== undefined", ""),
  mistake("the number on a label is a parcel", "Statement", `!hasLeft ? "announced" : !isTold`, "!isTold"),
  mistake("a sum that cannot be stored is kept", "Statement", " && sums.every(({ quantity }) => Quantity.isQuantityOrZero(quantity))", ""),
  mistake("lines of nothing tell the contents", "Statement", "sums.length > 0 && ", ""),
  mistake("lines beside `parcels` are ignored", "Statement", `ofLatest.kind === "lines" || latestAt === -1`, "latestAt === -1"),
  mistake("the time at the top of a report does not count for its parcels", "Statement", "at === latestAt ? { ...aboutLatest, ...parcel } : parcel", "parcel"),
  mistake("of parcels that share a number, the first one counts", "Statement", "withMore(same, statement)", "same"),
  mistake("a report that leaves out a weight erases it", "ShippedParcels", "const weighed = statements.findLast(({ weight }) => weight !== undefined)", "const weighed = statements.at(-1)"),
  mistake("a list without serial numbers takes the place of one with them", "ShippedParcels", "LineDetails.countOf(lines) >= LineDetails.countOf(found)", "true"),
  mistake("serial numbers of other contents are told as theirs", "ShippedParcels", " || !Quantities.isSame(Quantities.fromLines(lines), contents)", ""),
  mistake("a cost that is told later is no news", "Statement", "isSameAmount(one.cost?.amount, other.cost?.amount) && ", ""),
  mistake("of packages under one number, the weight of one is told", "Statement", "if (same.length === 1) return statement", "if (same.length > 0) return statement"),
  mistake("the contents in `parcels` may be totals", "Statement", `isInParcels ? "contents" : "lines"`, `"lines"`),
  mistake("a version does not rise", "FulfilmentRecord", "version: record.version + 1,\n    phases", "version: record.version,\n    phases"),
  mistake("a repeated report is news", "FulfilmentRecord", "statements === record.statements && phases", "false && phases"),
  mistake("a statement is kept twice", "FulfilmentRecord", "known.find((one) => Statement.isSame(one, statement))", "known.find(() => false)"),
  mistake("a new phase is no news", "FulfilmentRecord", "statements === record.statements && phases === record.phases", "statements === record.statements"),
  mistake("a further inspection does not replace the first", "FulfilmentRecord", "...record.inspections.filter((one) => !one.keys.some((key) => keys.includes(key)))", "...record.inspections"),
  mistake("the oldest statement counts", "Evidence", "Math.max(...statements", "Math.min(...statements"),
  mistake("a list that another list contains contradicts it", "Evidence", "lists: maximal(all)", "lists: all"),
  mistake("the last list of a parcel counts", "Evidence", "lists.reduce(Quantities.max, Quantities.none)", "lists.at(-1) ?? Quantities.none"),
  mistake("what a person found does not count", "Evidence", "...inspections.map(({ contents: inside, keys: [key] }) => [key, inside] as const)", ""),
  mistake("lists without a number are ignored", "Evidence", `(key === "" || contents.has(key)) && !`, "contents.has(key) && !"),
  mistake("every reading fits", "ListInterpretations", "SameContents.isFitting(evidence.ordered, totalOf(evidence, reading)) ? reading : undefined", "reading"),
  mistake("an article that nobody ordered fits nothing", "SameContents", "Quantities.onlyArticlesOf(all, ordered)", "all"),
  mistake("totals that do not fit are contents", "ListInterpretations", `shippedLines === "total" ? asTotals(evidence)`, `shippedLines !== "total" ? asTotals(evidence)`),
  mistake("careful forgets what was unclear before", "ListInterpretations", "Quantities.plus(one.unclear, disputed)", "disputed"),
  mistake("careful compares numbers instead of parcels", "ListInterpretations", " || one.sameAs.get(each) === key ?", " ?"),
  mistake("a number whose lists contradict each other comes first", "Evidence", "former.lists.length - latter.lists.length", "latter.lists.length - former.lists.length"),
  mistake("totals are added up", "ListInterpretations", "left = Quantities.plus(left, more)", "left = Quantities.plus(left, list)"),
  mistake("any lists can be totals", "ListInterpretations", "at > 0 && !Quantities.isWithin(lists[at - 1]!.list, list)", "at < 0"),
  mistake("numbers with the same lines are always one parcel", "SameContents", "(all) => isFitting(ordered, all))", "() => false)"),
  mistake("of several corrected numbers, nothing is unclear", "SameContents", "unclear: Quantities.beyond(atMost, totalOf(fewest))", "unclear: Quantities.none"),
  mistake("two parcels of one report may be one", "SameContents", "Math.max(1, knownKeys.length, ...named)", "Math.max(1, knownKeys.length)"),
  mistake("a corrected number is that of a parcel beside which it was named", "SameContents", "parcels.findLast((numbers) => !numbers.some((one) => areTogether(one, key))) ?? parcels.at(-1)!", "parcels.at(-1)!"),
  mistake("a number in `parcels` is never a corrected one", "Evidence", "division?.sameAs.has(key) !== true", "key.length > 0"),
  mistake("a parcel is beside one number of another parcel alone", "Evidence", "division?.sameAs.get(key) ?? key", "key"),
  mistake("sets of keys that were named together are all kept", "FulfilmentRecord", "known.filter((one) => !isPart(one, added))", "known"),
  mistake("a report that names known parcels together says nothing new", "FulfilmentRecord", " && together === record.together", ""),
  mistake("what a person found decides whether a further number fits", "Evidence", "repeated.has(key) ?", "false ?"),
  mistake("a later number of an inspected parcel is a parcel", "ListInterpretations", "[reportedKeyOf(list) ?? [], ...[...certain]", "[...[...certain]"),
  mistake("a later number in `parcels` of an inspected parcel is a parcel", "Evidence", "[reportedKeyOf(list) ?? []].flat()", "[]"),
  mistake("a later number with the total of an inspected parcel is a parcel", "ListInterpretations", "evidence.reportedKeyOf(Evidence.largest(one)) ?? other?.key", "other?.key"),
  mistake("a number without lines has what a person did not find", "Fulfilment", "[contents, ...reported.get(key) ?? []]", "[contents]"),
  mistake("a list without a number has what a person did not find", "Fulfilment", "...told, ...preferred", "...preferred"),
  mistake("a report without a number and lines has what a person did not find", "Fulfilment", "isVague: false", "isVague: draft.isVague"),
  mistake("careful takes the first reading that fits", "ListInterpretations", `shippedLines !== "careful" || `, `shippedLines === "careful" || `),
  mistake("contents at a connection with totals are contents", "ListInterpretations", `readers[shippedLines === "total" ? "total" : "parcel"]`, "readers.parcel"),
  mistake("all of a list without a number is in a further parcel", "UnexplainedGoods", "Quantities.min(Quantities.beyond(contents, explained), room)", "Quantities.min(contents, room)"),
  mistake("nothing of a list without a number may be in a further parcel", "UnexplainedGoods", "possible: Quantities.min(contents, room)", "possible: Quantities.none"),
  mistake("only the smallest remainder of a list counts", "UnexplainedGoods", "sums?.reduce(Quantities.max, Quantities.none) ??", "sums?.toSorted(Quantities.compareSizes).at(-1) ??"),
  mistake("equal sums are tried several times", "UnexplainedGoods", "sums.set(textOf(sum), sum)", "sums.set(String(sums.size), sum)"),
  mistake("a list is explained by its first parcel alone", "UnexplainedGoods", "sums?.some((sum) => Quantities.isSame(sum, contents)) === true && isMadeOf(list, parcels, most)", "parcels.length > 0"),
  mistake("what left beyond the order without a number is ignored", "UnexplainedGoods", "Quantities.max(Quantities.beyond(ordered, all), Quantities.beyond(contents, all))", "Quantities.beyond(ordered, all)"),
  mistake("a parcel gets a new id with its number", "ShippedParcels", "Math.min(all.indexOf(key), ...others.map((one) => all.indexOf(one))) + 1", "all.indexOf(key) + 1"),
  mistake("a later time of shipment counts", "ShippedParcels", "Math.min(...times)", "Math.max(...times)"),
  mistake("the first carrier counts", "ShippedParcels", "statements.findLast((one) => one[field] !== undefined)", "statements.find((one) => one[field] !== undefined)"),
  mistake("a void order forgets what left (F2)", "Fulfilment", "left: Quantities.beyond(all, surplus)", "left: ends.isVoid && !ends.isWhole ? Quantities.none : Quantities.beyond(all, surplus)"),
  mistake("an assumption stays when contents are reported (R4)", "Fulfilment", "key !== \"\" && !contents.has(key) && ", "key !== \"\" && "),
  mistake("a parcel without lines has the rest of an order that goes on", "Fulfilment", ": isWhole ? rest : undefined", ": rest"),
  mistake("the parcel that was reported last has the rest", "Fulfilment", ": undefined] = draft.silent\n", ": undefined] = draft.silent.toReversed()\n"),
  mistake("what a void order lacks is missing", "Fulfilment", `ends.isVoid ? "givenUp" : ends.isShort ? "unclear" : ends.isWhole ? "missing" : "open"`, `ends.isWhole ? "missing" : ends.isVoid ? "givenUp" : "open"`),
  mistake("a void order with a parcel of unknown contents is shipped again", "Fulfilment", "isVague || (!isComplete(ends) && ", "isVague || (!isComplete(ends) && !ends.isVoid && "),
  mistake("a shipment without a number and lines has the rest beside known parcels (R4)", "Fulfilment", "draft.isVague && draft.contents.size === 0 ?", "draft.isVague ?"),
  mistake("what may have left without a number and lines is missing (R4)", "Fulfilment", "boolean => isVague || (!isComplete(ends)", "boolean => (isVague || silent.length > 0) && (!isComplete(ends)"),
  mistake("a shipment without a number and lines is never a parcel", "Fulfilment", "draft.isVague && draft.contents.size === 0 ?", "draft.contents.size < 0 ?"),
  mistake("what a person found does not explain a report without a number and lines", "Fulfilment", `isVague: !contents.has("") && `, "isVague: "),
  mistake("a surplus counts as a part of the order", "Fulfilment", "left: Quantities.beyond(all, surplus)", "left: all"),
  mistake("a cancel takes back what was shipped", "Fulfilment", "isWhole: phases.some(OutboundPhase.allGoodsHaveLeft)", "isWhole: phases.some(OutboundPhase.allGoodsHaveLeft) && !phases.some(OutboundPhase.endedUnshipped)"),
  mistake("an order that was closed short waits for the rest", "Fulfilment", `isShort: phases.includes("closedShort")`, "isShort: false"),
  mistake("what was shipped before an order was closed short is taken for all of it", "Fulfilment", "isWhole && !isShort", "isWhole"),
  mistake("a list of what is never shipped does not say what is in a parcel without lines", "Fulfilment", "isShort ? notShipped && Quantities.beyond(rest, notShipped) :", "isShort ? undefined :"),
  mistake("what is neither in a parcel nor in the list of what stays is placed again", "Fulfilment", "notShipped !== undefined ? Quantities.min(rest, notShipped) : isUnknown", "isUnknown"),
  mistake("of two lists of what stays, the longer one counts", "Fulfilment", "notShipped.reduce(Quantities.min)", "notShipped.reduce(Quantities.max)"),
  mistake("an order that was closed short has a parcel although it names none", "Statement", `keyOf(names) !== "" || lines.length > 0`, "true"),
  mistake("a list of what stays counts while the order goes on", "Statement", `phase === "closedShort" && notShipped !== undefined`, "notShipped !== undefined"),
  mistake("contradicting lists count as a whole", "Fulfilment", "Quantities.min(inAll, contents)", "contents"),
  mistake("of two numbers of one parcel, only the lists of one can contradict", "Fulfilment", "same === key || draft.sameAs.get(same) === key", "same === key"),
  mistake("a number that lists the contents at once does not settle what the lists of another leave open", "Fulfilment", "numbers.find((one) => one.lists.length === 1)?.lists ?? ", ""),
  mistake("a list without a number is beside the totals", "Fulfilment", `if (lists === "totals")`, "if (false)"),
  mistake("careful is certain of a list without a number", "Fulfilment", "Quantities.min(found.certain, beyondAll)", "found.certain"),
  mistake("several lists without a number are one", "Fulfilment", `choice.lists === "totals" || evidence.beside[at]!.key !== ""`, "true"),
  mistake("a list without a number that is repeated counts twice", "Evidence", "(other.shippedAt === one.shippedAt ? otherAt < at : one.shippedAt === undefined)", "otherAt < 0"),
  mistake("a list without a number is that of parcels that left at another time", "UnexplainedGoods", "shippedAt === undefined || times.length === 0 || times.includes(shippedAt)", "true"),
  mistake("a total includes a parcel that left later", "UnexplainedGoods", "isAtTimeOf(list, parcel) || Math.min(...parcel.times) <= list.shippedAt!", "true"),
  mistake("a total has no parcels before the latest", "UnexplainedGoods", "possible.filter((one) => !isAtTimeOf(list, one))", "[]"),
  mistake("a number without lines beside a part of the order is a corrected one", "Fulfilment", "Quantities.isWithin(ordered, one)", "!Quantities.isNone(one)"),
  mistake("a number without lines is always a parcel", "Fulfilment", "renamed = renameSilent(draft, ordered, evidence)", "renamed = draft"),
  mistake("goods left of a void order, and nobody is shown", "Fulfilment", "[isVoid && hasParcels && ", "[hasParcels && isWhole && isVoid && "),
  mistake("two units of a SKU are one article", "Quantities", ` || compareText(one.unit ?? "", other.unit ?? "")`, ""),
  mistake("equal quantities may look different", "Quantities", "scale > 0 && value % 10n === 0n", "scale > 99"),
  mistake("what is beyond may be negative", "Quantities", "if (quantity.value > 0n)", "if (quantity.value !== 0n)")
]

const source = fileURLToPath(new URL("../../src", import.meta.url))
const orders = 400

/** Returns the title of the first law that a copy of the fold breaks. */
const brokenLaw = (fold: Fold): string | undefined => {
  const isBroken = (check: () => unknown) => {
    try {
      check()
      return false
    } catch (error) {
      // A copy that cannot run proves nothing about the laws.
      if (error instanceof Error && error.name === "AssertionError") return true
      throw error
    }
  }
  const law = laws.find(({ check }) => isBroken(() => check(fold)))
  return law?.title ?? (isBroken(() => Replay.playAll(fold, 1, orders)) ? "the replay" : undefined)
}

describe("planted mistakes", () => {
  let folder = ""
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "crossdock-fulfilment-"))
    symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(folder, "node_modules"), "dir")
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const copy = async (name: string, change: (at: string) => void): Promise<Fold> => {
    const at = join(folder, name)
    cpSync(join(source, "fulfilment"), at, { recursive: true })
    change(at)
    return import(/* @vite-ignore */ pathToFileURL(join(at, "ShippedGoods.ts")).href)
  }

  it("no law is broken by a copy without a mistake", async () => {
    assert.isUndefined(brokenLaw(await copy("unchanged", () => {})))
  }, 30_000)

  it.each(mistakes)("a law finds: $title", async ({ file, from, title, to }) => {
    const fold = await copy(title.replaceAll(/\W/g, "-"), (at) => {
      const text = readFileSync(join(at, file), "utf8")
      assert.strictEqual(text.split(from).length, 2, `the replaced text stands once in ${file}`)
      writeFileSync(join(at, file), text.replace(from, () => to))
    })
    assert.isDefined(brokenLaw(fold))
  }, 30_000)
})
