import { Head } from "../parts/Page.tsx"
import { t } from "../texts.ts"

export const Connections = () => <Head title={t.places.connections} />
