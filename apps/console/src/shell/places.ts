/**
 * The pages of the side navigation: their addresses, the letter after `g`, and the right that one needs to see them.
 */
import { Activity, BookOpen, Boxes, CircleHelp, Clapperboard, FlaskConical, History, Inbox, KeyRound, Link2, type LucideIcon, Package, PenLine, Plug, ScrollText, Send, Server, TriangleAlert, Users } from "lucide-react"
import type { Right, Session } from "../session.ts"
import { t } from "../texts.ts"

export interface Place {
  readonly id: keyof typeof t.places
  readonly to: "/" | "/findings" | "/calls" | "/connections" | "/links" | "/callers" | "/nodes" | "/orders" | "/desk" | "/doubt" | "/deliveries" | "/stock" | "/books" | "/playground" | "/playground/signature" | "/demo" | "/audit" | "/people"
  readonly icon: LucideIcon
  readonly key?: string
  readonly right: Right
  /** Whether it concerns all links, so that an account that is limited to some has no use of it. */
  readonly isWhole?: boolean
  /** Whether it is one of the few on the bar of a narrow window. */
  readonly isShort?: boolean
}

export const groups: ReadonlyArray<{ readonly title: string | undefined; readonly places: ReadonlyArray<Place> }> = [
  { title: undefined, places: [
    { id: "flow", to: "/", icon: Activity, key: "f", right: "read", isShort: true },
    { id: "findings", to: "/findings", icon: TriangleAlert, key: "i", right: "read", isWhole: true },
    { id: "orders", to: "/orders", icon: Package, key: "o", right: "read", isShort: true },
    { id: "desk", to: "/desk", icon: Inbox, key: "d", right: "read", isShort: true },
    { id: "doubt", to: "/doubt", icon: CircleHelp, key: "u", right: "read" },
    { id: "deliveries", to: "/deliveries", icon: Send, key: "m", right: "read" }
  ] },
  { title: t.groups.goods, places: [{ id: "stock", to: "/stock", icon: Boxes, key: "s", right: "read", isShort: true }, { id: "books", to: "/books", icon: BookOpen, key: "b", right: "read", isWhole: true }] },
  { title: t.groups.peers, places: [{ id: "connections", to: "/connections", icon: Plug, key: "n", right: "read", isShort: true }, { id: "links", to: "/links", icon: Link2, key: "l", right: "read" }, { id: "callers", to: "/callers", icon: KeyRound, key: "k", right: "read", isWhole: true }] },
  { title: t.groups.developers, places: [{ id: "calls", to: "/calls", icon: ScrollText, key: "c", right: "read", isShort: true }, { id: "playground", to: "/playground", icon: FlaskConical, key: "t", right: "read", isWhole: true }, { id: "signature", to: "/playground/signature", icon: PenLine, key: "r", right: "read" }, { id: "demo", to: "/demo", icon: Clapperboard, key: "y", right: "read" }] },
  { title: t.groups.runner, places: [{ id: "nodes", to: "/nodes", icon: Server, right: "read", isWhole: true }, { id: "audit", to: "/audit", icon: History, key: "a", right: "read" }, { id: "people", to: "/people", icon: Users, key: "p", right: "people", isWhole: true }] }
]

/** Whether an account has use of a page. */
export const isFor = ({ isWhole, right }: Place, session: Pick<Session, "links" | "rights"> | undefined): boolean =>
  session !== undefined && session.rights.includes(right) && (isWhole !== true || session.links === undefined)

export const places = groups.flatMap((group) => group.places)

/** The addresses of the pages that there are. */
export const pages: ReadonlySet<string> = new Set(places.map(({ to }) => to))
