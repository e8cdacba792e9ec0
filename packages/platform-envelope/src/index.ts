export { platformEnvelope, platformEnvelopeSigned } from "./Adapter.ts"
export { Settings, SignedSettings } from "./Settings.ts"
