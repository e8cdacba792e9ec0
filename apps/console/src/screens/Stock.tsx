/**
 * The stock of a SKU: what the books say at each warehouse, where a warehouse differs, who has it reserved, and who needs it.
 */
import "../styles/desk.css"
import "../styles/lists.css"
import "../styles/order.css"
import "../styles/stock.css"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { type ReactNode, useMemo, useState } from "react"
import { answered, api } from "../api/client.ts"
import { linkName } from "../api/links.ts"
import * as Formats from "../formats.ts"
import { dayBefore, useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked, Empty } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { type Figures, Plot } from "../parts/Plot.tsx"
import { Tag } from "../parts/State.tsx"
import { useIsLimited } from "../session.ts"
import { s } from "../texts/stock.ts"
import { o } from "../texts/orders.ts"
import { useBooks } from "./stock/books.ts"
import { entryName, minus, signed, sum } from "./stock/figures.ts"
import { historyOf, type Moved } from "./stock/history.ts"

const route = getRouteApi("/stock")

/** The runner reads every order that is at a warehouse to say who lacks or reserves a SKU, so these are asked for less often. */
const every = 30_000

const useDrift = () => useQuery({ queryKey: ["stock", "drift"], queryFn: ({ signal }) => answered(api.GET("/admin/stock/drift", { params: { query: { limit: "200" } }, signal })), refetchInterval: every })
type Drift = NonNullable<ReturnType<typeof useDrift>["data"]>["items"][number]

const balances = (books: string, sku: string | undefined, signal: AbortSignal) =>
  answered(api.GET("/admin/connections/{id}/stock", { params: { path: { id: books }, query: { limit: sku === undefined ? "200" : "100", ...(sku === undefined ? {} : { sku, withEmpty: "true" as const }) } }, signal }))

/** The SKUs that differ, then those that the books have. */
const Skus = ({ books, current, isLimited }: { readonly books: string | undefined; readonly current: string | undefined; readonly isLimited: boolean }) => {
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState("")
  const drift = useDrift()
  const stock = useQuery({ queryKey: ["stock", "skus", books ?? ""], queryFn: ({ signal }) => balances(books ?? "", undefined, signal), enabled: books !== undefined })
  const differences = new Map<string, string>()
  for (const each of drift.data?.items ?? []) differences.set(each.sku, sum([differences.get(each.sku) ?? "0", minus(each.theirs, each.books)]))
  const names = new Map((stock.data?.items ?? []).map(({ name, sku }) => [sku, name]))
  const begins = typed.trim().toLowerCase()
  const skus = [...new Set([...differences.keys(), ...names.keys(), ...(current === undefined ? [] : [current])])].filter((sku) => sku.toLowerCase().startsWith(begins))
  return (
    <section className="card list" aria-label={s.stock.list}>
      <header>
        <form
          className="find"
          onSubmit={(event) => {
            event.preventDefault()
            const sku = skus[0] ?? typed.trim()
            if (sku !== "") void navigate({ search: { sku } })
          }}
        >
          <input className="f" aria-label={s.stock.filter} placeholder={s.stock.filter} value={typed} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
        </form>
      </header>
      {skus.map((sku) => {
        const difference = differences.get(sku)
        return (
          <Link key={sku} to="/stock" search={{ sku }} aria-current={sku === current ? "true" : undefined}>
            <span className="mono cut">{sku}</span><span className="num n-fail">{difference === undefined ? "" : signed(difference)}</span>
            <small>{names.get(sku) ?? ""}</small>
          </Link>
        )
      })}
      {skus.length === 0 ? <p className="pad muted">{typed !== "" ? s.stock.noMatch : isLimited ? s.stock.agrees : s.stock.none}</p> : null}
      {isLimited ? null : <p className="pad"><small>{s.stock.differ(differences.size, Formats.count(names.size))}</small></p>}
    </section>
  )
}

