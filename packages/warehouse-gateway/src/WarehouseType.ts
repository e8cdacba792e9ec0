/**
 * Declares a plugin for one warehouse type at a gateway (document 2, 2.13). The plugin fixes what the type offers and
 * which additional credentials its provider requires, so that connections need not repeat them.
 */
import { type Contract, type Transport, WarehouseV1 } from "@crossdock/core"
import { Client } from "@crossdock/protocols/gateway"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { hosts, open } from "./Adapter.ts"
import { isTellable, limits, Settings } from "./Settings.ts"

/** Settings that a type does not have: it fixes `offers` and `authInfo`, and lists no warehouses or channels by hand. */
const { authInfo: _, channels: _channels, offers: _offers, warehouses: _warehouses, ...account } = Settings.fields

/** Settings whose values are sent in the header `authInfo`, by name. Use a redacted schema for secrets and `optionalKey` for optional ones. */
export type AuthFields = Readonly<Record<string, Schema.Codec<string | Redacted.Redacted, string>>>

export interface WarehouseType<Id extends string, Offers extends (typeof Client.offers)[number], Fields extends AuthFields> {
  readonly id: Id
  /** Default: the id. */
  readonly title?: string
  /** The operations that the type supports beside creating, cancelling and querying orders. */
  readonly offers: ReadonlyArray<Offers>
  /** Additional settings of a connection, each sent in the header `authInfo` under its name. Default: none. */
  readonly authInfo?: Fields & { readonly [Name in keyof typeof account]?: never }
  /** The `authInfoKey` of each field whose key differs from the name of its setting. */
  readonly authInfoKeys?: { readonly [Name in keyof Fields]?: string }
  /** Whether the plugin was tested against the real warehouse. Default: false. */
  readonly isTestedAgainstPeer?: boolean
}

/** The settings of a connection to a warehouse of this type. */
export type TypeSettings<Fields extends AuthFields> = Schema.Struct<typeof account & Fields>

/** Declares a plugin for a warehouse type. Its connections have the settings of `warehouseGateway` without `offers`, `warehouses` and `channels`, and a setting for each field of `authInfo`. */
export const warehouseGatewayOf = <
  const Id extends string,
  const Offers extends (typeof Client.offers)[number] = never,
  Fields extends AuthFields = {}
>(
  { authInfo, authInfoKeys, id, isTestedAgainstPeer = false, offers, title = id }: WarehouseType<Id, Offers, Fields> & Contract.CompleteOffers<WarehouseV1.V1, Offers>
): WarehouseV1.Plugin<TypeSettings<Fields>, Transport.Transport, Id> => {
  const fields: AuthFields = authInfo ?? {}
  const keys: Readonly<Record<string, string | undefined>> = authInfoKeys ?? {}
  const settings = Schema.Struct({ ...account, ...fields }).check(
    Schema.makeFilter(({ warehouseKey }) => isTellable(warehouseKey, offers))
  )
  const entriesOf = (values: Readonly<Record<string, unknown>>) =>
    Object.keys(fields).flatMap((name) => {
      const value = values[name] as string | Redacted.Redacted | undefined
      if (value === undefined) return []
      return [{ authInfoKey: keys[name] ?? name, value: Redacted.isRedacted(value) ? value : Redacted.make(value, { label: "authInfo" }) }]
    })
  const declared = WarehouseV1.pluginWithSelectedOffers({
    id,
    title,
    settings,
    hosts,
    limits,
    isTestedAgainstPeer,
    can: Client.offers,
    offers,
    make: (given: typeof settings.Type, { timeZone }: { readonly timeZone: string }) => {
      const [first, ...rest] = entriesOf(given)
      return open({ ...given, offers, channels: [], warehouses: [], ...(first !== undefined && { authInfo: [first, ...rest] }) }, timeZone)
    }
  })
  // The names and types of the settings are those of `TypeSettings`, which a spread over `Fields` does not show.
  return declared as never
}
