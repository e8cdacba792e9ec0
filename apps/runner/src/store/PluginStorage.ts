/**
 * Implements core's `SqlStorage` port on the runner's database, so that a plugin's rows commit together with the runner's.
 */
import { SqlStorage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Database } from "./Database.ts"
import { Vault } from "./Vault.ts"

const failed = (cause: unknown) => new SqlStorage.StorageFailed({ cause })

/**
 * A plugin's tables begin with its id, with underscores instead of dashes. `learn` registers secrets that must be
 * hidden in the peer's texts.
 */
export const layer = (pluginId: string, learn: (secret: Redacted.Redacted) => void) =>
  Layer.effect(
    SqlStorage.SqlStorage,
    Effect.gen(function*() {
      const db = yield* Database
      const vault = yield* Vault
      const place = `plugin ${pluginId}`
      const told = <A, E, R>(work: Effect.Effect<A, E, R>) =>
        Effect.mapError(work, (error) => (error as { readonly _tag?: string })._tag === "DatabaseFailed" ? failed(error) : error)
      return SqlStorage.SqlStorage.of({
        dialect: db.dialect,
        prefix: `${pluginId.replaceAll(/[^a-z0-9]/g, "_")}_`,
        query: (text, params) => Effect.mapError(db.query(text, params), failed),
        transaction: (work) => told(db.transaction(work)) as never,
        groupedTransaction: (group, work) => told(db.groupedTransaction(`${place} ${group}`, "", work)) as never,
        seal: (text) => {
          learn(text)
          return vault.seal(place, Redacted.value(text))
        },
        unseal: (sealed) =>
          Effect.mapBoth(vault.open(place, sealed), {
            onSuccess: (text) => {
              const secret = Redacted.make(text, { label: "sealed" })
              learn(secret)
              return secret
            },
            onFailure: failed
          })
      })
    })
  )
