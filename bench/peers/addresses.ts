/** The loopback address of endpoint n, which is a host of its own to whoever calls it. */
export const addressOf = (endpoint: number): string => `127.1.${1 + Math.floor(endpoint / 250)}.${1 + (endpoint % 250)}`
