/** The order as the service works with it, whatever the wire calls things. */
export interface Line {
  readonly sku: string
  readonly erpSku: string
  readonly name: string
  readonly quantity: number
  /** Decimals stay as they were written. */
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
