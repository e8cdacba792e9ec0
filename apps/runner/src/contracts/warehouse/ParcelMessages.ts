/**
 * What ERPs are told of an order by messages of which each is about one parcel (document 1, pushOrderInfo). Such a message says which number a
 * parcel has and what is in it, and takes nothing back. So what an ERP is told follows from what has left before and after a report, and from
 * what it was told; goods are told once, under one number. The functions are pure.
 */
import { Decimal, type OutboundOrder, Quantity } from "@crossdock/core"
import { type Fulfilment, Quantities, Rules } from "../../fulfilment/ShippedGoods.ts"
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { omitUndefined } from "@crossdock/protocols/wire"
import { groupsOf } from "../../engine/Groups.ts"
import type { Decision } from "./ReportDecision.ts"
import * as StatusTransition from "./StatusTransition.ts"

type Items = Quantities.Quantities
type Status = OutboundOrder.OutboundStatus

/**
 * What was told of the parcels: every number of each, and the goods, which were told under the first number. Without goods, only the numbers
 * were told. `keys` are those of the parcel in the stored reports.
 */
export const Told = Schema.Array(Schema.Struct({ numbers: Schema.NonEmptyArray(Schema.String), keys: Schema.Array(Schema.String), contents: Quantities.Quantities }))
export type Told = typeof Told.Type
type Entry = Told[number]

/** The parcels with one number, usually one, or a parcel without a number. */
interface Numbered {
  /** Their latest number, and all that they had. */
  readonly number: string | undefined
  readonly numbers: ReadonlyArray<string>
  readonly keys: ReadonlyArray<string>
  readonly contents: Items
  /** Whether what is in them is certain enough to be told. */
  readonly areContentsKnown: boolean
  /** The contents by lot and serial number, if reports tell them. */
  readonly lines: ReadonlyArray<OutboundOrder.ShippedLine> | undefined
  readonly about: Partial<Omit<OutboundOrder.Parcel, "lines">>
}

const time = (millis: number | undefined): DateTime.Utc | undefined => millis === undefined ? undefined : DateTime.makeUnsafe(millis)

/** `isCareful`: what reports list of a parcel may turn out to be more, as long as some of it is unclear. */
const numberedIn = ({ parcels, unclear }: Progress["before"], isCareful: boolean): ReadonlyArray<Numbered> => {
  const found = new Map<string | undefined, Numbered>()
  for (const parcel of parcels) {
    const { carrierName, contents, cost, deliveredAt, estimatedDeliveryAt, keys, lines, returnedAt, rule, shippedAt, trackingNumbers, trackingUrl, weight, weightUnit } = parcel
    const number = trackingNumbers.at(-1)
    const other = found.get(number)
    const isKnown = !Rules.isAssumption(rule) && !(isCareful && contents.some(({ sku }) => unclear.some((item) => item.sku === sku)))
    const [id] = keys
    const all = Quantities.plus(other?.contents ?? Quantities.none, contents)
    // A weight or a cost is that of one parcel. ERPs that are told of each parcel have those of several under one number.
    const { cost: _cost, weight: _weight, weightUnit: _unit, ...shared } = other?.about ?? {}
    found.set(number, {
      number,
      numbers: [...other?.numbers ?? [], ...trackingNumbers],
      keys: [...other?.keys ?? [], ...keys],
      contents: all,
      // A sum of more digits than can be stored cannot be told.
      areContentsKnown: isKnown && (other === undefined || (other.areContentsKnown && all.every(({ quantity }) => Quantity.isQuantityOrZero(quantity)))),
      lines: other === undefined ? lines : undefined,
      about: {
        ...shared,
        ...omitUndefined({
          carrierName,
          trackingUrl,
          shippedAt: time(shippedAt),
          deliveredAt: time(deliveredAt),
          returnedAt: time(returnedAt),
          estimatedDeliveryAt: time(estimatedDeliveryAt)
        }),
        ...(other === undefined && omitUndefined({ weight, weightUnit, cost })),
        ...(other === undefined && id !== "" && !trackingNumbers.includes(id) && { parcelId: id })
      }
    })
  }
  return [...found.values()]
}

