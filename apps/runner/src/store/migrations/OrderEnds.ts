/**
 * How orders of shops have ended.
 */

const finished = ["COMPLETE", "COMPLETED", "DELIVERED", "DONE", "FINISHED", "已完成"]
const cancelled = ["CANCEL", "CANCELED", "CANCELLED", "VOIDED", "已取消"]

/** The words, and the same after "order", as texts of SQL. */
const listOf = (words: ReadonlyArray<string>): string => ["", "ORDER", "ORDER_", "ORDER-", "ORDER "].flatMap((before) => words.map((word) => `'${before}${word}'`)).join(", ")

/** A phase that an earlier release has stored for each order that had ended becomes the end that the status of the shop tells. */
const becomes = (phase: string, words: ReadonlyArray<string>): string =>
  `update entity set phase = '${phase}' where kind = 'platform_order' and phase = 'closed' and upper(trim(peer_status)) in (${listOf(words)})`

/** `is_end_accepted` of an order at the desk: a person has accepted that the shop has finished it although not everything had left. */
export const orderEnds: ReadonlyArray<string> = [
  "alter table desk_order add column is_end_accepted integer not null default 0",
  becomes("finished", finished),
  becomes("cancelled", cancelled)
]
