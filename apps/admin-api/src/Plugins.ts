/**
 * Plugins in the admin API: operations and settings of each, and the twelve capability columns of document 2 (section
 * 2.13).
 */
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { NotFound } from "./Errors.ts"
import { ContractId, described } from "./CommonSchemas.ts"

export const Plugin = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  contract: ContractId,
  requires: Schema.Array(Schema.String).annotate(described("Operations that the contract requires of every plugin")),
  offers: Schema.Array(Schema.String).annotate(described("Optional operations that this plugin supports")),
  isTestedAgainstPeer: Schema.optionalKey(Schema.Boolean.annotate(described("Whether its author tested it against the real peer; absent for plugins of ERPs"))),
  takesCallbacks: Schema.Boolean.annotate(described("Whether its peer may send callbacks to /callbacks/{connection}")),
  connections: Schema.Array(Schema.String).annotate(described("Ids of the connections that use it")),
  settings: Schema.Record(Schema.String, Schema.Json).annotate(
    described("Settings as JSON Schema 2020-12, for a form; secrets are `writeOnly`, optional settings have a `default`")
  )
})
export type Plugin = typeof Plugin.Type

export const PluginList = Schema.Struct({ items: Schema.Array(Plugin) })

export const MatrixCell = Schema.Struct({
  column: Schema.String,
  isDeclared: Schema.Boolean,
  from: Schema.Literals(["contract", "offers", "authorization", "isTestedAgainstPeer"]).annotate(
    described("Why the value is known: the contract requires it, the plugin offers the operation or has the member, or its author states it")
  )
})
export type MatrixCell = typeof MatrixCell.Type

export const MatrixRow = Schema.Struct({ plugin: Schema.String, title: Schema.String, cells: Schema.Array(MatrixCell) })
export type MatrixRow = typeof MatrixRow.Type

export const Matrix = Schema.Struct({
  columns: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      title: Schema.String,
      operation: Schema.optionalKey(Schema.String.annotate(described("Operation or plugin member of the column. If absent, the author of the plugin states the value")))
    })
  ),
  rows: Schema.Array(MatrixRow).annotate(described("One row per warehouse plugin of the composition"))
})
export type Matrix = typeof Matrix.Type

export const PluginsGroup = HttpApiGroup.make("plugins").add(
  HttpApiEndpoint.get("list", "/plugins", { success: PluginList }),
  HttpApiEndpoint.get("show", "/plugins/:id", { params: { id: Schema.String }, success: Plugin, error: NotFound }),
  HttpApiEndpoint.get("matrix", "/matrix", { success: Matrix })
).prefix("/admin")
