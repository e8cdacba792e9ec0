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
  token: "token of the runner",
  roles: { viewer: "viewer", merchant: "merchant", operator: "operator", administrator: "administrator" },
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
  flow: {
    span: "Span",
    spans: { "15m": "15 min", "1h": "1 h", "24h": "24 h", "7d": "7 d" },
    spanNote: { "15m": "last 15 minutes, per minute", "1h": "last hour, per minute", "24h": "last 24 hours, per minute", "7d": "last 7 days, per minute" },
    findings: (count: number) => counted(count, "thing needs a person", "things need a person"),
    noFindings: "Nothing needs a person",
    since: (time: string, age: string) => `since ${time}, ${age}`,
    open: "Open",
    picture: "Picture of the flow",
    pictureLabel: (left: number, right: number, below: number) =>
      `Orders flow from ${counted(left, "shop or caller", "shops and callers")} through the desk to ${counted(right, "warehouse", "warehouses")}; messages flow to ${counted(below, "ERP", "ERPs and books")}. The same figures are in the table below.`,
    columns: { left: "Shops and callers", right: "Warehouses", below: "ERPs and books" },
    nothing: "Nothing is connected yet. Add a connection to the composition, or with `crossdock connections add`.",
    due: "due", held: "held", placed: "placed", inDoubt: "in doubt", waits: "wait", dead: "dead",
    notPaid: (count: string) => `${count} not paid, or held by the shop`,
    creates: "Creates at warehouses",
    messages: "Messages out",
    oldestHeld: (age: string) => `Oldest held: ${age}`,
    oldestInDoubt: (age: string) => `Oldest in doubt: ${age}`,
    perMinute: (rate: string) => `${rate}/min`,
    wait: (count: string) => `${count} wait`,
    ordersAMinute: (rate: string) => `${rate} orders a minute`,
    callsAMinute: (rate: string) => `${rate} calls a minute`,
    openOrders: (count: number) => counted(count, "order open", "orders open"),
    sendsToo: (rate: string) => `sends orders too: ${rate}/min`,
    caller: "calls us",
    others: "Others",
    further: (count: number) => `${numbers.format(count)} more`,
    worst: { ok: "all are well", move: "all are well", wait: "all are well", void: "all are well", hold: "one needs a person", doubt: "one is in doubt", fail: "one fails" },
    health: { ok: "well", failing: "fails", paused: "paused", waiting: "waits for a person" },
    causes: {
      PAUSED: () => "paused",
      CALLS_FAIL: () => "no call is answered",
      POLLS_FAIL: () => "reading fails",
      DELIVERIES_FAIL: () => "messages fail",
      AUTHORIZATION_REFUSED: () => "credentials refused",
      AUTHORIZATION_NEEDED: () => "not authorized yet",
      CREATES_WAIT: (count: number) => counted(count, "create waits", "creates wait"),
      DELIVERIES_DEAD: (count: number) => counted(count, "message dead", "messages dead"),
      ORDERS_HELD: (count: number) => counted(count, "order held", "orders held")
    },
    errors: "errors",
    everyEdge: "Every edge",
    fromTo: "From → to", state: "State", course: "Course", perMin: "Per min", errorShare: "Errors", mean: "Mean", waiting: "Waiting", oldest: "Oldest",
    waitingSmall: "waiting",
    oldestSmall: (age: string) => `oldest ${age}`
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
