/**
 * Which laws an ERP plugin is held to: those of every required push, and those of what it offers.
 */
import { ErpV1 } from "@crossdock/core"
import type { Laws } from "../Law.ts"
import { type Chosen, missing, notOffered, offered } from "../Session.ts"
import type { Bench } from "./Bench.ts"
import type { Given } from "./Given.ts"
import { declaring, keeping } from "./laws/Plugin.ts"
import { forwarding, progressing, telling } from "./laws/Pushing.ts"
import { troublesOf } from "./laws/Troubles.ts"

type ErpLaws = Laws<Bench, Given<unknown>>

export const requiredLaws: { readonly [N in (typeof ErpV1.contract.required)[number]["name"]]: ErpLaws } = {
  receiveOutboundStatus: { ...telling, ...troublesOf("receiveOutboundStatus") },
  receiveInboundProgress: { ...progressing, ...troublesOf("receiveInboundProgress") }
}

/** A new optional operation without laws does not compile. */
export const optionalLaws: { readonly [N in ErpV1.OptionalName]: ErpLaws } = {
  receivePlatformOrder: { ...forwarding, ...troublesOf("receivePlatformOrder") }
}

const demands: { readonly [N in ErpV1.OptionalName]: { readonly part: string; readonly isThere: (given: Given<unknown>) => boolean } } = {
  receivePlatformOrder: { part: "platformOrder", isThere: ({ platformOrder }) => platformOrder !== undefined }
}

/** Every law there is, each with whether it is run. */
export const choose = (plugin: { readonly offers: ReadonlyArray<ErpV1.OptionalName> }, given: Given<unknown>): ReadonlyArray<Chosen<Bench>> => [
  ...offered(declaring, given),
  ...Object.values(requiredLaws).flatMap((laws) => offered(laws, given)),
  ...ErpV1.contract.optional.flatMap(({ name }) => {
    if (!plugin.offers.includes(name)) return notOffered(optionalLaws[name], name)
    const { isThere, part } = demands[name]
    return [...(isThere(given) ? [] : [missing<Bench>(name, part)]), ...offered(optionalLaws[name], given)]
  }),
  ...offered(keeping, given)
]
