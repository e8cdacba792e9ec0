/**
 * A request as a curl command that a shell runs as it stands.
 */
import type { CallRequest } from "../api/Definition.ts"

/** In single quotes a shell changes nothing. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Headers that curl makes itself. */
const isOwn = /^(?:content-length|host|connection|transfer-encoding|accept-encoding)$/i

export const of = ({ body, headers, method, url }: CallRequest): string =>
  [
    `curl -X ${method} ${quoted(url)}`,
    ...headers.filter(([name]) => !isOwn.test(name)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === "" ? [] : [`--data-raw ${quoted(body)}`])
  ].join(" \\\n  ")
