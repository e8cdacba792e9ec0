/** The service's model of an order, independent of the wire format. */
export interface Line {
  readonly sku: string
  readonly erpSku: string
  readonly name: string
  readonly quantity: number
  /** Decimals are kept as text. */
  readonly amount: string
  readonly shippingPrice?: string
  readonly hsCode?: string
}

export interface Receiver {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly country: string
  readonly state: string
  readonly city: string
  readonly district?: string
  readonly address1: string
  readonly address2?: string
  readonly postalCode: string
}

export interface Order {
  readonly orderNumber: string
  readonly onlineOrderId: string
  readonly shopName: string
  readonly warehouseCode: string
  readonly channelCode: string
  readonly platform: string
  readonly freight: string
  readonly packageType: "NORMAL" | "OWN_PACKAGE"
  readonly trackingNumber?: string
  readonly label?: string
  readonly cashOnDelivery?: { readonly amount: string; readonly currency: string }
  /** Milliseconds since 1970. */
  readonly orderedAt?: number
  readonly promisedAt?: number
  readonly onlineShopId?: string
  readonly receiver: Receiver
  readonly lines: ReadonlyArray<Line>
}

/** The content of createOrder for the warehouse. */
export const written = (order: Order): string =>
  JSON.stringify({
    orderNumber: order.orderNumber,
    onlineOrderId: order.onlineOrderId,
    shopName: order.shopName,
    warehouseCode: order.warehouseCode,
    logisticsCode: order.channelCode,
    platform: order.platform,
    freight: Number(order.freight),
    packageType: order.packageType,
    trackingNumber: order.trackingNumber,
    labelData: order.label,
    codEnabled: order.cashOnDelivery === undefined ? 0 : 1,
    codPayAmount: order.cashOnDelivery && Number(order.cashOnDelivery.amount),
    codCurrency: order.cashOnDelivery?.currency,
    orderCreate: order.orderedAt,
    deliveryTime: order.promisedAt,
    onlineShopId: order.onlineShopId,
    receiver: order.receiver,
    skuList: order.lines.map(({ amount, quantity, shippingPrice, ...line }) => ({
      ...line,
      quantity: String(quantity),
      amount: Number(amount),
      ...(shippingPrice !== undefined && { shippingPrice: Number(shippingPrice) })
    }))
  })
