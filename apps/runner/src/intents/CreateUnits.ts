/**
 * The units of work of a create that is the first one under its number, as almost all are: it is stored, and its acceptance is
 * stored. A create under a number that is in use is decided in a transaction.
 */
import * as Attempts from "../engine/Attempts.ts"
import * as AbandonedClaims from "../engine/AbandonedClaims.ts"
import type { NodeLeases } from "../connection/NodeLeases.ts"
import { entityOf, type Kind } from "../records/Kinds.ts"
import type { Row, Value } from "../store/DatabaseDriver.ts"
import type { Unit } from "../store/UnitOfWork.ts"
import type { Accepted, BuyerNumbers } from "./CreateEntry.ts"

/** A create that nothing holds back. */
export interface FirstCreate {
  readonly id: string
  readonly scope: string
  readonly kind: Kind
  readonly number: string
  readonly connection: string
  readonly numberSent: string
  readonly buyerNumbers: BuyerNumbers | undefined
  readonly operation: string
  readonly digest: string
  /** The encrypted payloads; `sentSealed` is null if the same is sent. */
  readonly askedSealed: string
  readonly sentSealed: string | null
  readonly who: string
  /** The encrypted message of the caller. */
  readonly rawSealed: string | null
  /** If true, this node claims the create, to send it at once. */
  readonly isClaimed: boolean
  /** The trace of the call that asks for it. */
  readonly trace: string | null
  readonly now: number
}

/** An accepted create of generation 1. */
export interface FirstAccepted {
  /** The intent as it was read. The unit changes nothing if it has changed since. */
  readonly row: Row
  readonly result: string
  readonly accepted: Accepted
  readonly peerNumber: string | undefined
  /** For the history. */
  readonly detail: string
  readonly tried: Attempts.Attempt | undefined
  readonly now: number
}

/** SQL for what `update intent` changes when its create is accepted; `now` and `result` are SQL. */
const delivered = (now: string, result: string): string =>
  `state = 'Delivered', due_at = ${now}, result = ${result}, error = null, held_because = null, updated_at = ${now}, owner = null,
     cancel_at = case when is_cancel_wanted = 1 then ${now} else cancel_at end`

/** SQL for the `is_open` of an order of generation 1 whose create is accepted: a report may have told more of it, or of a later one, before. */
const isOpen = `case when is_known = 1 then is_open when exists (
  select 1 from entity n where n.scope = entity.scope and n.kind = entity.kind and n.number = entity.number and n.generation > 1 and n.is_known = 1)
  then 0 else 1 end`

const columns = "entity, id, scope, connection, operation, digest, due_at, created_at, updated_at, state, attempt, owner, epoch, leased_until"

