/**
 * Handlers for the order desk: the orders of shops at it, and what a person decides about one.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { Connections } from "../connection/Connections.ts"
import * as ShippedPieces from "../desk/ShippedPieces.ts"
import { kindOfOrders, type OrderState } from "../desk/DeskRows.ts"
import { Desk } from "../desk/Desk.ts"
import type { PersonsDecisions } from "../desk/PersonsDecisions.ts"
import { Refusal } from "../engine/Refusal.ts"
import { Restored } from "../engine/RestoreMode.ts"
import * as Entities from "../records/Entities.ts"
import { Database, type Row } from "../store/Database.ts"
import { Api, type Caller } from "@crossdock/admin-api"
import * as ActNotes from "./ActNotes.ts"
import * as CallerLinks from "./CallerLinks.ts"
import { decisionOf, withdrawalOf } from "./DeskDecisions.ts"
import * as DeskList from "./DeskList.ts"
import { conflict, defaultLimit, fromCursor, invalid, linkNamed, member, notFound, pageOf, stored } from "./Responses.ts"
import { who as whoCalls } from "./Who.ts"

const unknown = (number: string) => notFound("order at the desk", number, "only orders of shops for which the composition has a desk are there; `crossdock orders ls` lists all")

const stillRestored = conflict("RESTORED", "the runner works on a restored backup, so the order would be held again at once; end that mode first (`crossdock restore end`). " +
  "If a warehouse has the order, `crossdock desk take-over` takes it over now")

/** What the audit says of an order whose place nobody has chosen. */
const byRules = "by the rules"

/** How many orders are read at once to be held or released. */
const atOnce = 100
const sampleSize = 5

/** Which orders a person holds together, and why. */
interface HeldTogether {
  readonly state?: OrderState
  readonly cause?: string
  readonly text?: string
  readonly shop?: string
  readonly isAll?: boolean
  readonly isConfirmed?: boolean
  readonly reason: string
  readonly who?: string
}

interface OrderNames {
  readonly scope: string
  readonly number: string
}

