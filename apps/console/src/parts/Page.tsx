/**
 * The head of a page, its filters and the ends of its lists: the same on each screen.
 */
import { ChevronLeft, X } from "lucide-react"
import { type ReactNode, useEffect, useId, useState } from "react"
import { t } from "../texts.ts"

export const Head = ({ title, about, crumb, tag, children }: { readonly title: string; readonly about?: ReactNode; readonly crumb?: ReactNode; readonly tag?: ReactNode; readonly children?: ReactNode }) => {
  useEffect(() => {
    document.title = `${title} · ${t.product}`
  }, [title])
  return (
    <div className="head">
      <div className="grow">
        {crumb === undefined ? null : <div className="crumb">{crumb}</div>}
        <div className="name">
          <h1>{title}</h1>
          {tag}
        </div>
        {about === undefined ? null : <p>{about}</p>}
      </div>
      {children}
    </div>
  )
}

/** A filter of text. It is applied by Enter, or when the field is left. */
export const TextFilter = ({ label, value, onChange, isCode = false }: { readonly label: string; readonly value: string | undefined; readonly onChange: (value: string | undefined) => void; readonly isCode?: boolean }) => {
  const [typed, setTyped] = useState(value ?? "")
  const id = useId()
  useEffect(() => setTyped(value ?? ""), [value])
  const apply = () => {
    const next = typed.trim() === "" ? undefined : typed.trim()
    if (next !== value) onChange(next)
  }
  return (
    <span className={value === undefined ? "filter" : "filter on"}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={isCode ? "mono" : undefined}
        value={typed}
        placeholder={t.any}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === "Enter") apply()
        }}
      />
      {value === undefined ? null : <button type="button" aria-label={`${t.clear}: ${label}`} onClick={() => onChange(undefined)}><X className="ic s" /></button>}
    </span>
  )
}

/** A filter with few values. */
export const ChoiceFilter = ({ label, value, options, onChange }: { readonly label: string; readonly value: string | undefined; readonly options: ReadonlyArray<readonly [value: string, label: string]>; readonly onChange: (value: string | undefined) => void }) => {
  const id = useId()
  return (
    <span className={value === undefined ? "filter" : "filter on"}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value ?? ""} onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}>
        <option value="">{t.any}</option>
        {options.map(([each, name]) => <option key={each} value={each}>{name}</option>)}
      </select>
    </span>
  )
}

/** A filter that is a day. */
export const DayFilter = ({ label, value, onChange }: { readonly label: string; readonly value: string | undefined; readonly onChange: (value: string | undefined) => void }) => {
  const id = useId()
  return (
    <span className={value === undefined ? "filter" : "filter on"}>
      <label htmlFor={id}>{label}</label>
      <input id={id} className="day" type="date" value={value ?? ""} onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)} />
    </span>
  )
}

/** Where a list goes on: `after` stands in the address, so that the browser's own way back works. */
export const Ends = ({ next, isFirst, onNext, onFirst, toFirst = t.newest, toNext = t.older, children }: { readonly next: string | undefined; readonly isFirst: boolean; readonly onNext: (after: string) => void; readonly onFirst: () => void; readonly toFirst?: string; readonly toNext?: string; readonly children?: ReactNode }) =>
  next === undefined && isFirst && children === undefined ? null : (
    <footer className="ends">
      <span className="meta">{children}</span>
      <span className="grow" />
      {isFirst ? null : <button type="button" className="btn s" onClick={onFirst}><ChevronLeft className="ic s" />{toFirst}</button>}
      {next === undefined ? null : <button type="button" className="btn s" onClick={() => onNext(next)}>{toNext}</button>}
    </footer>
  )
