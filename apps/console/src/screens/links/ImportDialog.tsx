/**
 * A file of names: what it would change is shown before anything is changed.
 */
import { useMutation } from "@tanstack/react-query"
import { useId, useState } from "react"
import { answered, api, because } from "../../api/client.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { Failed } from "../../parts/Asked.tsx"
import { p } from "../../texts/peers.ts"

export const ImportDialog = ({ link, onClose }: { readonly link: string; readonly onClose: () => void }) => {
  const id = useId()
  const [csv, setCsv] = useState("")
  const comparing = useMutation({ mutationFn: (text: string) => answered(api.POST("/admin/maps/preview", { body: { link, csv: text } })) })
  const change = (text: string) => {
    setCsv(text)
    comparing.reset()
  }
  const found = comparing.data
  const isChange = found !== undefined && found.added + found.changed > 0
  return (
    <ActionDialog
      title={p.names.csvTitle(link)}
      verb={p.names.csvVerb}
      typed={found !== undefined && found.changed > 0 ? String(found.changed) : undefined}
      isBlocked={!isChange}
      onClose={onClose}
      run={(reason) => answered(api.POST("/admin/maps/import", { headers: because(reason), body: { link, csv } }))}
    >
      <p>{p.names.csvAbout}</p>
      <label htmlFor={`${id}f`}>{p.names.csvFile}</label>
      <input
        id={`${id}f`}
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => {
          event.target.files?.[0]?.text().then(change, () => undefined)
        }}
      />
      <label htmlFor={`${id}t`}>{p.names.csvText}</label>
      <textarea className="f csv" id={`${id}t`} rows={5} value={csv} spellCheck={false} placeholder={"kind,ours,theirs"} onChange={(event) => change(event.target.value)} />
      <button type="button" className="btn" disabled={csv.trim() === "" || comparing.isPending} onClick={() => comparing.mutate(csv)}>{comparing.isPending ? p.names.comparing : p.names.compare}</button>
      {comparing.error === null ? null : <Failed error={comparing.error} />}
      {found === undefined ? null : (
        <div role="status">
          <p>{isChange ? p.names.difference(found.added, found.changed, found.same) : p.names.nothing}</p>
          {found.rows.length === 0 ? null : (
            <>
              {found.rows.length < found.added + found.changed ? <p className="muted">{p.names.first(found.rows.length)}</p> : null}
              <div className="scroll tall" tabIndex={0} role="region" aria-label={p.names.compare}>
                <table>
                  <thead><tr><th>{p.names.kind}</th><th>{p.names.ours}</th><th>{p.names.before}</th><th>{p.names.after}</th></tr></thead>
                  <tbody>
                    {found.rows.map((row) => <tr key={`${row.kind} ${row.ours}`}><td className="muted">{p.names.kinds[row.kind]}</td><td>{row.ours}</td><td className="muted">{row.before ?? "–"}</td><td><b>{row.theirs}</b></td></tr>)}
                  </tbody>
                </table>
              </div>
            </>
          )}
        </div>
      )}
    </ActionDialog>
  )
}
