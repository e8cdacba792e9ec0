/** A folder of a file system in memory, if this machine has one with enough room; or else the usual one for temporary files. */
export declare const fastFolder: () => string
