// The API that the page shows: where it is, and how its document differs from others.
import type { OpenApi } from './openapi.js';

/** The path of the API. The page is beside its document: `/api/v2/docs` shows `/api/v2/openapi.json`. */
export const apiBase = location.pathname.replace(/\/docs\/?$/, '');

/** Returns whether calls may need a token. */
export const takesToken = ({ security }: OpenApi): boolean => security.length > 0;

/** Returns whether the API has a path, which is given below the base. */
export const hasPath = ({ paths }: OpenApi, path: string): boolean => paths[apiBase + path]?.get !== undefined;
