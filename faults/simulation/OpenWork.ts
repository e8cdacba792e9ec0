/** When nothing is under way any more, by the runner's own books. What is held behind a dead letter waits for a person. */
import type { Store } from "./kernel/Store.ts"

const open = [
  "select 'delivery' as what, id, entity, state from delivery where state = 'InFlight' or (state = 'Pending' and is_held = 0)",
  "select 'intent' as what, id, (select e.kind || ':' || e.number from entity e where e.id = intent.entity) as entity, state from intent where state in ('Pending', 'InFlight') or (state = 'Doubtful' and (is_asked = 1 or is_cancel_wanted = 1))"
]

export const isQuiet = (store: Store): boolean => open.every((text) => store.query(`${text} limit 1`).length === 0)

export const told = (store: Store): string =>
  open.flatMap((text) => store.query(text)).map((row) => `${row["what"]} of ${row["entity"]} is ${row["state"]}`).join(", ") || "a caller still waits"
