/**
 * A second, sequential implementation of the books in plain TypeScript. It shares no code with the ledger, keeps no history, and knows
 * prices in cents only. What the ledger has committed, in that order, must leave both with the same stock.
 */

interface Pieces {
  readonly sku: string
  readonly pieces: number
}

/** A message or call that changes stock. */
export type Booking =
  | { readonly kind: "submit"; readonly order: string; readonly warehouse: string; readonly lines: ReadonlyArray<Pieces & { readonly cents: number }> }
  | { readonly kind: "cancel"; readonly order: string }
  | {
    readonly kind: "receive"
    readonly order: string
    readonly batch: string
    readonly at: number
    readonly lines: ReadonlyArray<{ readonly sku: string; readonly good: number; readonly bad: number }>
    readonly ends: boolean
  }
  | { readonly kind: "ship"; readonly sale: string; readonly parcel: string; readonly warehouse: string; readonly lines: ReadonlyArray<Pieces> }
  | {
    readonly kind: "move"
    readonly warehouse: string
    readonly sku: string
    readonly batch: string
    readonly from: string
    readonly to: string
    readonly pieces: number
  }
  | { readonly kind: "transfer"; readonly transfer: string; readonly from: string; readonly to: string; readonly sku: string; readonly order: string; readonly pieces: number }
  | { readonly kind: "leave"; readonly transfer: string }
  | { readonly kind: "arrive"; readonly id: string; readonly transfer: string; readonly sku: string; readonly pieces: number; readonly ends: boolean }
  | { readonly kind: "correct"; readonly id: string; readonly warehouse: string; readonly sku: string; readonly batch: string; readonly pieces: number; readonly cents: number }

interface Shelf {
  warehouse: string
  sku: string
  location: string
  batch: string
  since: number
  good: number
  bad: number
  held: number
}

interface Order {
  warehouse: string
  isOver: boolean
  isCancelled: boolean
  lines: Map<string, { open: number; received: number; cents: number }>
}

interface Transfer {
  from: string
  to: string
  sku: string
  state: "held" | "gone"
  parts: Array<{ shelf: Shelf; batch: string; since: number; pieces: number }>
}

const goodPlace = "SYS LOC"
const badPlace = "SYS DAMAGED"

