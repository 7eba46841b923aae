// The texts of HTTP statuses.
import { createRequire } from 'node:module';
import type http from 'node:http';

/** An import of the values of `node:http` would load Node's `fetch` and WebSocket too, which take 14 MB. */
const { STATUS_CODES } = createRequire(import.meta.url)('node:http') as typeof http;

/** Returns the text of a status, such as `Not Found`; empty for an unknown one. */
export const statusText = (status: number): string => STATUS_CODES[status] ?? '';
