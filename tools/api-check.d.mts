export declare const check: (folder: string, options?: { readonly isDocumented?: boolean }) => ReadonlyArray<string>
export declare const whatToDo: string
