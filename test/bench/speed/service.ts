// The service that is measured: built, with the flags of all installations, on simulated devices.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { main } from './programs.js';

const start = (
  JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string };
  }
).scripts.start;

/** The flags with which all installations start Node. */
export const nodeFlags = start.split(' ').filter((word) => word.startsWith('--'));

/** Returns the arguments of Node for a service whose data is in a folder. */
export const serviceArguments = (folder: string, ...flags: readonly string[]): readonly string[] => [
  ...[...nodeFlags, main, 'service', '--devices', 'simulated', '--host', '127.0.0.1', '--port', '0'],
  ...['--data-dir', folder, '--log-level', 'error', ...flags],
];

/** Settings of every measured service: loopback is an address like any other. */
export const serviceSettings = { TRUST_LOOPBACK: 'off' };
