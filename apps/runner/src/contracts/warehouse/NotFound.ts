/**
 * The refusals for an order that nobody has.
 */
import { Refusal } from "../../engine/Refusal.ts"

/** The refusal for an order that the runner does not have. It equals the response of a warehouse that does not have the order. */
export const orderNotFound = new Refusal({
  code: "ORDER_NOT_FOUND",
  message: "order not found; ask with a number that was accepted by createOrder",
  path: "/orderNumber"
})

/** The method that accepts an order of an ERP. */
export type CreateMethod = "createOrder" | "createAsnOrder"

/** Makes the refusal for an order that neither the runner nor the warehouse has. It adds the warehouse's message unless that says the same. */
export const notFoundThere = (acceptedBy: CreateMethod, words: string): Refusal =>
  new Refusal({
    code: orderNotFound.code,
    message: `order not found; ask with a number that was accepted by ${acceptedBy}` +
      (words.startsWith(`${orderNotFound.code}: `) ? "" : `; the warehouse says: ${words}`),
    ...(acceptedBy === "createOrder" && { path: "/orderNumber" })
  })
