/**
 * Plugins that share their handlers and differ in what they offer, such as one for each type of a warehouse system. This file is no part of
 * the public API: a contract offers its own function.
 */
import type * as Context from "effect/Context"
import type * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import { type Any, type OpenConnection, type OptionalName, type Plugin, pluginFor, type PluginOptions } from "./Contract.ts"

type FactsOf<C extends Any> = NonNullable<C["_types"]>["facts"]

/** `can` names the optional operations that `make` implements, and `offers` those of them that this plugin offers. */
export interface DefinePluginWithSelectedOffers<C extends Any, Self> {
  <const Id extends string, Settings extends Schema.Codec<any, any>, R, const Can extends OptionalName<C>>(
    options:
      & Omit<PluginOptions<C, Id, Settings, R, Can, false>, "offers" | "receives" | "callbackPaths">
      & { readonly [K in keyof FactsOf<C>]: FactsOf<C>[K] | ((settings: Settings["Type"]) => FactsOf<C>[K]) }
      & { readonly can: ReadonlyArray<Can>; readonly offers: ReadonlyArray<NoInfer<Can>> }
  ): Plugin<C, Self, Settings, Exclude<R, Scope.Scope>, Id>
}

/** Makes the function of a contract that declares such plugins. It throws if an offered operation lacks the one that it demands. */
export const pluginWithSelectedOffersFor = <C extends Any, Self>(
  contract: C,
  service: Context.Service<Self, OpenConnection<C>>
): DefinePluginWithSelectedOffers<C, Self> =>
(options) => {
  const offers: ReadonlySet<string> = new Set(options.offers)
  for (const [name, demanded] of Object.entries(contract.demands)) {
    if (offers.has(name) && !offers.has(demanded)) throw new Error(`${options.id}: ${name} also needs ${demanded}`)
  }
  return pluginFor<C, Self>(contract, service)(options as never) as never
}
