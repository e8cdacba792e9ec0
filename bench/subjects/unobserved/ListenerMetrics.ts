/** Takes the place of the runner's module, without metrics of requests. */
import type * as Real from "../../../apps/runner/src/http/ListenerMetrics.ts"

export { count, methodReplays, signatureFailures } from "../../../apps/runner/src/http/ListenerMetrics.ts"
export const answered: typeof Real.answered = () => {}
