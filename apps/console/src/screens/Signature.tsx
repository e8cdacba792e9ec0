/**
 * The doctor of signatures: a request that was sent, and why its signature is refused.
 */
import "../styles/try.css"
import { useMutation } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useId, useState } from "react"
import { answered, api } from "../api/client.ts"
import { Empty, Failed } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { t } from "../texts.ts"
import { s } from "../texts/signature.ts"
import { Found } from "./signature/Found.tsx"
import { Refused } from "./signature/Refused.tsx"
import { askedOf, empty, methods, paths, type Protocol, protocols, type Typed, wholeOf } from "./signature/request.ts"

const route = getRouteApi("/playground/signature")

interface FormProps {
  readonly value: Typed
  readonly onChange: (next: Typed) => void
  readonly isAsking: boolean
  readonly onExamine: () => void
}

const Form = ({ value, onChange, isAsking, onExamine }: FormProps) => {
  const id = useId()
  const set = (change: Partial<Typed>) => onChange({ ...value, ...change })
  const chosen = (protocol: Protocol) => set({ protocol, ...(Object.values(paths).includes(value.url) ? { url: paths[protocol] } : {}) })
  return (
    <form
      className="pad fields"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isAsking) onExamine()
      }}
    >
      <label htmlFor={`${id}p`}>{s.protocol}</label>
      <select className="f" id={`${id}p`} value={value.protocol} onChange={(event) => chosen(protocols.find((each) => each === event.target.value) ?? value.protocol)}>
        {protocols.map((each) => <option key={each} value={each}>{s.protocols[each]}</option>)}
      </select>
      <div className="two">
        <div>
          <label htmlFor={`${id}m`}>{s.method}</label>
          <select className="f" id={`${id}m`} value={value.method} onChange={(event) => set({ method: event.target.value })}>{methods.map((each) => <option key={each}>{each}</option>)}</select>
        </div>
        <div>
          <label htmlFor={`${id}u`}>{s.address}</label>
          <input className="f mono" id={`${id}u`} value={value.url} autoComplete="off" spellCheck={false} onChange={(event) => set({ url: event.target.value })} />
        </div>
      </div>
      <label htmlFor={`${id}h`}>{s.headers} <small>{s.headersHint}</small></label>
      <textarea className="f mono" id={`${id}h`} rows={3} value={value.headers} spellCheck={false} onChange={(event) => set({ headers: event.target.value })} />
      <label htmlFor={`${id}b`}>{s.body} <small>{s.bodyHint}</small></label>
      <textarea className="f mono" id={`${id}b`} rows={7} value={value.body} spellCheck={false} onChange={(event) => set(wholeOf(event.target.value) ?? { body: event.target.value })} />
      <label htmlFor={`${id}s`}>{s.sign} <small>{s.signHint}</small></label>
      <input className="f mono" id={`${id}s`} value={value.sign} autoComplete="off" spellCheck={false} onChange={(event) => set({ sign: event.target.value })} />
      <label htmlFor={`${id}t`}>{s.theirs} <small>{s.theirsHint}</small></label>
      <textarea className="f mono" id={`${id}t`} rows={2} value={value.theirs} spellCheck={false} onChange={(event) => set({ theirs: event.target.value })} />
      <div className="do">
        <button type="button" className="btn" onClick={() => onChange(empty(value.protocol))}>{s.clear}</button>
        <button type="submit" className="btn p" disabled={isAsking}>{isAsking ? s.examining : s.examine}</button>
      </div>
    </form>
  )
}

export const Signature = () => {
  const { request } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState<Typed>(() => empty("warehouse"))
  const [note, setNote] = useState<string | undefined>(undefined)
  const diagnosis = useMutation({ mutationFn: (asked: Typed) => answered(api.POST("/admin/signature/diagnose", { body: askedOf(asked) })) })
  const change = (next: Typed) => {
    setTyped(next)
    setNote(undefined)
    diagnosis.reset()
  }
  return (
    <>
      <Head title={t.places.signature} about={s.about} />
      <Refused
        request={request}
        onRequest={(id) => void navigate({ search: id === undefined ? {} : { request: id }, replace: true })}
        onTaken={(taken, hasSign) => {
          if (taken !== undefined) change(taken)
          setNote(taken === undefined ? s.cut : hasSign ? s.taken : s.pasteSign)
        }}
      />
      <div className="beside">
        <section className="card" aria-label={s.request}>
          <header><h2>{s.request}</h2></header>
          {note === undefined ? null : <p className="info" role="status">{note}</p>}
          <Form value={typed} onChange={change} isAsking={diagnosis.isPending} onExamine={() => diagnosis.mutate(typed)} />
        </section>
        <section className="card" aria-label={s.result}>
          <header><h2>{s.result}</h2></header>
          {diagnosis.error !== null ? <Failed error={diagnosis.error} /> : diagnosis.data === undefined ? <Empty>{s.nothing}</Empty> : <Found found={diagnosis.data} />}
        </section>
      </div>
    </>
  )
}
