/**
 * Says what is in a parcel whose contents its warehouse does not tell. What a person found counts whatever is reported.
 */
import { useId, useState } from "react"
import { answered, api } from "../../api/client.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { useSignIn } from "../../session.ts"
import { o } from "../../texts/orders.ts"
import { mayBeInspected } from "./actions.ts"
import type { Detail, Parcel } from "./found.ts"

/** The pieces of each SKU that the order's parts have. */
const orderedIn = ({ desk }: Detail): ReadonlyMap<string, number> => {
  const found = new Map<string, number>()
  for (const { lines } of desk?.parts ?? []) for (const { pieces, sku } of lines) found.set(sku, (found.get(sku) ?? 0) + pieces)
  return found
}

const ContentsDialog = ({ detail, name, onClose }: { readonly detail: Detail; readonly name: string; readonly onClose: () => void }) => {
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({})
  const id = useId()
  const ordered = [...orderedIn(detail)]
  const countOf = (sku: string): number => Number(written[sku] ?? "0")
  const isReadable = ordered.every(([sku, most]) => Number.isInteger(countOf(sku)) && countOf(sku) >= 0 && countOf(sku) <= most)
  const pieces = Object.fromEntries(ordered.flatMap(([sku]) => countOf(sku) > 0 ? [[sku, countOf(sku)]] : []))
  return (
    <ActionDialog
      title={o.act.contentsTitle(name)}
      verb={Object.keys(pieces).length === 0 ? o.act.contentsEmpty : o.act.contentsVerb}
      isBlocked={!isReadable}
      onClose={onClose}
      run={(reason) => answered(api.POST("/admin/desk/{number}/found", { params: { path: { number: detail.number }, query: { link: detail.scope } }, body: { parcel: name, pieces, reason } }))}
    >
      <p>{o.act.contents}</p>
      {ordered.map(([sku, most], place) => (
        <div key={sku}>
          <label htmlFor={`${id}${place}`}><span className="mono">{sku}</span> <small>{o.act.contentsOf(most)}</small></label>
          <input id={`${id}${place}`} className="f" type="number" min={0} max={most} step={1} value={written[sku] ?? "0"} onChange={(event) => setWritten({ ...written, [sku]: event.target.value })} />
        </div>
      ))}
    </ActionDialog>
  )
}

/** A button for a parcel whose contents are not known; nothing for others, and for an account that may not decide. */
export const Contents = ({ detail, parcel }: { readonly detail: Detail; readonly parcel: Parcel }) => {
  const [isOpen, setOpen] = useState(false)
  const { session } = useSignIn()
  if (!mayBeInspected(parcel, session?.rights ?? [])) return null
  return (
    <>
      <div className="bar"><button type="button" className="btn" onClick={() => setOpen(true)}>{o.act.contentsButton}</button></div>
      {isOpen ? <ContentsDialog detail={detail} name={parcel.trackingNumber ?? parcel.part} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
