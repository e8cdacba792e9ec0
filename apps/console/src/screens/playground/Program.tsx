/**
 * The call as a program of a language, to be copied.
 */
import { useId, useState } from "react"
import { CopyButton } from "../../parts/CopyButton.tsx"
import { p } from "../../texts/playground.ts"
import type { Unsigned } from "./call.ts"
import { type Language, languages, programOf } from "./programs.ts"

export const Program = ({ address, call }: { readonly address: string; readonly call: Unsigned }) => {
  const id = useId()
  const [language, setLanguage] = useState<Language>("curl")
  const text = programOf(language, { ...call, address })
  return (
    <section className="card" aria-label={p.program}>
      <header>
        <h2>{p.program}</h2>
        <label htmlFor={id} className="vh">{p.language}</label>
        <select className="f short" id={id} value={language} onChange={(event) => setLanguage(languages.find((each) => each === event.target.value) ?? language)}>
          {languages.map((each) => <option key={each}>{each}</option>)}
        </select>
        <CopyButton text={text} />
      </header>
      <div className="pad">
        <small>{p.programAbout}</small>
        <pre className="program" tabIndex={0} aria-label={p.program}>{text}</pre>
      </div>
    </section>
  )
}
