/**
 * The fields of a content, by what its schema says of each member.
 */
import { useId } from "react"
import { p } from "../../texts/playground.ts"
import { begun, memberOf, type Model, typed, withMember } from "./schema.ts"

interface Props {
  readonly name: string
  readonly model: Model
  readonly value: unknown
  readonly isRequired: boolean
  readonly hint: string
  /** Undefined: the member is left out. */
  readonly onChange: (value: unknown) => void
}

const written = (value: unknown): string => (typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value))

const Plain = ({ hint, isRequired, model, name, onChange, value }: Props) => {
  const id = useId()
  const options = model.kind === "choice" ? model.values.map((each) => [String(each), each] as const) : model.kind === "flag" ? [[p.yes, true], [p.no, false]] as const : undefined
  return (
    <div className="field">
      <label htmlFor={id}>{name} <small>{isRequired ? p.required : ""}</small></label>
      {options === undefined
        ? <input className="f" id={id} value={written(value)} inputMode={model.kind === "number" ? "decimal" : "text"} autoComplete="off" spellCheck={false} aria-describedby={hint === "" ? undefined : `${id}h`} onChange={(event) => onChange(model.kind === "number" ? typed(event.target.value) : event.target.value === "" ? undefined : event.target.value)} />
        : (
          <select className="f" id={id} value={options.find(([, each]) => each === value)?.[0] ?? ""} aria-describedby={hint === "" ? undefined : `${id}h`} onChange={(event) => onChange(options.find(([label]) => label === event.target.value)?.[1])}>
            <option value="">{p.notGiven}</option>
            {options.map(([label]) => <option key={label} value={label}>{label}</option>)}
          </select>
        )}
      {hint === "" ? null : <small id={`${id}h`} className="hint">{hint}</small>}
    </div>
  )
}

const List = ({ model, name, onChange, value }: Props & { readonly model: Model & { readonly kind: "list" } }) => {
  const items: ReadonlyArray<unknown> = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return (
    <fieldset>
      <legend>{name}</legend>
      {items.map((item, at) => (
        <div className="item" key={at}>
          <Field name={p.place(name, at + 1)} model={model.item} value={item} isRequired hint="" onChange={(next) => onChange(items.map((each, place) => (place === at ? next ?? "" : each)))} />
          <button type="button" className="btn s" aria-label={p.removeFrom(name, at + 1)} onClick={() => onChange(items.length === 1 ? undefined : items.filter((_, place) => place !== at))}>{p.remove}</button>
        </div>
      ))}
      <button type="button" className="btn s" aria-label={p.addTo(name)} onClick={() => onChange([...items, begun(model.item)])}>{p.add}</button>
    </fieldset>
  )
}

/** One member, which may have members itself. */
export const Field = (props: Props) => {
  const { isRequired, model, name, onChange, value } = props
  if (model.kind === "list") return <List {...props} model={model} />
  if (model.kind !== "object") return <Plain {...props} />
  if (value === undefined && !isRequired) {
    return <div className="field absent"><span>{name}</span><button type="button" className="btn s" aria-label={p.addTo(name)} onClick={() => onChange(begun(model))}>{p.add}</button></div>
  }
  return (
    <fieldset>
      <legend>{name}</legend>
      {model.members.map((member) => (
        <Field key={member.name} name={member.name} model={member.model} isRequired={member.isRequired} hint={member.hint} value={memberOf(value, member.name)} onChange={(next) => onChange(withMember(value, member.name, next))} />
      ))}
      {isRequired ? null : <button type="button" className="btn s" aria-label={`${p.remove} ${name}`} onClick={() => onChange(undefined)}>{p.remove}</button>}
    </fieldset>
  )
}
