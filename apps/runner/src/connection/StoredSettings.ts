/**
 * Settings of stored connections, in the form that the plugin's present release reads. They are stored with the version of their
 * form, so a plugin that renames or divides a setting needs no work of an operator.
 */
import type { AnyPlugin, ConnectionOf } from "@crossdock/config"
import { Contract } from "@crossdock/core"
import * as Result from "effect/Result"
import type { Problem } from "../Composition.ts"

type Written = ConnectionOf<string, unknown>

/** What is stored of a connection beside its settings, with the version of their form. */
export const optionsOf = (options: Omit<Written, "settings">, plugin: AnyPlugin | undefined): string =>
  JSON.stringify({ ...options, ...(plugin !== undefined && { settingsVersion: Contract.settingsVersion(plugin) }) })

const failed = (message: string): Result.Result<never, ReadonlyArray<Problem>> => Result.fail([{ path: "/settings", message }])

/**
 * A stored connection. What was stored before versions were has the version 1. Fails if a later release of the plugin has stored the
 * settings, or if an upgrade throws; messages contain no setting, because it may be a secret.
 */
export const read = (plugins: ReadonlyMap<string, AnyPlugin>, options: string, settings: string): Result.Result<Written, ReadonlyArray<Problem>> => {
  const { settingsVersion: stored = 1, ...written } = JSON.parse(options) as Written & { readonly settingsVersion?: number }
  const plugin = plugins.get(written.plugin)
  const asStored = JSON.parse(settings) as Contract.StoredSettings
  // Whoever reads the connection reports that the plugin is missing.
  if (plugin === undefined) return Result.succeed({ ...written, settings: asStored })
  const present = Contract.settingsVersion(plugin)
  if (stored > present) {
    return failed(`they have version ${stored}, which a later release of ${plugin.id} has stored, and this release reads versions up to ${present}; install the later one`)
  }
  try {
    return Result.succeed({ ...written, settings: Contract.upgradeSettings(plugin, asStored, stored) })
  } catch {
    return failed(`${plugin.id} cannot upgrade them from version ${stored} to ${present}; remove the connection and add it again`)
  }
}
