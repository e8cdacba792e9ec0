/**
 * Handlers for the plugins of the composition: their operations, their settings as a form, and the capability matrix.
 */
import type { AnyPlugin } from "@crossdock/config"
import * as Effect from "effect/Effect"
import { HttpApiBuilder } from "effect/http-api"
import * as CallerLinks from "./CallerLinks.ts"
import * as Contracts from "../Contracts.ts"
import { Connections } from "../connection/Connections.ts"
import { matrixOf } from "../CapabilityMatrix.ts"
import { notFound } from "./Responses.ts"
import { Api, type Plugin } from "@crossdock/admin-api"
import { formOf } from "./SettingsForm.ts"

const requires = (plugin: AnyPlugin): ReadonlyArray<string> =>
  Contracts.byId[plugin.contract].required.map(({ name }) => name)

const toPlugin = ({ all }: CallerLinks.Seen, plugin: AnyPlugin): Plugin => ({
  id: plugin.id,
  title: plugin.title,
  contract: plugin.contract,
  requires: requires(plugin),
  offers: plugin.offers,
  ...(!Contracts.isErp(plugin) && { isTestedAgainstPeer: plugin.isTestedAgainstPeer }),
  takesCallbacks: plugin.receives,
  connections: all.filter((connection) => connection.plugin.id === plugin.id).map(({ id }) => id),
  settings: formOf(plugin)
})

export const layer = HttpApiBuilder.group(Api, "plugins", Effect.fnUntraced(function*(handlers) {
  const connections = yield* Connections
  const { plugins } = connections
  return handlers.handleAll({
    list: () => Effect.map(CallerLinks.seen(connections), (seen) => ({ items: [...plugins.values()].map((plugin) => toPlugin(seen, plugin)) })),
    show: ({ params }) => {
      const plugin = plugins.get(params.id)
      return plugin === undefined
        ? Effect.fail(notFound("plugin", params.id, `existing plugins: ${[...plugins.keys()].join(", ")}`))
        : Effect.map(CallerLinks.seen(connections), (seen) => toPlugin(seen, plugin))
    },
    matrix: () => Effect.sync(() => matrixOf(plugins.values()))
  })
}))
