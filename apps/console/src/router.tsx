/**
 * The addresses of the console. The filters of a page are search parameters that it declares, so a copied address shows the same.
 * A screen is a file of its own, loaded when its address is opened.
 */
import { createRootRoute, createRoute, createRouter, type ErrorComponentProps, lazyRouteComponent, Link } from "@tanstack/react-router"
import { fromSegment, toSegment } from "./numbers.ts"
import { Failed } from "./parts/Asked.tsx"
import { Head } from "./parts/Page.tsx"
import { oneOf, parseSearch, stringifySearch, texts } from "./search.ts"
import { Flow } from "./screens/Flow.tsx"
import { spans } from "./screens/flow/flowQuery.ts"
import { Layout } from "./shell/Layout.tsx"
import { t } from "./texts.ts"

const Nothing = () => (
  <>
    <Head title={t.failed.notFound} />
    <Link to="/">{t.failed.toFlow}</Link>
  </>
)

/** A file of a screen is gone after an upgrade of the runner; anything else is a fault of the page. */
const isStale = (error: unknown): boolean => error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)

const Broken = ({ error, reset }: ErrorComponentProps) =>
  isStale(error)
    ? (
      <div className="card">
        <div className="failed" role="alert">
          <div><b>{t.failed.stale}</b></div>
          <button type="button" className="btn s p" onClick={() => location.reload()}>{t.failed.reload}</button>
        </div>
      </div>
    )
    : <div className="card"><Failed error={error} again={reset} /></div>

const root = createRootRoute({ component: Layout, notFoundComponent: Nothing })
const parent = () => root

const flow = createRoute({
  getParentRoute: parent,
  path: "/",
  validateSearch: (search: Record<string, unknown>): { span?: (typeof spans)[number] } => {
    const span = oneOf(spans, search["span"])
    return span === undefined ? {} : { span }
  },
  // What most people see first needs no further file.
  component: Flow
})

const search = createRoute({
  getParentRoute: parent,
  path: "/search",
  validateSearch: texts(["q"]),
  component: lazyRouteComponent(() => import("./screens/Search.tsx"), "Search")
})

const calls = createRoute({
  getParentRoute: parent,
  path: "/calls",
  validateSearch: texts(["direction", "scope", "operation", "code", "number", "request", "refused", "since", "until", "after", "open"]),
  component: lazyRouteComponent(() => import("./screens/Calls.tsx"), "Calls")
})

const connections = createRoute({
  getParentRoute: parent,
  path: "/connections",
  component: lazyRouteComponent(() => import("./screens/Connections.tsx"), "Connections")
})

const connection = createRoute({
  getParentRoute: parent,
  path: "/connections/$id",
  component: lazyRouteComponent(() => import("./screens/Connection.tsx"), "Connection")
})

const orders = createRoute({
  getParentRoute: parent,
  path: "/orders",
  validateSearch: texts(["q", "kind", "shop", "warehouse", "state", "cause", "since", "until", "open", "look", "after"]),
  component: lazyRouteComponent(() => import("./screens/Orders.tsx"), "Orders")
})

const order = createRoute({
  getParentRoute: parent,
  path: "/orders/$link/$number",
  params: {
    parse: ({ link, number }: { readonly link: string; readonly number: string }) => ({ link, number: fromSegment(number) }),
    stringify: ({ link, number }: { readonly link: string; readonly number: string }) => ({ link, number: toSegment(number) })
  },
  validateSearch: texts(["kind", "show", "open"]),
  component: lazyRouteComponent(() => import("./screens/Order.tsx"), "Order")
})

const people = createRoute({
  getParentRoute: parent,
  path: "/people",
  component: lazyRouteComponent(() => import("./screens/People.tsx"), "People")
})

const desk = createRoute({
  getParentRoute: parent,
  path: "/desk",
  validateSearch: texts(["state", "cause", "shop", "after"]),
  component: lazyRouteComponent(() => import("./screens/Desk.tsx"), "Desk")
})

const doubt = createRoute({
  getParentRoute: parent,
  path: "/doubt",
  validateSearch: texts(["connection", "cause", "after"]),
  component: lazyRouteComponent(() => import("./screens/Doubt.tsx"), "Doubt")
})

const deliveries = createRoute({
  getParentRoute: parent,
  path: "/deliveries",
  validateSearch: texts(["state", "connection", "cause", "since", "until", "after", "open"]),
  component: lazyRouteComponent(() => import("./screens/Deliveries.tsx"), "Deliveries")
})

const stock = createRoute({
  getParentRoute: parent,
  path: "/stock",
  validateSearch: texts(["sku"]),
  component: lazyRouteComponent(() => import("./screens/Stock.tsx"), "Stock")
})

const books = createRoute({
  getParentRoute: parent,
  path: "/books",
  validateSearch: texts(["connection", "view", "sku", "warehouse", "document", "since", "until", "after"]),
  component: lazyRouteComponent(() => import("./screens/Books.tsx"), "Books")
})

const playground = createRoute({
  getParentRoute: parent,
  path: "/playground",
  validateSearch: texts(["protocol", "operation"]),
  component: lazyRouteComponent(() => import("./screens/Playground.tsx"), "Playground")
})

const demo = createRoute({
  getParentRoute: parent,
  path: "/demo",
  validateSearch: texts(["step"]),
  component: lazyRouteComponent(() => import("./screens/Demo.tsx"), "Demo")
})

const signature = createRoute({
  getParentRoute: parent,
  path: "/playground/signature",
  validateSearch: texts(["request"]),
  component: lazyRouteComponent(() => import("./screens/Signature.tsx"), "Signature")
})

const audit = createRoute({
  getParentRoute: parent,
  path: "/audit",
  validateSearch: texts(["who", "operation", "subject", "number", "since", "until", "after"]),
  component: lazyRouteComponent(() => import("./screens/Audit.tsx"), "Audit")
})

const findings = createRoute({
  getParentRoute: parent,
  path: "/findings",
  component: lazyRouteComponent(() => import("./screens/Findings.tsx"), "Findings")
})

const links = createRoute({
  getParentRoute: parent,
  path: "/links",
  validateSearch: texts(["link", "kind", "q", "after"]),
  component: lazyRouteComponent(() => import("./screens/Links.tsx"), "Links")
})

const callers = createRoute({
  getParentRoute: parent,
  path: "/callers",
  component: lazyRouteComponent(() => import("./screens/Callers.tsx"), "Callers")
})

const nodes = createRoute({
  getParentRoute: parent,
  path: "/nodes",
  component: lazyRouteComponent(() => import("./screens/Nodes.tsx"), "Nodes")
})

export const router = createRouter({
  routeTree: root.addChildren([flow, findings, search, orders, order, desk, doubt, deliveries, stock, books, calls, playground, signature, demo, connections, connection, links, callers, nodes, audit, people]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: Broken,
  defaultNotFoundComponent: Nothing,
  defaultPreload: "intent",
  scrollRestoration: true,
  // The scope of a link, such as `platform:shop-nl`, stays readable in an address.
  pathParamsAllowedCharacters: [":"]
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
}
