/**
 * The default limits of requests to the public listener. `server` of a composition can set each. `Listener.ts` and
 * `RequestBody.ts` enforce the size and the number of all requests, `Routes.ts` the number of one link, and
 * `AuthFailureLimit.ts` the failed authentications.
 */

/** Maximum size of a body in bytes. A larger one is answered with 413 and not parsed (U-122). The default of the protocols is the same. */
export const maxBody = 8 * 1024 * 1024
/** Maximum number of members and list elements in the content of a call, which is read in one turn of the event loop (U-122). The default of the protocols is the same. */
export const maxMembers = 60_000
/** Maximum number of requests at once. Further ones are answered with 503 and not carried out. */
export const callsAtOnce = 2000
/** Maximum number of requests of one link at once. Further ones are refused as too many. */
export const callsAtOncePerLink = 500
/** Failed authentications per credential and address within 60 s, after which further ones are answered with 429 (U-21). */
export const authFailureLimit = 50
/** Maximum number of pages that one call reads at a peer for one link, to find the page that it asks for. */
export const pagesPerCall = 20

/** The limits that the servers of the protocols enforce. */
export const ofProtocols = (server: { readonly maxBody: number; readonly maxMembers: number }) => ({ maxBody: server.maxBody, maxMembers: server.maxMembers })
