/**
 * Selects the laws that apply to an ERP plugin: those of every required operation and of each operation that it offers.
 */
import { ErpV1 } from "@crossdock/core"
import type { Capability, Laws } from "../Law.ts"
import { type SelectedLaw, missing, inapplicable, applicable } from "../Session.ts"
import type { LawContext } from "./LawContext.ts"
import { can, type SuiteFixture } from "./SuiteFixture.ts"
import { callLaws } from "./laws/Calls.ts"
import { declarationLaws, leakLaws } from "./laws/Plugin.ts"
import { receivePlatformOrderLaws, receiveInboundProgressLaws, receiveOutboundStatusLaws } from "./laws/Pushes.ts"
import { faultLaws } from "./laws/Faults.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>

export const requiredLaws: { readonly [N in (typeof ErpV1.contract.required)[number]["name"]]: ErpLaws } = {
  receiveOutboundStatus: { ...receiveOutboundStatusLaws, ...faultLaws("receiveOutboundStatus") },
  receiveInboundProgress: { ...receiveInboundProgressLaws, ...faultLaws("receiveInboundProgress") }
}

const isPush = (name: ErpV1.OptionalName): name is "receivePlatformOrder" => name === ErpV1.ReceivePlatformOrder.name

/** The laws of an optional operation. A new push without laws of its own fails to compile. */
const optionalLaws = (name: ErpV1.OptionalName): ErpLaws =>
  isPush(name) ? { ...receivePlatformOrderLaws, ...faultLaws(name) } : callLaws(name)

/** The part of the fixture without which an offered operation is not proven. */
const requiredPart = (name: ErpV1.OptionalName): Capability<SuiteFixture<unknown>, unknown> => (isPush(name) ? can.platformOrder : can.call(name))

/** All laws of the contract, each with the decision whether it is run. */
export const selectLaws = (plugin: { readonly offers: ReadonlyArray<ErpV1.OptionalName> }, fixture: SuiteFixture<unknown>): ReadonlyArray<SelectedLaw<LawContext>> => [
  ...applicable(declarationLaws, fixture),
  ...Object.values(requiredLaws).flatMap((laws) => applicable(laws, fixture)),
  ...ErpV1.contract.optional.flatMap(({ name }) => {
    const laws = optionalLaws(name)
    if (!plugin.offers.includes(name)) return inapplicable(laws, name)
    const part = requiredPart(name)
    return [...(part.of(fixture) === undefined ? [missing<LawContext>(name, part.name)] : []), ...applicable(laws, fixture)]
  }),
  ...applicable(leakLaws, fixture)
]
