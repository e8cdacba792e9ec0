/**
 * Makes every label of a platform the same for the ERP and the warehouse behind it: a PDF in Base64. A label that the platform gives as
 * an address is fetched here if the operator has listed its host in `labelHosts` of the shop; any other address is passed on unchanged,
 * with a finding that says how to allow it. Neither a label nor its address is logged.
 */
import type { PlatformShipment } from "@crossdock/core"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { ConnectedLink } from "../../Composition.ts"
import { Connections } from "../../connection/Connections.ts"
import * as Deadline from "../../engine/Deadline.ts"
import { Refusal } from "../../engine/Refusal.ts"
import { LabelFetch, mostBytes } from "./LabelFetch.ts"
import * as LabelHosts from "./LabelHosts.ts"
import * as Shops from "./Shops.ts"

type Label = PlatformShipment.Label
type LinkLabel = Extract<Label, { readonly _tag: "Link" }>

export class Labels extends Context.Service<Labels, {
  /**
   * Returns the labels with a PDF in place of each address that may be fetched, in the same order. It fails if such an address has no
   * PDF, or if the labels are too large together; it ends before the caller's deadline.
   */
  readonly asPdf: (link: ConnectedLink, labels: ReadonlyArray<Label>) => Effect.Effect<ReadonlyArray<Label>, Refusal>
}>()("@crossdock/runner/contracts/platform/Labels") {
  static readonly layer = Layer.effect(Labels, Effect.suspend(() => make))
}

/** The most bytes of all labels of one answer. In Base64 they fill 20,000,000 characters, and a message may have 20 MiB (U-122). */
const mostTogether = 15_000_000

const refused = (message: string) => new Refusal({ code: "LABEL_NOT_FETCHED", message })

const tooLarge = new Refusal({
  code: "LABEL_TOO_LARGE",
  message: `the labels of this order have more than ${mostTogether} bytes together; name one logisticsCode, or take them from the platform itself`
})

/** The bytes of a PDF that is given in Base64, about. */
const bytesOf = (label: Label): number => label._tag === "Pdf" ? Math.floor(Redacted.value(label.content).length * 3 / 4) : 0

const pdfLabel = ({ carrierName, trackingNumber }: LinkLabel, pdf: Buffer): Label => ({
  _tag: "Pdf",
  content: Redacted.make(pdf.toString("base64"), { label: "label" }),
  ...(trackingNumber !== undefined && { trackingNumber }),
  ...(carrierName !== undefined && { carrierName })
})

const passedOn = ({ because, host }: LabelHosts.NotAllowed) => ({
  where: "getLabelData",
  path: "/labelDataList/*/labelData",
  message: host === undefined
    ? "a label of the type URL is not an address; it is passed on unchanged"
    : `a label is an address at ${host}, which is passed on unchanged: ${because}; list the host in labelHosts of the link's shop, and the runner sends the PDF instead`
})

const make = Effect.gen(function*() {
  const connections = yield* Connections
  const fetch = yield* LabelFetch

  const kept = (link: ConnectedLink, label: LinkLabel, why: LabelHosts.NotAllowed): Effect.Effect<Label> =>
    Effect.as(connections.drift(link.scope).report(passedOn(why)), label)

  /** Fetches one label of at most `room` bytes. */
  const one = Effect.fnUntraced(function*(link: ConnectedLink, label: LinkLabel, room: number): Effect.fn.Return<Label, Refusal> {
    const checked = LabelHosts.check(Redacted.value(label.url), Shops.of(link)?.labelHosts ?? [])
    if (!LabelHosts.isAllowed(checked)) return yield* kept(link, label, checked)
    const pdf = yield* Effect.result(fetch.pdf(checked, { limit: Math.min(room, mostBytes), time: yield* Deadline.left }))
    if (pdf._tag === "Success") return pdfLabel(label, pdf.success)
    const { isRefused, message } = pdf.failure
    return isRefused ? yield* kept(link, label, { host: checked.url.host, because: message }) : yield* Effect.fail(refused(message))
  })

  return Labels.of({
    asPdf: Effect.fnUntraced(function*(link, labels) {
      let room = mostTogether - labels.reduce((sum, label) => sum + bytesOf(label), 0)
      if (room < 0) return yield* Effect.fail(tooLarge)
      const all: Array<Label> = []
      // One after another, so that no more than one download is in memory beside the labels that are kept.
      for (const label of labels) {
        const pdf = label._tag === "Link" ? yield* one(link, label, room) : label
        if (label._tag === "Link") room -= bytesOf(pdf)
        all.push(pdf)
      }
      return all
    })
  })
})
