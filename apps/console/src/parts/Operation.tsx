/** An operation in words; its name in the API is shown on hover and read by programs. */
import { operationName } from "../texts/operations.ts"

export const Operation = ({ name }: { readonly name: string }) => <span title={name}>{operationName(name)}</span>
