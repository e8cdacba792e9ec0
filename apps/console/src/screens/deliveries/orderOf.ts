/** The number of the order that a message is about: the desk's own messages have the number of their booking behind it. */
export const orderOf = (number: string): string => number.replace(/ desk [\d.]+$/, "")
