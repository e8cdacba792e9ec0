/** Replaces an operation of a plugin, to show that what is wrong with it then is found. */
import type { AnyPlugin } from "@crossdock/config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

type Call = (payload: any) => Effect.Effect<unknown, unknown>

interface Adapter {
  readonly call: (operation: { readonly name: string }, payload: unknown) => Effect.Effect<unknown, unknown>
}

/** The plugin with another operation in place of the one with this name; other plugins stay as they are. */
export const instead = (id: string, name: string, replaced: (original: Call) => Call) => (plugin: AnyPlugin): AnyPlugin => {
  if (plugin.id !== id) return plugin
  const { layer } = plugin as unknown as { readonly layer: (...given: ReadonlyArray<unknown>) => Layer.Layer<unknown> }
  const changed = (adapter: Adapter): Adapter => ({
    ...adapter,
    call: (operation, payload) => operation.name === name ? replaced((asked) => adapter.call(operation, asked))(payload) : adapter.call(operation, payload)
  })
  const planted = (...given: ReadonlyArray<unknown>) =>
    Layer.effectContext(Effect.map(Layer.build(layer(...given)), ({ mapUnsafe }) =>
      Context.makeUnsafe(new Map([...mapUnsafe].map(([key, service]) => [key, typeof service === "object" && service !== null && "call" in service ? changed(service) : service])))))
  return { ...plugin, layer: planted } as unknown as AnyPlugin
}
