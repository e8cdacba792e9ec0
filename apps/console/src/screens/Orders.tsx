/**
 * Orders, the newest first.
 */
import "../styles/lists.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useDeferredValue } from "react"
import { answered, api } from "../api/client.ts"
import { linkChoices, linkName, useLinks } from "../api/links.ts"
import * as Formats from "../formats.ts"
import { dayStart, useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty, Loading } from "../parts/Asked.tsx"
import { filtersOf } from "../parts/list.ts"
import { useRowKeys } from "../parts/Queue.tsx"
import { ChoiceFilter, DayFilter, Ends, Head, TextFilter } from "../parts/Page.tsx"
import { State } from "../parts/State.tsx"
import { o } from "../texts/orders.ts"
import { t } from "../texts.ts"
import { causeName } from "./desk/causes.ts"
import { kindName, listed, totalOf } from "./orders/states.ts"
import { oneOf } from "../search.ts"

const route = getRouteApi("/orders")
const states = ["held", "inDoubt", "refused", "failed", "waiting", "deciding", "sending", "placed", "open", "shipped", "delivered", "cancelled", "closed"] as const

type Search = ReturnType<typeof route.useSearch>

/** What is asked seldom, because many orders are read for it. */
const seldom = 60_000

/**
 * Orders of shops come first where there are any: of each, the desk makes several records of other kinds. Elsewhere, those of the ERP. A
 * runner without a link of a shop is not asked for any: it would look at all of its orders and find none. Until it is known, orders of shops
 * are asked for, so that most people do not wait for one answer after the other.
 */
const useKind = ({ kind, q }: Search, links: ReturnType<typeof useLinks>): { readonly kind: string | undefined; readonly isKnown: boolean } => {
  const hasShops = links?.some(({ protocols }) => protocols.includes("platform")) ?? true
  const ofShops = useQuery({
    queryKey: ["orders", "of a shop"],
    queryFn: ({ signal }) => answered(api.GET("/admin/orders", { params: { query: { kind: "platform_order", limit: "1" } }, signal })),
    enabled: kind === undefined && q === undefined && hasShops,
    refetchInterval: seldom,
    staleTime: seldom
  })
  if (kind !== undefined) return { kind: kind === "all" ? undefined : kind, isKnown: true }
  // Who types a number means whatever has it.
  if (q !== undefined) return { kind: undefined, isKnown: true }
  if (!hasShops) return { kind: "outbound", isKnown: true }
  return { kind: ofShops.data === undefined || ofShops.data.items.length > 0 ? "platform_order" : "outbound", isKnown: !ofShops.isPending }
}