const goodsText = (items: Items): string =>
  Quantities.isNone(items) ? "nothing" : items.map(({ quantity, sku, unit }) => `${Decimal.toText(quantity)}${unit === undefined ? "" : ` ${unit}`} of ${sku}`).join(", ")

const measures = ["weight", "weightUnit", "cost", "estimatedDeliveryAt"] as const
type Measures = Pick<Numbered["about"], typeof measures[number]>

/** What an ERP has to be told of a number. */
interface News {
  readonly number: string
  readonly about: Omit<OutboundOrder.Parcel, "lines">
  /** Whether only the time of its arrival is new. */
  readonly isArrival: boolean
}

/** A parcel beside the same one before, and what was told of it. */
interface Compared {
  readonly parcel: Numbered
  /** Several, if reports show that what was taken for several parcels is one. */
  readonly before: ReadonlyArray<Numbered>
  readonly entries: ReadonlyArray<Entry>
}

const isToldIn = (entries: ReadonlyArray<Entry>, number: string): boolean => entries.some(({ numbers }) => numbers.includes(number))
const goodsIn = (entries: ReadonlyArray<Entry>): Items => Quantities.sum(entries.map(({ contents }) => contents))

/** Goods are told once, when they are known. */
const tellsGoods = ({ entries, parcel }: Compared): boolean =>
  parcel.areContentsKnown && !Quantities.isNone(parcel.contents) && Quantities.isNone(goodsIn(entries))

const newsTextOf = ({ about: { cost, returnedAt, shippedAt, trackingUrl, weight, weightUnit }, lines = [] }: Numbered): string =>
  JSON.stringify([returnedAt, shippedAt, trackingUrl, cost, weight, weightUnit, lines.map((line) => ({ ...line, quantity: undefined }))])

const newsOf = (compared: Compared): ReadonlyArray<News> => {
  const { before: [before], entries, parcel } = compared
  const { about, number } = parcel
  if (number === undefined) return []
  const news = { number, about: { ...about, trackingNumber: number }, isArrival: false }
  if (!isToldIn(entries, number) || tellsGoods(compared)) return [news]
  // An expected time of arrival changes often, so it is told with other news. A carrier alone is no news: callbacks and queries of one warehouse write its name differently, or only one of them tells it.
  const isSame = before !== undefined && newsTextOf(before) === newsTextOf(parcel)
  const isArrival = isSame && String(before.about.deliveredAt) !== String(about.deliveredAt)
  return isSame && !isArrival ? [] : [{ ...news, isArrival }]
}

/** What was told of a parcel and is not so any more; no message takes it back. */
const correctionOf = (compared: Compared): ReadonlyArray<string> => {
  const { before, entries, parcel: { contents, number } } = compared
  const [other] = entries
  const isRenamed = other !== undefined && number !== undefined && !isToldIn(entries, number)
  const said = goodsIn(entries)
  const isChanged = !Quantities.isSame(Quantities.sum(before.map((one) => one.contents)), contents)
  return [
    ...(isRenamed ? [`ERPs were told parcel ${other.numbers[0]}, whose number is ${number} now; it is the same parcel`] : []),
    ...(Quantities.isNone(said) || Quantities.isSame(said, contents) || !isChanged
      ? []
      : [`ERPs were told that parcel ${number ?? other?.numbers[0]} has ${goodsText(said)}, and it has ${goodsText(contents)}; correct it there`])
  ]
}

/** The entry of a parcel after its news were told, and the one whose place it takes. */
const entryOf = (compared: Compared): { readonly own: Entry | undefined; readonly entry: Entry } | undefined => {
  const { entries, parcel: { contents, keys, number } } = compared
  if (number === undefined) return undefined
  const own = entries.find(({ numbers }) => numbers.includes(number)) ?? entries[0]
  const numbers = own?.numbers ?? []
  const isGoods = tellsGoods(compared)
  const [first = number, ...others] = isGoods ? [number, ...numbers.filter((one) => one !== number)] : [...new Set([...numbers, number])]
  return { own, entry: { numbers: [first, ...others], keys: [...new Set([...own?.keys ?? [], ...keys])], contents: isGoods ? contents : own?.contents ?? Quantities.none } }
}

