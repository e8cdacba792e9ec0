/**
 * Handler for the audit. Without the right to see what others did, and in an account that is limited to links, one sees what one did oneself.
 */
import { type Account, Api, type AuditEntry, Caller } from "@crossdock/admin-api"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import { Database, type Row } from "../store/Database.ts"
import { type Condition, defaultLimit, fromCursor, instant, member, pageOf, stored, where } from "./Responses.ts"

/** What a cursor looks like: the id of a row. */
const anyId = [0] as const

const toEntry = (row: Row): AuditEntry => ({
  id: String(row.id),
  at: instant(row.at),
  who: row.who,
  via: row.via,
  operation: row.operation,
  subject: row.subject,
  ...member("detail", row.detail as string | null),
  ...member("link", row.scope as string | null),
  ...member("number", row.number as string | null),
  ...member("reason", row.reason as string | null),
  ...member("effect", row.effect as string | null),
  ...member("from", row.from_value as string | null),
  ...member("to", row.to_value as string | null),
  ...(Number(row.times) > 1 && { times: Number(row.times) }),
  ...member("outcome", row.outcome as string | null),
  requestId: row.request_id,
  ...member("address", row.address as string | null)
})

/** Names may be given again after an account has ended, so own acts are found by the account. */
const ownOf = ({ id, name, via }: Account): Condition => id === undefined ? ["account is null and who = ? and via = ?", name, via] : ["account = ?", id]

export const layer = HttpApiBuilder.group(Api, "audit", Effect.fnUntraced(function*(handlers) {
  const db = yield* Database
  return handlers.handleAll({
    list: ({ query: { after, limit = defaultLimit, number, operation, since, subject, until, who } }) =>
      stored(Effect.gen(function*() {
        const account = yield* Caller
        const [last] = yield* fromCursor(after, anyId)
        const { params, text } = where([
          account.rights.has("audit") && account.links === undefined ? undefined : ownOf(account),
          after === undefined ? undefined : ["id < ?", last],
          who === undefined ? undefined : ["who = ?", who],
          operation === undefined ? undefined : ["operation = ?", operation],
          number === undefined ? undefined : ["number = ?", number],
          subject === undefined ? undefined : ["subject = ?", subject],
          since === undefined ? undefined : ["at >= ?", DateTime.toEpochMillis(since)],
          until === undefined ? undefined : ["at < ?", DateTime.toEpochMillis(until)]
        ])
        const rows = yield* db.query(`select * from audit where ${text} order by id desc limit ${limit + 1}`, params)
        return pageOf(rows, limit, toEntry, (row) => [Number(row.id)])
      }))
  })
}))
