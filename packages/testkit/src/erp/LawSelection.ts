/**
 * Selects the laws that apply to an ERP plugin, with or without books: those of every required operation and of each operation that it
 * offers.
 */
import type { BooksV1 } from "@crossdock/books"
import type { Capability, Laws } from "../Law.ts"
import { type SelectedLaw, missing, inapplicable, applicable } from "../Session.ts"
import * as SubscriptionLaws from "../SubscriptionLaws.ts"
import { ask, type LawContext } from "./LawContext.ts"
import { type CallName, can, type PushName, type SuiteFixture } from "./SuiteFixture.ts"
import { callLaws } from "./laws/Calls.ts"
import { isList, listLaws } from "./laws/Lists.ts"
import * as Orders from "./laws/Orders.ts"
import { receiveInboundAnnouncementLaws, receiveInboundProgressLaws, receiveOutboundStatusLaws, receivePlatformOrderLaws, receiveRefundLaws, receiveReturnLaws, receiveShipmentsLaws } from "./laws/Pushes.ts"
import { declarationLaws, leakLaws, rateLaws } from "./laws/Plugin.ts"
import { listOutboundOrdersLaws } from "./laws/ReadyOrders.ts"
import * as Documents from "./laws/Documents.ts"
import * as Stock from "./laws/Stock.ts"
import { faultLaws } from "./laws/Faults.ts"

type ErpLaws = Laws<LawContext, SuiteFixture<unknown>>

export const requiredLaws: { readonly [N in BooksV1.V1["required"][number]["name"]]: ErpLaws } = {
  receiveOutboundStatus: { ...receiveOutboundStatusLaws, ...faultLaws("receiveOutboundStatus") },
  receiveInboundProgress: { ...receiveInboundProgressLaws, ...faultLaws("receiveInboundProgress") }
}

/** What operations promise beyond an answer. */
const ownLaws: { readonly [N in CallName]?: ErpLaws } = {
  submitInboundOrder: Orders.submitLaws,
  cancelInboundOrder: Orders.cancelLaws,
  listReceivedBatches: Orders.progressLaws,
  listStockBalances: Stock.balanceLaws,
  listStockMovements: Stock.movementLaws,
  listStorageLocationStock: Stock.locationLaws,
  listBatchStock: Stock.batchLaws,
  createTransferOrder: Orders.transferLaws,
  moveStock: Orders.moveLaws,
  allotStock: Documents.allotLaws
}

type OptionalPush = Extract<BooksV1.OptionalName, PushName>

/** The laws of each optional push, and the part of the fixture without which an offered one is not proven. A push that is missing fails to compile. */
const pushes: { readonly [N in OptionalPush]: { readonly laws: ErpLaws; readonly needs?: Capability<SuiteFixture<unknown>, unknown> } } = {
  receivePlatformOrder: { laws: receivePlatformOrderLaws, needs: can.platformOrder },
  receiveInboundAnnouncement: { laws: receiveInboundAnnouncementLaws },
  receiveRefund: { laws: receiveRefundLaws, needs: can.received },
  receiveReturn: { laws: { ...receiveReturnLaws, ...Documents.returnLaws }, needs: can.returns },
  receiveShipments: { laws: { ...receiveShipmentsLaws, ...Documents.shipmentLaws }, needs: can.shipments }
}

const registrations = SubscriptionLaws.make<SuiteFixture<unknown>, LawContext>(can.subscriptions, ({ erp }) => erp.incoming, ask)

const isRegistration = (name: BooksV1.OptionalName): name is keyof typeof registrations => Object.hasOwn(registrations, name)

const isPush = (name: BooksV1.OptionalName): name is OptionalPush => Object.hasOwn(pushes, name)

const optionalLaws = (name: BooksV1.OptionalName): ErpLaws =>
  name === "listOutboundOrders"
    ? listOutboundOrdersLaws
    : isRegistration(name)
    ? registrations[name]
    : isPush(name)
    ? { ...pushes[name].laws, ...faultLaws(name) }
    : { ...callLaws(name), ...(isList(name) && listLaws(name)), ...ownLaws[name] }

const requiredPart = (name: BooksV1.OptionalName): Capability<SuiteFixture<unknown>, unknown> | undefined =>
  name === "listOutboundOrders" ? can.orders : isRegistration(name) ? can.subscriptions : isPush(name) ? pushes[name].needs : can.call(name)

/** What shows that a push arrived: the messages that the ERP received, or for an ERP inside the runner, the batches that it has booked. */
const proofOfPushes = (fixture: SuiteFixture<unknown>): ReadonlyArray<SelectedLaw<LawContext>> =>
  fixture.received === undefined && fixture.progress === undefined ? [missing<LawContext>("receiveInboundProgress", can.received.name)] : []

/** A contract whose laws are selected. */
export interface Selected {
  readonly optional: ReadonlyArray<{ readonly name: BooksV1.OptionalName }>
}

/** All laws of the contract, each with the decision whether it is run. */
export const selectLaws = (
  contract: Selected,
  plugin: { readonly offers: ReadonlyArray<BooksV1.OptionalName> },
  fixture: SuiteFixture<unknown>
): ReadonlyArray<SelectedLaw<LawContext>> => [
  ...applicable(declarationLaws, fixture),
  ...proofOfPushes(fixture),
  ...Object.values(requiredLaws).flatMap((laws) => applicable(laws, fixture)),
  ...contract.optional.flatMap(({ name }) => {
    const laws = optionalLaws(name)
    if (!plugin.offers.includes(name)) return inapplicable(laws, name)
    const part = requiredPart(name)
    return [...(part !== undefined && part.of(fixture) === undefined ? [missing<LawContext>(name, part.name)] : []), ...applicable(laws, fixture)]
  }),
  ...applicable(rateLaws, fixture),
  ...applicable(leakLaws, fixture)
]
