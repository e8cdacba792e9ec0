/**
 * What has left of one issue of an outbound order, derived from everything that was reported of it.
 *
 * Reports may arrive late, early, repeated or corrected: the result depends on which reports have arrived, and on their order only in
 * what no report decides:
 *
 * 1. the ids of parcels, and the order in which parcels are listed: by their first reports
 * 2. which of several numbers of a parcel is the latest, and which carrier, tracking page, weight, cost and expected arrival are, unless each
 *    report says when it was said
 * 3. which of several parcels without lines contains the rest, or goods that were reported without a number
 * 4. which of more equal lists than fit the order is the corrected number
 * 5. with `careful`, in which of two equal parcels a certain piece is
 */
import * as Decimal from "@crossdock/core/model/Decimal"
import * as OutboundPhase from "@crossdock/core/model/OutboundPhase"
import * as Evidence from "./Evidence.ts"
import type { FulfilmentRecord } from "./FulfilmentRecord.ts"
import * as ParcelIds from "./ParcelIds.ts"
import * as Quantities from "./Quantities.ts"
import * as ListInterpretations from "./ListInterpretations.ts"
import type { Rule } from "./Rules.ts"
import * as ShippedParcels from "./ShippedParcels.ts"
import * as UnexplainedGoods from "./UnexplainedGoods.ts"

type Items = Quantities.Quantities

/** Where the goods of an order are. Each ordered piece is in exactly one of the first five places; a surplus was never ordered. */
export interface Places {
  readonly left: Items
  /** It may have left. Nobody may ship it again before a report or a person says. */
  readonly unclear: Items
  /** The warehouse still works on it. */
  readonly open: Items
  /** The order was shipped, and this is in none of its parcels. */
  readonly missing: Items
  /** The order was cancelled, has failed or was closed short, and this has not left. */
  readonly givenUp: Items
  readonly surplus: Items
}

export interface Finding {
  readonly rule: Rule
  readonly message: string
}

export interface Fulfilment extends Places {
  readonly version: number
  /** `whole`: the warehouse has shipped the order. `void`: it has given the order up. `short`: it has closed the order short. */
  readonly end: "none" | "whole" | "void" | "short"
  readonly parcels: ReadonlyArray<ShippedParcels.ShippedParcel>
  /** What people have to look at. */
  readonly findings: ReadonlyArray<Finding>
}

/** What is known of the parcels while the rules are applied one after the other. */
interface Draft extends ShippedParcels.Found {
  /** Whether a report says that goods have left, and names neither a parcel nor goods. */
  readonly isVague: boolean
  readonly unclear: Items
  readonly findings: ReadonlyArray<Finding>
}

interface Ends {
  readonly isWhole: boolean
  readonly isVoid: boolean
  readonly isShort: boolean
  /** Of an order that was closed short, what the warehouse lists as never shipped. Undefined: it lists nothing. */
  readonly notShipped: Items | undefined
}

const withContents = (draft: Draft, key: string, added: Items, rule: Rule): Draft => ({
  ...draft,
  contents: new Map(draft.contents).set(key, Quantities.plus(draft.contents.get(key) ?? Quantities.none, added)),
  rules: new Map(draft.rules).set(key, rule)
})

/** Begins with the contents that were reported, and with the parcels of which nothing was. */
const begin = ({ keys, statements }: FulfilmentRecord, evidence: Evidence.Evidence, choice: ListInterpretations.Choice): Draft => {
  const contents = new Map([...evidence.certain, ...choice.contents])
  const sameAs = new Map([...choice.sameAs, ...evidence.sameAs])
  return {
    contents,
    rules: new Map([...[...choice.contents.keys()].map((key) => [key, choice.rule] as const), ...evidence.rules]),
    sameAs,
    silent: keys.filter((key) => key !== "" && !contents.has(key) && !sameAs.has(key)),
    isVague: !contents.has("") && !sameAs.has("") && statements.some(({ key, kind }) => key === "" && kind === "silent"),
    unclear: Quantities.plus(choice.unclear, evidence.unclear),
    findings: choice.isFitting ? [] : [{ rule: choice.rule, message: `no reading of the lines fits what was ordered; each list is taken for ${choice.lists === "totals" ? "everything that had left up to then" : "the contents of its parcel"}` }]
  }
}

