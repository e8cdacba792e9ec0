/**
 * How a finding is ended: by an operation of the admin API, by a setting, or by a command. A code that is not listed is ended at the machine
 * or at a peer, and its text says how.
 */

export interface Way {
  readonly by: "operation" | "setting" | "shell"
  /** Group and name of the operation of the admin API. */
  readonly operation?: string
}

const operation = (name: string): Way => ({ by: "operation", operation: name })
const setting: Way = { by: "setting" }
const shell: Way = { by: "shell" }

export const ways: Readonly<Record<string, Way>> = {
  AUTHORIZATION_REFUSED: operation("connections.authorize"),
  CONNECTION_UNKNOWN: setting,
  COMPOSITION_INVALID: setting,
  DEAD_LETTERS: operation("deliveries.replay"),
  DECIDED_WRONGLY: operation("intents.reopen"),
  DOUBTFUL: operation("intents.decide"),
  DOUBTFUL_REFUSED: operation("intents.decideAll"),
  EARLIER_SECRET_USED: operation("links.endSecret"),
  HELD: operation("maps.set"),
  MISFIT: setting,
  NOT_AUTHORIZED: operation("connections.authorize"),
  ORDERS_HELD: operation("desk.release"),
  PAUSED: operation("connections.resume"),
  PEER_FAILS: operation("connections.test"),
  POLLS_FAIL: operation("connections.test"),
  RENEWAL_FAILS: operation("connections.authorize"),
  RESTORED: operation("runner.endRestore"),
  SHOP_NOT_TOLD: operation("connections.test"),
  STOCK_DRIFT: operation("books.enter"),
  SUBSCRIPTION_FAILS: operation("connections.test"),
  TEST: shell
}

export const wayOf = (code: string): Way => ways[code] ?? shell
