/**
 * Finds the caller that a credential belongs to. Links can be added at run time, so the lookup always uses the current
 * links.
 */
import type { ErpV1 } from "@crossdock/core"
import { Profile as GatewayProfile, type Server as GatewayServer } from "@crossdock/protocols/gateway"
import { Profile as OpenApiProfile, type Server as OpenApiServer } from "@crossdock/protocols/erp-open-api"
import { Profile as PlatformProfile, type Server as PlatformServer } from "@crossdock/protocols/platform-envelope"
import { Profile, type Server } from "@crossdock/protocols/warehouse-envelope"
import * as Result from "effect/Result"
import * as ApiUrl from "../ApiUrl.ts"
import type { ConnectedEntrance, ConnectedLink } from "../Composition.ts"
import type { VisibleToCaller } from "../composition/LinkedErps.ts"
import type { Connections } from "../connection/Connections.ts"

/** A caller of document 3. */
export interface OpenApiCaller extends OpenApiServer.Caller {
  /** The scope of its link. */
  readonly link: string
  readonly visible: VisibleToCaller
}

export interface Callers {
  readonly ofWarehouse: (accessId: string) => Server.Caller | undefined
  readonly ofReceiver: (extraType: string, accessId: string) => Server.Caller | undefined
  /** Finds who may send orders of shops to the runner in the place of an ERP. */
  readonly ofOrders: (accessId: string) => PlatformServer.Account | undefined
  readonly ofGateway: (appKey: string) => GatewayServer.Account | undefined
  /**
   * Whether a link of the account allows this address, in the account's environment. The link of each request is
   * checked again later.
   */
  readonly allowsApiUrl: (url: URL, account: GatewayServer.Account) => boolean
  /** The account of an accessId on the platform route, with the shops that it may call about. */
  readonly ofPlatform: (accessId: string) => PlatformServer.Account | undefined
  readonly ofOpenApi: (appId: string) => OpenApiCaller | undefined
  /** Whether a link of the account allows this address. The shop of each request is checked again later. */
  readonly allowsPlatformUrl: (url: URL, account: PlatformServer.Account) => boolean
}

interface Entered {
  readonly link: ConnectedLink
  readonly entrance: ConnectedEntrance
}

type Route = ConnectedEntrance["door"]
type Index = Readonly<Record<Route, ReadonlyMap<string, ReadonlyArray<Entered>>>>

const indexOf = (links: ReadonlyArray<ConnectedLink>): Index => {
  const index = {
    warehouse: new Map<string, Array<Entered>>(),
    gateway: new Map<string, Array<Entered>>(),
    platform: new Map<string, Array<Entered>>(),
    "open-api": new Map<string, Array<Entered>>()
  } satisfies Index
  for (const link of links) {
    for (const entrance of link.entrances) {
      const ofDoor = index[entrance.door]
      const known = ofDoor.get(entrance.id)
      if (known === undefined) ofDoor.set(entrance.id, [{ link, entrance }])
      else known.push({ link, entrance })
    }
  }
  return index
}

const nobody: ReadonlyArray<Entered> = []

