/**
 * The playground: any operation of the four protocols, filled by its schema, signed here, and sent to the sandbox.
 */
import "../styles/try.css"
import { useMutation, useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useId, useState } from "react"
import type { Answer } from "../api/Answer.ts"
import { answered, api } from "../api/client.ts"
import { useNow } from "../now.ts"
import { Asked, Empty, Failed } from "../parts/Asked.tsx"
import { Head } from "../parts/Page.tsx"
import { State } from "../parts/State.tsx"
import { oneOf } from "../search.ts"
import { useMay } from "../session.ts"
import { t } from "../texts.ts"
import { p } from "../texts/playground.ts"
import { s } from "../texts/signature.ts"
import { readable } from "./calls/outcome.ts"
import { isSuccess, signed, type Unsigned } from "./playground/call.ts"
import { Field } from "./playground/Fields.tsx"
import { Program } from "./playground/Program.tsx"
import { modelOf } from "./playground/schema.ts"
import { protocols } from "./signature/request.ts"

const route = getRouteApi("/playground")

type Described = Answer<"/admin/playground/{protocol}">
type Operation = Described["operations"][number]

/** Where callers reach a runner that says no address. */
const usual = "http://127.0.0.1:8080"

const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: text === "" ? {} : JSON.parse(text) }
  } catch {
    return undefined
  }
}

const Content = ({ content, described, onChange, onExample, operation }: { readonly content: string; readonly described: Described; readonly operation: Operation; readonly onChange: (text: string) => void; readonly onExample: () => void }) => {
  const id = useId()
  const json = parsed(content)
  return (
    <section className="card" aria-label={p.content}>
      <header><h2>{operation.name}</h2><span className="meta">{operation.summary}</span><span className="grow" /><button type="button" className="btn s" onClick={onExample}>{p.example}</button></header>
      <div className="pad fields">
        {json === undefined
          ? <p role="alert">{p.notJson}</p>
          : <Field name={p.form} model={modelOf(operation.schema, described.definitions)} value={json.value} isRequired hint="" onChange={(value) => onChange(JSON.stringify(value ?? {}))} />}
        <label htmlFor={id}>{p.json} <small>{p.contentHint}</small></label>
        <textarea className="f mono" id={id} rows={6} value={content} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
      </div>
    </section>
  )
}

interface SendProps {
  readonly described: Described
  readonly call: Unsigned
  readonly secret: string
  readonly onId: (id: string) => void
  readonly onSecret: (secret: string) => void
}

const Send = ({ call, described, onId, onSecret, secret }: SendProps) => {
  const id = useId()
  const now = useNow(10)
  const maySend = useMay("operate")
  const { headers, path, sign } = signed(call, secret, now)
  const sending = useMutation({
    mutationFn: () => {
      const { body, headers: sent, path: to } = signed(call, secret, now)
      return answered(api.POST("/admin/playground/{protocol}/send", { params: { path: { protocol: call.protocol } }, body: { path: to, headers: sent.map(([name, value]) => [name, value]), body } }))
    }
  })
  return (
    <>
      <section className="card" aria-label={p.signature}>
        <form
          className="pad fields"
          onSubmit={(event) => {
            event.preventDefault()
            sending.mutate()
          }}
        >
          {described.id === undefined ? <p className="info">{p.noSandbox}</p> : null}
          <label htmlFor={`${id}i`}>{p.id}</label>
          <input className="f mono" id={`${id}i`} value={call.id} autoComplete="off" spellCheck={false} onChange={(event) => onId(event.target.value)} />
          <label htmlFor={`${id}s`}>{p.secret} <small>{described.secret === undefined ? p.secretHint : p.secretPublic}</small></label>
          <input className="f mono" id={`${id}s`} value={secret} autoComplete="off" spellCheck={false} onChange={(event) => onSecret(event.target.value)} />
          <pre tabIndex={0} aria-label={p.signature}><b>POST {path}</b>{headers.map(([name, value]) => `\n${name}: ${value}`).join("")}{call.protocol === "gateway" ? "" : `\n\nsign=${sign}`}</pre>
          <div className="do">
            {maySend ? <button type="submit" className="btn p" disabled={sending.isPending || described.id === undefined}>{sending.isPending ? p.sending : p.send}</button> : <small>{p.mayNotSend}</small>}
          </div>
        </form>
      </section>
      <section className="card" aria-label={p.answer}>
        <header><h2>{p.answer}</h2>{sending.data === undefined ? null : <><State shape={isSuccess(sending.data.body) ? "ok" : "fail"}>{isSuccess(sending.data.body) ? p.carriedOut : p.refused}</State><span className="meta">{p.took(sending.data.millis, sending.data.status)}</span></>}</header>
        {sending.error !== null ? <Failed error={sending.error} /> : sending.data === undefined ? <Empty>{p.nothing}</Empty> : <div className="pad"><pre tabIndex={0} aria-label={p.answer}>{readable(sending.data.body)}</pre></div>}
      </section>
    </>
  )
}

