// Which calls can change a studio.
import { readFileSync } from 'node:fs';
import { templateOf, type ApiDocument } from '../../../test/openapi/response-validator.js';

const frozen = new URL('../../../docs/api/openapi.json', import.meta.url);
const document = JSON.parse(readFileSync(frozen, 'utf8')) as ApiDocument;
const { paths } = document as unknown as { readonly paths: Readonly<Record<string, { readonly post?: unknown }>> };

/** The same route of the current API for a legacy route and for a plain twin. */
const currentPath = (path: string): string =>
  path.replace(/^\/api\/v2\/plain(?=\/|$)/, '/api/v2').replace(/^\/api\/(?!v2(?:\/|$))/, '/api/v2/');

/** Whether a call may change the studio: a route of an action, or a route that the API document doesn't describe. */
export const isControlCall = (method: string, path: string): boolean => {
  if (!['GET', 'POST'].includes(method)) return false;
  const template = templateOf(document, currentPath(path));
  return template === undefined ? method === 'POST' : paths[template]?.post !== undefined;
};