/** Keeps of lists that contradict each other what all of them have. */
const keepAgreed = (draft: Draft, { explicit, listed }: Evidence.Evidence): Draft => {
  let result = draft
  const all = [...explicit, ...listed]
  // If no list of any number is contradicted, there is nothing to do.
  if (all.every(({ lists }) => lists.length === 1)) return draft
  for (const { key } of all) {
    const contents = draft.contents.get(key)
    if (contents === undefined) continue
    // A number that lists the contents at once settles it for the other numbers of the parcel.
    const numbers = all.filter(({ key: same }) => same === key || draft.sameAs.get(same) === key)
    const lists = numbers.find((one) => one.lists.length === 1)?.lists ?? numbers.flatMap((one) => one.lists)
    const inAll = lists.reduce(Quantities.min)
    if (Quantities.isWithin(contents, inAll)) continue
    result = {
      ...result,
      contents: new Map(result.contents).set(key, Quantities.min(inAll, contents)),
      unclear: Quantities.plus(result.unclear, Quantities.beyond(contents, inAll)),
      findings: [...result.findings, { rule: "differ", message: `the reports of parcel ${key} list different contents` }]
    }
  }
  return result
}

/** Finds what each list has that no known parcel explains. */
const unexplainedBy = (evidence: Evidence.Evidence, { lists, preferred, sameAs: sameByLists }: ListInterpretations.Choice): ReadonlyArray<UnexplainedGoods.Unexplained> => {
  const { beside, ordered, reported, times } = evidence
  // A list is compared with what was reported, also of a parcel in which a person found something else.
  const told = [...reported].flatMap(([key, all]) => all.length === 0 ? [] : [[key, all.reduce(Quantities.max)] as const])
  const known = new Map([...evidence.counted, ...told, ...preferred])
  const sameAs = new Map([...sameByLists, ...evidence.sameAs])
  const all = Quantities.sum(known.values())
  const timesOf = (key: string) => [key, ...[...sameAs].flatMap(([one, same]) => same === key ? [one] : [])].flatMap((one) => times.get(one) ?? [])
  const parcels = [...known].map(([key, contents]): UnexplainedGoods.Parcel & { readonly key: string } => ({ key, contents, times: timesOf(key) }))
  return beside.map(({ key, list, shippedAt }) => {
    const beyondAll = Quantities.beyond(list, all)
    if (lists === "totals") return { certain: beyondAll, possible: beyondAll }
    // Beside the contents of a parcel, the lines of its report are a total that includes the parcel.
    const ownKey = sameAs.get(key) ?? key
    const own = known.get(ownKey) ?? Quantities.none
    const others = parcels.filter((one) => one.key !== ownKey)
    const remainder = { contents: Quantities.beyond(list, own), shippedAt: key === "" ? shippedAt : undefined }
    const found = UnexplainedGoods.of(remainder, others, ordered && Quantities.beyond(ordered, own), beside.length)
    return lists === "either" ? { ...found, certain: Quantities.min(found.certain, beyondAll) } : found
  })
}

/** Adds the goods of lists that no known parcel explains, to the first parcel without lines if there is one. */
const addUnexplained = (draft: Draft, evidence: Evidence.Evidence, choice: ListInterpretations.Choice): Draft => {
  if (evidence.beside.length === 0) return draft
  const unexplained = unexplainedBy(evidence, choice)
  const certain = unexplained.map((one) => one.certain).reduce(Quantities.max, Quantities.none)
  // Several lists without a number may be of one parcel, or each of its own. Totals include each other, and lists beside contents are totals.
  const isTotal = (at: number) => choice.lists === "totals" || evidence.beside[at]!.key !== ""
  const inTotals = unexplained.filter((_, at) => isTotal(at)).map((one) => one.possible).reduce(Quantities.max, Quantities.none)
  const possible = unexplained.filter((_, at) => !isTotal(at)).map((one) => one.possible).reduce(Quantities.plus, inTotals)
  const unclear = Quantities.plus(draft.unclear, Quantities.beyond(possible, certain))
  return Quantities.isNone(certain) ? { ...draft, unclear } : withContents({ ...draft, unclear }, draft.silent[0] ?? "", certain, "unnumbered")
}

