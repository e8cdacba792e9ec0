/**
 * Which node works for a connection, and under which epoch. With one node that is this one, for all of them; each
 * start raises the epoch, which voids what an earlier process had claimed.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { randomUUID } from "node:crypto"
import { Database } from "../store/Database.ts"

export class Ownership extends Context.Service<Ownership, {
  readonly node: string
  readonly epoch: number
}>()("@crossdock/runner/connection/Ownership") {
  static readonly single = Layer.effect(
    Ownership,
    Effect.gen(function*() {
      const db = yield* Database
      const node = randomUUID()
      const row = yield* db.one(
        `insert into owner (connection, node, epoch) values ('*', $1, 1)
         on conflict (connection) do update set node = $1, epoch = owner.epoch + 1 returning epoch`,
        [node]
      )
      return Ownership.of({ node, epoch: row?.epoch ?? 1 })
    })
  )
}
