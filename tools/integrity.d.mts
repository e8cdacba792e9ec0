export declare const compare: (lockfile: unknown) => { readonly wrong: ReadonlyArray<string>; readonly unpinned: ReadonlyArray<string> }
