/**
 * Makes labels and other documents of a platform the same for the ERP and the warehouse behind it: files in Base64. A document that the
 * platform gives as an address is fetched here if the operator has listed its host in `labelHosts` of the shop; any other address is passed
 * on unchanged, with a finding that says how to allow it. Neither a document nor its address is logged.
 */
import type { Document as Documents } from "@crossdock/core"
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

type Document = Documents.Document

export class Labels extends Context.Service<Labels, {
  /**
   * Returns the documents with the file in place of each address that may be fetched, in the same order. It fails if such an address has
   * no file of the format, or if the documents are too large together; it ends before the caller's deadline.
   */
  readonly asContent: (link: ConnectedLink, documents: ReadonlyArray<Document>) => Effect.Effect<ReadonlyArray<Document>, Refusal>
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

/** The bytes of a file that is given in Base64, about. */
const bytesOf = ({ source }: Document): number => source._tag === "Content" ? Math.floor(Redacted.value(source.base64).length * 3 / 4) : 0

const withFile = (document: Document, file: Buffer): Document => ({
  ...document,
  source: { _tag: "Content", base64: Redacted.make(file.toString("base64"), { label: document.kind }) }
})

const passedOn = ({ because, host }: LabelHosts.NotAllowed, format: string) => ({
  where: "getLabelData",
  path: "/labelDataList/*/labelData",
  message: host === undefined
    ? "a label of the type URL is not an address; it is passed on unchanged"
    : `a label is an address at ${host}, which is passed on unchanged: ${because}; list the host in labelHosts of the link's shop, and the runner sends the ${format} instead`
})

const make = Effect.gen(function*() {
  const connections = yield* Connections
  const fetch = yield* LabelFetch

  const kept = (link: ConnectedLink, document: Document, why: LabelHosts.NotAllowed): Effect.Effect<Document> =>
    Effect.as(connections.drift(link.scope).report(passedOn(why, document.format)), document)

  /** Fetches one document of at most `room` bytes. */
  const one = Effect.fnUntraced(function*(link: ConnectedLink, document: Document, url: string, room: number): Effect.fn.Return<Document, Refusal> {
    const checked = LabelHosts.check(url, Shops.of(link)?.labelHosts ?? [])
    if (!LabelHosts.isAllowed(checked)) return yield* kept(link, document, checked)
    const file = yield* Effect.result(fetch.file(checked, document.format, { limit: Math.min(room, mostBytes), time: yield* Deadline.left }))
    if (file._tag === "Success") return withFile(document, file.success)
    const { isRefused, message } = file.failure
    return isRefused ? yield* kept(link, document, { host: checked.url.host, because: message }) : yield* Effect.fail(refused(message))
  })

  return Labels.of({
    asContent: Effect.fnUntraced(function*(link, documents) {
      let room = mostTogether - documents.reduce((sum, document) => sum + bytesOf(document), 0)
      if (room < 0) return yield* Effect.fail(tooLarge)
      const all: Array<Document> = []
      // One after another, so that no more than one download is in memory beside the documents that are kept.
      for (const document of documents) {
        const { source } = document
        const found = source._tag === "Link" ? yield* one(link, document, Redacted.value(source.url), room) : document
        if (source._tag === "Link") room -= bytesOf(found)
        all.push(found)
      }
      return all
    })
  })
})