const restOf = ({ contents, unclear }: Draft, ordered: Items | undefined): Items =>
  ordered === undefined ? Quantities.none : Quantities.beyond(ordered, Quantities.plus(Quantities.sum(contents.values()), unclear))

/** Whether everything has left, as far as the warehouse says. */
const isComplete = ({ isShort, isWhole }: Ends): boolean => isWhole && !isShort

/** What must be in a parcel without lines, because it is known what stays; undefined if nobody knows. */
const leavingOf = (rest: Items, { isShort, isWhole, notShipped }: Ends): Items | undefined =>
  isShort ? notShipped && Quantities.beyond(rest, notShipped) : isWhole ? rest : undefined

/** If it is known what stays, the first parcel without lines contains the rest. A report without a number tells of it only if no other does. */
const addRest = (draft: Draft, rest: Items, ends: Ends): Draft => {
  const [first = draft.isVague && draft.contents.size === 0 ? "" : undefined] = draft.silent
  const leaving = leavingOf(rest, ends)
  return leaving !== undefined && first !== undefined ? withContents(draft, first, leaving, "rest") : draft
}

/** Whether nobody knows if the rest has left. It is asked after `addRest`, which leaves no rest if it assumes something. */
const isRestUnknown = ({ isVague, silent }: Draft, ends: Ends): boolean => isVague || (!isComplete(ends) && silent.length > 0)

/** What of the rest of an order that was closed short stays at the warehouse for certain. */
const stayingOf = (rest: Items, isUnknown: boolean, { isShort, notShipped }: Ends): Items =>
  !isShort ? Quantities.none : notShipped !== undefined ? Quantities.min(rest, notShipped) : isUnknown ? Quantities.none : rest

/** If the only parcel with contents has the whole order, the numbers without lines are corrected numbers of it. A person may have found less in it. */
const renameSilent = (draft: Draft, ordered: Items, { reported }: Evidence.Evidence): Draft => {
  const isOfAll = (key: string, contents: Items) => [contents, ...reported.get(key) ?? []].some((one) => Quantities.isWithin(ordered, one))
  const [only] = [...draft.contents].flatMap(([key, contents]) => isOfAll(key, contents) ? [key] : [])
  const others = [...draft.contents].filter(([key, contents]) => key !== only && !Quantities.isNone(contents))
  if (only === undefined || others.length > 0) return draft
  const renamed = draft.silent.filter((key) => key !== only)
  return {
    ...draft,
    sameAs: new Map([...draft.sameAs, ...renamed.map((key) => [key, only] as const)]),
    silent: draft.silent.filter((key) => key === only),
    isVague: false
  }
}

/** Decides about the parcels whose contents were not reported, by what the other parcels leave over. */
const decideSilent = (draft: Draft, evidence: Evidence.Evidence, ends: Ends): Draft => {
  const { ordered } = evidence
  if (ordered === undefined) return draft
  const renamed = renameSilent(draft, ordered, evidence)
  const rest = restOf(renamed, ordered)
  return Quantities.isNone(rest) ? renamed : addRest(renamed, rest, ends)
}