/** Plays bookings one after another. `now` is the time of corrections. */
export const replay = (bookings: ReadonlyArray<Booking>, now: number) => {
  const shelves: Array<Shelf> = []
  const orders = new Map<string, Order>()
  const transfers = new Map<string, Transfer>()
  const batches = new Map<string, { order: string; cents: number }>()
  const coming = new Map<string, number>()
  const comingCents = new Map<string, number>()
  const sold = new Map<string, number>()
  const seen = new Set<string>()

  const isNew = (key: string) => !seen.has(key) && seen.add(key) !== undefined
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Error(`the books accepted what cannot be: ${what}`)
  }
  const add = (sums: Map<string, number>, key: string, amount: number) => sums.set(key, (sums.get(key) ?? 0) + amount)
  const come = (warehouse: string, sku: string, why: string, pieces: number, cents: number) => {
    add(coming, `${warehouse} ${sku} ${why}`, pieces)
    add(comingCents, `${warehouse} ${sku}`, pieces * cents)
  }
  const shelfOf = (warehouse: string, sku: string, location: string, batch: string, since: number) => {
    const known = shelves.find((each) => each.warehouse === warehouse && each.sku === sku && each.location === location && each.batch === batch)
    if (known !== undefined) return known
    const made: Shelf = { warehouse, sku, location, batch, since, good: 0, bad: 0, held: 0 }
    shelves.push(made)
    return made
  }
  const free = (shelf: Shelf) => shelf.good - shelf.held
  const oldest = (warehouse: string, sku: string, fits: (shelf: Shelf) => boolean = () => true) =>
    shelves.filter((each) => each.warehouse === warehouse && each.sku === sku && fits(each)).toSorted((one, other) => {
      if (one.since !== other.since) return one.since - other.since
      if (one.batch !== other.batch) return one.batch < other.batch ? -1 : 1
      return one.location < other.location ? -1 : 1
    })
  const over = (order: Order) => {
    order.isOver = true
    for (const [sku, line] of order.lines) {
      come(order.warehouse, sku, "manual", -line.open, line.cents)
      line.open = 0
    }
  }

  const play = (booking: Booking) => {
    switch (booking.kind) {
      case "submit": {
        if (!isNew(`submit ${booking.order}`)) return
        const lines: Order["lines"] = new Map()
        for (const { cents, pieces, sku } of booking.lines) {
          lines.set(sku, { open: pieces, received: 0, cents })
          come(booking.warehouse, sku, "manual", pieces, cents)
        }
        orders.set(booking.order, { warehouse: booking.warehouse, isOver: false, isCancelled: false, lines })
        return
      }
      case "cancel": {
        const order = orders.get(booking.order)!
        if (order.isCancelled) return
        must([...order.lines.values()].every(({ received }) => received === 0) && !order.isOver, "a cancel after a receipt")
        over(order)
        order.isCancelled = true
        return
      }
      case "receive": {
        const order = orders.get(booking.order)!
        if (isNew(`receive ${booking.order} ${booking.batch}`)) {
          for (const { bad, good, sku } of booking.lines) {
            const line = order.lines.get(sku)!
            const arrived = Math.min(line.open, good + bad)
            line.open -= arrived
            line.received += good + bad
            come(order.warehouse, sku, "manual", -arrived, line.cents)
            batches.set(`${booking.batch} ${sku}`, { order: booking.order, cents: line.cents })
            if (good > 0) shelfOf(order.warehouse, sku, goodPlace, booking.batch, booking.at).good += good
            if (bad > 0) shelfOf(order.warehouse, sku, badPlace, booking.batch, booking.at).bad += bad
          }
        }
        if (booking.ends && !order.isOver) over(order)
        return
      }
      case "ship": {
        if (!isNew(`ship ${booking.sale} ${booking.parcel}`)) return
        for (const { pieces, sku } of booking.lines) {
          let rest = pieces
          for (const shelf of oldest(booking.warehouse, sku)) {
            const some = Math.min(rest, free(shelf))
            shelf.good -= some
            rest -= some
          }
          add(sold, `${booking.warehouse} ${sku}`, pieces)
        }
        return
      }
      case "move": {
        const from = shelfOf(booking.warehouse, booking.sku, booking.from, booking.batch, 0)
        const good = Math.min(booking.pieces, free(from))
        const bad = booking.pieces - good
        must(bad <= from.bad, "a move of more than there is")
        const to = shelfOf(booking.warehouse, booking.sku, booking.to, booking.batch, from.since)
        from.good -= good
        from.bad -= bad
        to.good += good
        to.bad += bad
        return
      }
      case "transfer": {
        if (!isNew(`transfer ${booking.transfer}`)) return
        const parts: Transfer["parts"] = []
        let rest = booking.pieces
        for (const shelf of oldest(booking.from, booking.sku, ({ batch }) => batches.get(`${batch} ${booking.sku}`)?.order === booking.order)) {
          const some = Math.min(rest, free(shelf))
          if (some <= 0) continue
          shelf.held += some
          rest -= some
          parts.push({ shelf, batch: shelf.batch, since: shelf.since, pieces: some })
        }
        must(rest === 0, "a transfer of more than there is")
        transfers.set(booking.transfer, { from: booking.from, to: booking.to, sku: booking.sku, state: "held", parts })
        return
      }
      case "leave": {
        const transfer = transfers.get(booking.transfer)!
        if (transfer.state === "gone") return
        transfer.state = "gone"
        for (const { batch, pieces, shelf } of transfer.parts) {
          shelf.held -= pieces
          shelf.good -= pieces
          come(transfer.to, transfer.sku, "transfer", pieces, batches.get(`${batch} ${transfer.sku}`)!.cents)
        }
        transfer.parts.sort((one, other) => one.batch === other.batch ? 0 : one.batch < other.batch ? -1 : 1)
        return
      }
      case "arrive": {
        if (!isNew(`arrive ${booking.id}`)) return
        const { parts, sku, state, to } = transfers.get(booking.transfer)!
        must(state === "gone", "an arrival of goods that have not left")
        let rest = booking.pieces
        for (const part of parts) {
          const some = Math.min(rest, part.pieces)
          const lost = booking.ends && rest === some ? part.pieces - some : 0
          rest -= some
          part.pieces -= some + lost
          come(to, sku, "transfer", -some - lost, batches.get(`${part.batch} ${sku}`)!.cents)
          if (some > 0) shelfOf(to, sku, goodPlace, part.batch, part.since).good += some
        }
        must(rest === 0, "an arrival of more than has left")
        return
      }
      case "correct": {
        if (!isNew(`correct ${booking.id}`)) return
        if (booking.pieces > 0) {
          batches.set(`${booking.batch} ${booking.sku}`, { order: "", cents: booking.cents })
          shelfOf(booking.warehouse, booking.sku, goodPlace, booking.batch, now).good += booking.pieces
          return
        }
        let rest = -booking.pieces
        for (const shelf of oldest(booking.warehouse, booking.sku, ({ location }) => location === goodPlace)) {
          const some = Math.min(rest, free(shelf))
          shelf.good -= some
          rest -= some
        }
        must(rest === 0, "a correction of more than there is")
      }
    }
  }

  for (const booking of bookings) play(booking)

  const cells = new Map<string, number>()
  const balances = new Map<string, number>()
  const cents = new Map<string, number>()
  for (const { bad, batch, good, held, location, sku, warehouse } of shelves) {
    must(bad >= 0 && held >= 0 && good >= held, `stock below zero at ${location}`)
    const price = batches.get(`${batch} ${sku}`)?.cents ?? 0
    for (const [figure, pieces] of [["total", good + bad], ["unavailable", bad], ["reserved", held]] as const) {
      add(cells, `${warehouse} ${sku} ${location} ${batch} ${figure}`, pieces)
      add(balances, `${warehouse} ${sku} ${figure === "reserved" ? "reserved_transfer" : figure}`, pieces)
      add(cents, `${warehouse} ${sku} ${figure}`, pieces * price)
    }
  }
  for (const [key, pieces] of coming) {
    const [warehouse, sku, why] = key.split(" ")
    must(pieces >= 0, `less than nothing in transit of ${sku}`)
    add(balances, `${warehouse} ${sku} transit_${why}`, pieces)
  }
  for (const [key, amount] of comingCents) add(cents, `${key} transit`, amount)
  return { balances, cells, cents, sold }
}
