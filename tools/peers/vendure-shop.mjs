// A shop on a Vendure server, for tests: what a merchant sets up, what buyers do, and what Vendure has stored. It uses the two
// GraphQL APIs directly and shares no code with the plugin. No dependencies; Node 20 or newer.

const en = (fields) => [{ languageCode: "en", ...fields }]
const arg = (name, value) => ({ name, value })
const error = "__typename ... on ErrorResult { errorCode message }"

/** Calls one API of a server as one user, whose session begins with the first call. */
const session = (url, headers = {}) => {
  let token
  return async (query, variables = {}, more = {}) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers, ...more, ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query, variables })
    })
    token = response.headers.get("vendure-auth-token") ?? token
    const { data, errors } = await response.json()
    if (errors !== undefined) throw new Error(`${query.trim().slice(0, 80)}: ${JSON.stringify(errors.map(({ message }) => message))}`)
    for (const [name, value] of Object.entries(data)) {
      if (value?.errorCode !== undefined) throw new Error(`${name}: ${value.errorCode}: ${value.message}`)
    }
    return data
  }
}

/** Where the shop sells to, and what it charges: prices without tax, 20 % tax, 5.00 for shipping. */
const setUpSales = async (admin) => {
  const ids = []
  for (const [code, name] of [["US", "United States"], ["DE", "Germany"]]) {
    const { createCountry } = await admin("mutation($i: CreateCountryInput!) { createCountry(input: $i) { id } }", { i: { code, enabled: true, translations: en({ name }) } })
    ids.push(createCountry.id)
  }
  const { createZone: zone } = await admin("mutation($m: [ID!]) { createZone(input: { name: \"World\", memberIds: $m }) { id } }", { m: ids })
  const { createTaxCategory: tax } = await admin("mutation { createTaxCategory(input: { name: \"Standard\", isDefault: true }) { id } }")
  await admin("mutation($z: ID!, $t: ID!) { createTaxRate(input: { name: \"20\", enabled: true, value: 20, categoryId: $t, zoneId: $z }) { id } }", { z: zone.id, t: tax.id })
  const { activeChannel } = await admin("{ activeChannel { id } }")
  await admin(`mutation($i: UpdateChannelInput!) { updateChannel(input: $i) { ${error} } }`, {
    i: { id: activeChannel.id, defaultTaxZoneId: zone.id, defaultShippingZoneId: zone.id, trackInventory: true }
  })
  for (const [code, name] of [["standard", "Standard Post"], ["express", "Express Courier"]]) {
    await admin("mutation($i: CreateShippingMethodInput!) { createShippingMethod(input: $i) { id } }", {
      i: {
        code,
        fulfillmentHandler: "manual-fulfillment",
        translations: en({ name, description: "" }),
        checker: { code: "default-shipping-eligibility-checker", arguments: [arg("orderMinimum", "0")] },
        calculator: { code: "default-shipping-calculator", arguments: [arg("rate", "500"), arg("includesTax", "exclude"), arg("taxRate", "20")] }
      }
    })
  }
  for (const [code, settles] of [["card", "true"], ["invoice", "false"]]) {
    await admin("mutation($i: CreatePaymentMethodInput!) { createPaymentMethod(input: $i) { id } }", {
      i: {
        code,
        enabled: true,
        translations: en({ name: code, description: "" }),
        handler: { code: "dummy-payment-handler", arguments: [arg("automaticSettle", settles)] }
      }
    })
  }
  await admin(`mutation($i: CreatePromotionInput!) { createPromotion(input: $i) { ${error} } }`, {
    i: {
      enabled: true,
      couponCode: "TEN",
      translations: en({ name: "Ten percent" }),
      conditions: [],
      actions: [{ code: "order_percentage_discount", arguments: [arg("discount", "10")] }]
    }
  })
  return tax.id
}

const setUpProducts = async (admin, taxCategoryId, stock, locations) => {
  const variants = {}
  let price = 0
  for (const [sku, pieces] of Object.entries(stock)) {
    const { createProduct } = await admin("mutation($i: CreateProductInput!) { createProduct(input: $i) { id } }", {
      i: { enabled: true, translations: en({ name: `Product ${sku}`, slug: sku.toLowerCase(), description: "" }) }
    })
    price += 999
    const { createProductVariants: [created] } = await admin("mutation($i: [CreateProductVariantInput!]!) { createProductVariants(input: $i) { id } }", {
      i: [{
        productId: createProduct.id,
        sku,
        price,
        taxCategoryId,
        trackInventory: "TRUE",
        translations: en({ name: `Item ${sku}` }),
        stockLevels: locations.map(({ id }, at) => ({ stockLocationId: id, stockOnHand: at === 0 ? pieces : 0 }))
      }]
    })
    variants[sku] = { productId: createProduct.id, variantId: created.id }
  }
  return variants
}

/** The permissions that the plugin's README lists. */
export const permissions = ["ReadOrder", "UpdateOrder", "ReadProduct", "UpdateProduct", "ReadStockLocation", "ReadShippingMethod"]

