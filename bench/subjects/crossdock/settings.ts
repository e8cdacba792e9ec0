/** Settings that the compositions of the bench share. */
export const credentials = { accessId: "sandbox", secretKey: "sandbox-secret" }
/** The same wire format as the baselines use. */
export const asJson = { contentType: "json" }
/** More than any run reaches. */
export const noLimit = 1_000_000_000
