/**
 * Which questions of the page a hint of the runner concerns.
 */
/** By the first word of a question's key. A question that is not here is asked again at its own pace alone. */
export const concerned: Readonly<Record<string, ReadonlyArray<string>>> = {
  flow: ["orders", "desk", "creates", "deliveries", "calls", "connections"],
  findings: ["findings"],
  orders: ["orders", "desk", "creates", "deliveries"],
  desk: ["desk", "orders"],
  intents: ["creates", "orders"],
  deliveries: ["deliveries"],
  calls: ["calls"],
  stock: ["stock", "books", "desk"],
  books: ["books"],
  connections: ["connections", "links"],
  links: ["links"],
  maps: ["names"],
  callers: ["links", "calls"],
  people: ["people"],
  audit: ["audit"]
}

export const concerns = (topics: ReadonlySet<string>, key: ReadonlyArray<unknown>): boolean =>
  (concerned[String(key[0])] ?? []).some((topic) => topics.has(topic))
