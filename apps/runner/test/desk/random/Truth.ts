/**
 * What must be true of the order desk, computed one fact after the other from what buyers, shops and warehouses saw. It is plain
 * TypeScript and shares no code with the desk or the books.
 */

export interface Line {
  /** The shop's id of the line. */
  readonly line: string
  readonly sku: string
  readonly pieces: number
}

export type Fact =
  /** A warehouse has more or fewer pieces, for another reason than a parcel, and the books are told of it. */
  | { readonly is: "stocked"; readonly warehouse: string; readonly sku: string; readonly pieces: number }
  /** What a buyer wants from now on; without lines: nothing. */
  | {
    readonly is: "wanted"
    readonly order: string
    readonly lines: ReadonlyArray<Line>
    /** Whether warehouses may have it: it is paid, and the shop does not hold it. */
    readonly isPaid: boolean
    /** Whether the shop takes it for done, although the buyer wants all of it. */
    readonly isFinished?: boolean
  }
  /** A person lets the desk go on with an order; if the shop has finished it, without what warehouses do not have. */
  | { readonly is: "released"; readonly order: string }
  /** A warehouse took an order. `entry` is its own number of it. */
  | { readonly is: "taken"; readonly warehouse: string; readonly entry: string; readonly number: string; readonly order: string; readonly lines: ReadonlyArray<Line> }
  /** A warehouse ships no more of an order. `isGivenUp`: others may ship at once what it has not. */
  | { readonly is: "ended"; readonly entry: string; readonly isGivenUp?: boolean }
  /** A parcel left. */
  | { readonly is: "left"; readonly entry: string; readonly parcel: string; readonly lines: ReadonlyArray<Line> }
  /** A report says that a parcel has these pieces, although it has others, or has left without any. */
  | { readonly is: "claimed"; readonly entry: string; readonly parcel: string; readonly lines: ReadonlyArray<Line> }
  /** A warehouse got back what it had shipped beyond an order. */
  | { readonly is: "tookBack"; readonly entry: string; readonly lines: ReadonlyArray<Line> }
  /** A warehouse corrected the number of a parcel that had left. */
  | { readonly is: "renumbered"; readonly entry: string; readonly from: string; readonly to: string }
  /** The shop was told of a parcel and took it. Without lines: it has the whole order. */
  | { readonly is: "told"; readonly order: string; readonly parcel: string; readonly lines: ReadonlyArray<{ readonly line: string; readonly pieces: number }> | undefined }

/** What the runner shows while nothing is under way. */
export interface Shown {
  readonly balances: ReadonlyArray<{ readonly warehouse: string; readonly sku: string; readonly total: number; readonly reserved: number; readonly available: number }>
  /** Goods that left without being in the books. */
  readonly lacking: ReadonlyArray<{ readonly warehouse: string; readonly sku: string; readonly pieces: number }>
  /** What buyers may order at the shop. */
  readonly offered: ReadonlyMap<string, number>
  /** `chosen` is the warehouse that a person has chosen. */
  readonly orders: ReadonlyArray<{ readonly order: string; readonly state: string; readonly cause: string | undefined; readonly because: string | undefined; readonly chosen?: string | undefined }>
}

interface Entry {
  readonly warehouse: string
  readonly number: string
  readonly order: string
  /** What it still has to ship, by SKU. */
  readonly open: Map<string, number>
  isOver: boolean
  isGivenUp: boolean
  /** By SKU, how many pieces its reports are wrong about at most. Empty: no report of it contradicts another, or what was ordered. */
  readonly doubted: Map<string, number>
  /** What left beyond the order, until it comes back: people see it, and it is not booked. */
  readonly beyond: Map<string, number>
}

