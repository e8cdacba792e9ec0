/**
 * Adding a person or a token of a script, changing one, and the token that is shown once.
 */
import { useQuery } from "@tanstack/react-query"
import { useId, useRef, useState } from "react"
import { answered, api, because } from "../../api/client.ts"
import { useLinks } from "../../api/links.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { t } from "../../texts.ts"
import { p } from "../../texts/people.ts"
import { changeOf, linksOf, type Person, type Role, roles, shortestPassword } from "./person.ts"

interface Limits {
  readonly role: Role
  readonly links: ReadonlyArray<string>
}

/** The role, and the links to which it is limited. */
const LimitFields = ({ value, onChange }: { readonly value: Limits; readonly onChange: (next: Limits) => void }) => {
  const id = useId()
  const known = useLinks()?.map(({ scope }) => scope) ?? []
  const scopes = [...new Set([...known, ...value.links])]
  return (
    <>
      <label htmlFor={`${id}r`}>{p.role}</label>
      <select className="f" id={`${id}r`} value={value.role} onChange={(event) => onChange({ ...value, role: roles.find((each) => each === event.target.value) ?? value.role })}>
        {roles.map((role) => <option key={role} value={role}>{t.roles[role]}: {p.rights[role]}</option>)}
      </select>
      {scopes.length === 0 ? null : (
        <fieldset className="choices">
          <legend>{p.links} <small>{p.allLinks}</small></legend>
          {scopes.map((scope) => (
            <label className="check" key={scope}>
              <input type="checkbox" checked={value.links.includes(scope)} onChange={(event) => onChange({ ...value, links: event.target.checked ? [...value.links, scope] : value.links.filter((each) => each !== scope) })} />
              <code>{scope}</code>
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}

const PasswordField = ({ label, hint, value, onChange }: { readonly label: string; readonly hint: string; readonly value: string; readonly onChange: (value: string) => void }) => {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label} <small>{hint}</small></label>
      <input className="f" id={id} type="password" autoComplete="new-password" value={value} onChange={(event) => onChange(event.target.value)} />
    </>
  )
}

/** The name of the provider of OpenID Connect; undefined if the runner has none. */
const useProvider = (): string | undefined => useQuery({ queryKey: ["ways"], queryFn: ({ signal }) => answered(api.GET("/admin/session/ways", { signal })) }).data?.oidc?.name

const SubjectField = ({ hint, provider, value, onChange }: { readonly hint: string; readonly provider: string; readonly value: string; readonly onChange: (value: string) => void }) => {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{p.subject(provider)} <small>{hint}</small></label>
      <input className="f" id={id} value={value} maxLength={255} autoComplete="off" autoCapitalize="none" spellCheck={false} onChange={(event) => onChange(event.target.value)} />
    </>
  )
}

export const AddDialog = ({ isToken, onClose, onToken }: { readonly isToken: boolean; readonly onClose: () => void; readonly onToken: (token: string) => void }) => {
  const id = useId()
  const [name, setName] = useState("")
  const [password, setPassword] = useState("")
  const [subject, setSubject] = useState("")
  const provider = useProvider()
  const isLong = password.length >= shortestPassword
  const hasWay = subject === "" ? isLong : isLong || password === ""
  const [limits, setLimits] = useState<Limits>({ role: "viewer", links: [] })
  const token = useRef<string>(undefined)
  const account = () => ({ name: name.trim(), role: limits.role, ...(limits.links.length === 0 ? {} : { links: [...limits.links] }) })
  return (
    <ActionDialog
      title={isToken ? p.addToken : p.add}
      verb={p.addVerb}
      isBlocked={name.trim() === "" || (!isToken && !hasWay)}
      onClose={onClose}
      onDone={() => {
        if (token.current !== undefined) onToken(token.current)
      }}
      run={async (reason) => {
        if (!isToken) return answered(api.POST("/admin/people", { body: { ...account(), ...(password === "" ? {} : { password }), ...(subject === "" ? {} : { oidcSubject: subject }) }, headers: because(reason) }))
        const added = await answered(api.POST("/admin/people/tokens", { body: account(), headers: because(reason) }))
        token.current = added.token
        return added
      }}
    >
      {isToken ? p.addTokenSays : p.addSays}
      <label htmlFor={id}>{p.name}</label>
      <input className="f" id={id} value={name} maxLength={100} autoComplete="off" spellCheck={false} data-focus onChange={(event) => setName(event.target.value)} />
      <LimitFields value={limits} onChange={setLimits} />
      {isToken ? null : <PasswordField label={p.password} hint={provider === undefined ? p.passwordHint : p.passwordOrSubject} value={password} onChange={setPassword} />}
      {isToken || provider === undefined ? null : <SubjectField provider={provider} hint={p.subjectHint} value={subject} onChange={setSubject} />}
    </ActionDialog>
  )
}

export const ChangeDialog = ({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) => {
  const [password, setPassword] = useState("")
  const [limits, setLimits] = useState<Limits>({ role: person.role, links: linksOf(person) })
  const [subject, setSubject] = useState(person.oidc?.subject ?? "")
  // A link can be ended also where the runner has no provider any more.
  const provider = useProvider() ?? (person.oidc === undefined ? undefined : new URL(person.oidc.issuer).host)
  const change = changeOf(person, { ...limits, password, subject })
  return (
    <ActionDialog
      title={p.change(person.name)}
      verb={p.changeVerb}
      isBlocked={change === undefined || (password !== "" && password.length < shortestPassword)}
      onClose={onClose}
      run={(reason) => answered(api.PATCH("/admin/people/{name}", { params: { path: { name: person.name } }, body: change ?? {}, headers: because(reason) }))}
    >
      {person.kind === "token" ? p.changeTokenSays(person.name) : p.changeSays(person.name)}
      {person.oidc?.isByRule === true ? <p className="muted">{p.byRuleSays}</p> : null}
      <LimitFields value={limits} onChange={setLimits} />
      {person.kind === "token" ? null : <PasswordField label={p.newPassword} hint={`${p.passwordHint}; ${p.unchanged}`} value={password} onChange={setPassword} />}
      {person.kind === "token" || provider === undefined ? null : <SubjectField provider={provider} hint={p.noSubject} value={subject} onChange={setSubject} />}
    </ActionDialog>
  )
}

export const TokenDialog = ({ token, onClose }: { readonly token: string; readonly onClose: () => void }) => (
  <Dialog title={p.token}>
    <p className="says">{p.tokenOnce}</p>
    <pre className="token" tabIndex={0} aria-label={p.token}>{token}</pre>
    <div className="do">
      <CopyButton className="btn" text={token} />
      <button type="button" className="btn p" onClick={onClose}>{t.close}</button>
    </div>
  </Dialog>
)
