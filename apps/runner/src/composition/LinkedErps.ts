/**
 * Checks what a link says about ERPs: the further ERPs that receive what the link reports, their names for its warehouses, and the part
 * of an ERP that a caller of document 3 may see.
 */
import type { Entrance, Link, Scope } from "@crossdock/config"
import * as Contracts from "../Contracts.ts"
import type { Checker, Problem } from "./Checker.ts"

/** The warehouses and shops of an ERP that a caller may see. A list that is empty allows all. */
export interface VisibleToCaller {
  readonly warehouses: ReadonlyArray<string>
  readonly shops: ReadonlyArray<string>
}

/** What a link says about its ERPs. */
export interface LinkedErps {
  readonly erp: string
  /** Further ERP connections that receive everything that `erp` receives from this link. */
  readonly copyTo: ReadonlyArray<string>
  /** The warehouse code of this link for each name that these ERPs use in document 3. */
  readonly warehouseNames: Readonly<Record<string, string>>
}

const textsOf = (at: Checker, written: unknown, path: string, what: string): ReadonlyArray<string> => {
  if (written === undefined) return []
  if (!Array.isArray(written)) {
    at.problem(path, `the value must be a list of ${what}`)
    return []
  }
  written.forEach((one, index) => {
    if (typeof one !== "string" || one === "") at.problem(`${path}/${index}`, "the value must be a text that is not empty")
    else if (written.indexOf(one) < index) at.problem(`${path}/${index}`, `${JSON.stringify(one)} is in the list twice; remove one`)
  })
  return written
}

/** What a caller of an ERP may see. Absent: everything. */
export const visibleTo = (at: Checker, { scope }: Pick<Entrance, "scope">, usesErp: boolean, path: string): VisibleToCaller => {
  if (scope !== undefined && !usesErp) at.problem(`${path}/scope`, "only callers of an ERP have a scope, such as those of the route open-api; remove it")
  const { shops, warehouses }: Scope = scope ?? {}
  return {
    warehouses: textsOf(at, warehouses, `${path}/scope/warehouses`, "names of warehouses"),
    shops: textsOf(at, shops, `${path}/scope/shops`, "names of shops")
  }
}

const copiesOf = (at: Checker, { copyTo, erp }: Link<string>, path: string): ReadonlyArray<string> => {
  const ids = textsOf(at, copyTo, `${path}/copyTo`, "ids of ERP connections")
  ids.forEach((id, index) => {
    const plugin = at.declared.get(id)
    if (id === erp) at.problem(`${path}/copyTo/${index}`, `${id} is the erp of this link already; remove it`)
    else if (!at.declared.has(id)) at.problem(`${path}/copyTo/${index}`, `there is no connection ${JSON.stringify(id)}; correct the id`)
    else if (plugin !== undefined && !Contracts.isErp(plugin)) at.problem(`${path}/copyTo/${index}`, `${id} is a ${plugin.contract} connection, but this must be a ${Contracts.erp.id} connection; write the id of one`)
  })
  return ids
}

const namesOf = (at: Checker, { warehouseNames = {} }: Link<string>, path: string): Readonly<Record<string, string>> => {
  if (typeof warehouseNames !== "object" || warehouseNames === null || Array.isArray(warehouseNames)) {
    at.problem(`${path}/warehouseNames`, "the value must be an object with a warehouse code for each name, such as { \"North\": \"WH-1\" }")
    return {}
  }
  for (const [name, code] of Object.entries(warehouseNames)) {
    if (typeof code !== "string" || code === "") at.problem(`${path}/warehouseNames/${name}`, "the warehouse code must be a text that is not empty")
  }
  return warehouseNames
}

/** The members of a link that have no meaning if its caller uses the ERP itself. */
const ofOtherRoutes = ["peer", "copyTo", "warehouseNames", "prefix", "mapping"] as const

export const linkedErps = (at: Checker, written: Link<string>, leadsTo: "erp" | "peer", path: string): LinkedErps => {
  if (leadsTo === "erp") {
    for (const member of ofOtherRoutes) {
      if (written[member] !== undefined) at.problem(`${path}/${member}`, `callers of the route ${written.protocol} use the ERP itself, so the link has no such member; remove it`)
    }
    return { erp: written.erp, copyTo: [], warehouseNames: {} }
  }
  return { erp: written.erp, copyTo: copiesOf(at, written, path), warehouseNames: namesOf(at, written, path) }
}

/** Refuses links of one ERP that share a warehouse name, because an inbound order for it could not be announced to one warehouse. */
export const sharedNameProblems = (links: ReadonlyArray<LinkedErps & { readonly scope: string }>, pathOf: (index: number) => string): ReadonlyArray<Problem> =>
  links.flatMap((link, index) => {
    const erps = [link.erp, ...link.copyTo]
    const before = links.slice(0, index).filter(({ copyTo, erp }) => [erp, ...copyTo].some((id) => erps.includes(id)))
    return Object.keys(link.warehouseNames).flatMap((name) => {
      const clash = before.find(({ warehouseNames }) => Object.hasOwn(warehouseNames, name))
      return clash === undefined ? [] : [{
        path: `${pathOf(index)}/warehouseNames/${name}`,
        message: `${clash.scope} has this name for one of the same ERPs, so an inbound order would belong to two links; remove it from one`
      }]
    })
  })
