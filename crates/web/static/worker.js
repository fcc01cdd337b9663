// The same program as the page, as a worker. Messages that come before it is ready wait.
import init from "./finaud.js";
const early = [];
self.onmessage = (event) => early.push(event);
await init();
for (const event of early) self.onmessage(event);
