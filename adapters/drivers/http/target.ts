// Reads where the requests of a connection go, and the secrets that they carry.
import * as E from 'fp-ts/lib/Either.js';
import type { ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { readCredentials } from '../shared/http-authentication.js';
import type { HttpTarget } from '../shared/http-exchange.js';
import type { HttpSettings } from './settings.js';

type ReadSecret = ConnectionDeps['readSecret'];

const secretHeaders = async ({ headerFiles = {} }: HttpSettings, readSecret: ReadSecret) => {
  const all = Object.entries(headerFiles).map(async ([name, path]) => {
    const value = await readSecret(path);
    if (/[^\t\x20-\x7e]/.test(value)) throw new Error(`${path}: expected a text in printable ASCII on one line`);
    return [name, value] as const;
  });
  return Object.fromEntries(await Promise.all(all));
};

/** Returns the port of a connection. */
export const portOf = ({ tls, port = tls ? 443 : 80 }: HttpSettings): number => port;

/** Reads the secrets. Fails with a message that names the file that can't be read, and no secret. */
export const readTarget = async (
  settings: HttpSettings,
  readSecret: ReadSecret,
): Promise<E.Either<string, HttpTarget>> => {
  const { host, tls, caFile, headers } = settings;
  try {
    const credentials = await readCredentials(settings, readSecret);
    const secrets = await secretHeaders(settings, readSecret);
    const ca = caFile === undefined ? undefined : await readSecret(caFile);
    return E.right({ host, port: portOf(settings), tls, ca, headers: { ...headers, ...secrets }, credentials });
  } catch (error) {
    return E.left(E.toError(error).message);
  }
};
