/**
 * What was found about a signature: the verdict, each reason, and both texts with the bytes around their first difference.
 */
import type { PostAnswer } from "../../api/Answer.ts"
import { State } from "../../parts/State.tsx"
import { Prose } from "../../parts/Prose.tsx"
import { s } from "../../texts/signature.ts"
import { around, divided } from "./bytes.ts"

type Diagnosis = PostAnswer<"/admin/signature/diagnose">

const Text = ({ title, text, byte }: { readonly title: string; readonly text: string; readonly byte: number | undefined }) => {
  const [before, at, behind] = byte === undefined ? [text, "", ""] : divided(text, byte)
  return (
    <div>
      <h3>{title}</h3>
      <pre tabIndex={0} aria-label={title}>{before}{byte === undefined ? null : <mark>{at === "" ? s.end : at}</mark>}{behind}</pre>
    </div>
  )
}

const Bytes = ({ ours, theirs, byte }: { readonly ours: string; readonly theirs: string; readonly byte: number }) => {
  const rows = [[s.should, around(ours, byte)], [s.was, around(theirs, byte)]] as const
  return (
    <div className="scroll" tabIndex={0} role="group" aria-label={s.bytes}>
      <table className="bytes">
        <caption>{s.differ(byte)}</caption>
        <thead><tr><th scope="col">{s.position}</th>{rows[0][1].map(({ at }) => <th scope="col" key={at} className={at === byte ? "at" : undefined}>{at}</th>)}</tr></thead>
        <tbody>
          {rows.map(([title, bytes]) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              {bytes.map(({ at, hex, sign }) => <td key={at} className={at === byte ? "at" : undefined}>{hex ?? "–"}<small>{sign ?? " "}</small></td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export const Found = ({ found: { reasons, scope, text, verdict } }: { readonly found: Diagnosis }) => {
  const signed = reasons.find((reason) => reason.signed !== undefined)
  return (
    <div className="pad found" aria-live="polite">
      <p className="verdict"><State shape={verdict === "accepted" ? "ok" : "fail"}>{s.verdicts[verdict]}</State>{scope === undefined ? null : <small>{s.at(scope)}</small>}</p>
      {reasons.length === 0 ? <p>{s.fine}</p> : (
        <ul className="reasons">
          {reasons.map(({ code, message }) => <li key={code}><Prose>{message}</Prose> <code>{code}</code></li>)}
        </ul>
      )}
      {text === undefined ? null : (
        <>
          <Text title={s.should} text={text} byte={signed?.byte} />
          {signed?.signed === undefined ? null : <Text title={s.was} text={signed.signed} byte={signed.byte} />}
          {signed?.signed === undefined || signed.byte === undefined ? null : <Bytes ours={text} theirs={signed.signed} byte={signed.byte} />}
          <small>{s.standsFor}</small>
        </>
      )}
    </div>
  )
}
