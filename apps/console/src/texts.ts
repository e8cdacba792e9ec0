/**
 * Every text of the page in one place. A second language is a second file of this form.
 */
const plural = new Intl.PluralRules("en")
const numbers = new Intl.NumberFormat("en-GB")

/** "1 order", "1,204 orders". */
export const counted = (count: number, one: string, other: string): string => `${numbers.format(count)} ${plural.select(count) === "one" ? one : other}`

export const t = {
  product: "Crossdock",
  skip: "Skip to content",
  places: {
    flow: "Flow", orders: "Orders", desk: "Desk", doubt: "In doubt", deliveries: "Deliveries", stock: "Stock", books: "Books", connections: "Connections",
    links: "Links and names", callers: "Callers", calls: "Calls", playground: "Playground", nodes: "Nodes", audit: "Audit", people: "People"
  },
  groups: { goods: "Goods", peers: "Peers", developers: "Developers", runner: "Runner" },
  main: "Main",
  mainShort: "Main, short",
  more: "More",
  waiting: (count: number) => `${numbers.format(count)} waiting`,
  searchLabel: "Search",
  searchHint: "Any number, SKU or name of a shop",
  live: "Live",
  reconnecting: "Reconnecting",
  asOf: (time: string) => `As of ${time}`,
  noAnswerYet: "The runner does not answer",
  zone: (zone: string) => `Times are shown in ${zone}`,
  account: (name: string, role: string) => `${name}, ${role}`,
  accountMenu: "Account",
  signOut: "Sign out",
  look: "Look",
  looks: { system: "As the system", light: "Light", dark: "Dark" },
  keysTitle: "Keys",
  keys: {
    "/": "Search",
    "g then a letter": "Go to a page",
    "?": "These keys",
    Esc: "Close one thing",
    Enter: "Open, or send what is asked"
  },
  close: "Close",
  cancel: "Cancel",
  signIn: {
    title: "Sign in",
    name: "Name",
    password: "Password",
    submit: "Sign in",
    asking: "Signing in…",
    ended: "Your sign-in has ended",
    endedNote: "Sign in again. The page goes on where you were.",
    wrong: "The name or the password is not right.",
    first: "First start? The terminal that runs Crossdock shows an address that works once and lets you make the first administrator.",
    firstFailed: "The address of the first start was used already, or its time is over. Start the runner again to get a new one.",
    failed: "The runner does not answer."
  },
  again: "Try again",
  failed: {
    noAnswer: "The runner does not answer.",
    since: (time: string) => `Since ${time}.`,
    request: "request",
    page: "This part of the page failed.",
    notFound: "Nothing is at this address.",
    toFlow: "Go to Flow",
    stale: "Crossdock was upgraded. Load the page again to go on.",
    reload: "Load again"
  },
  loading: "Loading",
  clear: "Clear",
  filters: "Filters",
  all: "all",
  any: "any",
  older: "Older",
  newest: "Newest",
  state: { ok: "well", move: "in progress", hold: "held", fail: "failed", doubt: "in doubt", wait: "waits", void: "not used" },
  dialog: {
    reason: "Reason",
    reasonHint: "Is kept in the audit",
    type: (word: string) => `Type “${word}” to go on`
  },
  calls: {
    title: "Calls",
    about: "What callers asked, and what was asked of peers. Personal data is masked.",
    when: "Time", direction: "Way", who: "Link or connection", operation: "Operation", number: "Number", answer: "Answer", took: "Took",
    in: "in", out: "out",
    directionNames: { in: "from a caller", out: "to a peer" },
    code: "Code", request: "Request id", refused: "Only refused",
    empty: "No call yet. A call is here as soon as an ERP asks, or a peer is asked.",
    emptyFiltered: "No call matches.",
    sent: "Sent", asked: "Asked", answered: "Answered",
    nothing: "nothing",
    noBody: "no body",
    leftOut: (count: number) => `${numbers.format(count)} more were not kept`,
    onBehalfOf: "On behalf of", trace: "Trace", why: "Why", protocol: "Protocol", from: "From",
    back: "Calls"
  }
}
