/**
 * The numbers by which a buyer knows an order.
 */
/** `online_number` is the number of the order at its shop, and `display_number` the one that the shop shows to people. Null for orders of earlier releases. */
export const buyerNumbers: ReadonlyArray<string> = [
  "alter table entity add column online_number text",
  "alter table entity add column display_number text",
  "create index entity_online_number on entity (online_number) where online_number is not null",
  "create index entity_display_number on entity (display_number) where display_number is not null"
]
