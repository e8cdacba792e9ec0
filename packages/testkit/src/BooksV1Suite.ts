/**
 * The conformance suite for `books/v1`.
 */
import type * as Schema from "effect/Schema"
import * as Suite from "./Suite.ts"
import * as Conformance from "./erp/BooksConformance.ts"

export interface Options<Settings extends Schema.Codec<unknown, unknown>, R> extends Conformance.Options<Settings, R>, Suite.Options {}

/**
 * Registers one test per law that applies to the plugin. Afterwards `coverage/crossdock-conformance.json` and `.html`
 * list the laws that hold, those that are broken, and those that `fixture` has no means to run.
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
