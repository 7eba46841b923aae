// The target of a virtual panel's call. Both the client that makes the call and the page that shows its URL use it.
import type { PanelCall } from '../panel/panel-call.js';

/** Returns a path with another query parameter; an empty value adds none. */
export const withParameter = (path: string, name: string, value: string): string =>
  value === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;

/** Returns the path with the token as a parameter. */
export const targetOf = ({ path, token = '' }: Pick<PanelCall, 'path' | 'token'>): string =>
  withParameter(path, 'token', token);
