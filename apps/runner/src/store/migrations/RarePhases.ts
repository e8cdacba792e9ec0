/**
 * Orders in phases that few have.
 */

/** So that the orders that failed or were cancelled are found among a million others. The list is repeated by `api/OrderList.ts`. */
export const rarePhases: ReadonlyArray<string> = [
  "create index entity_rare_phase on entity (phase, created_at) where phase in ('failed', 'cancelled', 'closed', 'closedShort', 'unpaid', 'onHold')"
]
