/**
 * What the tables of the database are about, for hints, and who may be told of it.
 */
import { type Account, type Right, Topic } from "@crossdock/admin-api"

const tables = {
  orders: ["entity", "history", "parcel", "platform_order", "inbound_line", "untaken_order"],
  desk: ["desk_order", "desk_part", "desk_parcel", "desk_need"],
  creates: ["intent"],
  deliveries: ["delivery"],
  calls: ["call", "call_count"],
  connections: ["connection", "connection_state", "credential", "shop_access", "poll_failure", "subscription", "subscription_failure"],
  links: ["link", "rotated_secret", "secret_use"],
  names: ["mapping", "unmatched"],
  stock: ["stock_drift", "published_stock", "stock_failure"],
  books: [],
  findings: ["finding"],
  people: ["account"],
  audit: ["audit"]
} as const satisfies { readonly [T in Topic]: ReadonlyArray<string> }

const byTable: ReadonlyMap<string, Topic> = new Map(Topic.literals.flatMap((topic) => tables[topic].map((table) => [table, topic] as const)))

/** The tables of plugins, such as the books of an ERP, begin with the id of the plugin. */
const isOfPlugin = (table: string): boolean => /^(?:erp|warehouse|platform)_\w+_/.test(table) && !byTable.has(table)

export const topicOf = (table: string): Topic | undefined => byTable.get(table) ?? (isOfPlugin(table) ? "books" : undefined)

/** Tables by which a sign-in ends. */
export const endsSignIns = (table: string): boolean => table === "session" || table === "account"

/** The right that a topic needs beyond `read`. */
const rights: { readonly [T in Topic]?: Right } = { people: "people" }
/** What concerns all links. An account that is limited to some may not ask for it. */
const whole: ReadonlySet<Topic> = new Set<Topic>(["books", "findings", "people"])

/** The topics of an account, in their own order. */
export const topicsFor = ({ links, rights: has }: Pick<Account, "links" | "rights">): ReadonlyArray<Topic> =>
  Topic.literals.filter((topic) => {
    const right = rights[topic]
    return (right === undefined || has.has(right)) && (links === undefined || !whole.has(topic))
  })
