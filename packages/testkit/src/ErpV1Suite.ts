/**
 * The conformance suite for `erp/v1`: a plugin that passes may say so.
 */
import type * as Schema from "effect/Schema"
import * as Suite from "./Suite.ts"
import * as Conformance from "./erp/Conformance.ts"

export interface Options<Settings extends Schema.Codec<unknown, unknown>, R> extends Conformance.Options<Settings, R>, Suite.Options {}

/**
 * Registers one test per law that the plugin is held to. Afterwards `coverage/crossdock-conformance.json` and `.html`
 * say what held, what did not, and what could not be brought about with what was given.
 */
export const suite = <Settings extends Schema.Codec<unknown, unknown>, R>(options: Options<Settings, R>): void => {
  const { plugin } = options
  Suite.register(
    `${plugin.contract} ${plugin.id}`,
    Conformance.lawsOf(options),
    Conformance.open(options),
    (laws) => Conformance.report(plugin, laws),
    options
  )
}