const Matrix = ({ books, drift, now, sku }: { readonly books: string; readonly drift: ReadonlyArray<Drift>; readonly sku: string; readonly now: number }) => {
  const stock = useQuery({ queryKey: ["stock", "of", books, sku], queryFn: ({ signal }) => balances(books, sku, signal) })
  return (
    <section className="card" aria-label={s.stock.warehouse}>
      <Asked query={stock} rows={3}>
        {({ items }) => items.length === 0 ? <Empty>{s.stock.unknown}</Empty> : (
          <div className="scroll">
            <table className="matrix cards">
              <thead><tr><th>{s.stock.warehouse}</th><th className="num">{s.stock.inBooks}</th><th className="num">{s.stock.reserved}</th><th className="num">{s.stock.free}</th><th className="num">{s.stock.says}</th><th className="num">{s.stock.differs}</th></tr></thead>
              <tbody>
                {items.map((row) => {
                  const found = drift.find((each) => each.warehouse === row.warehouseName)
                  return (
                    <tr key={row.warehouseName}>
                      <td className="two nowrap">{row.warehouseName}<small>{found === undefined ? s.stock.agrees : s.stock.since(Formats.age(found.since, now))}</small></td>
                      <td className="num" data-l={s.stock.inBooks}>{row.total}</td>
                      <td className="num" data-l={s.stock.reserved}>{row.reserved ?? "–"}</td>
                      <td className="num" data-l={s.stock.free}>{row.available}</td>
                      <td className="num" data-l={s.stock.says}>{found?.theirs ?? <span className="n0">–</span>}</td>
                      <td className="num" data-l={s.stock.differs}>{found === undefined ? <span className="n0">–</span> : <span className="n-fail">{signed(minus(found.theirs, found.books))}</span>}</td>
                    </tr>
                  )
                })}
              </tbody>
              {items.length < 2 ? null : (
                <tfoot>
                  <tr>
                    <td>{s.stock.all}</td>
                    <td className="num" data-l={s.stock.inBooks}>{sum(items.map(({ total }) => total ?? "0"))}</td>
                    <td className="num" data-l={s.stock.reserved}>{sum(items.map(({ reserved }) => reserved ?? "0"))}</td>
                    <td className="num" data-l={s.stock.free}>{sum(items.map(({ available }) => available ?? "0"))}</td>
                    <td className="num drop" />
                    <td className="num" data-l={s.stock.differs}>{drift.length === 0 ? <span className="n0">–</span> : <span className="n-fail">{signed(sum(drift.map((each) => minus(each.theirs, each.books))))}</span>}</td>
                  </tr>
                </tfoot>
              )}
            </table>
          </div>
        )}
      </Asked>
    </section>
  )
}

