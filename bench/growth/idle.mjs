// Does nothing: what the machine alone does to an event loop beside it.
setInterval(() => {}, 1000)