interface Order {
  lines: ReadonlyArray<Line>
  isPaid: boolean
  isFinished: boolean
  /** A person has accepted what has not left, since it was finished. */
  isAccepted: boolean
  /** What the whole order was at some time. */
  readonly wholes: Array<Map<string, number>>
  readonly skus: Map<string, string>
  /** By line: the most pieces that were ever wanted. */
  readonly mostOf: Map<string, Line>
  /** By SKU: the most pieces that may have been asked for, those that left, and those that left after the warehouse had given them up. */
  readonly most: Map<string, number>
  readonly left: Map<string, number>
  readonly unasked: Map<string, number>
  /** Parcels by each number that they had. */
  readonly parcels: Map<string, ReadonlyArray<Line>>
  readonly told: Map<string, number>
  readonly toldNumbers: Set<string>
  /** What reports have said of each parcel that is not so. */
  readonly claims: Map<string, Array<Map<string, number>>>
  /** A person has released it. */
  isReleased: boolean
  /** How often a warehouse has taken something of it. */
  placings: number
}

const add = (sums: Map<string, number>, key: string, pieces: number): void => void sums.set(key, (sums.get(key) ?? 0) + pieces)
const at = (sums: ReadonlyMap<string, number>, key: string): number => sums.get(key) ?? 0
const textOf = (lines: Iterable<readonly [string, number]>): string => [...lines].filter(([, pieces]) => pieces > 0).map(([name, pieces]) => `${pieces} ${name}`).toSorted().join(", ")

/** Warehouses report articles, so which line of the same article a piece is of has no meaning. */
const bySku = (lines: ReadonlyArray<{ readonly sku: string; readonly pieces: number }>): Map<string, number> => {
  const sums = new Map<string, number>()
  for (const { pieces, sku } of lines) add(sums, sku, pieces)
  return sums
}

/** So often an order is placed at most, however often buyers change it and warehouses refuse it. More is a loop. */
const mostPlacings = 60

/** The states of an order that need no further work of the desk. */
const ends = new Set(["done", "closed", "held", "waiting", "placed"])

