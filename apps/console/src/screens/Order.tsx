/**
 * One order: a sentence that can be read aloud, its way, why it went there, what was said, and everything that belongs to it.
 */
import "../styles/lists.css"
import "../styles/order.css"
import "../styles/orders.css"
import { useQueries, useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { Copy } from "lucide-react"
import { answered, api } from "../api/client.ts"
import { linkName } from "../api/links.ts"
import * as Formats from "../formats.ts"
import { useNow } from "../now.ts"
import { visible } from "../numbers.ts"
import { Asked } from "../parts/Asked.tsx"
import { CopyButton } from "../parts/CopyButton.tsx"
import { Head } from "../parts/Page.tsx"
import { useRowKeys } from "../parts/Queue.tsx"
import { type Shape, Tag } from "../parts/State.tsx"
import { useIsLimited, useSignIn } from "../session.ts"
import { o } from "../texts/orders.ts"
import { Acts } from "./order/Acts.tsx"
import { Books, Messages, Numbers, Parcels, RelatedOrders } from "./order/Aside.tsx"
import { OrderCalls } from "./order/Calls.tsx"
import { Creates } from "./order/Creates.tsx"
import { sentenceCase } from "./order/events.ts"
import { type Detail, type Found, letterOf } from "./order/found.ts"
import { Rules } from "./order/Rules.tsx"
import { sentencesOf } from "./order/sentence.ts"
import { Timeline } from "./order/Timeline.tsx"
import { Way } from "./order/Way.tsx"
import { wayOf } from "./order/way.ts"
import { kindName, stateOf } from "./orders/states.ts"

const route = getRouteApi("/orders/$link/$number")

const ask = (link: string, number: string, kind: string | undefined, signal: AbortSignal) =>
  answered(api.GET("/admin/orders/{number}", { params: { path: { number }, query: { link, ...(kind === undefined ? {} : { kind }) } }, signal }))

const deskShapes = { due: "move", waiting: "wait", held: "hold", placed: "move", done: "ok", closed: "void" } as const satisfies { readonly [state: string]: Shape }

const shown = (detail: Detail): { readonly shape: Shape; readonly word: string } =>
  detail.desk === undefined ? stateOf(detail) : { shape: deskShapes[detail.desk.state], word: o.desk.states[detail.desk.state] }

const Facts = ({ deliveries, detail, now }: { readonly detail: Detail; readonly deliveries: ReadonlyArray<{ readonly state: string }>; readonly now: number }) => {
  const { desk } = detail
  const parcels = desk?.parcels ?? []
  const owed = deliveries.filter(({ state }) => state !== "Cancelled")
  const told = [
    ...(desk === undefined || parcels.length === 0 ? [] : [o.order.toldShop(parcels.filter(({ state }) => state === "told").length, parcels.length)]),
    ...(owed.length === 0 ? [] : [o.order.toldErp(owed.filter(({ state }) => state === "Delivered").length, owed.length)])
  ]
  const rule = desk?.explanation.findIndex(({ outcome }) => outcome === "chosen") ?? -1
  const word = stateOf(detail).word
  return (
    <dl className="facts">
      <div><dt>{o.order.link}</dt><dd>{linkName(detail.scope)}<small>{detail.connection}, {kindName(detail.kind)}</small></dd></div>
      <div><dt>{o.order.created}</dt><dd><time dateTime={detail.createdAt} title={detail.createdAt}>{Formats.moment(detail.createdAt, now)}</time><small>{o.order.age(Formats.age(detail.createdAt, now))}</small></dd></div>
      <div><dt>{o.order.status}</dt><dd>{sentenceCase(word)}<small>{detail.status === undefined ? "–" : <code>{detail.status}</code>}</small></dd></div>
      {desk === undefined
        ? <div><dt>{o.order.carrier}</dt><dd>{detail.carrierName ?? "–"}<small>{detail.trackingNumber ?? o.order.none}</small></dd></div>
        : <div><dt>{o.order.decidedBy}</dt><dd>{desk.rule ?? o.order.noRule}<small>{rule < 0 ? o.order.rules(desk.explanation.length) : `${rule + 1} ${o.order.rules(desk.explanation.length)}`}</small></dd></div>}
      <div><dt>{o.order.parcel}</dt><dd>{desk === undefined ? detail.parcels.length : parcels.length}<small>{detail.shippedAt !== undefined ? Formats.moment(detail.shippedAt, now) : parcels.length === 0 ? o.order.none : <code>{parcels[0]?.trackingNumber ?? "–"}</code>}</small></dd></div>
      <div><dt>{o.order.told}</dt><dd>{told[0] ?? o.order.notTold}<small>{told[1] ?? ""}</small></dd></div>
    </dl>
  )
}

/** The records of the parts at their warehouses: their creates, and the messages about them. Those at links that the account does not see are not asked for. */
const useParts = (detail: Detail) => {
  const links = useSignIn().session?.links
  const asked = useQueries({
    queries: (detail.desk?.parts ?? []).filter(({ link }) => links === undefined || links.includes(link)).map((part) => ({
      queryKey: ["orders", part.link, part.number, "outbound"],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => ask(part.link, part.number, "outbound", signal)
    }))
  })
  const items = asked.flatMap(({ data }) => data?.items.slice(0, 1) ?? [])
  return { items, intents: items.flatMap(({ intents }) => intents), deliveries: items.flatMap(({ deliveries }) => deliveries) }
}

const One = ({ detail, found }: { readonly detail: Detail; readonly found: Found }) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  useRowKeys()
  const now = useNow(10)
  const parts = useParts(detail)
  const isLimited = useIsLimited()
  const intents = [...detail.intents, ...parts.intents]
  const deliveries = [...detail.deliveries, ...parts.deliveries]
  const absent = [detail, ...parts.items].filter(({ lookAt }) => lookAt?.is === "absent").map((each) => `${each.scope} ${each.number}`)
  const { desk } = detail
  const letters = (desk?.parts ?? []).map(({ number }, index) => ({ number, name: letterOf(index) }))
  const nameOf = (number: string) => {
    const letter = letters.length < 2 ? undefined : letters.find((each) => each.number === number)
    return letter === undefined ? undefined : o.order.part(letter.name)
  }
  const set = (change: Partial<Record<"show" | "open", string | undefined>>) =>
    void navigate({ replace: true, resetScroll: false, search: (before) => Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== undefined)) })
  const { shape, word } = shown(detail)
  const isInDoubt = intents.some(({ state }) => state === "Doubtful")
  return (
    <>
      <Head
        title={visible(detail.number)}
        about={sentencesOf(detail, now)}
        crumb={<><Link to="/orders">{o.order.back}</Link> / {linkName(detail.scope)}</>}
        tag={<><Tag shape={isInDoubt ? "doubt" : shape}>{isInDoubt ? o.orders.intents.Doubtful : word}</Tag><CopyButton className="btn g s" label={o.order.copy} text={detail.number}><Copy className="ic s" aria-hidden /></CopyButton></>}
      >
        <Acts detail={detail} intents={intents} deliveries={deliveries} timeline={found.timeline} now={now} />
      </Head>
      {found.notes.length === 0 ? null : <p className="info card apart-b">{o.order.notes}: {found.notes.join("; ")}</p>}
      <Facts detail={detail} deliveries={deliveries} now={now} />
      <Way way={wayOf(detail, found, letterOf)} parts={letters.length} now={now} />
      <div className="two-col">
        <div className="stack">
          {desk === undefined ? null : <Rules desk={desk} />}
          <Timeline entries={found.timeline} parts={letters} show={search.show} onShow={(show) => set({ show })} now={now} />
          <OrderCalls numbers={[...new Set([detail.number, ...letters.map(({ number }) => number)])].slice(0, 6)} open={search.open} onOpen={(open) => set({ open })} now={now} />
        </div>
        <aside className="stack">
          <Parcels detail={detail} nameOf={nameOf} now={now} />
          {isLimited ? null : <Books bookings={found.bookings} now={now} />}
          <Messages deliveries={deliveries} nameOf={nameOf} now={now} />
          <Creates intents={intents} absent={absent} now={now} />
          <Numbers detail={detail} related={found.related} />
        </aside>
      </div>
    </>
  )
}

export const Order = () => {
  const { link, number } = route.useParams()
  const { kind } = route.useSearch()
  const found = useQuery({ queryKey: ["orders", link, number, kind ?? ""], queryFn: ({ signal }) => ask(link, number, kind, signal) })
  // The order of the shop before those that the desk has made of it, which may have the same number.
  const detail = found.data?.items.find(({ desk }) => desk !== undefined) ?? found.data?.items[0]
  if (found.data !== undefined && detail !== undefined) return <One key={`${link} ${number}`} detail={detail} found={found.data} />
  return (
    <>
      <Head title={visible(number)} crumb={<><Link to="/orders">{o.order.back}</Link> / {linkName(link)}</>} {...(found.data === undefined ? {} : { about: o.order.several })} />
      {found.data === undefined ? <section className="card" aria-label={number}><Asked query={found} rows={8}>{() => null}</Asked></section> : <RelatedOrders related={found.data.related} />}
    </>
  )
}
