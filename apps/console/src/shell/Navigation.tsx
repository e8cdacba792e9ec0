/**
 * The side navigation, and the bar below on a narrow window.
 */
import { Link } from "@tanstack/react-router"
import { Menu } from "lucide-react"
import { useSignIn } from "../session.ts"
import { t } from "../texts.ts"
import { Brand } from "./Brand.tsx"
import { type Count, useCounts } from "./counts.ts"
import { groups, isFor, type Place, places } from "./places.ts"

const exact = { exact: true, includeSearch: false }
const below = { exact: false, includeSearch: false }
const current = { "aria-current": "page" } as const

const Entry = ({ count, place, onGo }: { readonly count: Count | undefined; readonly place: Place; readonly onGo?: () => void }) => {
  const Icon = place.icon
  return (
    <Link className="n" to={place.to} activeOptions={place.to === "/" || place.to === "/playground" ? exact : below} activeProps={current} {...(onGo === undefined ? {} : { onClick: onGo })}>
      <Icon className="ic" aria-hidden />
      {t.places[place.id]}
      {count === undefined || count.value === 0 ? null : <span className={`c ${count.tone}`} aria-label={t.waiting(count.value)}>{count.value}</span>}
    </Link>
  )
}

const useGroups = () => {
  const { session } = useSignIn()
  return groups.map((group) => ({ ...group, places: group.places.filter((place) => isFor(place, session)) })).filter((group) => group.places.length > 0)
}

export const Entries = ({ onGo }: { readonly onGo?: () => void }) => {
  const counts = useCounts()
  const shown = useGroups()
  return (
    <>
      {shown.map((group) => (
        <div className="group" key={group.title ?? ""}>
          {group.title === undefined ? null : <h2>{group.title}</h2>}
          {group.places.map((place) => <Entry key={place.id} count={counts[place.id]} place={place} {...(onGo === undefined ? {} : { onGo })} />)}
        </div>
      ))}
    </>
  )
}

export const Side = () => (
  <nav className="side" aria-label={t.main}>
    <Link className="brand" to="/"><Brand />{t.product}</Link>
    <Entries />
  </nav>
)

export const Tabs = ({ onMore }: { readonly onMore: () => void }) => (
  <nav className="tabs" aria-label={t.mainShort}>
    {places.filter((place) => place.isShort === true).slice(0, 4).map(({ icon: Icon, id, to }) => (
      <Link key={id} to={to} activeOptions={to === "/" ? exact : below} activeProps={current}><Icon className="ic" aria-hidden />{t.places[id]}</Link>
    ))}
    <button type="button" onClick={onMore}><Menu className="ic" aria-hidden />{t.more}</button>
  </nav>
)