export const make = () => {
  const shelves = new Map<string, number>()
  /** Pieces that left although the warehouse had given them up: for so many, others may be promised what is not there. */
  const unasked = new Map<string, number>()
  const entries = new Map<string, Entry>()
  const orders = new Map<string, Order>()
  const counts = { orders: 0, entries: 0, splits: 0, parcels: 0, unasked: 0, told: 0 }
  /** Orders of which reports contradict each other, and those that were held for it once all reports had arrived. */
  const contradicted = new Set<string>()
  const heldForReports = new Set<string>()

  /** Those that a warehouse still works on. */
  const live = new Set<Entry>()

  const openOf = function*(fits: (entry: Entry) => boolean) {
    for (const entry of live) if (fits(entry)) for (const [sku, pieces] of entry.open) yield { sku, pieces }
  }
  const promised = (warehouse: string, sku: string): number => {
    let sum = 0
    for (const open of openOf((entry) => entry.warehouse === warehouse)) if (open.sku === sku) sum += open.pieces
    return sum
  }

  const sumOf = (fits: (entry: Entry) => boolean, piecesOf: (entry: Entry) => number): number =>
    contradicted.size === 0 ? 0 : [...entries.values()].reduce((sum, entry) => sum + (contradicted.has(entry.order) && fits(entry) ? piecesOf(entry) : 0), 0)
  /** How many pieces of a SKU reports may be wrong about, of the entries that fit. */
  const doubtOf = (sku: string, fits: (entry: Entry) => boolean): number => sumOf(fits, ({ doubted }) => at(doubted, sku))
  const beyondOf = (sku: string, fits: (entry: Entry) => boolean = () => true): number => sumOf(fits, ({ beyond }) => at(beyond, sku))

  const wrongLines = (name: string): ReadonlyArray<string> => {
    const order = orders.get(name)!
    const sums = new Map(order.left)
    for (const { pieces, sku } of openOf((entry) => entry.order === name)) add(sums, sku, pieces)
    return [...sums].flatMap(([sku, pieces]) => {
      // What a report leaves out of a parcel, others ship if the warehouse has given up the rest, or a person believes it.
      const doubt = doubtOf(sku, (entry) => entry.order === name && (order.isReleased || entry.isGivenUp))
      const most = at(order.most, sku) + at(order.unasked, sku) + doubt
      return pieces <= most ? [] : [`order ${name}: ${pieces} pieces of ${sku} have left or are to leave, and at most ${most} were ever wanted`]
    })
  }
  const wrongShelf = (warehouse: string, sku: string): ReadonlyArray<string> => {
    const key = `${warehouse} ${sku}`
    const has = at(shelves, key)
    const wanted = promised(warehouse, sku)
    return wanted <= has + at(unasked, key) ? [] : [`${key}: warehouses are to ship ${wanted} pieces and have ${has}`]
  }

  const play = (fact: Fact): ReadonlyArray<string> => {
    switch (fact.is) {
      case "stocked":
        add(shelves, `${fact.warehouse} ${fact.sku}`, fact.pieces)
        return wrongShelf(fact.warehouse, fact.sku)
      case "wanted": {
        const { isFinished = false, isPaid, lines, order: name } = fact
        const order: Order = orders.get(name) ?? { lines, isPaid, isFinished: false, isAccepted: false, wholes: [], skus: new Map(), mostOf: new Map(), most: new Map(), left: new Map(), unasked: new Map(), parcels: new Map(), told: new Map(), toldNumbers: new Set(), claims: new Map(), isReleased: false, placings: 0 }
        if (!orders.has(name)) counts.orders++
        orders.set(name, order)
        order.lines = lines
        order.isPaid = isPaid
        order.isFinished = isFinished
        if (!isFinished) order.isAccepted = false
        order.wholes.push(bySku(lines))
        for (const line of lines) {
          order.skus.set(line.line, line.sku)
          if (line.pieces > (order.mostOf.get(line.line)?.pieces ?? 0)) order.mostOf.set(line.line, line)
        }
        for (const [sku, pieces] of bySku([...order.mostOf.values()])) order.most.set(sku, pieces)
        return []
      }
      case "released": {
        const order = orders.get(fact.order)
        if (order?.isFinished === true) order.isAccepted = true
        if (order !== undefined) order.isReleased = true
        return []
      }
      case "taken": {
        const { entry, lines, number, order, warehouse } = fact
        const others = [...live].filter((each) => each.order === order)
        counts.entries++
        if (others.length > 0) counts.splits++
        const made: Entry = { warehouse, number, order, open: bySku(lines), isOver: false, isGivenUp: false, doubted: new Map(), beyond: new Map() }
        entries.set(entry, made)
        live.add(made)
        const known = orders.get(order)
        if (known !== undefined) known.placings++
        return [
          ...(known?.placings === mostPlacings ? [`order ${order} was placed ${mostPlacings} times`] : []),
          ...(others.some((each) => each.number === number) ? [`order ${number} is at the warehouse twice`] : []),
          ...(orders.has(order) ? wrongLines(order) : [`order ${number} is of no order of the shop`]),
          ...lines.flatMap(({ sku }) => wrongShelf(warehouse, sku))
        ]
      }
      case "ended":
        entries.get(fact.entry)!.isOver = true
        if (fact.isGivenUp === true) entries.get(fact.entry)!.isGivenUp = true
        live.delete(entries.get(fact.entry)!)
        return []
      case "claimed": {
        const entry = entries.get(fact.entry)!
        const { claims, parcels } = orders.get(entry.order)!
        contradicted.add(entry.order)
        const [claim, is] = [bySku(fact.lines), bySku(parcels.get(fact.parcel) ?? [])]
        claims.set(fact.parcel, [...claims.get(fact.parcel) ?? [], claim])
        for (const sku of new Set([...claim.keys(), ...is.keys()])) {
          const pieces = Math.abs(at(claim, sku) - at(is, sku))
          if (pieces > 0) add(entry.doubted, sku, pieces)
        }
        return []
      }
      case "tookBack": {
        const entry = entries.get(fact.entry)!
        for (const { pieces, sku } of fact.lines) {
          add(shelves, `${entry.warehouse} ${sku}`, pieces)
          add(orders.get(entry.order)!.left, sku, -pieces)
          add(entry.beyond, sku, -pieces)
        }
        return []
      }
      case "left": {
        const entry = entries.get(fact.entry)!
        const order = orders.get(entry.order)!
        counts.parcels++
        order.parcels.set(fact.parcel, [...order.parcels.get(fact.parcel) ?? [], ...fact.lines])
        for (const [sku, pieces] of bySku(fact.lines)) {
          const key = `${entry.warehouse} ${sku}`
          add(shelves, key, -pieces)
          add(order.left, sku, pieces)
          const surplus = entry.isOver ? pieces : Math.max(0, pieces - at(entry.open, sku))
          if (!entry.isOver) add(entry.open, sku, surplus - pieces)
          if (surplus === 0) continue
          add(unasked, key, surplus)
          add(order.unasked, sku, surplus)
          counts.unasked += surplus
          if (entry.isOver) continue
          // More than was ordered: it is not booked before somebody looks.
          contradicted.add(entry.order)
          add(entry.beyond, sku, surplus)
        }
        return [
          ...wrongLines(entry.order),
          ...fact.lines.flatMap(({ sku }) => at(shelves, `${entry.warehouse} ${sku}`) < 0 ? [`${entry.warehouse} ${sku}: more left than was there`] : [])
        ]
      }
      case "renumbered": {
        const { parcels } = orders.get(entries.get(fact.entry)!.order)!
        parcels.set(fact.to, parcels.get(fact.from)!)
        return []
      }
      case "told": {
        const { lines, order: name, parcel } = fact
        const order = orders.get(name)
        if (order === undefined) return [`the shop was told of a parcel of order ${name}, which it does not have`]
        counts.told++
        const packed = order.parcels.get(parcel)
        const twice = order.toldNumbers.has(parcel) ? [`order ${name}: the shop was told of parcel ${parcel} twice`] : []
        order.toldNumbers.add(parcel)
        if (packed === undefined) return [...twice, `order ${name}: the shop was told of parcel ${parcel}, which never left`]
        const is = textOf(bySku(packed))
        // The buyer may change the order while the notice of the whole of it is on its way.
        const inside = bySku(packed)
        // What the shop is told is in the end what some report has said.
        const claims = order.claims.get(parcel) ?? []
        const most = new Map(inside)
        for (const [sku, pieces] of claims.flatMap((claim) => [...claim])) most.set(sku, Math.max(pieces, at(most, sku)))
        const toldPieces = lines && bySku(lines.map(({ line, pieces }) => ({ sku: order.skus.get(line) ?? line, pieces })))
        for (const [sku, pieces] of inside) {
          add(order.told, sku, toldPieces === undefined ? pieces : Math.min(pieces, at(toldPieces, sku)))
          if (at(order.told, sku) > at(order.left, sku)) twice.push(`order ${name}: the shop was told of ${at(order.told, sku)} pieces of ${sku}, and ${at(order.left, sku)} left`)
        }
        const isWhole = order.wholes.some((whole) => [...whole].every(([sku, pieces]) => pieces <= at(most, sku)))
        const said = toldPieces && textOf(toldPieces)
        const isClaimed = contradicted.has(name) && toldPieces !== undefined && [...toldPieces].every(([sku, pieces]) => pieces <= at(most, sku))
        if (toldPieces === undefined ? isWhole : said === is || isClaimed) return twice
        return [...twice, `order ${name}: the shop was told that parcel ${parcel} has ${said ?? "everything"}, but it has ${is}`]
      }
    }
  }

  /** What is wrong while nothing is under way. */
  const judge = ({ balances, lacking, offered, orders: shown }: Shown): ReadonlyArray<string> => {
    const wrong: Array<string> = []
    const lacks = new Map<string, number>()
    for (const { pieces, sku, warehouse } of lacking) add(lacks, `${warehouse} ${sku}`, pieces)
    const states = new Map(shown.map((each) => [each.order, each]))
    const short = [...entries.values()].filter(({ isOver }) => isOver).flatMap(({ open, order, warehouse }) => [...open].map(([sku, pieces]) => ({ sku, pieces, order, warehouse })))
    const seen = new Map(balances.map((each) => [`${each.warehouse} ${each.sku}`, each]))
    // What reports contradict each other about is in the books as they say, until a person has looked.
    const isOpenQuestion = ({ order }: Entry) => states.get(order)?.state === "held"
    for (const key of new Set([...shelves.keys(), ...seen.keys(), ...lacks.keys()])) {
      const [warehouse = "", sku = ""] = key.split(" ")
      const { available, reserved, total } = seen.get(key) ?? { total: 0, reserved: 0, available: 0 }
      const has = at(shelves, key)
      const missing = at(lacks, key)
      const open = promised(warehouse, sku)
      const doubt = doubtOf(sku, (entry) => entry.warehouse === warehouse && isOpenQuestion(entry)) + beyondOf(sku, (entry) => entry.warehouse === warehouse)
      if (missing > at(unasked, key) + doubt) wrong.push(`${key}: the books lack ${missing} pieces that left, and only ${at(unasked, key)} left unasked`)
      if (Math.abs(total - missing - has) > doubt) wrong.push(`${key}: the books have ${total} pieces and lack ${missing}, and the warehouse has ${has}`)
      // More parcels may come of what a warehouse has left out, until a person decides.
      const spare = short.filter((each) => each.warehouse === warehouse && each.sku === sku && states.get(each.order)?.state === "held").reduce((sum, each) => sum + each.pieces, 0)
      if (reserved < open - doubt || reserved > open + spare + doubt) wrong.push(`${key}: ${reserved} pieces are reserved, and the warehouse is to ship ${open}`)
      if (available < 0 || reserved < 0 || reserved > total) wrong.push(`${key}: ${total} pieces, ${reserved} reserved and ${available} available cannot be`)
    }
    for (const [sku, pieces] of offered) {
      const there = [...shelves.keys()].filter((key) => key.endsWith(` ${sku}`)).reduce((sum, key) => {
        const [warehouse = ""] = key.split(" ")
        return sum + Math.max(0, at(shelves, key) + at(unasked, key) - promised(warehouse, sku))
      }, 0)
      if (pieces > there + doubtOf(sku, isOpenQuestion) + beyondOf(sku)) wrong.push(`${sku}: the shop offers ${pieces} pieces, and ${there} are free in all`)
    }
    const available = (sku: string, at: string | undefined) => balances.filter((each) => each.sku === sku && (at === undefined || each.warehouse === at)).reduce((sum, each) => sum + each.available, 0)
    for (const [name, order] of orders) {
      const { because, cause, chosen, state } = states.get(name) ?? { state: "unknown", cause: undefined, because: undefined, chosen: undefined }
      const open = new Map<string, number>()
      for (const { pieces, sku } of openOf((entry) => entry.order === name)) add(open, sku, pieces)
      const wanted = bySku(order.lines)
      // What a warehouse has left out may be what another one shipped unasked, which the desk does not set off.
      const isShort = short.some((each) => each.order === name && each.pieces > 0)
      const isServed = [...wanted].every(([sku, pieces]) => at(order.left, sku) + at(open, sku) >= pieces)
      const hasOpen = [...open.values()].some((pieces) => pieces > 0)
      const known = new Set([...order.parcels].filter(([number]) => order.toldNumbers.has(number)).map(([, packed]) => packed))
      const untold = [...order.parcels].filter(([, packed]) => !known.has(packed)).map(([number]) => number)
      const says = `order ${name} is ${state}${cause === undefined ? "" : ` (${cause})`}`
      const isContradicted = contradicted.has(name)
      if (state === "held" && cause === "unclear" && !isContradicted) wrong.push(`${says}: ${because}, and no report contradicts another`)
      if (!ends.has(state)) wrong.push(`${says}: neither ended nor held`)
      if (state === "held" && (cause === undefined || because === undefined || because === "")) wrong.push(`${says} without a reason`)
      if (state === "waiting" && order.isPaid) wrong.push(`${says}, but it is paid`)
      const isAccepted = order.isFinished && order.isAccepted
      const isUnshipped = hasOpen || !isServed || isShort
      if (state === "held" && cause === "finished" && !(order.isFinished && (isUnshipped || isContradicted))) wrong.push(`${says}, but the shop has not finished it, or all of it left`)
      // Pieces of a line that the buyer lowers stay pieces of that line, although another line with the same article lacks some.
      const isShared = new Set(order.skus.values()).size < order.skus.size
      const hasSurplus = isShared || [...order.left].some(([sku, pieces]) => pieces > at(wanted, sku))
      if (state === "held" && cause === "surplus" && !hasSurplus && !isContradicted) wrong.push(`${says}, but no more than ${textOf(wanted) || "nothing"} has left`)
      // What is so, and not only said, would hold the order in every world.
      const isSaid = cause === "unclear" || (cause === "surplus" && !hasSurplus) || (cause === "short" && !isShort) || (cause === "finished" && !isUnshipped) || (cause === "shop" && because?.includes("more than the shop was told") === true)
      if (state === "held" && isContradicted && isSaid) heldForReports.add(name)
      if (state === "held" && cause === "short" && !isShort && !isContradicted) wrong.push(`${says}, but no warehouse has left anything out`)
      if (state === "placed" && !(hasOpen && (isServed || isAccepted))) wrong.push(`${says}, but warehouses are to ship ${textOf(open) || "nothing"} of it`)
      // The shop takes no notice of an order that it has cancelled; people decide about that.
      if (state === "done" && (hasOpen || !isServed || (untold.length > 0 && wanted.size > 0))) wrong.push(`${says}, but ${textOf(order.left) || "nothing"} left, and the shop does not know of ${untold.join(", ") || "nothing"}`)
      if (state === "closed" && (hasOpen || (order.lines.length > 0 && !isAccepted))) wrong.push(`${says}, but the buyer wants it or ${textOf(open)} is to leave`)
      if (state === "held" && cause === "stock") {
        const missing = new Map<string, number>()
        for (const [sku, pieces] of wanted) add(missing, sku, Math.max(0, pieces - at(order.left, sku) - at(open, sku)))
        if ([...missing].every(([sku, pieces]) => pieces <= available(sku, chosen))) wrong.push(`${says}, but ${textOf(missing)} are there`)
      }
    }
    return wrong
  }

  /** What is wrong after people have done everything that holds ask for, and warehouses have shipped what they were to ship. */
  const judgeEnd = ({ balances, orders: shown }: Shown): ReadonlyArray<string> => [
    ...balances.flatMap(({ reserved, sku, warehouse }) => reserved === 0 ? [] : [`${warehouse} ${sku}: ${reserved} pieces are reserved in the end`]),
    ...shown.flatMap(({ because, cause, order: name, state }) => {
      const { isPaid, lines } = orders.get(name)!
      const isToShip = isPaid && lines.length > 0
      if (state === "done" || state === "closed" || (state === "waiting" && !isToShip)) return []
      return [`order ${name} is ${state} in the end${cause === undefined ? "" : ` (${cause}: ${because})`}, although people did what it asks for`]
    })
  ]

  return { play, judge, judgeEnd, counts, contradicted: contradicted as ReadonlySet<string>, heldForReports: heldForReports as ReadonlySet<string>, shelf: (warehouse: string, sku: string) => at(shelves, `${warehouse} ${sku}`) }
}

export type Truth = ReturnType<typeof make>
