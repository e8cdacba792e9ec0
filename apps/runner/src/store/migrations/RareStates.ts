/**
 * Creates that ended otherwise than wanted, and deliveries that failed or were cancelled, which few are: so that a list finds them among a million others.
 */

/** The states are repeated by `api/IntentRows.ts`. */
export const rareStates: ReadonlyArray<string> = [
  "create index intent_ended on intent (created_at, entity) where state in ('Dead', 'Cancelled')",
  "create index delivery_cause on delivery (seq) where cause is not null"
]
