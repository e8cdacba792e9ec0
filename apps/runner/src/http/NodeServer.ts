/** The one module that opens sockets for listening; other rooms take a server from here. */
export { createServer } from "node:http"
