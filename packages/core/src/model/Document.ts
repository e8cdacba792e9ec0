/**
 * Documents that travel with an order or a parcel: labels, invoices, papers for customs. A shop or an ERP gives them, and a warehouse prints
 * them (spec 1 §2.4 labelData; spec 2 §3 getLabelData).
 */
import * as Schema from "effect/Schema"
import { personal } from "./Personal.ts"

const text = Schema.optionalKey(Schema.NonEmptyString)

/** What a document is for. */
export const DocumentKind = Schema.Literals(["label", "returnLabel", "packingSlip", "invoice", "customs", "other"])
export type DocumentKind = typeof DocumentKind.Type

/** The most documents of one order. The schema `Documents` refuses more. */
export const mostDocuments = 50
/**
 * The most characters of Base64 that the documents of one order have together. `createOutboundOrder` with more fails with `RequestInvalid`
 * before the plugin is called.
 */
export const mostContent = 20_000_000

/**
 * Where the file is:
 * - `Content`: here, in Base64
 * - `Link`: at an address, which is all that is needed to fetch it. It may grant access to personal data, so it is `Redacted`
 * - `Reference`: at the warehouse that gets the document, which has the file already under this id. Its plugin passes the id on
 */
export const DocumentSource = Schema.TaggedUnion({
  /** The file itself, in Base64. */
  Content: { base64: Schema.RedactedFromValue(Schema.NonEmptyString.check(Schema.isMaxLength(mostContent))).annotate({ title: "document" }) },
  /** An address from which it can be fetched. */
  Link: { url: personal("document address") },
  /** The id under which the peer that is told has the file already. */
  Reference: { id: Schema.NonEmptyString }
})
export type DocumentSource = typeof DocumentSource.Type

/**
 * The format of a file, in upper case: `PDF`, `ZPL`, `PNG`, `JPEG`, `EPL` and the like. The schema refuses any other form, such as `pdf` or
 * `application/pdf`.
 */
export const DocumentFormat = Schema.String.check(Schema.isPattern(/^[A-Z][A-Z0-9]*$/))

/** A file that travels with an order or a parcel: a shop or an ERP gives it, and a warehouse prints it. */
export const Document = Schema.Struct({
  kind: DocumentKind,
  /** As `DocumentFormat` says, for example `PDF`. */
  format: DocumentFormat,
  source: DocumentSource,
  /** The parcel that it is for. If absent, the whole order, or its only parcel. */
  trackingNumber: text,
  carrierName: text
})
export type Document = typeof Document.Type

/** The documents of one order or shipment. */
export const Documents = Schema.Array(Document).check(Schema.isMaxLength(mostDocuments))
export type Documents = typeof Documents.Type

/** What a warehouse takes of documents. */
export interface DocumentLimits {
  /** The formats that the warehouse takes of each kind, as `DocumentFormat` writes them. Default: it takes no documents. */
  readonly documents?: { readonly [Kind in DocumentKind]?: ReadonlyArray<string> }
  /** The sources that it takes. Default: `Content` alone. */
  readonly documentSources?: ReadonlyArray<DocumentSource["_tag"]>
}

const sourceNames: { readonly [Source in DocumentSource["_tag"]]: string } = { Content: "content", Link: "a link", Reference: "a reference" }

/**
 * Why a warehouse does not take a document: the JSON pointer of the member in the document, and a sentence with what it takes. It looks at
 * `/kind`, `/format` and `/source`, in this order. Undefined: it takes the document.
 */
export const refusalOf = (
  { format, kind, source }: Pick<Document, "format" | "kind" | "source">,
  { documents = {}, documentSources = ["Content"] }: DocumentLimits
): { readonly path: string; readonly message: string } | undefined => {
  const formats = documents[kind] ?? []
  if (formats.length === 0) {
    const kinds = Object.keys(documents)
    return { path: "/kind", message: `is ${kind}, and this warehouse takes ${kinds.length === 0 ? "no documents" : kinds.join(" and ")}; send the order without it` }
  }
  if (!formats.includes(format)) return { path: "/format", message: `is ${format}, and this warehouse takes a ${kind} as ${formats.join(" or ")}; send it as that` }
  return documentSources.includes(source._tag)
    ? undefined
    : { path: "/source", message: `is ${sourceNames[source._tag]}, and this warehouse takes ${documentSources.map((each) => sourceNames[each]).join(" or ")}; send it as that` }
}
