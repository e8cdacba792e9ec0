/** The loopback address of endpoint n, which callers see as a separate host. */
export const addressOf = (endpoint: number): string => `127.1.${1 + Math.floor(endpoint / 250)}.${1 + (endpoint % 250)}`
