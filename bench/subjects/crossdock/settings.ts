/** What the compositions of the bench share. */
export const credentials = { accessId: "sandbox", secretKey: "sandbox-secret" }
/** Bodies as the baselines send them. */
export const asJson = { contentType: "json" }
/** Beyond what any run reaches. */
export const noLimit = 1_000_000_000
