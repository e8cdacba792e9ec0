import { Head } from "../parts/Page.tsx"
import { o } from "../texts/orders.ts"

export const Order = () => <Head title={o.orders.title} />
