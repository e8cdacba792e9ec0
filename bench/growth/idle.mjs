// An idle process, to measure how the machine alone delays an event loop.
setInterval(() => {}, 1000)
