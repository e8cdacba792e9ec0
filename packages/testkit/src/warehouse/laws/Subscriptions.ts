/**
 * The laws about callback registrations at a warehouse.
 */
import * as SubscriptionLaws from "../../SubscriptionLaws.ts"
import { call, type LawContext } from "../LawContext.ts"
import { can, type SuiteFixture } from "../SuiteFixture.ts"

export const { renew: renewLaws, subscribe: subscribeLaws, unsubscribe: unsubscribeLaws } = SubscriptionLaws.make<SuiteFixture<unknown>, LawContext>(can.subscriptions, ({ warehouse }) => warehouse.incoming, call)
