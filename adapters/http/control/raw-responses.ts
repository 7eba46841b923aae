// The faces of what is written beforehand and served as it is: the machine-readable description and the reference page.
import type { HttpReply } from '../server/reply.js';
import { pagePolicy } from '../server/static-files.js';
import { json, type ResponseFormat } from './response-format.js';

/** The only field of the result is the whole body; failures are those of the JSON routes. */
const written = (headers: HttpReply['headers']): ResponseFormat => ({
  ...json,
  success: ({ body }) => ({ status: 200, headers: { ...headers }, body: String(Object.values(body)[0]) }),
});

export const openApiJson = written({ 'Content-Type': 'application/json; charset=utf-8' });

export const page = written({ 'Content-Type': 'text/html; charset=utf-8', ...pagePolicy });
