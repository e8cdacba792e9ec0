/** What belongs to an order, beside its story: parcels, bookings, messages to ERPs, and all of its numbers. */
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { linkName } from "../../api/links.ts"
import * as Formats from "../../formats.ts"
import { visible } from "../../numbers.ts"
import { Operation } from "../../parts/Operation.tsx"
import { type Shape, State } from "../../parts/State.tsx"
import { o } from "../../texts/orders.ts"
import { deliveryShapes } from "../deliveries/shapes.ts"
import { kindName, stateOf } from "../orders/states.ts"
import { entryName, signed } from "../stock/figures.ts"
import { Contents } from "./Contents.tsx"
import type { Booking, Delivery, Detail, Found, Parcel } from "./found.ts"

const Card = ({ title, meta, children }: { readonly title: string; readonly meta?: ReactNode; readonly children: ReactNode }) => (
  <section className="card" aria-label={title}>
    <header><h2>{title}</h2><span className="grow" />{meta === undefined ? null : <span className="meta">{meta}</span>}</header>
    {children}
  </section>
)

const Nothing = ({ children }: { readonly children: ReactNode }) => <p className="pad muted">{children}</p>

const parcelShapes = { unknown: "doubt", new: "wait", again: "wait", sending: "move", told: "ok", refused: "fail", accepted: "void" } as const satisfies { readonly [S in Parcel["state"]]: Shape }

export const Parcels = ({ detail, nameOf, now }: { readonly detail: Detail; readonly nameOf: (part: string) => string | undefined; readonly now: number }) => {
  const { desk } = detail
  if (desk === undefined) {
    return (
      <Card title={o.order.parcels} meta={detail.parcels.length}>
        {detail.parcels.length === 0 ? <Nothing>{o.order.noParcels}</Nothing> : detail.parcels.map((parcel) => (
          <div className="parcel" key={`${parcel.trackingNumber} ${parcel.parcelId}`}>
            <div className="bar"><span className="mono">{parcel.trackingNumber ?? parcel.parcelId}</span></div>
            <small>{[parcel.carrierName, parcel.weight, Formats.moment(parcel.shippedAt ?? parcel.seenAt, now)].filter((each) => each !== undefined).join(" · ")}</small>
          </div>
        ))}
      </Card>
    )
  }
  const waiting = desk.parts.filter((part) => part.state !== "void" && !desk.parcels.some((parcel) => parcel.part === part.number))
  const told = desk.parcels.filter(({ state }) => state === "told").length
  return (
    <Card title={o.order.parcels} meta={desk.parcels.length === 0 ? undefined : o.way.parcels(told, desk.parcels.length)}>
      {desk.parcels.length === 0 && waiting.length === 0 ? <Nothing>{o.order.noParcels}</Nothing> : null}
      {desk.parcels.map((parcel, place) => (
        <div className="parcel" key={`${parcel.part} ${parcel.trackingNumber ?? place}`}>
          <div className="bar"><span className="mono">{parcel.trackingNumber ?? "–"}</span><span className="grow" /><State shape={parcelShapes[parcel.state]}>{o.order.parcelStates[parcel.state]}</State></div>
          <small>{[nameOf(parcel.part), parcel.carrierName, parcel.because].filter((each) => each !== undefined).join(" · ")}</small>
          <ul>{parcel.lines.map((line) => <li key={line.line}><span>{line.sku}</span><span>{line.pieces}</span></li>)}</ul>
          <Contents detail={detail} parcel={parcel} />
        </div>
      ))}
      {waiting.map((part) => (
        <div className="parcel" key={part.number}>
          <div className="bar"><span className="muted">{nameOf(part.number) ?? part.warehouse}</span><span className="grow" /><State shape="wait">{o.order.none}</State></div>
          {part.shipment?.trackingNumber === undefined ? null : <small>{o.order.labelled(part.shipment.trackingNumber)}</small>}
        </div>
      ))}
    </Card>
  )
}

