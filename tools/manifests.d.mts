export interface Manifest {
  readonly name: string
  readonly version: string
  readonly files: ReadonlyArray<string>
}
export declare const published: (root: string) => ReadonlyArray<{ readonly folder: string; readonly manifest: Manifest }>
export declare const servedUntil: string
