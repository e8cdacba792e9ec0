/**
 * Plugins: what each can do and which settings it wants, and the twelve columns of document 2, 2.13 over all of them.
 */
import { ErpV1, WarehouseV1 } from "@crossdock/core"
import * as Schema from "effect/Schema"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { NotFound } from "./Errors.ts"
import { described } from "./CommonSchemas.ts"

export const Plugin = Schema.Struct({
  id: Schema.String,
  title: Schema.String,
  contract: Schema.Literals([WarehouseV1.contract.id, ErpV1.contract.id]),
  requires: Schema.Array(Schema.String).annotate(described("Operations that every plugin of the contract has")),
  offers: Schema.Array(Schema.String).annotate(described("Operations that it has beside these")),
  isTried: Schema.optionalKey(Schema.Boolean.annotate(described("Tried out against the real peer, by its author's word; of warehouses"))),
  takesCallbacks: Schema.Boolean.annotate(described("Its peer may call us, at /callbacks/{connection}")),
  connections: Schema.Array(Schema.String).annotate(described("Ids of the connections that use it")),
  settings: Schema.Record(Schema.String, Schema.Json).annotate(
    described("JSON Schema 2020-12 of its settings, for a form; secrets are `writeOnly`, what may be left out has its `default`")
  )
})
export type Plugin = typeof Plugin.Type

export const PluginList = Schema.Struct({ items: Schema.Array(Plugin) })

export const MatrixCell = Schema.Struct({
  column: Schema.String,
  isDeclared: Schema.Boolean,
  from: Schema.Literals(["contract", "offers", "authorization", "isTried"]).annotate(
    described("Where it is known from: every plugin of the contract has it, the plugin offers it or has this member, or its author says so")
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
      operation: Schema.optionalKey(Schema.String.annotate(described("The operation or the member of the plugin that the column stands for; absent: the author's word")))
    })
  ),
  rows: Schema.Array(MatrixRow).annotate(described("One for each warehouse plugin of the composition"))
})
export type Matrix = typeof Matrix.Type

export const PluginsGroup = HttpApiGroup.make("plugins").add(
  HttpApiEndpoint.get("list", "/plugins", { success: PluginList }),
  HttpApiEndpoint.get("show", "/plugins/:id", { params: { id: Schema.String }, success: Plugin, error: NotFound }),
  HttpApiEndpoint.get("matrix", "/matrix", { success: Matrix })
).prefix("/admin")