export const make = (connections: Connections["Service"]): Callers => {
  const envelope = new WeakMap<ConnectedEntrance, Server.Caller>()
  const gateway = new WeakMap<ConnectedEntrance, GatewayServer.Caller>()
  const platform = new WeakMap<ConnectedEntrance, PlatformServer.Caller>()
  const openApi = new WeakMap<ConnectedEntrance, OpenApiCaller>()

  /** Created once per entrance. The profile was validated with the composition. */
  const envelopeCaller = (link: ConnectedLink, entrance: ConnectedEntrance): Server.Caller => {
    const known = envelope.get(entrance)
    if (known !== undefined) return known
    const caller: Server.Caller = {
      id: entrance.id,
      key: link.scope,
      secretKey: entrance.secretKey,
      signing: entrance.signing,
      ...(entrance.warehouseSecret !== undefined && { warehouseSecret: entrance.warehouseSecret }),
      profile: Result.getOrThrow(Profile.profileFrom(entrance.profile)),
      timeZone: link.timeZone
    }
    envelope.set(entrance, caller)
    return caller
  }

  const environmentOf = (link: ConnectedLink) => connections.get(link.peer)?.environment ?? "production"

  const allows = (link: ConnectedLink, url: URL) =>
    url.search === "" && url.hash === "" && connections.get(link.peer)?.apiUrlAllow.includes(ApiUrl.normal(url)) === true

  const gatewayCaller = (link: ConnectedLink, entrance: ConnectedEntrance): GatewayServer.Caller => {
    const known = gateway.get(entrance)
    if (known !== undefined) return known
    const caller: GatewayServer.Caller = {
      id: entrance.id,
      key: link.scope,
      timeZone: link.timeZone,
      profile: Result.getOrThrow(GatewayProfile.profileFrom(entrance.profile)),
      environment: environmentOf(link),
      allowsApiUrl: (url) => allows(link, url)
    }
    gateway.set(entrance, caller)
    return caller
  }

  const platformCaller = (link: ConnectedLink, entrance: ConnectedEntrance): PlatformServer.Caller => {
    const known = platform.get(entrance)
    if (known !== undefined) return known
    const { onlineShopId = "", platform: name, shopId } = entrance.shop!
    const caller: PlatformServer.Caller = {
      id: entrance.id,
      key: link.scope,
      platform: name,
      shopId,
      ...(onlineShopId !== "" && { onlineShopId }),
      timeZone: link.timeZone,
      profile: Result.getOrThrow(PlatformProfile.profileFrom(entrance.profile)),
      allowsApiUrl: (url) => allows(link, url)
    }
    platform.set(entrance, caller)
    return caller
  }

  const openApiCaller = (link: ConnectedLink, entrance: ConnectedEntrance): OpenApiCaller => {
    const known = openApi.get(entrance)
    if (known !== undefined) return known
    const { id, profile, secretKey, signing, visible } = entrance
    const isLimited = visible.warehouses.length + visible.shops.length > 0
    const facts = connections.factsOf(link.peer) as ErpV1.Facts | undefined
    const caller: OpenApiCaller = {
      id,
      // Two callers of one link may see different parts, so each has its own pages.
      key: `open-api:${id}`,
      link: link.scope,
      appSecret: secretKey,
      signing,
      scope: visible,
      visible,
      mayOmitWarehouses: true,
      profile: Result.getOrThrow(OpenApiProfile.profileFrom(profile)),
      timeZone: link.timeZone,
      // Pages of a part of the records are no pages of the ERP.
      numbersPages: !isLimited && facts?.numbersPages === true
    }
    openApi.set(entrance, caller)
    return caller
  }

  let indexed: ReadonlyArray<ConnectedLink> = []
  let index = indexOf(indexed)

  const at = (door: Route, id: string): ReadonlyArray<Entered> => {
    if (connections.links !== indexed) {
      indexed = connections.links
      index = indexOf(indexed)
    }
    return index[door].get(id) ?? nobody
  }

  const receivers = new Map(connections.receivers.map((one): [string, Server.Caller] => [`${one.extraType} ${one.accessId}`, {
    id: one.accessId,
    key: one.scope,
    secretKey: one.secretKey,
    signing: one.signing,
    profile: Result.getOrThrow(Profile.profileFrom(one.profile)),
    timeZone: one.timeZone
  }]))

  const ordersOf = (accessId: string): PlatformServer.Account | undefined => {
    const found = connections.receivers.filter((one) => one.accessId === accessId && one.shop !== undefined)
    const [first] = found
    return first && {
      accessId,
      secretKey: first.secretKey,
      signing: first.signing,
      shops: found.map(({ scope, shop, timeZone }) => ({ ...shop!, id: accessId, key: scope, profile: PlatformProfile.defaults, timeZone }))
    }
  }

  return {
    ofOrders: ordersOf,
    ofWarehouse: (accessId) => {
      const [found] = at("warehouse", accessId)
      return found && envelopeCaller(found.link, found.entrance)
    },
    allowsApiUrl: (url, { appKey, environment }) =>
      at("gateway", appKey).some(({ link }) => environmentOf(link) === environment && allows(link, url)),
    allowsPlatformUrl: (url, { accessId }) => at("platform", accessId).some(({ link }) => allows(link, url)),
    ofPlatform: (accessId) => {
      const found = at("platform", accessId)
      const [first] = found
      return first && {
        accessId,
        // All links of an account have the same secret, which the composition checks.
        secretKey: first.entrance.secretKey,
        signing: first.entrance.signing,
        shops: found.map(({ entrance, link }) => platformCaller(link, entrance))
      }
    },
    ofOpenApi: (appId) => {
      const [found] = at("open-api", appId)
      return found && openApiCaller(found.link, found.entrance)
    },
    ofReceiver: (extraType, accessId) => receivers.get(`${extraType} ${accessId}`),
    ofGateway: (appKey) => {
      const found = at("gateway", appKey)
      const [first] = found
      if (first === undefined) return undefined
      const keyed = new Map(found.map(({ entrance, link }) => [entrance.warehouseKey, gatewayCaller(link, entrance)]))
      const { entrance, link } = first
      return {
        appKey,
        appSecret: entrance.secretKey,
        signing: entrance.signing,
        ...(entrance.warehouseSecret !== undefined && { warehouseSecret: entrance.warehouseSecret }),
        environment: environmentOf(link),
        linkOf: (warehouseKey) => keyed.get(warehouseKey),
        ...(found.length === 1 && { defaultLink: gatewayCaller(link, entrance) })
      }
    }
  }
}
