import { Head } from "../parts/Page.tsx"
import { t } from "../texts.ts"

export const Connection = () => <Head title={t.places.connections} />