const Card = ({ title, meta, children }: { readonly title: string; readonly meta?: ReactNode; readonly children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <header><h2>{title}</h2>{meta}</header>
    {children}
  </section>
)

interface Held {
  readonly key: string
  readonly link: string
  readonly number: string
  readonly place: string
  readonly pieces: number
  readonly since: string
}

const HeldRows = ({ items, none, now }: { readonly items: ReadonlyArray<Held>; readonly none: string; readonly now: number }) =>
  items.length === 0 ? <p className="pad muted">{none}</p> : (
    <div className="tall"><table><tbody>
      {items.map((each) => (
        <tr key={each.key}>
          <td className="two"><Link to="/orders/$link/$number" params={{ link: each.link, number: each.number }}>{visible(each.number)}</Link><small>{linkName(each.link)} · {each.place}</small></td>
          <td className="num two">{each.pieces}<small>{Formats.age(each.since, now)}</small></td>
        </tr>
      ))}
    </tbody></table></div>
  )

const Orders = ({ now, sku }: { readonly sku: string; readonly now: number }) => {
  const reserved = useQuery({ queryKey: ["stock", "reserved", sku], queryFn: ({ signal }) => answered(api.GET("/admin/stock/reserved", { params: { query: { sku } }, signal })), refetchInterval: every })
  const needed = useQuery({ queryKey: ["stock", "needed", sku], queryFn: ({ signal }) => answered(api.GET("/admin/stock/needed", { params: { query: { sku } }, signal })) })
  return (
    <div className="halves">
      <Card title={s.stock.reservedFor}>
        <Asked query={reserved} rows={3}>{({ items }) => <HeldRows now={now} none={s.stock.reservedNone} items={items.map((each) => ({ key: `${each.link} ${each.number}`, link: each.shop, number: each.shopOrder, place: each.warehouse, pieces: each.pieces, since: each.since }))} />}</Asked>
      </Card>
      <Card title={s.stock.neededBy}>
        <Asked query={needed} rows={3}>{({ items }) => <HeldRows now={now} none={s.stock.neededNone} items={items.map((each) => ({ key: `${each.shop} ${each.shopOrder}`, link: each.shop, number: each.shopOrder, place: o.desk.states[each.state], pieces: each.pieces, since: each.since }))} />}</Asked>
      </Card>
    </div>
  )
}

const Told = ({ now, sku }: { readonly sku: string; readonly now: number }) => {
  const told = useQuery({ queryKey: ["stock", "told", sku], queryFn: ({ signal }) => answered(api.GET("/admin/stock/told", { params: { query: { sku } }, signal })) })
  return (
    <Card title={s.stock.told}>
      <Asked query={told} rows={2}>
        {({ items }) => items.length === 0 ? <p className="pad muted">{s.stock.toldNone}</p> : (
          <table><tbody>
            {items.flatMap((each) => each.taken.map((taken) => (
              <tr key={`${each.link} ${each.productId} ${each.variantId} ${taken.location}`}><td className="two">{linkName(each.link)}<small>{taken.location}</small></td><td className="num two">{taken.available}<small>{Formats.moment(each.at, now)}</small></td></tr>
            )))}
          </tbody></table>
        )}
      </Asked>
    </Card>
  )
}

const History = ({ entries, now }: { readonly entries: ReadonlyArray<Moved>; readonly now: number }) => {
  const figures = useMemo((): Figures => ({ title: s.stock.history, ...historyOf(entries, now), format: (value) => value === undefined ? "–" : Formats.count(value) }), [entries, now])
  return <Plot figures={figures} />
}

/** The most entries of a SKU that are read. */
const mostEntries = 1000

const Entries = ({ books, now, sku }: { readonly books: string; readonly sku: string; readonly now: number }) => {
  const since = dayBefore(now, 30)
  // They come from the oldest on, so all of the time is read to show the last ones.
  const entries = useQuery({
    queryKey: ["stock", "entries", books, sku, since],
    queryFn: ({ signal }) => answered(api.GET("/admin/connections/{id}/movements", { params: { path: { id: books }, query: { sku, since, limit: String(mostEntries) } }, signal })),
    refetchInterval: every
  })
  return (
    <Card title={s.stock.entries} meta={<><span className="meta">{s.stock.lately}</span><span className="grow" /><Link className="meta" to="/books" search={{ connection: books, sku }}>{s.stock.allEntries}</Link></>}>
      <Asked query={entries} rows={5}>
        {({ items, next }) => next !== undefined ? <p className="pad muted">{s.stock.entriesMany(mostEntries)}</p> : items.length === 0 ? <p className="pad muted">{s.stock.entriesNone}</p> : (
          <>
            <History entries={items} now={now} />
            <div className="scroll">
              <table className="cards c-entry">
                <thead><tr><th>{s.stock.time}</th><th>{s.stock.entry}</th><th>{s.stock.document}</th><th className="num">{s.stock.change}</th><th className="num">{s.stock.after}</th><th>{s.stock.warehouse}</th></tr></thead>
                <tbody>
                  {items.slice(-50).toReversed().map((each) => (
                    <tr key={each.id}><td className="nowrap muted">{Formats.moment(each.at, now)}</td><td className="nowrap">{entryName(each)}</td><td className="nowrap">{each.documentNumber === undefined ? <span className="n0">–</span> : <Link to="/search" search={{ q: each.documentNumber }}>{each.documentNumber}</Link>}</td><td className="num">{signed(each.change)}</td><td className="num">{each.after}</td><td className="muted">{each.warehouseName}</td></tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Asked>
    </Card>
  )
}

/** To an account that is limited to links, where its warehouses differ: all else concerns the stock of others too. */
const Differences = ({ drift, now }: { readonly drift: ReadonlyArray<Drift>; readonly now: number }) => (
  <Card title={s.stock.differs}>
    {drift.length === 0 ? <p className="pad muted">{s.stock.agrees}</p> : (
      <table><tbody>
        {drift.map((each) => (
          <tr key={`${each.link} ${each.warehouse}`}>
            <td className="two">{each.warehouse}<small>{s.stock.since(Formats.age(each.since, now))}</small></td>
            <td className="num n-fail">{signed(minus(each.theirs, each.books))}</td>
          </tr>
        ))}
      </tbody></table>
    )}
  </Card>
)

const One = ({ books, isLimited, now, sku }: { readonly books: string | undefined; readonly isLimited: boolean; readonly sku: string; readonly now: number }) => {
  const drift = (useDrift().data?.items ?? []).filter((each) => each.sku === sku)
  const [first] = drift
  const difference = first === undefined ? undefined : signed(minus(first.theirs, first.books))
  return (
    <div className="stack">
      <div className="bar sku"><h2 className="mono">{sku}</h2>{first === undefined || difference === undefined ? null : <Tag shape="fail">{difference.startsWith("−") ? s.stock.fewer(difference.slice(1), first.warehouse) : s.stock.more(difference.slice(1), first.warehouse)}</Tag>}{drift.some(({ lacking }) => lacking.length > 0) ? <span className="n-fail">{s.stock.lacking(drift.flatMap(({ lacking }) => lacking).length)}</span> : null}</div>
      {isLimited ? <Differences drift={drift} now={now} /> : (
        <>
          {books === undefined ? <p className="card pad muted">{s.stock.noBooks}</p> : <Matrix books={books} sku={sku} drift={drift} now={now} />}
          <Orders sku={sku} now={now} />
          <Told sku={sku} now={now} />
          {books === undefined ? null : <Entries books={books} sku={sku} now={now} />}
        </>
      )}
    </div>
  )
}

export const Stock = () => {
  const { sku } = route.useSearch()
  const now = useNow(30)
  const isLimited = useIsLimited()
  const kept = useBooks()?.[0]
  const books = isLimited ? undefined : kept
  return (
    <>
      <Head title={s.stock.title} about={s.stock.about} />
      <div className="split">
        <Skus books={books} current={sku} isLimited={isLimited} />
        {sku === undefined ? <section className="card"><Empty>{s.stock.choose}</Empty></section> : <One key={sku} books={books} isLimited={isLimited} sku={sku} now={now} />}
      </div>
    </>
  )
}