const Operations = ({ described, name, onName, onExample }: { readonly described: Described; readonly name: string | undefined; readonly onName: (name: string) => void; readonly onExample: () => void }) => {
  const id = useId()
  const [contents, setContents] = useState<Readonly<Record<string, string>>>({})
  const [own, setOwn] = useState<{ readonly id?: string; readonly secret?: string }>({})
  const operation = described.operations.find((each) => each.name === name) ?? described.operations.find((each) => each.name === "createOrder") ?? described.operations[0]
  if (operation === undefined) return null
  const content = contents[operation.name] ?? operation.example
  const call: Unsigned = { protocol: described.protocol, operation: operation.name, path: operation.path, id: own.id ?? described.id ?? "", content }
  return (
    <>
      <div className="filters" role="group" aria-label={p.operation}>
        <span className="filter on">
          <label htmlFor={id}>{p.operation}</label>
          <select id={id} value={operation.name} onChange={(event) => onName(event.target.value)}>{described.operations.map((each) => <option key={each.name}>{each.name}</option>)}</select>
        </span>
      </div>
      <div className="beside">
        <Content
          key={operation.name}
          content={content}
          described={described}
          operation={operation}
          onChange={(text) => setContents({ ...contents, [operation.name]: text })}
          onExample={() => {
            setContents(Object.fromEntries(Object.entries(contents).filter(([each]) => each !== operation.name)))
            onExample()
          }}
        />
        <div className="stack">
          <Send key={operation.name} described={described} call={call} secret={own.secret ?? described.secret ?? ""} onId={(next) => setOwn({ ...own, id: next })} onSecret={(next) => setOwn({ ...own, secret: next })} />
          <Program call={call} address={described.address ?? usual} />
        </div>
      </div>
    </>
  )
}

export const Playground = () => {
  const id = useId()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const protocol = oneOf(protocols, search.protocol) ?? "warehouse"
  const described = useQuery({
    queryKey: ["playground", protocol],
    queryFn: ({ signal }) => answered(api.GET("/admin/playground/{protocol}", { params: { path: { protocol } }, signal })),
    // A form does not change while somebody fills it.
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY
  })
  return (
    <>
      <Head title={t.places.playground} about={p.about} />
      <div className="filters" role="group" aria-label={p.protocol}>
        <span className="filter on">
          <label htmlFor={id}>{p.protocol}</label>
          <select id={id} value={protocol} onChange={(event) => void navigate({ search: { protocol: event.target.value } })}>{protocols.map((each) => <option key={each} value={each}>{s.protocols[each]}</option>)}</select>
        </span>
      </div>
      <Asked query={described} rows={8}>
        {(data) => <Operations key={data.protocol} described={data} name={search.operation} onName={(operation) => void navigate({ search: { protocol, operation } })} onExample={() => void described.refetch()} />}
      </Asked>
    </>
  )
}