export const make = ({ ownership }: { readonly ownership: NodeLeases["Service"] }) => {
  const withOrder = (intent: Row, { kind, number, numberSent, trace }: FirstCreate): Row => ({ ...intent, kind, number, generation: 1, number_sent: numberSent, trace })
  const placeOf = ({ kind, number, scope }: FirstCreate | Row): string => `${scope} ${entityOf(kind, number)}`

  /** Stores a create. Returns its row, or `undefined` without an effect if its number is in use. */
  const open: Unit<FirstCreate, Row | undefined> = {
    name: "store a create",
    key: placeOf,
    sqlite: (run, one) => {
      const { connection, id, isClaimed, kind, now, number, numberSent, scope } = one
      const [entity] = run(
        `insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at, online_number, display_number, trace)
         select $1, $2, $3, 1, $4, $5, 0, 0, 0, $6, $6, $7, $8, $9 where not exists (select 1 from entity where scope = $1 and kind = $2 and number = $3)
         returning id`,
        [scope, kind, number, connection, numberSent, now, one.buyerNumbers?.online ?? null, one.buyerNumbers?.display ?? null, one.trace]
      )
      if (entity === undefined) return undefined
      const claims = "case when $8 = 1 and exists (select 1 from node where id = $9 and epoch = $10) then"
      const [intent] = run(
        `insert into intent (${columns})
         values ($1, $2, $3, $4, $5, $6, $7, $7, $7, ${claims} 'InFlight' else 'Pending' end, ${claims} 1 else 0 end, $9, $10, $11) returning *`,
        [entity["id"], id, scope, connection, one.operation, one.digest, now, isClaimed ? 1 : 0, ownership.node, ownership.epoch, now + AbandonedClaims.workedOn]
      )
      run("insert into intent_content (entity, asked_sealed, sent_sealed) values ($1, $2, $3)", [entity["id"], one.askedSealed, one.sentSealed])
      run("insert into history (first_id, at, who, what, raw_sealed) values ($1, $2, $3, 'asked', $4)", [entity["id"], now, one.who, one.rawSealed])
      return withOrder(intent!, one)
    },
    postgres: (inputs) => {
      // The second of two creates with one number is decided in a transaction.
      const firsts = [...new Map(inputs.toReversed().map((one) => [placeOf(one), one])).values()].toReversed()
      const column = (of: (one: FirstCreate) => Value): ReadonlyArray<Value> => firsts.map(of)
      const claims = "case when n.is_claimed and exists (select 1 from node where node.id = $14 and node.epoch = $15) then"
      return {
        statements: [{
          text: `with i as materialized (
              select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::text[], $10::text[], $11::text[], $12::text[], $13::boolean[], $16::bigint[], $18::text[], $19::text[], $20::text[])
              as i (id, scope, kind, number, connection, number_sent, operation, digest, asked_sealed, sent_sealed, who, raw_sealed, is_claimed, now, online_number, display_number, trace)),
            e as (insert into entity (scope, kind, number, generation, connection, number_sent, is_known, is_open, checked_at, created_at, updated_at, online_number, display_number, trace)
              select scope, kind, number, 1, connection, number_sent, 0, 0, 0, now, now, online_number, display_number, trace from i
              where not exists (select 1 from entity f where f.scope = i.scope and f.kind = i.kind and f.number = i.number)
              on conflict (scope, kind, number, generation) do nothing returning entity.id as entity, scope, kind, number),
            n as (select e.entity, i.* from e join i using (scope, kind, number)),
            c as (insert into intent_content (entity, asked_sealed, sent_sealed) select entity, asked_sealed, sent_sealed from n),
            h as (insert into history (first_id, at, who, what, raw_sealed) select entity, now, who, 'asked', raw_sealed from n)
            insert into intent (${columns})
            select entity, id, scope, connection, operation, digest, now, now, now, ${claims} 'InFlight' else 'Pending' end, ${claims} 1 else 0 end,
              $14, $15, now + $17 from n returning *`,
          values: [
            column(({ id }) => id),
            column(({ scope }) => scope),
            column(({ kind }) => kind),
            column(({ number }) => number),
            column(({ connection }) => connection),
            column(({ numberSent }) => numberSent),
            column(({ operation }) => operation),
            column(({ digest }) => digest),
            column(({ askedSealed }) => askedSealed),
            column(({ sentSealed }) => sentSealed),
            column(({ who }) => who),
            column(({ rawSealed }) => rawSealed),
            column(({ isClaimed }) => String(isClaimed)),
            ownership.node,
            ownership.epoch,
            column(({ now }) => now),
            AbandonedClaims.workedOn,
            column(({ buyerNumbers }) => buyerNumbers?.online ?? null),
            column(({ buyerNumbers }) => buyerNumbers?.display ?? null),
            column(({ trace }) => trace)
          ]
        }],
        outs: ([rows]) => {
          const byId = new Map(rows!.map((row) => [row["id"], row]))
          return inputs.map((one) => {
            const row = byId.get(one.id)
            return row && withOrder(row, one)
          })
        }
      }
    }
  }

  /** Stores that a create was accepted. Returns `undefined` if another node has taken it over. */
  const accept: Unit<FirstAccepted, { readonly isCancelWanted: boolean } | undefined> = {
    name: "store an accepted create",
    key: ({ row }) => placeOf(row),
    sqlite: (run, { accepted, detail, now, peerNumber, result, row, tried }) => {
      if (tried !== undefined) run(Attempts.insertion, Attempts.valuesOf(tried))
      const [moved] = run(
        `update intent set ${delivered("$2", "$3")} where entity = $1 and state = $4 and epoch = $5 and attempt = $6 returning is_cancel_wanted`,
        [row["entity"], now, result, row["state"], row["epoch"], row["attempt"]]
      )
      if (moved === undefined) return undefined
      const changed = run(
        `update entity set warehouse_code = $2, peer_warehouse_code = $3, peer_number = coalesce($4, peer_number), type = $5,
           is_open = case when $7 = 1 then 0 else ${isOpen} end, is_known = 1, checked_at = 0, updated_at = $6 where id = $1 returning id`,
        [row["entity"], accepted.warehouseCode ?? null, accepted.peerWarehouseCode ?? null, peerNumber ?? null, accepted.type ?? null, now, accepted.isEnded === true ? 1 : 0]
      )
      if (changed.length === 0) throw new Error(`the row ${row["entity"]} of the create ${row["id"]} is missing in the table entity`)
      run("insert into history (first_id, at, who, what, detail) values ($1, $2, 'peer', 'accepted', $3)", [row["entity"], now, detail])
      return { isCancelWanted: moved["is_cancel_wanted"] === 1 }
    },
    postgres: (inputs) => {
      const column = (of: (one: FirstAccepted) => Value): ReadonlyArray<Value> => inputs.map(of)
      const attempts = Attempts.columnsOf(inputs.flatMap(({ tried }) => tried === undefined ? [] : [tried]))
      return {
        statements: [{
          text: `with i as materialized (
              select * from unnest($8::bigint[], $9::text[], $10::bigint[], $11::int[], $12::bigint[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::int[])
              as i (entity, state, epoch, attempt, now, result, warehouse_code, peer_warehouse_code, peer_number, type, detail, is_ended)),
            a as (${Attempts.insertionOfMany}),
            m as (update intent set ${delivered("i.now", "i.result")} from i join entity e on e.id = i.entity
              where intent.entity = i.entity and intent.state = i.state and intent.epoch = i.epoch and intent.attempt = i.attempt
              returning intent.entity, intent.is_cancel_wanted),
            o as (update entity set warehouse_code = i.warehouse_code, peer_warehouse_code = i.peer_warehouse_code,
              peer_number = coalesce(i.peer_number, entity.peer_number), type = i.type,
              is_open = case when i.is_ended = 1 then 0 else ${isOpen} end, is_known = 1, checked_at = 0, updated_at = i.now from m join i using (entity) where entity.id = m.entity),
            h as (insert into history (first_id, at, who, what, detail) select entity, i.now, 'peer', 'accepted', i.detail from m join i using (entity))
            select entity, is_cancel_wanted from m`,
          values: [
            ...attempts,
            column(({ row }) => row["entity"]),
            column(({ row }) => row["state"]),
            column(({ row }) => row["epoch"]),
            column(({ row }) => row["attempt"]),
            column(({ now }) => now),
            column(({ result }) => result),
            column(({ accepted }) => accepted.warehouseCode ?? null),
            column(({ accepted }) => accepted.peerWarehouseCode ?? null),
            column(({ peerNumber }) => peerNumber ?? null),
            column(({ accepted }) => accepted.type ?? null),
            column(({ detail }) => detail),
            column(({ accepted }) => accepted.isEnded === true ? 1 : 0)
          ]
        }],
        outs: ([rows]) => {
          const moved = new Map(rows!.map((row) => [row["entity"], row]))
          return inputs.map(({ row }) => {
            const found = moved.get(row["entity"])
            return found && { isCancelWanted: found["is_cancel_wanted"] === 1 }
          })
        }
      }
    }
  }

  return { open, accept }
}
