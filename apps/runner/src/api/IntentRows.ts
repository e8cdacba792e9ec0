/**
 * Converts intents into responses: rows, attempts and history, with personal data masked.
 */
import { AdapterError } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Creates } from "../intents/CreateEntry.ts"
import { columns, contentColumns, openText } from "../intents/IntentStore.ts"
import { decodeError } from "../intents/IntentExecution.ts"
import type { Kinds } from "../records/Kinds.ts"
import type { Database, Row } from "../store/Database.ts"
import * as History from "../store/History.ts"
import type { Vault } from "../store/Vault.ts"
import { instant, member } from "./Responses.ts"
import type { Attempt, Intent, IntentState, Said } from "@crossdock/admin-api"
import * as PersonalDataMasking from "../connection/PersonalDataMasking.ts"

type Hide = (text: string) => string

/** What a stored error says. */
export const failureOf = (error: string | null): string | undefined => {
  const read = error === null ? Option.none() : decodeError(error)
  return Option.isSome(read) ? AdapterError.describe(read.value.reason) : undefined
}

const isOver: ReadonlySet<string> = new Set(["Delivered", "Dead", "Cancelled"])

export const toIntent = (kinds: Kinds["Service"], row: Row, hide: Hide): Intent => ({
  id: row.id,
  scope: row.scope,
  connection: row.connection,
  operation: row.operation,
  kind: row.kind,
  number: row.number,
  numberSent: row.number_sent,
  generation: row.generation,
  state: row.state,
  ...member("heldBecause", row.held_because as string | null, hide),
  attempts: row.attempt,
  queries: row.queries,
  absences: row.absences,
  isAskedAgain: row.is_asked === 1,
  isCancelWanted: row.is_cancel_wanted === 1 || row.cancel_at !== null,
  ...(row.blind_who !== null && { decidedBlind: { who: row.blind_who, at: instant(row.blind_at), is: row.blind_ended ?? "asking" } }),
  ...member("peerNumber", row.result === null ? undefined : kinds.of(row.kind)?.peerNumberIn(row.result)),
  ...member("failure", failureOf(row.error), hide),
  ...member("dueAt", isOver.has(row.state) ? undefined : row.due_at as number, instant),
  createdAt: instant(row.created_at),
  updatedAt: instant(row.updated_at)
})

export const attemptsOf = (db: Database["Service"], subject: string, hide: Hide) =>
  Effect.map(
    db.query("select number, kind, at, took, outcome, detail from attempt where subject = $1 order by id", [subject]),
    (rows) =>
      rows.map((row): Attempt => ({
        number: row.number,
        kind: row.kind,
        at: instant(row.at),
        tookMillis: Number(row.took),
        outcome: row.outcome,
        ...member("detail", row.detail as string | null, hide)
      }))
  )

/** Maximum number of history lines, newest first; an order normally has a few dozen. */
const mostLines = 500

export const historyOf = (db: Database["Service"], { kind, number, scope }: Row, hide: Hide) =>
  Effect.map(
    db.query(
      `select at, who, what, detail from history where first_id = ${History.firstId} order by id desc limit ${mostLines}`,
      [scope, kind, number]
    ),
    (rows) =>
      rows.toReversed().map((row): Said => ({
        at: instant(row.at),
        who: row.who,
        what: row.what,
        ...member("detail", row.detail as string | null, hide)
      }))
  )

export interface Opened {
  readonly asked: string
  readonly sent: string
}

/** SQL that reads intents with their contents. */
const withContentsOf = (intents: string): string => `select ${columns}, ${contentColumns}, b.who as blind_who, b.at as blind_at, b.ended as blind_ended
  from ${intents} i join entity e on e.id = i.entity join intent_content c on c.entity = i.entity left join blind_decision b on b.entity = i.entity`
export const withContents = withContentsOf("intent")

/** The words of the indexes of what is not settled, and of what has ended otherwise than wanted. */
const [unsettled, ended] = [["Pending", "InFlight", "Doubtful"], ["Dead", "Cancelled"]] as const
const among = (states: ReadonlyArray<string>): string => `state in (${states.map((state) => `'${state}'`).join(", ")})`

/** Those that may wait for a person, by the indexes of what is not over. */
const mayWait = `(select w.* from intent w where w.entity in (
    select entity from intent where ${among(unsettled)} and (state = 'Doubtful' or held_because is not null or is_cancel_wanted = 1)
    union select entity from intent where cancel_at is not null
    union select entity from blind_decision where ended = 'wrong' or due_at is not null))`

/** Where those in a state are read. Few are unsettled, so all of these are read and sorted; those that ended otherwise than wanted, and all, stand in the order of the list. */
export const listed = (state: typeof IntentState.Type | "waiting" | "any"): { readonly from: string; readonly createdAt: string } => {
  if (state === "waiting") return { from: withContentsOf(mayWait), createdAt: "i.created_at + 0" }
  if (unsettled.some((one) => one === state)) return { from: withContentsOf(`(select * from intent where ${among(unsettled)})`), createdAt: "i.created_at + 0" }
  return { from: ended.some((one) => one === state) ? withContentsOf(`(select * from intent where ${among(ended)})`) : withContents, createdAt: "i.created_at" }
}

export const opened = (vault: Vault["Service"], row: Row) =>
  Effect.all({ asked: openText(vault, row, "asked"), sent: openText(vault, row, "sent") })

/**
 * Masks in texts the personal data that these intents hold. An intent that cannot be decrypted masks nothing; its own
 * error says so.
 */
export const hidingOf = (vault: Vault["Service"], creates: Creates["Service"], rows: ReadonlyArray<Row>) =>
  Effect.map(
    Effect.forEach(rows, (row) => Effect.option(opened(vault, row))),
    (payloads) =>
      PersonalDataMasking.hiding(payloads.flatMap((payload, at) =>
        Option.isSome(payload) ? [{ operation: creates.of(rows[at]!.operation)?.operation, text: payload.value.asked }] : []))
  )
