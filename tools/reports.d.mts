export declare const workspaces: (root: string) => ReadonlyArray<string>