export const Books = ({ bookings, now }: { readonly bookings: ReadonlyArray<Booking>; readonly now: number }) => (
  <Card title={o.order.books} meta={bookings.length === 0 ? undefined : o.order.entries(bookings.length)}>
    {bookings.length === 0 ? <Nothing>{o.order.noBooks}</Nothing> : (
      <table><tbody>
        {bookings.toReversed().map((each) => (
          <tr key={`${each.connection} ${each.id}`}>
            <td className="two">{entryName(each)}<small>{Formats.moment(each.at, now)} · {each.warehouseName}</small></td>
            <td className="num two">{signed(each.change)}<small>{each.sku}</small></td>
          </tr>
        ))}
      </tbody></table>
    )}
  </Card>
)


export const Messages = ({ deliveries, nameOf, now }: { readonly deliveries: ReadonlyArray<Delivery>; readonly nameOf: (part: string) => string | undefined; readonly now: number }) => (
  <Card title={o.order.messages} meta={deliveries.length === 0 ? undefined : deliveries.length}>
    {deliveries.length === 0 ? <Nothing>{o.order.noMessages}</Nothing> : (
      <table><tbody>
        {deliveries.toReversed().map((each) => (
          <tr key={each.id}>
            <td className="two"><span className="break"><Operation name={each.operation} /></span><small>{[each.connection, nameOf(each.number), Formats.moment(each.updatedAt, now)].filter((one) => one !== undefined).join(" · ")}</small>{each.cause === undefined || each.state === "Cancelled" ? null : <small className="n-fail">{each.cause}</small>}{each.heldBehind === undefined ? null : <small>{o.order.heldBehind}</small>}</td>
            <td className="num"><State shape={deliveryShapes[each.state]}>{each.state === "Delivered" ? o.order.tries(each.attempts) : o.order.deliveryStates[each.state]}</State></td>
          </tr>
        ))}
      </tbody></table>
    )}
  </Card>
)

export const Numbers = ({ detail, related }: { readonly detail: Detail; readonly related: Found["related"] }) => {
  const names = o.order.numberNames
  const rows: Array<readonly [string, string]> = [[linkName(detail.scope), detail.number]]
  if (detail.numberSent !== undefined && detail.numberSent !== detail.number) rows.push([names["numberSent"] ?? "", detail.numberSent])
  if (detail.peerNumber !== undefined) rows.push([detail.connection, detail.peerNumber])
  for (const each of detail.desk?.parts ?? []) rows.push([each.warehouse, each.number])
  const parcels = new Set<string>()
  for (const { trackingNumber } of detail.desk?.parcels ?? detail.parcels) if (trackingNumber !== undefined) parcels.add(trackingNumber)
  for (const number of parcels) rows.push([names["parcel"] ?? "", number])
  return (
    <>
      <Card title={o.order.numbers}>
        <dl className="kv">{rows.map(([name, number]) => [<dt key={`${name} ${number}`}>{name}</dt>, <dd key={`${name} ${number}:`} className="mono">{visible(number)}</dd>])}</dl>
      </Card>
      {related.length === 0 ? null : <RelatedOrders related={related} />}
    </>
  )
}

export const RelatedOrders = ({ related }: { readonly related: Found["related"] }) => (
  <Card title={o.order.related} meta={related.length}>
    <ul className="rowlist">
      {related.map((each) => {
        const { shape, word } = stateOf(each)
        return (
          <li key={`${each.scope} ${each.kind} ${each.number}`}>
            <div className="bar"><Link className="cut" to="/orders/$link/$number" params={{ link: each.scope, number: each.number }} search={{ kind: each.kind }} title={each.number}>{visible(each.number)}</Link><span className="grow" /><State shape={shape}>{word}</State></div>
            <small>{kindName(each.kind)} · {linkName(each.scope)}</small>
          </li>
        )
      })}
    </ul>
  </Card>
)
