/**
 * Core's `Storage` port on the runner's database: a plugin's rows commit together with ours.
 */
import { Storage } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.ts"

const failed = (cause: unknown) => new Storage.StorageFailed({ cause })

/** Tables of a plugin begin with its id, dashes as underscores. */
export const layer = (pluginId: string) =>
  Layer.effect(
    Storage.Storage,
    Effect.gen(function*() {
      const db = yield* Database
      return Storage.Storage.of({
        dialect: db.dialect,
        prefix: `${pluginId.replaceAll(/[^a-z0-9]/g, "_")}_`,
        query: (text, params) => Effect.mapError(db.query(text, params), failed),
        transaction: (work) =>
          Effect.mapError(db.transaction(work), (error) =>
            (error as { readonly _tag?: string })._tag === "DatabaseFailed" ? failed(error) : error) as never
      })
    })
  )
