import { Head } from "../parts/Page.tsx"
import { t } from "../texts.ts"

export const Search = () => <Head title={t.places.connections} />
