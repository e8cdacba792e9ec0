/**
 * Which laws an ERP plugin is held to: those of every required push, and those of what it offers.
 */
import { ErpV1 } from "@crossdock/core"
import type { Laws } from "../Law.ts"
import { type Chosen, missing, notOffered, offered } from "../Session.ts"
import type { LawContext } from "./LawContext.ts"
import type { SuiteFixture } from "./SuiteFixture.ts"
import { declaring, keeping } from "./laws/Plugin.ts"
import { forwarding, progressing, telling } from "./laws/Pushing.ts"
import { faultLaws } from "./laws/Faults.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>

export const requiredLaws: { readonly [N in (typeof ErpV1.contract.required)[number]["name"]]: ErpLaws } = {
  receiveOutboundStatus: { ...telling, ...faultLaws("receiveOutboundStatus") },
  receiveInboundProgress: { ...progressing, ...faultLaws("receiveInboundProgress") }
}

/** A new optional operation without laws does not compile. */
export const optionalLaws: { readonly [N in ErpV1.OptionalName]: ErpLaws } = {
  receivePlatformOrder: { ...forwarding, ...faultLaws("receivePlatformOrder") }
}

const demands: { readonly [N in ErpV1.OptionalName]: { readonly part: string; readonly isThere: (fixture: SuiteFixture<unknown>) => boolean } } = {
  receivePlatformOrder: { part: "platformOrder", isThere: ({ platformOrder }) => platformOrder !== undefined }
}

/** Every law there is, each with whether it is run. */
export const choose = (plugin: { readonly offers: ReadonlyArray<ErpV1.OptionalName> }, fixture: SuiteFixture<unknown>): ReadonlyArray<Chosen<LawContext>> => [
  ...offered(declaring, fixture),
  ...Object.values(requiredLaws).flatMap((laws) => offered(laws, fixture)),
  ...ErpV1.contract.optional.flatMap(({ name }) => {
    if (!plugin.offers.includes(name)) return notOffered(optionalLaws[name], name)
    const { isThere, part } = demands[name]
    return [...(isThere(fixture) ? [] : [missing<LawContext>(name, part)]), ...offered(optionalLaws[name], fixture)]
  }),
  ...offered(keeping, fixture)
]
