/**
 * Selects the laws that apply to an ERP plugin: those of every required operation and of each operation that it offers.
 */
import { ErpV1 } from "@crossdock/core"
import type { Laws } from "../Law.ts"
import { type SelectedLaw, missing, inapplicable, applicable } from "../Session.ts"
import type { LawContext } from "./LawContext.ts"
import type { SuiteFixture } from "./SuiteFixture.ts"
import { declarationLaws, leakLaws } from "./laws/Plugin.ts"
import { receivePlatformOrderLaws, receiveInboundProgressLaws, receiveOutboundStatusLaws } from "./laws/Pushes.ts"
import { faultLaws } from "./laws/Faults.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>

export const requiredLaws: { readonly [N in (typeof ErpV1.contract.required)[number]["name"]]: ErpLaws } = {
  receiveOutboundStatus: { ...receiveOutboundStatusLaws, ...faultLaws("receiveOutboundStatus") },
  receiveInboundProgress: { ...receiveInboundProgressLaws, ...faultLaws("receiveInboundProgress") }
}

/** A new optional operation without laws fails to compile. */
export const optionalLaws: { readonly [N in ErpV1.OptionalName]: ErpLaws } = {
  receivePlatformOrder: { ...receivePlatformOrderLaws, ...faultLaws("receivePlatformOrder") }
}

const requiredParts: { readonly [N in ErpV1.OptionalName]: { readonly part: string; readonly isThere: (fixture: SuiteFixture<unknown>) => boolean } } = {
  receivePlatformOrder: { part: "platformOrder", isThere: ({ platformOrder }) => platformOrder !== undefined }
}

/** All laws of the contract, each with the decision whether it is run. */
export const selectLaws = (plugin: { readonly offers: ReadonlyArray<ErpV1.OptionalName> }, fixture: SuiteFixture<unknown>): ReadonlyArray<SelectedLaw<LawContext>> => [
  ...applicable(declarationLaws, fixture),
  ...Object.values(requiredLaws).flatMap((laws) => applicable(laws, fixture)),
  ...ErpV1.contract.optional.flatMap(({ name }) => {
    if (!plugin.offers.includes(name)) return inapplicable(optionalLaws[name], name)
    const { isThere, part } = requiredParts[name]
    return [...(isThere(fixture) ? [] : [missing<LawContext>(name, part)]), ...applicable(optionalLaws[name], fixture)]
  }),
  ...applicable(leakLaws, fixture)
]