/** Puts each ordered piece into its place. */
const placesOf = (draft: Draft, ordered: Items | undefined, ends: Ends): Places => {
  const all = Quantities.sum(draft.contents.values())
  const surplus = ordered === undefined ? Quantities.none : Quantities.beyond(all, ordered)
  const excess = ordered === undefined ? Quantities.none : Quantities.beyond(Quantities.plus(all, draft.unclear), ordered)
  const rest = restOf(draft, ordered)
  const unclear = Quantities.beyond(draft.unclear, excess)
  const isUnknown = isRestUnknown(draft, ends)
  const staying = ends.isVoid ? Quantities.none : stayingOf(rest, isUnknown, ends)
  const others = Quantities.beyond(rest, staying)
  const place = isUnknown ? "unclear" : ends.isVoid ? "givenUp" : ends.isShort ? "unclear" : ends.isWhole ? "missing" : "open"
  const ifIn = (name: typeof place) => place === name ? others : Quantities.none
  return {
    left: Quantities.beyond(all, surplus),
    unclear: Quantities.plus(unclear, ifIn("unclear")),
    open: ifIn("open"),
    missing: ifIn("missing"),
    givenUp: Quantities.plus(staying, ifIn("givenUp")),
    surplus
  }
}

const textOf = (items: Items): string =>
  items.map(({ quantity, sku, unit }) => `${Decimal.toText(quantity)}${unit === undefined ? "" : ` ${unit}`} of ${sku}`).join(", ")

const findingsOf = (draft: Draft, { left, surplus, unclear }: Places, ends: Ends, hasParcels: boolean): ReadonlyArray<Finding> => {
  const { isVoid, isWhole } = ends
  const isUnknown = isRestUnknown(draft, ends)
  const names = [...(isComplete(ends) ? [] : draft.silent), ...(draft.isVague ? ["a parcel without a number"] : [])]
  const more: ReadonlyArray<readonly [boolean, Finding]> = [
    [!Quantities.isNone(surplus), { rule: "surplus", message: `${textOf(surplus)} left beyond what was ordered` }],
    [isVoid && hasParcels && (isWhole || isUnknown || !Quantities.isNone(left)), { rule: "bothEnds", message: "goods have left of an order that its warehouse has given up, wholly or in part" }],
    [isUnknown && !Quantities.isNone(unclear), { rule: "unknown", message: `nobody knows what is in ${names.join(", ")}` }]
  ]
  return [...draft.findings, ...more.flatMap(([isFound, finding]) => isFound ? [finding] : [])]
}

/** Derives what has left. `shippedLines` says how the lines in the reports of the connection are read. */
export const fromReports = (reported: FulfilmentRecord, shippedLines: ListInterpretations.ShippedLines = "parcel"): Fulfilment => {
  const { record, sameAs } = ParcelIds.resolve(reported)
  const { keys, notShipped, ordered, phases, version } = record
  const ends: Ends = {
    isWhole: phases.some(OutboundPhase.allGoodsHaveLeft),
    isVoid: phases.some(OutboundPhase.endedUnshipped),
    isShort: phases.includes("closedShort"),
    notShipped: notShipped.length === 0 ? undefined : notShipped.reduce(Quantities.min)
  }
  const found = Evidence.of(record)
  const evidence = sameAs.size === 0 ? found : { ...found, sameAs: new Map([...sameAs, ...found.sameAs]) }
  const choice = ListInterpretations.choose(evidence, shippedLines, isComplete(ends))
  const listed = addUnexplained(keepAgreed(begin(record, evidence, choice), evidence), evidence, choice)
  const draft = decideSilent(listed, evidence, ends)
  const places = placesOf(draft, ordered, ends)
  return {
    ...places,
    version,
    end: ends.isWhole ? "whole" : ends.isVoid ? "void" : ends.isShort ? "short" : "none",
    parcels: ShippedParcels.of(record, draft),
    findings: findingsOf(draft, places, ends, keys.length > 0)
  }
}

/** Returns true if each ordered piece is in exactly one place. */
export const isBalanced = ({ givenUp, left, missing, open, unclear }: Places, ordered: Items): boolean =>
  Quantities.isSame(Quantities.sum([left, unclear, open, missing, givenUp]), ordered)
