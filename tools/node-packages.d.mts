export declare const lowest: string
export declare const newest: string
export declare const nodePackage: () => string | undefined
export declare const machine: () => string