export interface Progress {
  readonly before: Pick<Fulfilment.Fulfilment, "parcels" | "unclear">
  readonly after: Pick<Fulfilment.Fulfilment, "parcels" | "unclear">
  /** Undefined: an earlier release told what it knew. */
  readonly told: Told | undefined
  readonly isCareful?: boolean
}

export interface ToTell {
  readonly news: ReadonlyArray<News>
  /** What will have been told. */
  readonly told: Told
  /** What all reports say of parcels beside their goods, by the numbers of the parcels. */
  readonly details?: ReadonlyMap<string, Pick<Numbered, "lines"> & { readonly measures: Measures }>
  /** What ERPs cannot be told, for persons. */
  readonly findings: ReadonlyArray<string>
}

/** Finds the parcel with the first number, or else the first parcel with one of the others, or else with one of the keys. */
const finderIn = (parcels: ReadonlyArray<Numbered>) => {
  const placesOf = (textsOf: (parcel: Numbered) => ReadonlyArray<string>) =>
    new Map(parcels.flatMap((parcel, at) => textsOf(parcel).map((text) => [text, at] as const)).toReversed())
  const [byNumber, byKey] = [placesOf(({ numbers }) => numbers), placesOf(({ keys }) => keys)]
  const firstOf = (places: typeof byNumber, texts: ReadonlyArray<string>) => parcels[Math.min(...texts.map((text) => places.get(text) ?? Infinity))]
  return ({ keys, numbers }: Pick<Numbered, "keys" | "numbers">) =>
    firstOf(byNumber, numbers.slice(0, 1)) ?? firstOf(byNumber, numbers) ?? firstOf(byKey, keys)
}

/** What ERPs have to be told of parcels, because of a change or because it was not known well enough before. */
export const toTell = ({ after, before, isCareful = false, told }: Progress): ToTell => {
  const known = numberedIn(before, isCareful)
  const parcels = numberedIn(after, isCareful)
  const said: Told = told ?? known.flatMap(({ areContentsKnown, contents, keys, numbers: [first, ...others] }): Told =>
    first === undefined ? [] : [{ numbers: [first, ...others], keys, contents: areContentsKnown ? contents : Quantities.none }])
  const find = finderIn(parcels)
  // A parcel is told under its latest number, and the goods of an entry were told under its first one.
  const knownOf = groupsOf(known, ({ keys, numbers }) => find({ keys, numbers: numbers.toReversed() }))
  const saidOf = groupsOf(said, find)
  const all = parcels.map((parcel): Compared => ({ parcel, before: knownOf.get(parcel) ?? [], entries: saidOf.get(parcel) ?? [] }))
  const entries = all.flatMap((compared) => entryOf(compared) ?? [])
  const changed = new Map(entries.map(({ entry, own }) => [own, entry]))
  return {
    news: all.flatMap(newsOf),
    told: [...said.map((one) => changed.get(one) ?? one), ...entries.flatMap(({ entry, own }) => own === undefined ? [entry] : [])],
    details: new Map(parcels.flatMap(({ about, lines, numbers }) => numbers.map((number) => [number, { lines, measures: Struct.pick(about, measures) }] as const))),
    findings: all.flatMap(correctionOf)
  }
}

/** A message to every ERP of an order, with the warehouse's own names. */
export interface Message {
  readonly status: Status
  /** It says only that goods have arrived. */
  readonly isArrival: boolean
  /** A later message may take its place. */
  readonly isState: boolean
}

const withoutUnits = (lines: ReadonlyArray<Quantities.Item>): Items => Quantities.fromLines(lines.map(({ quantity, sku }) => ({ sku, quantity })))

/**
 * Writes the goods of a parcel with the lots and serial numbers of all reports, if they are of just these goods. Otherwise it writes them as
 * this report lists them, if it lists just these for a number of the parcel. What it lists without a number may be in a parcel with news.
 */
