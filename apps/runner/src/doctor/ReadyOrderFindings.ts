/**
 * Findings about outbound orders of which an ERP has told that is their source.
 */
import type { Contents } from "./Facts.ts"
import type { Finding } from "./Findings.ts"
import * as Format from "./Format.ts"

interface Words {
  readonly code: Finding["code"]
  readonly are: string
  readonly next: string
}

const notPlaced: Words = {
  code: "ERP_ORDERS_NOT_PLACED",
  are: "were not placed at a warehouse",
  next: "correct the cause; an order that is changed in the ERP is placed again, and one that was read again too"
}

const differs: Words = {
  code: "ERP_ORDERS_DIFFER",
  are: "are at a warehouse as they were before a change in the ERP",
  next: "cancel them in the ERP and enter them under new numbers, or tell the warehouse of the change"
}

/** By what became of the orders, as it is stored. */
const words: Readonly<Record<string, Words>> = {
  refused: notPlaced,
  unread: { code: "ERP_ORDERS_NOT_READ", are: "exist in the ERP and could not be read", next: "look at them in the ERP; they are read again by themselves" },
  placed: differs,
  cancelling: { code: "ERP_ORDERS_NOT_CANCELLED", are: "were cancelled in the ERP and not yet at the warehouse", next: "cancel urgent ones at the warehouse yourself; the runner asks again by itself" },
  kept: { code: "ERP_ORDERS_NOT_CANCELLED", are: "were cancelled in the ERP, and the warehouse has shipped them", next: "enter the return in the ERP; once the order is done there, this is over" }
}

export const findings = ({ now, work }: Contents): ReadonlyArray<Finding> =>
  (work?.readyOrders ?? []).map(({ connection, count, message, number, oldest, state }): Finding => {
    const { are, code, next } = words[state] ?? notPlaced
    return {
      code,
      severity: "warning",
      about: state,
      since: oldest,
      where: `connection ${connection}`,
      message: `${count} orders of this ERP ${are}; the first, ${number}, since ${Format.age(now - oldest)}: ${message}`,
      next
    }
  })
