import { Head } from "../parts/Page.tsx"
import { t } from "../texts.ts"

export const Flow = () => <Head title={t.places.flow} />
