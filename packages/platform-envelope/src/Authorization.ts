/**
 * How a person grants access to a shop: on a page of the platform, which sends the person back with a code. The service exchanges
 * the code for tokens (spec 2 §5).
 */
import { AdapterError, type Contract } from "@crossdock/core"
import { defaultConnectionInfo } from "@crossdock/core/ConnectionInfo"
import { Tokens } from "@crossdock/protocols/platform-envelope"
import * as Effect from "effect/Effect"
import { clientOf } from "./Connection.ts"
import type { Settings } from "./Settings.ts"

const refused = (code: string, message: string) => new AdapterError.Rejected({ fault: { code, message } })

export const authorization: Contract.Authorization<Settings> = {
  url: ({ authorizationUrl, redirectParameter }, { redirectUrl, state }) => {
    const page = new URL(authorizationUrl)
    if (!page.searchParams.has("response_type")) page.searchParams.set("response_type", "code")
    page.searchParams.set(redirectParameter, redirectUrl.href)
    page.searchParams.set("state", state)
    return page
  },
  exchange: Effect.fnUntraced(function*(settings, { params: { code }, redirectUrl }) {
    if (code === undefined) return yield* refused("CODE_MISSING", "the platform sent the person back without the parameter code")
    // Tokens hold no timestamp without a zone, so the zone of the connection does not matter.
    const client = yield* clientOf(settings, defaultConnectionInfo.timeZone)
    const { onlineShopId } = settings
    const granted = yield* client.getToken({ code, redirectUri: redirectUrl.href, ...(onlineShopId !== undefined && { onlineShopId }) })
    if (onlineShopId !== undefined && granted.onlineShopId !== undefined && granted.onlineShopId !== onlineShopId) {
      return yield* refused("SHOP_DIFFERENT", `access was granted to the shop ${granted.onlineShopId}, but onlineShopId of the connection is ${onlineShopId}; grant access to that shop, or change the setting`)
    }
    return yield* Tokens.obtained(granted)
  })
}
