/**
 * What the operations of contracts and of the admin API are called where people read. One that is not here, such as the method of a protocol
 * whose call was refused, is shown as its own words.
 */
const names: { readonly [operation: string]: string } = {
  allotStock: "Reserve stock", cancelInboundOrder: "Cancel an announcement", cancelInboundOrders: "Cancel announcements", cancelOutboundOrder: "Cancel an order",
  cancelShipment: "Cancel a shipment", createInboundOrder: "Announce goods", createOutboundOrder: "Create an order", createShipment: "Arrange a shipment", createTransferOrder: "Create a transfer",
  enterRecords: "Enter records", getInboundOrders: "Ask for announcements", getLabels: "Read labels", getOrders: "Ask for orders", getOutboundOrders: "Ask for orders",
  listAssemblyOrders: "List assemblies", listBatchStock: "List stock by batch", listChannels: "List channels", listInboundOrders: "List announcements", listLocations: "List locations",
  listOutboundOrders: "List orders", listProducts: "List articles", listReceivedBatches: "List received batches", listShippingProviders: "List carriers", listStock: "List stock",
  listStockBalances: "List balances", listStockMovements: "List movements", listTransferOrders: "List transfers", listWarehouses: "List warehouses", markReadyToShip: "Mark as ready to ship",
  moveStock: "Move stock", receiveInboundAnnouncement: "Goods are announced", receiveInboundProgress: "Goods arrive", receiveOutboundStatus: "State of an order", receivePlatformOrder: "An order of a shop",
  receiveRefund: "A refund", receiveReturn: "A return", receiveShipments: "Parcels of a shop", reportOutgoingParcel: "Tell the shop of a parcel", setShopAccess: "Lock or open a shop",
  submitInboundOrder: "Submit an announcement", trackParcel: "Track a parcel", updateStock: "Set stock", upsertProduct: "Store an article",
  "desk.hold": "Hold an order", "desk.holdAll": "Hold orders", "desk.release": "Release an order", "desk.releaseAll": "Release orders", "desk.place": "Choose from where an order is shipped", "desk.withdraw": "Withdraw a part", "desk.takeOver": "Take over an order",
  "desk.found": "Say what is in a parcel", "deliveries.replay": "Try messages again", "deliveries.resend": "Tell again", "deliveries.cancel": "Cancel messages", "deliveries.reveal": "Reveal a message",
  "intents.decide": "Decide about a create", "intents.decideAll": "Decide about creates", "intents.reopen": "Open a create again", "intents.reveal": "Reveal a create", "calls.reveal": "Reveal a call",
  "calls.revealList": "Reveal calls", "maps.set": "Set a name", "maps.remove": "Remove a name", "maps.import": "Import names", "maps.fillFromPeer": "Take names from the peer",
  "connections.add": "Add a connection", "connections.remove": "Remove a connection", "connections.rotate": "Change a credential", "connections.test": "Test a connection", "connections.authorize": "Authorize a connection",
  "connections.pause": "Pause a connection", "connections.resume": "Resume a connection", "links.add": "Add a link", "links.remove": "Remove a link", "links.rotate": "Change a secret of a link",
  "links.endSecret": "End a secret of a link", "links.backfill": "Read earlier orders", "books.enter": "Enter records", "books.giveBackNumber": "Give a number back", "orders.erase": "Erase personal data",
  "people.add": "Add a person", "people.addToken": "Add a token", "people.change": "Change an account", "people.remove": "Remove an account", "session.create": "Sign in", "session.first": "First sign-in",
  "session.end": "Sign out", "runner.changeKey": "Change the master key", "runner.finishKey": "Finish the change of the key", "runner.endRestore": "End the restored mode", "runner.testNotifier": "Test the notifier",
  "compare.page": "Compare with a peer", "playground.send": "Send to the sandbox", "signature.revealRefused": "Reveal a refused call", "session.oidc": "Sign in by the provider"
}

/** The words of a name such as `listSplitOrders` or `links.rotate`. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll(/[._-]+/g, " ").replaceAll(/([a-z\d])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const operationName = (name: string): string => (Object.hasOwn(names, name) ? names[name] : undefined) ?? wordsOf(name)
