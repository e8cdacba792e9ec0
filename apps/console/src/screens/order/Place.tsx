/**
 * Chooses from where an order is shipped. The choices are the warehouses at which the rules place orders, and to let the rules decide.
 */
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useId, useState } from "react"
import { answered, api } from "../../api/client.ts"
import { linkName } from "../../api/links.ts"
import { ActionDialog } from "../../parts/ActionDialog.tsx"
import { o } from "../../texts/orders.ts"
import type { Detail } from "./found.ts"

const usePlaces = () => {
  const { data } = useQuery({ queryKey: ["places"], queryFn: ({ signal }) => answered(api.GET("/admin/desk/places", { signal })), refetchInterval: false, staleTime: 60_000 })
  return data?.items
}

/** What stands for no place in the list, and for the chosen place if the rules, or this account, do not have it. */
const [byRules, elsewhere] = [-1, -2]

export interface PlaceProps {
  readonly detail: Detail
  readonly between: ReactNode
  readonly onClose: () => void
}

export const PlaceDialog = ({ between, detail: { desk, number, scope }, onClose }: PlaceProps) => {
  const asked = usePlaces()
  const places = asked ?? []
  const [picked, setPicked] = useState<number | undefined>(undefined)
  const id = useId()
  const found = places.findIndex(({ link, warehouse }) => link === desk?.chosen?.link && warehouse === desk.chosen.warehouse)
  const before = desk?.chosen === undefined ? byRules : found >= 0 ? found : elsewhere
  const at = picked ?? before
  const place = places[at]
  return (
    <ActionDialog
      title={o.act.placeTitle(number)}
      verb={at === byRules ? o.act.placeRulesVerb : o.act.placeVerb}
      isBlocked={asked === undefined || at === before}
      onClose={onClose}
      run={(reason) =>
        answered(api.POST("/admin/desk/{number}/place", {
          params: { path: { number }, query: { link: scope } },
          body: { reason, ...(place === undefined ? {} : { warehouse: place.warehouse, at: place.link }) }
        }))}
    >
      <p>{o.act.place}</p>
      {desk?.state === "held" ? <p>{o.act.placeHeld(desk.because)}</p> : null}
      {between}
      <label htmlFor={id}>{o.act.at}</label>
      <select id={id} className="f" value={at} onChange={(event) => setPicked(Number(event.target.value))}>
        {before === elsewhere ? <option value={elsewhere} disabled>{desk?.chosen?.warehouse}</option> : null}
        <option value={byRules}>{o.act.placeByRules}</option>
        {places.map(({ link, warehouse }, index) => <option key={`${link} ${warehouse}`} value={index}>{places.some((one) => one.warehouse === warehouse && one.link !== link) ? `${warehouse}, ${linkName(link)}` : warehouse}</option>)}
      </select>
    </ActionDialog>
  )
}
