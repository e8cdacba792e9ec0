import { type AdapterError, type Document, type PlatformV1 } from "@crossdock/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Catalogue from "../Catalogue.ts"
import { largeBytes, pageLabel, pdfLabel } from "../Label.ts"
import * as MagicSkus from "../MagicSkus.ts"
import * as OrderTable from "../OrderTable.ts"
import * as OrderState from "../OrderState.ts"
import type { ShopSession } from "../ShopSession.ts"

const labelOf = (kind: MagicSkus.Traits["label"], { onlineOrderId }: OrderState.StoredOrder, { providerCode, trackingNumber }: OrderState.Parcel): Document.Document => {
  const carrierName = Catalogue.providers.find(({ code }) => code === providerCode)?.name ?? providerCode
  const parcel = { trackingNumber, carrierName }
  const label = (source: Document.DocumentSource): Document.Document => ({ kind: "label", format: "PDF", source, ...parcel })
  if (kind === "link") return label({ _tag: "Link", url: Redacted.make(`https://labels.sandbox.invalid/${trackingNumber}.pdf`, { label: "label address" }) })
  const content = kind === "no PDF" ? pageLabel : pdfLabel([carrierName, `Order ${onlineOrderId}`, `Tracking ${trackingNumber}`], kind === "large" ? largeBytes : 0)
  return label({ _tag: "Content", base64: Redacted.make(content, { label: "label" }) })
}

/** The labels of the shipments that the sandbox arranged, of one carrier if the call names it. Empty if there is none. */
export const getLabels = (session: ShopSession) => ({ onlineOrderId, providerCode }: typeof PlatformV1.GetLabels.payload.Type) =>
  session.inTransaction(Effect.fnUntraced(function*(): Effect.fn.Return<typeof PlatformV1.GetLabels.success.Type, AdapterError.Reason> {
    const order = yield* OrderTable.get(session, onlineOrderId)
    const parcels = order.parcels.filter((parcel) => parcel.isArranged && (providerCode === undefined || parcel.providerCode === providerCode))
    const { label } = MagicSkus.traitsOf(OrderState.skusOf(order))
    return { items: label === "none" ? [] : parcels.map((parcel) => labelOf(label, order, parcel)) }
  }))
