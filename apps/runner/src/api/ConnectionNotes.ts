/**
 * What the audit says of connections and links before and after an act. No text has a value that may be a secret.
 */
import type { AnyPlugin } from "@crossdock/config"
import type { Link } from "@crossdock/admin-api"
import * as DateTime from "effect/DateTime"
import type { Changed } from "../connection/SecretRotation.ts"
import { type SettingChange, settingChange } from "../connection/SettingChanges.ts"
import * as ActNotes from "./ActNotes.ts"

const removed = "removed"

const joined = (...parts: ReadonlyArray<string | undefined>): string => parts.filter((part) => part !== undefined).join(", ")

const listed = (name: string, values: ReadonlyArray<string>): string | undefined => values.length === 0 ? undefined : `${name} ${values.join(" and ")}`

const entries = (members: Readonly<Record<string, string>>): ReadonlyArray<string> => Object.entries(members).map(([name, value]) => `${name} ${value}`)

export const connectionAdded = (plugin: AnyPlugin, environment: string, settings: Readonly<Record<string, unknown>>) =>
  ActNotes.changed(undefined, joined(`plugin ${plugin.id}`, environment, settingChange(plugin, {}, settings)?.to))

export const settingsChanged = (change: SettingChange | undefined) =>
  change === undefined ? ActNotes.effect("the settings were as they are") : ActNotes.changed(change.from, change.to)

export const connectionRemoved = (plugin: string | undefined, links: ReadonlyArray<string>) => ActNotes.changed(joined(plugin && `plugin ${plugin}`, listed("links", links)), removed)

/** The members of a link that differ from the usual ones, beside what it links. */
const linkText = ({ copyTo, erp, mapping, peer, prefix, protocols, visible, warehouseNames }: Link): string =>
  joined(
    `erp ${erp}`,
    `peer ${peer}`,
    listed("protocols", protocols),
    prefix === "" ? undefined : `prefix ${prefix}`,
    listed("copyTo", copyTo),
    listed("mapping", entries(mapping).filter((entry) => entry.endsWith(" required"))),
    listed("warehouseNames", entries(warehouseNames)),
    visible && listed("visible", [...visible.warehouses, ...visible.shops])
  )

export const linkAdded = (link: Link) => ActNotes.changed(undefined, linkText(link))

export const linkRemoved = (link: Link) => ActNotes.changed(linkText(link), removed)

/** A link that was not in use, because it is not valid any more. */
export const unusedLinkRemoved = ({ erp, peer }: Pick<Link, "erp" | "peer">) => ActNotes.changed(joined(`erp ${erp}`, `peer ${peer}`, "not in use"), removed)

const until = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** The caller has a new secret, and the earlier one for a while. */
export const secretChanged = ({ endsAt, id, protocol, startedAt }: Changed) =>
  ActNotes.changed(`one secret of ${protocol} ${id}`, endsAt > startedAt ? `a new secret, and the earlier one until ${until(endsAt)}` : "a new secret alone")

/** The earlier secret of a caller ended before its time. */
export const secretEnded = ({ endedOtherwise, id, protocol }: Changed) =>
  ActNotes.changed(`two secrets of ${protocol} ${id}${endedOtherwise === undefined ? "" : `, the earlier one until ${until(endedOtherwise)}`}`, "the new secret alone")
