/**
 * A new secret of a caller, and the end of the earlier one.
 */
import { useId, useState } from "react"
import { answered, api, because } from "../../api/client.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { p } from "../../texts/peers.ts"
import type { Caller } from "./secrets.ts"

const overlaps = Object.entries(p.callers.overlaps)
const usual = "86400"
const shortest = 8

/** 32 random bytes in Base64, without the signs that mean something in an address. */
const generated = (): string => btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(32)))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")

export const RotateDialog = ({ caller, onClose }: { readonly caller: Caller; readonly onClose: () => void }) => {
  const id = useId()
  const [secret, setSecret] = useState("")
  const [overlap, setOverlap] = useState<string>(usual)
  return (
    <ActionDialog
      title={p.callers.rotate(caller.id)}
      verb={p.callers.rotateVerb}
      typed={caller.id}
      isBlocked={secret.length < shortest}
      onClose={onClose}
      run={(reason) => answered(api.POST("/admin/links/{scope}/rotate", { params: { path: { scope: caller.links[0] ?? "" } }, headers: because(reason), body: { secretKey: secret, protocol: caller.protocol, overlapSeconds: Number(overlap) } }))}
    >
      <p>{p.callers.rotateSays}{caller.isDeclared ? ` ${p.callers.composition}` : ""}</p>
      <label htmlFor={`${id}s`}>{p.callers.newSecret} <small>{p.callers.secretHint}</small></label>
      <div className="bar">
        <input className="f mono" id={`${id}s`} value={secret} autoComplete="off" spellCheck={false} onChange={(event) => setSecret(event.target.value)} />
        <button type="button" className="btn" onClick={() => setSecret(generated())}>{p.callers.generate}</button>
      </div>
      <label htmlFor={`${id}o`}>{p.callers.overlap}</label>
      <select className="f" id={`${id}o`} value={overlap} onChange={(event) => setOverlap(event.target.value)}>
        {overlaps.map(([seconds, label]) => <option key={seconds} value={seconds}>{label}</option>)}
      </select>
    </ActionDialog>
  )
}

export const EndDialog = ({ caller, onClose }: { readonly caller: Caller; readonly onClose: () => void }) => (
  <ActionDialog
    title={p.callers.end(caller.id)}
    verb={p.callers.endVerb}
    typed={caller.id}
    isDanger
    onClose={onClose}
    run={(reason) => answered(api.POST("/admin/links/{scope}/end-secret", { params: { path: { scope: caller.links[0] ?? "" } }, headers: because(reason), body: { protocol: caller.protocol } }))}
  >
    {p.callers.endSays}
  </ActionDialog>
)