/** Logs in, and sets up a shop with goods by SKU, two stock locations, and an API key for the plugin. */
export const openShop = async ({ stock = { "SKU-1": 1000, "SKU-2": 1000, "SKU-3": 1000 }, url, admin: { password, user } }) => {
  const admin = session(`${url}/admin-api`)
  await admin(`mutation($u: String!, $p: String!) { login(username: $u, password: $p) { ${error} } }`, { u: user, p: password })
  const taxCategoryId = await setUpSales(admin)
  const { createStockLocation: second } = await admin("mutation { createStockLocation(input: { name: \"Second\", description: \"\" }) { id name } }")
  const { stockLocations } = await admin("{ stockLocations { items { id name } } }")
  const locations = [...stockLocations.items.filter(({ id }) => id !== second.id), second]
  const variants = await setUpProducts(admin, taxCategoryId, stock, locations)
  const { createRole } = await admin("mutation($p: [Permission!]!) { createRole(input: { code: \"crossdock\", description: \"Crossdock\", permissions: $p }) { id } }", { p: permissions })
  const { createApiKey } = await admin("mutation($i: CreateApiKeyInput!) { createApiKey(input: $i) { apiKey } }", {
    i: { roleIds: [createRole.id], translations: en({ name: "Crossdock" }) }
  })

  const fields = `id code state updatedAt orderPlacedAt currencyCode totalWithTax shippingWithTax
    customer { firstName lastName emailAddress }
    shippingAddress { fullName streetLine1 streetLine2 city province postalCode countryCode phoneNumber }
    lines { id quantity lineTax unitPriceWithTax proratedUnitPriceWithTax linePriceWithTax proratedLinePriceWithTax productVariant { id productId sku name } }
    discounts { amountWithTax }
    payments { id state amount createdAt updatedAt }
    fulfillments { id state method trackingCode createdAt updatedAt lines { orderLineId quantity } }`
  const order = async (code) => (await admin(`query($c: String!) { orders(options: { filter: { code: { eq: $c } } }) { items { ${fields} } } }`, { c: code })).orders.items[0]
  const levels = async (sku) => {
    const { productVariant } = await admin("query($i: ID!) { productVariant(id: $i) { stockLevels { stockLocationId stockOnHand stockAllocated } } }", { i: variants[sku].variantId })
    return productVariant.stockLevels
  }
  const transition = async (id, state) => {
    const { transitionFulfillmentToState: done } = await admin(`mutation($i: ID!, $s: String!) { transitionFulfillmentToState(id: $i, state: $s) { ${error} ... on Fulfillment { state } } }`, { i: id, s: state })
    return done.state
  }

  return {
    admin,
    apiKey: createApiKey.apiKey,
    locations,
    variants,
    order,
    levels,
    transition,

    /** Puts goods into a new cart, and returns the further steps of its buyer. */
    cart: async (code, lines) => {
      const buyer = session(`${url}/shop-api`, { "x-order-code": code })
      for (const [sku, quantity] of Object.entries(lines)) {
        await buyer(`mutation($v: ID!, $q: Int!) { addItemToOrder(productVariantId: $v, quantity: $q) { ${error} } }`, { v: variants[sku].variantId, q: quantity })
      }
      return {
        checkOut: async ({ coupon, firstName = "Jane", lastName = "Planted", method = "standard" } = {}) => {
          if (coupon !== undefined) await buyer(`mutation($c: String!) { applyCouponCode(couponCode: $c) { ${error} } }`, { c: coupon })
          const { eligibleShippingMethods } = await buyer("{ eligibleShippingMethods { id code } }")
          await buyer(
            `mutation($c: CreateCustomerInput!, $a: CreateAddressInput!, $m: [ID!]!) {
              setCustomerForOrder(input: $c) { ${error} }
              setOrderShippingAddress(input: $a) { ${error} }
              setOrderShippingMethod(shippingMethodId: $m) { ${error} }
              transitionOrderToState(state: "ArrangingPayment") { ${error} }
            }`,
            {
              c: { firstName, lastName, emailAddress: `buyer-${code.toLowerCase()}@shop.example` },
              a: { fullName: `${firstName} ${lastName}`, streetLine1: "Planted Street 1", city: "Berlin", province: "BE", postalCode: "10115", countryCode: "DE", phoneNumber: "+49 30 901820" },
              m: [eligibleShippingMethods.find((each) => each.code === method).id]
            }
          )
        },
        /** `card` pays at once; `invoice` is settled later by the merchant. */
        pay: (method = "card") => buyer(`mutation($m: String!) { addPaymentToOrder(input: { method: $m, metadata: {} }) { ${error} } }`, { m: method })
      }
    },

    settle: async (code) => {
      const { payments: [payment] } = await order(code)
      await admin(`mutation($i: ID!) { settlePayment(id: $i) { ${error} } }`, { i: payment.id })
    },

    cancel: async (code) => {
      const { id } = await order(code)
      await admin(`mutation($i: CancelOrderInput!) { cancelOrder(input: $i) { ${error} } }`, { i: { orderId: id, cancelShipping: true } })
    },

    /** Makes a fulfillment by hand, as the merchant would, and returns its id. It is Pending. */
    fulfil: async (trackingCode, lines) => {
      const { addFulfillmentToOrder: made } = await admin(`mutation($i: FulfillOrderInput!) { addFulfillmentToOrder(input: $i) { ${error} ... on Fulfillment { id } } }`, {
        i: {
          lines: Object.entries(lines).map(([orderLineId, quantity]) => ({ orderLineId, quantity })),
          handler: { code: "manual-fulfillment", arguments: [arg("method", "By hand"), arg("trackingCode", trackingCode)] }
        }
      })
      return made.id
    }
  }
}