const linesIn = ({ lines = [], parcels = [], trackingNumber }: OutboundOrder.OutboundReport, { details, news }: Pick<ToTell, "details" | "news">) => {
  const listed = groupsOf(parcels, (parcel) => parcel.trackingNumber)
  const isNews = new Set(trackingNumber === undefined ? news.map(({ number }) => number) : [trackingNumber])
  return ({ contents, numbers }: Entry): ReadonlyArray<OutboundOrder.ShippedLine> => {
    const lists = numbers.flatMap((number) => [details?.get(number)?.lines ?? [], listed.get(number)?.flatMap((parcel) => parcel.lines ?? []) ?? [], isNews.has(number) ? lines : []])
    return lists.find((list) => list.length > 0 && Quantities.isSame(withoutUnits(list), withoutUnits(contents))) ?? contents
  }
}

/**
 * The messages that a report causes: one for each number with news, or one with the word alone. `effect` is what the report has changed in
 * the word.
 */
export const messagesOf = (decision: Pick<Decision, "before" | "known" | "record" | "status">, effect: StatusTransition.Effect, due: ToTell): ReadonlyArray<Message> => {
  const { before, known, record, status } = decision
  const { news, told } = due
  const isWord = effect !== "repeat" && effect !== "conflict"
  const { carrierName, deliveredAt, failedReason, lines: _lines, parcels = [], shippedAt, trackingNumber: latest, trackingUrl, ...others } = status
  const { cost: _cost, estimatedDeliveryAt: _due, parcelId: _id, returnedAt: _back, saidAt: _said, weight: _weight, weightUnit: _unit, ...rest } = others
  const order = isWord || known.phase === null
    ? { ...rest, ...(failedReason !== undefined && { failedReason }) }
    : { ...rest, phase: known.phase, status: known.status ?? rest.status }
  const ofLatest = omitUndefined({ carrierName, trackingUrl, shippedAt, deliveredAt })
  const reported = new Map(parcels.map((parcel) => [parcel.trackingNumber, parcel]))
  const newsOfNumber = new Map(news.map(({ about, number }) => [number, about]))
  // What the report says of its latest parcel is newer than what all reports say of it.
  const aboutOf = (number: string) => {
    const carrier = reported.get(number)?.carrierName
    return { ...(carrier !== undefined && { carrierName: carrier }), ...due.details?.get(number)?.measures, ...newsOfNumber.get(number), ...(number === latest && ofLatest), trackingNumber: number }
  }
  const linesOf = linesIn(status, due)
  const parcelsTold = told.filter(({ contents }) => !Quantities.isNone(contents)).map((entry): OutboundOrder.Parcel => {
    const [number] = entry.numbers
    return { ...reported.get(number), ...aboutOf(number), lines: linesOf(entry) }
  })
  const linesOfNumber = new Map(parcelsTold.map(({ lines, trackingNumber }) => [trackingNumber, lines]))
  const contentsOf = (number: string) => {
    const lines = linesOfNumber.get(number)
    return { ...(lines !== undefined && { lines }), ...((parcelsTold.length > 1 || (parcels.length > 0 && lines !== undefined)) && { parcels: parcelsTold }) }
  }
  const isListNew = status.phase === "closedShort" && before.notShipped !== record.notShipped
  const isWordArrival = !isWord || (!isListNew && StatusTransition.isArrival(known, status))
  if (news.length > 0) {
    return news.map(({ isArrival, number }) => ({
      status: { ...order, ...aboutOf(number), ...contentsOf(number) },
      isArrival: isArrival && isWordArrival,
      isState: false
    }))
  }
  if (!isWord || (effect === "apply" && !isListNew && !StatusTransition.isNewWord(known, status))) return []
  const { lines: _, parcels: __, ...word } = status
  const contents = latest === undefined ? {} : contentsOf(latest)
  return [{ status: { ...word, ...contents }, isArrival: isWordArrival, isState: status.phase === "open" && shippedAt === undefined && !("lines" in contents) }]
}
