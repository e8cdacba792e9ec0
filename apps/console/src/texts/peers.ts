/**
 * The texts of the screens about links, names, callers and nodes. They are loaded with these.
 */
import { counted } from "../texts.ts"

export const p = {
  links: {
    about: "Which ERP gets what of which warehouse or shop, under whose key, and what each side calls the same thing.",
    empty: "No link yet. Add one to the composition, or with `crossdock links add`.",
    link: "Link", protocols: "Callers speak", erp: "ERP", peer: "Peer", origin: "Origin",
    misfit: (scope: string) => `${scope} is kept and not used: its settings are not valid any more.`,
    prefix: "Prefix", noPrefix: "none", copies: "Copies to", names: "Names", warehouseNames: (names: string) => `warehouses of the ERP: ${names}`, visible: "What the caller sees", everything: "everything",
    required: (kinds: string) => `a row is required for ${kinds}`, optional: "a name without a row stays as it is",
    unknown: (scope: string) => `There is no link ${scope}, or it is not one of yours.`
  },
  names: {
    unmatched: "Names that match nothing",
    unmatchedAbout: "An order waits for each of these that an ERP uses. Give the name of the peer, and the order goes on.",
    noUnmatched: "Every name matches.",
    name: "Name", kind: "Kind", side: "Used by", times: "Times", last: "Last", meant: "May mean", use: (theirs: string, name: string) => `Use ${theirs} for ${name}`,
    sides: { erp: "the ERP", warehouse: "the warehouse" },
    kinds: { warehouse: "warehouse", channel: "channel", sku: "SKU", platform: "platform", shop: "shop", asnType: "kind of inbound order" },
    table: "Names",
    empty: "No row yet. Each name stays as it is.",
    emptyFiltered: "No row matches.",
    filter: "Name", ours: "Name of the ERP", theirs: "Name of the peer", source: "From",
    sources: { person: "a person", file: "a file", peer: "the peer" } as { readonly [source: string]: string },
    firstNames: "First names", furtherNames: "Further names",
    add: "Add a name", addVerb: "Add", addButton: "Add a name",
    give: (name: string) => `What ${name} is called by the peer`, giveVerb: "Give", giveButton: "Name it",
    change: (ours: string) => `Change ${ours}`, changeVerb: "Change",
    remove: (ours: string) => `Remove ${ours}`, removeVerb: "Remove",
    removeSays: (ours: string) => `${ours} stays as it is from then on. If a row is required, orders with it wait.`,
    says: "Orders that wait for the name go on at once.",
    fill: "Take over the names of the peer", fillVerb: "Take over", fillButton: "Take over from the peer",
    fillSays: "Asks the peer for its names and adds a row for each that has none. No row is overwritten.",
    csvOut: "Export CSV", csvIn: "Import CSV", csvVerb: "Import", csvTitle: (link: string) => `Import names of ${link}`,
    csvAbout: "With a first line of kind, ours and theirs. Rows that are not in the file stay.",
    csvText: "The file, or its text", csvFile: "File",
    compare: "Compare", comparing: "Comparing…",
    difference: (added: number, changed: number, same: number) => `${counted(added, "row is new", "rows are new")}, ${counted(changed, "changes", "change")}, ${counted(same, "is there already", "are there already")}.`,
    first: (shown: number) => `The first ${shown}, the changed ones first:`,
    before: "Now", after: "Then", nothing: "Nothing would change."
  },
  callers: {
    about: "Who calls this runner under a key of its own, until when two secrets are accepted, and what was refused in the last 24 hours.",
    empty: "Nobody calls: no link has a caller.",
    caller: "Caller", links: "Links", secret: "Secret", calls: "Calls", refused: "Refused", signatures: "Wrong signature",
    receiver: "sends orders",
    one: "one secret", since: (time: string) => `since ${time}`, declared: "from the composition",
    two: (time: string) => `two secrets until ${time}`, ended: (time: string) => `the earlier one ended ${time}`,
    used: (time: string, by: string) => `the earlier one was last used ${time} from ${by}`,
    stillUsed: (time: string, by: string) => `refused ${time} from ${by}, who still has the earlier one`,
    rotate: (id: string) => `Change the secret of ${id}`, rotateVerb: "Change", rotateButton: "Change the secret",
    rotateSays: "The caller signs with the new secret from then on. The earlier one is accepted for as long as you choose.",
    composition: "Write the new secret into the composition too before the runner starts again.",
    newSecret: "New secret", secretHint: "At least 8 characters, better 32 random ones; it is not shown again", generate: "Make one", overlap: "The earlier one ends",
    overlaps: { "0": "at once", "3600": "in an hour", "86400": "in a day", "604800": "in 7 days", "2592000": "in 30 days" },
    end: (id: string) => `End the earlier secret of ${id}`, endVerb: "End it", endButton: "End the earlier one",
    endSays: "Calls that are signed with it are refused from then on.",
    see: "See the refused calls"
  },
  nodes: {
    about: "The processes that do the work, and what they run.",
    node: "Node", since: "Since", lease: "Counts as alive until", here: "answered this page",
    version: "Version", schema: "Schema", database: "Database", zone: "Time zone of the machine", address: "Public address", noAddress: "not set", desk: "Order desk", hasDesk: "yes", noDesk: "no",
    databases: { sqlite: "SQLite", postgres: "PostgreSQL" }
  }
}