export const layer = HttpApiBuilder.group(Api, "desk", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  const shippedPieces = yield* ShippedPieces.make
  const connections = yield* Connections
  const entities = Entities.make(db)
  const persons = yield* Desk
  const restored = yield* Restored

  /** The link of an order, which need not be named if only one shop has the number. The audit learns it too. */
  const scopeOf = (number: string, link: string | undefined) => Effect.tap(linkOf(number, link), (scope) => ActNotes.order(scope, number))

  const linkOf = Effect.fnUntraced(function*(number: string, link: string | undefined) {
    const seen = yield* CallerLinks.seen(connections)
    if (link !== undefined) return (yield* linkNamed(seen, link)).scope
    const found: Array<string> = []
    for (const { scope } of seen.links) if ((yield* entities.get(scope, kindOfOrders, number)) !== undefined) found.push(scope)
    const [first, ...others] = found
    if (first === undefined) return yield* Effect.fail(unknown(number))
    return others.length === 0 ? first : yield* Effect.fail(invalid("/query/link", `several shops have an order ${JSON.stringify(number)}; write the link of one of ${found.join(", ")}`))
  })

  /** The links of the named shop, or all that the account sees. Undefined: all there are. */
  const scopesOf = Effect.fnUntraced(function*(shop: string | undefined) {
    const seen = yield* CallerLinks.seen(connections)
    return shop === undefined ? seen.scopes : [(yield* linkNamed(seen, shop)).scope]
  })

  const shown = Effect.fnUntraced(function*(scope: string, number: string) {
    const row = yield* entities.get(scope, kindOfOrders, number)
    const desk = row && (yield* decisionOf(db, shippedPieces, row.id))
    return desk === undefined ? yield* Effect.fail(unknown(number)) : { scope, number, desk }
  })

  /** Where the rules place orders, of what the account sees. */
  const placesSeen = Effect.map(CallerLinks.seen(connections), ({ scopes }) => persons.places.filter(({ link }) => scopes === undefined || scopes.includes(link)))

  const placeNamed = Effect.fnUntraced(function*(warehouse: string, at: string | undefined) {
    const link = at === undefined ? undefined : (yield* linkNamed(yield* CallerLinks.seen(connections), at)).scope
    const places = yield* placesSeen
    const [found, ...others] = places.filter((one) => one.warehouse === warehouse && (link === undefined || one.link === link))
    if (found === undefined) {
      const names = places.map((one) => `${JSON.stringify(one.warehouse)} (${one.link})`).join(", ")
      return yield* Effect.fail(invalid("/payload/warehouse", `the rules of the desk place nothing there; they do at ${names === "" ? "no warehouse that you see" : names}`))
    }
    return others.length === 0 ? found : yield* Effect.fail(invalid("/payload/at", `several links have a warehouse ${JSON.stringify(warehouse)}; write one of ${[found, ...others].map((one) => one.link).join(", ")}`))
  })

  /** Turns what the desk refuses into an error of the API. */
  const unlessRefused = <A, E, R>(number: string, work: Effect.Effect<A, E | Refusal, R>) =>
    Effect.catchIf(
      work,
      (error): error is Extract<E | Refusal, Refusal> => error instanceof Refusal,
      ({ code, message }) => Effect.fail(code === "UNKNOWN" ? unknown(number) : conflict(code, message))
    )

  const decided = Effect.fnUntraced(function*(number: string, link: string | undefined, refused: string, decide: (scope: string) => Effect.Effect<Effect.Success<ReturnType<PersonsDecisions["release"]>>, Effect.Error<ReturnType<PersonsDecisions["release"]>>, Caller>) {
    const scope = yield* scopeOf(number, link)
    const answer = yield* decide(scope)
    if (answer === "unknown") return yield* Effect.fail(unknown(number))
    if (answer === "restored") return yield* Effect.fail(stillRestored)
    if (answer !== "decided") return yield* Effect.fail(conflict("STATE", `the order is ${answer}; ${refused}`))
    return yield* shown(scope, number)
  })

  /**
   * Finds everything before it holds the first, because an order that is held moves on in the list. What a person holds already keeps its
   * reason, unless it is asked for by its cause: otherwise whoever releases these orders would release it too.
   */
  const holdAll = Effect.fnUntraced(function*({ cause, isAll, isConfirmed = false, reason, shop, state, text, who: given }: HeldTogether) {
    const who = yield* whoCalls(given)
    if ([cause, shop, state, text].every((one) => one === undefined) && isAll !== true) {
      return yield* Effect.fail(invalid("/payload", "choose orders by state, cause, text or shop; or set isAll"))
    }
    const scopes = yield* scopesOf(shop)
    const exceptCause = cause === "person" ? undefined : "person"
    const found: Array<Row> = []
    let after: readonly [number, number] = [0, 0]
    while (true) {
      const rows = yield* db.query(...DeskList.statement({ state, states: ["due", "waiting", "held"], cause, exceptCause, text, scopes, after, rows: atOnce }))
      found.push(...rows)
      const last = rows.at(-1)
      if (last === undefined || rows.length < atOnce) break
      after = [Number(last.since), Number(last.entity)]
    }
    const some = found.slice(0, sampleSize)
    const sample = some.map(DeskList.toEntry(yield* DeskList.partsOf(db, some)))
    let held = 0
    if (isConfirmed) {
      for (const row of found) if ((yield* persons.hold({ scope: row.scope, number: row.number, who, reason })) === "decided") held++
      yield* ActNotes.counted(held, found.length, `orders held${yield* ActNotes.orders(found.map(({ number, scope }): OrderNames => ({ number, scope })))}`)
    }
    return { count: found.length, held, isDone: isConfirmed, sample }
  })

  return handlers.handleAll({
    list: ({ query: { after, cause, limit = defaultLimit, shop, state } }) =>
      stored(Effect.gen(function*() {
        const scopes = yield* scopesOf(shop)
        const rows = yield* db.query(...DeskList.statement({ state, cause, scopes, after: yield* fromCursor(after, [0, 0]), rows: limit + 1 }))
        return pageOf(rows, limit, DeskList.toEntry(yield* DeskList.partsOf(db, rows)), (row) => [Number(row.since), Number(row.entity)])
      })),
    hold: ({ params: { number }, payload: { reason, who }, query: { link } }) =>
      stored(decided(number, link, "only an order of which something is not at a warehouse yet can be held; cancel it at the shop or at the warehouse", (scope) =>
        Effect.flatMap(whoCalls(who), (name) => persons.hold({ scope, number, who: name, reason })))),
    release: ({ params: { number }, payload: { reason, who }, query: { link } }) =>
      stored(decided(number, link, "only an order that is held can be released", (scope) =>
        Effect.flatMap(whoCalls(who), (name) => persons.release({ scope, number, who: name, reason })))),
    causes: ({ query: { shop } }) =>
      stored(Effect.flatMap(scopesOf(shop), (scopes) => DeskList.causes(db, scopes))),
    holdAll: ({ payload }) => stored(holdAll(payload)),
    releaseAll: ({ payload: { cause, isConfirmed = false, reason, shop, text, who: given } }) =>
      stored(Effect.gen(function*() {
        const who = yield* whoCalls(given)
        const scopes = yield* scopesOf(shop)
        if (restored.since() !== undefined) return yield* Effect.fail(stillRestored)
        // An order that is held again after its release is not released once more.
        const until = yield* Clock.currentTimeMillis
        let held = 0
        let released = 0
        const found: Array<OrderNames> = []
        let after: readonly [number, number] = [0, 0]
        while (true) {
          const rows = yield* db.query(...DeskList.statement({ state: "held", cause, text, scopes, after, until, rows: atOnce }))
          held += rows.length
          for (const { number, scope } of rows) found.push({ number, scope })
          if (isConfirmed) for (const row of rows) if ((yield* persons.release({ scope: row.scope, number: row.number, who, reason })) === "decided") released++
          const last = rows.at(-1)
          if (last === undefined || rows.length < atOnce) break
          after = [Number(last.since), Number(last.entity)]
        }
        yield* ActNotes.counted(released, held, `orders released${yield* ActNotes.orders(found)}`)
        return { cause, held, released }
      })),
    takeOver: ({ params: { number }, payload: { at, numberThere, pieces, reason, who: given }, query: { link } }) =>
      stored(Effect.gen(function*() {
        const who = yield* whoCalls(given)
        const scope = yield* scopeOf(number, link)
        const warehouse = at === undefined ? undefined : (yield* linkNamed(yield* CallerLinks.seen(connections), at)).scope
        const parts = yield* unlessRefused(number, persons.takeOver({ scope, number, who, reason, pieces, partNumber: numberThere, link: warehouse }))
        return { scope, number, parts }
      })),
    withdraw: ({ params: { number }, payload: { part, reason, who: given }, query: { link } }) =>
      stored(Effect.gen(function*() {
        const who = yield* whoCalls(given)
        const scope = yield* scopeOf(number, link)
        const { answer, before, outcome } = yield* unlessRefused(number, persons.withdraw({ scope, number, part, who, reason }))
        yield* ActNotes.effect(`part ${part}: ${outcome}`)
        return { ...yield* shown(scope, number), part, outcome, ...member("answer", answer), ...member("before", before, withdrawalOf) }
      })),
    places: () => stored(Effect.map(placesSeen, (items) => ({ items }))),
    place: ({ params: { number }, payload: { at, reason, warehouse, who }, query: { link } }) =>
      stored(Effect.gen(function*() {
        const place = warehouse === undefined ? undefined : yield* placeNamed(warehouse, at)
        const before = (yield* shown(yield* scopeOf(number, link), number)).desk.chosen
        yield* ActNotes.changed(before?.warehouse ?? byRules, warehouse ?? byRules)
        return yield* decided(number, link, `withdraw its part first, then choose the place (\`crossdock desk withdraw ${number} <part>\`)`, (scope) =>
          Effect.flatMap(whoCalls(who), (name) => persons.place({ scope, number, who: name, reason, place })))
      })),
    found: ({ params: { number }, payload: { parcel, pieces, reason, who: given }, query: { link } }) =>
      stored(Effect.gen(function*() {
        const who = yield* whoCalls(given)
        const scope = yield* scopeOf(number, link)
        yield* unlessRefused(number, persons.found({ scope, number, who, reason, parcel, pieces }))
        return yield* shown(scope, number)
      }))
  })
}))
