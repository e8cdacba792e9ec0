/**
 * The books that an ERP keeps in this runner: what moved, the first first, and what is in them.
 */
import "../styles/lists.css"
import "../styles/stock.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { answered, api } from "../api/client.ts"
import * as Formats from "../formats.ts"
import { dayStart, useNow } from "../now.ts"
import { Asked, Empty } from "../parts/Asked.tsx"
import { type Filters, filtersOf } from "../parts/list.ts"
import { ChoiceFilter, DayFilter, Head, TextFilter } from "../parts/Page.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { oneOf } from "../search.ts"
import { s } from "../texts/stock.ts"
import { t } from "../texts.ts"
import { useBooks } from "./stock/books.ts"
import { entryName, signed } from "./stock/figures.ts"

const route = getRouteApi("/books")
const views = ["entries", "balances"] as const
type Search = ReturnType<typeof route.useSearch>
type Name = keyof Search & string

interface ListProps {
  readonly books: string
  readonly search: Search
  readonly filters: Filters<Name>
  readonly now: number
}

const present = (from: Search, names: ReadonlyArray<Name>): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))

const Ends = ({ after, filters, next, total }: { readonly after: string | undefined; readonly next: string | undefined; readonly total: number | undefined; readonly filters: Filters<Name> }) => (
  <footer className="ends">
    <span className="meta">{total === undefined ? null : s.books.count(total)}</span>
    <span className="grow" />
    {after === undefined ? null : <button type="button" className="btn s" onClick={() => filters.go({ after: undefined })}>{s.books.first}</button>}
    {next === undefined ? null : <button type="button" className="btn s" onClick={() => filters.go({ after: next })}>{s.books.later}</button>}
  </footer>
)

const Nothing = ({ filters }: { readonly filters: Filters<Name> }) =>
  filters.isFiltered ? <Empty action={<button type="button" className="btn s" onClick={filters.clear}>{t.clear}</button>}>{s.books.emptyFiltered}</Empty> : <Empty>{s.books.empty}</Empty>

const Entries = ({ books, filters, now, search }: ListProps) => {
  const [since, until] = [dayStart(search.since), dayStart(search.until, 1)]
  const query = { limit: "100", ...present(search, ["sku", "warehouse", "document", "after"]), ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
  const page = useQuery({
    queryKey: ["books", "entries", books, query],
    queryFn: ({ signal }) => answered(api.GET("/admin/connections/{id}/movements", { params: { path: { id: books }, query }, signal })),
    placeholderData: (before) => before
  })
  return (
    <Asked query={page} rows={12}>
      {({ items, next, total }) => items.length === 0 ? <Nothing filters={filters} /> : (
        <>
          <div className="scroll">
            <table className="cards c-entry c-books">
              <thead><tr><th>{s.books.time}</th><th>{s.books.entry}</th><th>{s.books.document}</th><th className="num">{s.books.change}</th><th className="num">{s.books.after}</th><th>{s.books.sku}</th><th>{s.books.warehouse}</th></tr></thead>
              <tbody>
                {items.map((each) => (
                  <tr key={each.id}>
                    <td className="nowrap muted"><time dateTime={each.at} title={each.at}>{Formats.moment(each.at, now)}</time></td>
                    <td className="nowrap">{entryName(each)}</td>
                    <td className="nowrap">{each.documentNumber === undefined ? <span className="n0">–</span> : <Link to="/search" search={{ q: each.documentNumber }}>{each.documentNumber}</Link>}</td>
                    <td className="num">{signed(each.change)}</td>
                    <td className="num">{each.after}</td>
                    <td className="nowrap mono"><Link to="/stock" search={{ sku: each.sku }}>{each.sku}</Link></td>
                    <td className="nowrap muted">{each.warehouseName}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Ends after={search.after} next={next} total={total} filters={filters} />
        </>
      )}
    </Asked>
  )
}

const Balances = ({ books, filters, search }: ListProps) => {
  const query = { limit: "100", ...present(search, ["sku", "warehouse", "after"]) }
  const page = useQuery({
    queryKey: ["books", "balances", books, query],
    queryFn: ({ signal }) => answered(api.GET("/admin/connections/{id}/stock", { params: { path: { id: books }, query }, signal })),
    placeholderData: (before) => before
  })
  return (
    <Asked query={page} rows={12}>
      {({ items, next, total }) => items.length === 0 ? <Nothing filters={filters} /> : (
        <>
          <div className="scroll">
            <table className="matrix cards">
              <thead><tr><th>{s.books.sku}</th><th>{s.books.warehouse}</th><th className="num">{s.books.total}</th><th className="num">{s.books.reserved}</th><th className="num">{s.books.free}</th><th className="num">{s.books.inTransit}</th></tr></thead>
              <tbody>
                {items.map((each) => (
                  <tr key={`${each.warehouseName} ${each.sku}`}>
                    <td className="two"><Link className="mono" to="/stock" search={{ sku: each.sku }}>{each.sku}</Link><small>{each.name}</small></td>
                    <td className="nowrap muted" data-l={s.books.warehouse}>{each.warehouseName}</td>
                    <td className="num" data-l={s.books.total}>{each.total}</td>
                    <td className="num" data-l={s.books.reserved}>{each.reserved ?? "–"}</td>
                    <td className="num" data-l={s.books.free}>{each.available}</td>
                    <td className="num" data-l={s.books.inTransit}>{each.inTransit ?? "–"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Ends after={search.after} next={next} total={total} filters={filters} />
        </>
      )}
    </Asked>
  )
}

export const Books = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const filters = filtersOf(search, (next, replace) => void navigate({ search: next, replace }), ["after"], ["connection", "view"])
  const now = useNow(30)
  const all = useBooks()
  const books = all?.find((id) => id === search.connection) ?? all?.[0]
  const view = oneOf(views, search.view) ?? "entries"
  const { set } = filters
  useRowKeys()
  return (
    <>
      <Head title={s.books.title} about={s.books.about}>
        <div className="seg" role="group" aria-label={s.books.view}>
          {views.map((each) => <button key={each} type="button" aria-pressed={each === view} onClick={() => set({ view: each === "entries" ? undefined : each })}>{s.books.views[each]}</button>)}
        </div>
      </Head>
      <div className="filters" role="group" aria-label={t.filters}>
        {(all?.length ?? 0) < 2 ? null : <ChoiceFilter label={s.books.connection} value={books} options={(all ?? []).map((id) => [id, id])} onChange={(connection) => set({ connection })} />}
        <TextFilter label={s.books.sku} value={search.sku} onChange={(sku) => set({ sku })} isCode />
        <TextFilter label={s.books.warehouse} value={search.warehouse} onChange={(warehouse) => set({ warehouse })} />
        {view === "balances" ? null : (
          <>
            <TextFilter label={s.books.document} value={search.document} onChange={(document) => set({ document })} />
            <DayFilter label={s.books.since} value={search.since} onChange={(since) => set({ since })} />
            <DayFilter label={s.books.until} value={search.until} onChange={(until) => set({ until })} />
          </>
        )}
        {filters.isFiltered ? <button type="button" className="btn g s" onClick={filters.clear}>{t.clear}</button> : null}
      </div>
      <section className="card" aria-label={s.books.title}>
        {all === undefined ? null : books === undefined ? <Empty>{s.books.none}</Empty> : view === "entries" ? <Entries books={books} search={search} filters={filters} now={now} /> : <Balances books={books} search={search} filters={filters} now={now} />}
      </section>
    </>
  )
}
