// Response formats of the routes that send no records: the OpenAPI document, the pages, and pictures.
import type { Tally } from '../../../domain/studio/tally.js';
import { textReply, type HttpReply } from '../server/reply.js';
import { pageHeaders, pageSecurityHeaders } from '../server/static-files.js';
import { tallyPicture } from './lamp.js';
import { jsonFormat, type ResponseFormat } from './response-format.js';
import { statusOf } from './status.js';

/** Returns the function that encodes a document. It keeps the last one, because a long text takes long to count or to encode. */
const encodedOnce = (): ((text: string) => Buffer) => {
  let last = { text: '', octets: Buffer.from('') };
  return (text) => {
    if (text !== last.text) last = { text, octets: Buffer.from(text) };
    return last.octets;
  };
};

/** Sends the only field of the result as the whole body. Failures have the form of the JSON routes. */
const rawFormat = (headers: HttpReply['headers']): ResponseFormat => {
  const encode = encodedOnce();
  return {
    ...jsonFormat,
    success: ({ body }) => ({ status: 200, headers: { ...headers }, body: encode(String(Object.values(body)[0])) }),
  };
};

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' };

export const openApiJsonFormat = rawFormat(jsonHeaders);

export const asyncApiJsonFormat = rawFormat(jsonHeaders);

/** The page's own calls carry a `Referer`, which proves to the browser guard where they come from (HEADER-4). */
const referrerPolicy = { 'Referrer-Policy': 'same-origin' };

export const htmlPageFormat = rawFormat({
  'Content-Type': 'text/html; charset=utf-8',
  ...pageSecurityHeaders,
  ...referrerPolicy,
});

/** The pages for screens. They are installable, and refusals are text for people. */
export const screenFormat: ResponseFormat = {
  ...rawFormat({
    'Content-Type': 'text/html; charset=utf-8',
    ...pageHeaders({ 'manifest-src': "'self'" }),
    ...referrerPolicy,
  }),
  prefix: '',
  generation: 'neither',
  failure: ({ code, message }, _head, status = statusOf[code]) => textReply(status, message),
};

/** Pictures of tallies. Devices may keep one, but ask each time whether it is still right. Failures have the form of the JSON routes. */
export const pictureFormat: ResponseFormat = {
  ...jsonFormat,
  success: ({ body }) => {
    const { value, size } = body as { readonly value: Tally | null; readonly size: number };
    const { content, tag } = tallyPicture(value, size);
    return {
      status: 200,
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'no-cache', ETag: tag },
      body: content,
    };
  },
};
