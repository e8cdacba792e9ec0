export declare const isPrepared: () => boolean
