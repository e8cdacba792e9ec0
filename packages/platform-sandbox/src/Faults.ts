/**
 * The refusals of the sandbox. A message says what is wrong and what to do. It begins with a place only where every protocol names the
 * member alike, because callers get it as it is.
 */
import { AdapterError } from "@crossdock/core"
import * as Catalogue from "./Catalogue.ts"

const listed = (records: ReadonlyArray<{ readonly code: string }>) => records.map((record) => record.code).join(" or ")

const rejected = (code: string, message: string) => new AdapterError.Rejected({ fault: { code, message } })
const duplicate = (code: string, message: string) => new AdapterError.Duplicate({ fault: { code, message } })
const credential = (code: string, message: string) => new AdapterError.CredentialRejected({ fault: { code, message } })

export const wrongKey = () => credential("KEY_UNKNOWN", "the sandbox knows only the access ID sandbox with the secret key sandbox-secret")
export const wrongToken = () => credential("TOKEN_INVALID", "the access token is not one of this shop, or has expired")
export const wrongRefreshToken = () => credential("REFRESH_TOKEN_INVALID", "the refresh token is not one of this shop, or has expired; authorize the connection again")
export const wrongCode = () => rejected("CODE_UNKNOWN", "the sandbox accepts only the code sandbox-code")

export const unknownOrder = (onlineOrderId: string) => rejected("ORDER_NOT_FOUND", `/onlineOrderId: ${onlineOrderId} is not an order of this shop`)
export const unknownProvider = (code: string) => rejected("UNKNOWN_PROVIDER", `${code} is not a carrier of the sandbox; use ${listed(Catalogue.providers)}`)
export const unknownPlace = (code: string) => rejected("UNKNOWN_LOCATION", `/locationId: ${code} is not a location of the sandbox; use ${listed(Catalogue.locations)}`)
export const unknownItem = (what: string) => rejected("UNKNOWN_ITEM", `${what} is not in this order; send what the order has`)
export const tooMany = (lineId: string, left: number) => rejected("TOO_MANY", `of line ${lineId}, ${left} can still be shipped; send no more`)
export const notShippable = (onlineOrderId: string, status: string) => rejected("NOT_SHIPPABLE", `order ${onlineOrderId} is ${status}; only an order that is paid, not on hold and not cancelled can be shipped`)
export const notCancellable = (onlineOrderId: string, status: string) => rejected("NOT_CANCELLABLE", `order ${onlineOrderId} is ${status}; the buyer can cancel only what was not shipped and has not ended`)
export const byPlatform = (onlineOrderId: string) => rejected("FULFILLED_BY_PLATFORM", `the platform ships order ${onlineOrderId} itself`)
export const refused = (code: "SHIP_REFUSED" | "NO_CARRIER" | "CANCEL_REFUSED") => rejected(code, "the sandbox always refuses this for an order with this SKU")

export const unknownTopic = (topic: string, known: ReadonlyArray<string>) => rejected("UNKNOWN_TOPIC", `/topics: ${topic} is not a topic of the sandbox; use ${known.join(" or ")}`)
export const unknownRegistration = (id: string) => rejected("REGISTRATION_NOT_FOUND", `/subscriptionId: ${id} is not a registration of this address; register it anew`)

export const orderExists = (onlineOrderId: string) => duplicate("ORDER_EXISTS", `order ${onlineOrderId} exists already`)
export const alreadyShipped = (onlineOrderId: string, trackingNumber: string) => duplicate("ALREADY_SHIPPED", `order ${onlineOrderId} has been shipped with ${trackingNumber} already`)
export const nothingLeft = (onlineOrderId: string, trackingNumber: string) =>
  duplicate("SHIPMENT_EXISTS", `everything in order ${onlineOrderId} is in shipments already, the latest of them ${trackingNumber}`)

/** The goods have other tracking numbers than that of the call, so no query can find a parcel of the call. */
export const allShipped = (onlineOrderId: string, trackingNumber: string) =>
  rejected("NOTHING_LEFT", `everything in order ${onlineOrderId} has another tracking number already, the latest of them ${trackingNumber}`)

export const unknownShipment = (trackingNumber: string) => rejected("SHIPMENT_NOT_FOUND", `${trackingNumber} is not a shipment that the sandbox arranged for this order`)
export const hasLeft = (trackingNumber: string) => rejected("ALREADY_SHIPPED", `shipment ${trackingNumber} has left; it cannot be cancelled`)

export const badCursor = () => new AdapterError.RequestInvalid({ path: "/cursor", message: "is not a cursor of this shop; send the nextCursor of the page before, unchanged" })

/** Why the stock of an article was not set. */
export const unknownArticle = "UNKNOWN_ARTICLE: is not an article of this shop"
export const unknownVariant = "UNKNOWN_VARIANT: is not a variant of this product"
export const unknownLocation = `UNKNOWN_LOCATION: is not a location of the sandbox; use ${listed(Catalogue.locations)}`
export const notPieces = "NOT_PIECES: is not a whole number from 0"
export const notTracked = "NOT_TRACKED: the shop does not count the stock of this article"
export const stockRefused = "STOCK_REFUSED: the sandbox always refuses the stock of this article"
