/**
 * What people decide about orders at the desk: they hold an order, release one that is held, or choose from where it is shipped.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { DatabaseFailed } from "../store/Database.ts"
import { kindOfOrders, type OrderState } from "./DeskRows.ts"
import { services } from "./DeskServices.ts"
import type { ChosenPlace } from "./Rules.ts"

/** What a person decides. `who` is the person's name. */
export interface Decided {
  readonly scope: string
  readonly number: string
  readonly who: string
  readonly reason?: string | undefined
}

/**
 * `decided`: it is stored. `unknown`: the desk does not take this order. `restored`: the runner works on a restored backup, so the order
 * would be held again. Otherwise the state that does not allow it.
 */
export type Answer = "decided" | "unknown" | "restored" | OrderState

export interface PersonsDecisions {
  /**
   * Holds an order of which something is not sent to a warehouse yet, until a person releases it. A shipment that the shop is asked for is
   * arranged, and its label stays unused; what warehouses have is shipped.
   */
  readonly hold: (decided: Decided & { readonly reason: string }) => Effect.Effect<Answer, DatabaseFailed>
  /** Lets the desk decide again about an order that is held. Rules do not hold it any more; everything else still may. */
  readonly release: (decided: Decided) => Effect.Effect<Answer, DatabaseFailed>
  /**
   * Chooses from where all is shipped that no warehouse has yet, whatever the rules say; without a place, they decide again. An order that is held is
   * released with it. It stands until a person chooses anew.
   */
  readonly place: (decided: Decided & { readonly place: Pick<ChosenPlace, "link" | "warehouse"> | undefined }) => Effect.Effect<Answer, DatabaseFailed>
}

const mayBeHeld: ReadonlySet<OrderState> = new Set(["due", "waiting", "held"])

export const make = Effect.gen(function*() {
  const { db, note, restored, rows } = yield* services

  /** The state of an order. The caller's transaction keeps it. */
  const find = Effect.fnUntraced(function*({ number, scope }: Decided) {
    const found = yield* db.one(
      `select o.entity from desk_order o join entity e on e.id = o.entity
       where e.scope = $1 and e.kind = $2 and e.number = $3 order by e.generation desc limit 1`,
      [scope, kindOfOrders, number]
    )
    return found && (yield* db.one(`select entity, state from desk_order where entity = $1${db.forUpdate}`, [found.entity]))
  })

  const waitsForLabels = (entity: number) =>
    Effect.map(db.query("select number from desk_part where entity = $1 and state = 'labelling' limit 1", [entity]), (found) => found.length > 0)

  /** Stores that a person lets the desk decide again about an order that is held. */
  const released = Effect.fnUntraced(function*(entity: number) {
    const now = yield* Clock.currentTimeMillis
    // Only who was told what of a finished order has not left has accepted it.
    yield* db.query(
      `update desk_order set is_end_accepted = case when cause = 'finished' then 1 else is_end_accepted end, cleared_at = case when cause = 'restored' then $2 else cleared_at end, state = 'due', cause = null, because = null, person = null, is_released = 1, attempt = 0, due_at = $2, is_repeat = 0, since = $2, version = version + 1,
         updated_at = $2
       where entity = $1`,
      [entity, now]
    )
    // The shop is told once more of what it did not take; what cannot be told is accepted.
    yield* db.query("update desk_parcel set state = 'again', updated_at = $2 where entity = $1 and state = 'refused'", [entity, now])
  })

  return {
    hold: (decided) =>
      db.transaction(Effect.gen(function*() {
        const row = yield* find(decided)
        if (row === undefined) return "unknown"
        const state: OrderState = row.state
        if (!mayBeHeld.has(state) && !(yield* waitsForLabels(row.entity))) return state
        yield* rows.holdForPerson(row.entity, `${decided.who}: ${decided.reason}`, yield* Clock.currentTimeMillis)
        yield* note(decided, "held", decided.reason, decided.who)
        return "decided"
      })),
    release: (decided) =>
      db.transaction(Effect.gen(function*() {
        const row = yield* find(decided)
        if (row === undefined) return "unknown"
        const state: OrderState = row.state
        if (state !== "held") return state
        if (restored.since() !== undefined) return "restored"
        yield* released(row.entity)
        yield* note(decided, "released", decided.reason, decided.who)
        return "decided"
      })),
    place: (decided) =>
      db.transaction(Effect.gen(function*() {
        const row = yield* find(decided)
        if (row === undefined) return "unknown"
        const state: OrderState = row.state
        if (!mayBeHeld.has(state)) return state
        if (state === "held" && restored.since() !== undefined) return "restored"
        const { place, reason, who } = decided
        const chosen: ChosenPlace | undefined = place && { ...place, by: who }
        yield* db.query(
          "update desk_order set chosen_place = $2, version = version + 1, updated_at = $3 where entity = $1",
          [row.entity, chosen === undefined ? null : JSON.stringify(chosen), yield* Clock.currentTimeMillis]
        )
        if (state === "held") yield* released(row.entity)
        yield* note(decided, "decided", `${place === undefined ? "the rules say from where it is shipped" : `it is shipped from ${JSON.stringify(place.warehouse)}`}${reason === undefined ? "" : `: ${reason}`}`, who)
        return "decided"
      }))
  } satisfies PersonsDecisions as PersonsDecisions
})
