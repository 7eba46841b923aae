// Composes what follows the studio's state by itself once the service has started.
import { publishLinks } from '../../adapters/drivers/mqtt/publish-link.js';
import { publishState, type PublishingDeps } from '../../application/publish/publishing.js';
import { version } from '../machine/version.js';
import { readSecretFile } from '../settings/secret-files.js';

/** Starts what follows the state. Returns what ends it: what is a promise resolves once those who read it know. */
export type StartFollowers = () => readonly (() => unknown)[];

/** Returns what starts what follows tallies, and what publishes the state at a broker. */
export const stateFollowers =
  (startTallies: StartFollowers, deps: Omit<PublishingDeps, 'open' | 'version'>): StartFollowers =>
  () => [...startTallies(), publishState({ ...deps, version, open: publishLinks(readSecretFile) })];