const queryOf = (search: Search, kind: string | undefined) => {
  const state = oneOf(states, search.state)
  const since = dayStart(search.since)
  const until = dayStart(search.until, 1)
  return {
    limit: "50",
    ...(kind === undefined ? {} : { kind }),
    ...(search.shop === undefined ? {} : { link: search.shop }),
    ...(state === undefined ? {} : { state }),
    ...(search.q === undefined ? {} : { q: search.q }),
    ...(search.cause === undefined ? {} : { cause: search.cause }),
    ...(search.warehouse === undefined ? {} : { warehouse: search.warehouse }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(search.open === undefined ? {} : { open: "true" as const }),
    ...(search.look === undefined ? {} : { toLookAt: "true" as const }),
    ...(search.after === undefined ? {} : { after: search.after })
  }
}

type Query = ReturnType<typeof queryOf> & { readonly total?: "true" }
type Page = Awaited<ReturnType<typeof ask>>
const ask = (query: Query, signal: AbortSignal) => answered(api.GET("/admin/orders", { params: { query }, signal }))

/** How many orders match. Counted once for a list, not for each of its pages, and not as often as the page is asked for. */
const useTotal = (query: Query, isWanted: boolean): Page["total"] =>
  useQuery({
    queryKey: ["orders", "total", query],
    queryFn: ({ signal }) => ask({ ...query, limit: "1", total: "true" }, signal),
    enabled: isWanted,
    refetchInterval: seldom
  }).data?.total

/** How many rows are drawn at first. The others follow at once, when what is seen of them is there. */
const atFirst = 15

const Rows = ({ items, now, hasKinds }: { readonly items: Page["items"]; readonly now: number; readonly hasKinds: boolean }) => {
  const shown = useDeferredValue(items, items.slice(0, atFirst))
  return (
    <div className="scroll">
      <table className="cards c-order">
        <thead>
          <tr><th>{o.orders.number}</th><th>{o.orders.state}</th>{hasKinds ? <th>{o.orders.kind}</th> : null}<th>{o.orders.link}</th><th>{o.orders.at}</th><th>{o.orders.tracking}</th><th className="num">{o.orders.created}</th><th className="num">{o.orders.changed}</th></tr>
        </thead>
        <tbody>
          {shown.map((order) => {
            const { shape, word } = listed(order)
            return (
              <tr key={`${order.scope} ${order.kind} ${order.number}`}>
                <td className="nowrap long n"><Link to="/orders/$link/$number" params={{ link: order.scope, number: order.number }}>{visible(order.number)}</Link></td>
                <td className="s"><State shape={shape}>{word}</State>{order.cause === undefined || order.state !== "held" ? null : <span className="meta"> {causeName(order.cause).toLowerCase()}</span>}</td>
                {hasKinds ? <td className="nowrap muted k">{kindName(order.kind)}</td> : null}
                <td className="nowrap muted l">{linkName(order.scope)}</td>
                <td className="nowrap muted a">{order.connection}</td>
                <td className="nowrap mono p">{order.trackingNumber === undefined ? <span className="n0">–</span> : visible(order.trackingNumber)}</td>
                <td className="num muted c"><time dateTime={order.createdAt} title={order.createdAt}>{Formats.moment(order.createdAt, now)}</time></td>
                <td className="num muted u"><time dateTime={order.updatedAt} title={order.updatedAt}>{Formats.moment(order.updatedAt, now)}</time></td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const Untaken = ({ items, now }: { readonly items: NonNullable<Page["untaken"]>; readonly now: number }) => (
  <section className="card apart" aria-labelledby="untaken">
    <header><h2 id="untaken">{o.orders.untaken}</h2><span className="meta">{o.orders.untakenAbout}</span></header>
    <ul className="rowlist">
      {items.map((each) => (
        <li key={`${each.scope} ${each.number}`}>
          <div className="bar"><span>{visible(each.number)}</span><span className="grow" /><State shape="fail">{linkName(each.scope)}</State></div>
          <small>{o.orders.untakenIs[each.is]} · {o.orders.times(each.times)}, {Formats.moment(each.lastAt, now)}</small>
        </li>
      ))}
    </ul>
  </section>
)

export const Orders = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { set, go, clear, isFiltered } = filtersOf(search, (next, replace) => void navigate({ search: next, replace }), ["after"])
  const now = useNow(30)
  const links = useLinks()
  const { isKnown, kind } = useKind(search, links)
  const warehouses = [...new Set((links ?? []).flatMap(({ peer, protocols }) => (protocols.includes("warehouse") ? [peer] : [])))]
  const query = queryOf(search, kind)
  useRowKeys()
  const page = useQuery({ queryKey: ["orders", query], queryFn: ({ signal }) => ask(query, signal), placeholderData: (before) => before })
  const total = useTotal(query, isKnown && search.after === undefined)
  return (
    <>
      <Head title={o.orders.title} about={o.orders.about} />
      <div className="filters" role="group" aria-label={t.filters}>
        <TextFilter label={o.orders.search} value={search.q} onChange={(number) => set({ q: number })} />
        <ChoiceFilter label={o.orders.kind} value={kind} options={Object.entries(o.orders.kinds)} onChange={(next) => set({ kind: next ?? "all" })} />
        <ChoiceFilter label={o.orders.phase} value={oneOf(states, search.state)} options={states.map((state) => [state, o.orders.states[state]])} onChange={(state) => set({ state })} />
        <ChoiceFilter label={o.orders.shop} value={search.shop} options={linkChoices(links ?? [])} onChange={(shop) => set({ shop })} />
        {warehouses.length === 0 ? null : <ChoiceFilter label={o.orders.warehouse} value={search.warehouse} options={warehouses.map((id) => [id, id])} onChange={(warehouse) => set({ warehouse })} />}
        {search.cause === undefined ? null : <span className="chip">{o.orders.cause} <b>{causeName(search.cause)}</b></span>}
        <DayFilter label={o.orders.since} value={search.since} onChange={(since) => set({ since })} />
        <DayFilter label={o.orders.until} value={search.until} onChange={(until) => set({ until })} />
        <label className="check"><input type="checkbox" checked={search.open !== undefined} onChange={(event) => set({ open: event.target.checked ? "1" : undefined })} />{o.orders.isOpen}</label>
        <label className="check"><input type="checkbox" checked={search.look !== undefined} onChange={(event) => set({ look: event.target.checked ? "1" : undefined })} />{o.orders.look}</label>
        {isFiltered ? <button type="button" className="btn g s" onClick={clear}>{t.clear}</button> : null}
      </div>
      <section className="card" aria-label={o.orders.title}>
        <Asked query={page} rows={12}>
          {({ items, next }) => items.length > 0 || next !== undefined
            ? (
              <>
                <Rows items={items} now={now} hasKinds={kind === undefined} />
                <Ends next={next} isFirst={search.after === undefined} onNext={(after) => go({ after })} onFirst={() => go({ after: undefined })}>{total === undefined ? undefined : totalOf(total)}</Ends>
              </>
            )
            : !isKnown
            ? <Loading rows={12} />
            : isFiltered
            ? <Empty action={<button type="button" className="btn s" onClick={clear}>{t.clear}</button>}>{o.orders.emptyFiltered}</Empty>
            : <Empty action={<code>{o.orders.example}</code>}>{o.orders.empty}</Empty>}
        </Asked>
      </section>
      {page.data?.untaken === undefined || page.data.untaken.length === 0 ? null : <Untaken items={page.data.untaken} now={now} />}
    </>
  )
}
