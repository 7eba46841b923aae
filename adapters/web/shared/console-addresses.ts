// Gives the console's page the methods and paths of the endpoints that the application declares. Nothing else of the
// application comes into its bundle.
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { consoleCatalogue } from '../../../application/console/catalogue.js';
import type { EndpointAddress } from '../../../application/console/calls.js';
import { methodOf, rootPath } from '../../../application/console/endpoints/endpoint.js';

/** The module that declares the addresses. */
const file = join(import.meta.dirname, '../console/api/addresses.ts');

const addresses: Readonly<Record<string, EndpointAddress>> = Object.fromEntries(
  consoleCatalogue.map((endpoint) => [
    endpoint.name,
    { method: methodOf[endpoint.intent].method, path: rootPath(endpoint) },
  ]),
);

/** Makes the module of the addresses. */
export const consoleAddresses = (): Plugin => ({
  name: 'console-addresses',
  load: (id) => (id === file ? `export const addresses = ${JSON.stringify(addresses)};` : undefined),
});
