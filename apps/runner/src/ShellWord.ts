/**
 * A text as one word of a shell, for commands that a person copies from a message.
 */

/** In quotes, whatever it is. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Without quotes if it needs none. */
export const word = (text: string): string => /^[\w.:@/+-]+$/.test(text) ? text : quoted(text)
