/**
 * The route of document 2B: the runner is the external service that serves a shop to the ERP.
 */
import { Server } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import type { Composed, ConnectedLink } from "../Composition.ts"
import * as CallHops from "./CallHops.ts"
import type { Connections } from "../connection/Connections.ts"
import type { Dispatch } from "../contracts/platform/Dispatch.ts"
import { type IssuedTokens, isOurs } from "../contracts/platform/IssuedTokens.ts"
import type { Callers } from "./Callers.ts"
import type { FailedAuthentications } from "./FailedAuthentications.ts"
import type * as LinkCalls from "./LinkCalls.ts"
import * as RequestLimits from "./RequestLimits.ts"
import type { Serve } from "./Route.ts"

/** The paths of the route: one for each method. The server answers an unknown method itself, in the form of its protocol. */
export const path = /^\/extApi\/platform\/[^/]+$/

/**
 * Two lists without parameters have the same signed text, so it says nothing when one comes with the method of the other: whoever
 * copied the text could read a list of the shop, and nothing else.
 */
const hasOwnText = ({ payload }: LinkCalls.LinkCall): boolean => typeof payload === "object" && payload !== null && Object.keys(payload).length > 0

/** A token that is not ours is recorded, because the settings of the connection hold those of the platform. */
const foreignToken = ({ info }: LinkCalls.LinkCall<Server.Info>) =>
  info.accessToken === undefined || isOurs(info.accessToken)
    ? []
    : [{ where: "headers", path: "/accessToken", message: "is not a token that this link has issued; it is ignored" }]

export const make = ({ callers, composed, connections, dispatch, linkCalls, publicUrl, tokens, tries }: {
  readonly callers: Callers
  readonly composed: Composed
  readonly connections: Connections["Service"]
  readonly dispatch: Dispatch["Service"]
  readonly linkCalls: ReturnType<typeof LinkCalls.make>
  /** The public address of this runner, if it has one. */
  readonly publicUrl: URL | undefined
  readonly tokens: IssuedTokens["Service"]
  readonly tries: FailedAuthentications
}): Serve => {
  const ofLink = <A, E>({ key }: Server.Caller, work: (link: ConnectedLink) => Effect.Effect<A, E>): Effect.Effect<A, E> => {
    const link = connections.linkOf(key)
    return link === undefined ? Effect.die("a caller without a link") : work(link)
  }
  const serve = Server.make<never>({
    find: callers.ofPlatform,
    ...tries,
    // Problems of the headers concern the account; one with several shops has no link of its own.
    driftOf: ({ accessId, shops: [shop, ...others] }) =>
      connections.drift(shop !== undefined && others.length === 0 ? shop.key : `platform:${accessId}`),
    allowApiUrl: callers.allowsPlatformUrl,
    limits: RequestLimits.ofProtocols(composed.server),
    dispatch: linkCalls<Server.Info>("platform", {
      call: ({ info, link, operation, payload }) =>
        dispatch.call(link, operation as never, payload as never, { ...info, ...(publicUrl !== undefined && { ownAddress: publicUrl }) }),
      unforwarded: foreignToken,
      reads: ["accessToken"],
      hasOwnText
    }),
    tokens: {
      getToken: (caller, asked) => ofLink(caller, (link) => tokens.exchange(link, asked)),
      refreshToken: (caller, asked) => ofLink(caller, (link) => tokens.refresh(link, asked))
    }
  })
  return CallHops.limited(serve, (refusal) => Server.seal(refusal))
}
