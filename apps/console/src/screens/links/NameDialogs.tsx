/**
 * Giving a name, removing one, and taking over those of the peer.
 */
import { useId, useState } from "react"
import { answered, api, because } from "../../api/client.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { p } from "../../texts/peers.ts"
import { type Kind, kindOf, kinds, listedKinds, type NameRow } from "./names.ts"

export interface Given {
  readonly link: string
  readonly kind?: Kind
  /** Absent: it is typed. */
  readonly ours?: string
  readonly theirs?: string
  readonly suggestions?: ReadonlyArray<string>
}

const KindField = ({ value, options, onChange }: { readonly value: Kind; readonly options: ReadonlyArray<Kind>; readonly onChange: (kind: Kind) => void }) => {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{p.names.kind}</label>
      <select className="f" id={id} value={value} onChange={(event) => onChange(kindOf(event.target.value) ?? value)}>
        {options.map((each) => <option key={each} value={each}>{p.names.kinds[each]}</option>)}
      </select>
    </>
  )
}

export const GiveDialog = ({ given, title, verb, onClose }: { readonly given: Given; readonly title: string; readonly verb: string; readonly onClose: () => void }) => {
  const id = useId()
  const [kind, setKind] = useState<Kind>(given.kind ?? "sku")
  const [ours, setOurs] = useState(given.ours ?? "")
  const [theirs, setTheirs] = useState(given.theirs ?? "")
  return (
    <ActionDialog
      title={title}
      verb={verb}
      isBlocked={ours.trim() === "" || theirs.trim() === ""}
      onClose={onClose}
      run={(reason) => answered(api.PUT("/admin/maps", { headers: because(reason), body: { link: given.link, kind, ours: ours.trim(), theirs: theirs.trim() } }))}
    >
      <p>{p.names.says}</p>
      {given.ours === undefined
        ? (
          <>
            <KindField value={kind} options={kinds} onChange={setKind} />
            <label htmlFor={`${id}o`}>{p.names.ours}</label>
            <input className="f" id={`${id}o`} value={ours} autoComplete="off" onChange={(event) => setOurs(event.target.value)} />
          </>
        )
        : null}
      <label htmlFor={`${id}t`}>{p.names.theirs}</label>
      <input className="f" id={`${id}t`} list={`${id}l`} value={theirs} autoComplete="off" onChange={(event) => setTheirs(event.target.value)} />
      <datalist id={`${id}l`}>{given.suggestions?.map((each) => <option key={each} value={each} />)}</datalist>
    </ActionDialog>
  )
}

export const RemoveDialog = ({ row, onClose }: { readonly row: NameRow; readonly onClose: () => void }) => (
  <ActionDialog
    title={p.names.remove(row.ours)}
    verb={p.names.removeVerb}
    isDanger
    onClose={onClose}
    run={(reason) => answered(api.DELETE("/admin/maps", { params: { query: { link: row.link, kind: row.kind, ours: row.ours } }, headers: because(reason) }))}
  >
    {p.names.removeSays(row.ours)}
  </ActionDialog>
)

export const FillDialog = ({ link, onClose }: { readonly link: string; readonly onClose: () => void }) => {
  const [kind, setKind] = useState<(typeof listedKinds)[number]>("sku")
  return (
    <ActionDialog title={p.names.fill} verb={p.names.fillVerb} onClose={onClose} run={(reason) => answered(api.POST("/admin/maps/fill", { headers: because(reason), body: { link, kind } }))}>
      <p>{p.names.fillSays}</p>
      <KindField value={kind} options={listedKinds} onChange={(next) => setKind(listedKinds.find((each) => each === next) ?? kind)} />
    </ActionDialog>
  )
}
