// Response formats of the routes that send a stored document: the OpenAPI document and the reference page.
import type { HttpReply } from '../server/reply.js';
import { pageSecurityHeaders } from '../server/static-files.js';
import { jsonFormat, type ResponseFormat } from './response-format.js';

/** Sends the only field of the result as the whole body. Failures have the form of the JSON routes. */
const rawFormat = (headers: HttpReply['headers']): ResponseFormat => ({
  ...jsonFormat,
  success: ({ body }) => ({ status: 200, headers: { ...headers }, body: String(Object.values(body)[0]) }),
});

export const openApiJsonFormat = rawFormat({ 'Content-Type': 'application/json; charset=utf-8' });

/** The page's own calls carry a `Referer`, which proves to the browser guard where they come from (HEADER-4). */
const referrerPolicy = { 'Referrer-Policy': 'same-origin' };

export const htmlPageFormat = rawFormat({
  'Content-Type': 'text/html; charset=utf-8',
  ...pageSecurityHeaders,
  ...referrerPolicy,
});
