export declare const check: (folder: string) => ReadonlyArray<string>
export declare const whatToDo: string
