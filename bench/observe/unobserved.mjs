// Loaded before a runner that runs from its sources (`node --import`): replaces the modules that record calls, count them for metrics and
// make spans by the ones in `subjects/unobserved`, which do nothing. So the bench can say what these cost together; there is no setting
// that switches them off.
import { registerHooks } from "node:module"

const replaced = new Map(["http/ServedCallRecords", "connection/SentCallRecords", "metrics/CallMetrics", "http/ListenerMetrics", "tracing/Spans"].map((path) => [
  new URL(`../../apps/runner/src/${path}.ts`, import.meta.url).href,
  new URL(`../subjects/unobserved/${path.slice(path.lastIndexOf("/") + 1)}.ts`, import.meta.url).href
]))
const ours = new URL("../subjects/unobserved/", import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const found = next(specifier, context)
    const other = context.parentURL?.startsWith(ours) === true ? undefined : replaced.get(found.url)
    return other === undefined ? found : { ...found, url: other }
  }
})
