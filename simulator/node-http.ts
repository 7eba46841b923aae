// The HTTP client and server of Node.js.
import { createRequire } from 'node:module';
import type http from 'node:http';

/** An import of the values of `node:http` would load Node's `fetch` and WebSocket too, which take 14 MB. */
export const { Agent, createServer, request } = createRequire(import.meta.url)('node:http') as typeof http;
