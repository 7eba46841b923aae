// What a studio's service asks of the console: its configuration, every change of it, and to hear what is in force.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { integer, text } from '../../../domain/codec/codec.js';
import { decodeOrFailure } from '../../../domain/codec/issues.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { ConfigurationPublisher } from './configuration-publisher.js';
import type { ConsoleServices } from '../console-services.js';
import type { StudioEntry } from '../../ports/console-store.js';
import type { SyncListener } from './service-connections.js';

/** What a service shows: its studio's id, and the studio's key. */
export interface StudioCredentials {
  readonly studioId: string;
  readonly key: string;
}

/** The highest version that is believed, so that no service can use the versions up. */
const highestVersion = 2 ** 52;

/** What a service tells back: the version in force, and why it refused another one. */
export const Applied = t.intersection([
  t.type({ version: integer(0, highestVersion) }),
  t.partial({ refused: text(1, 1_024) }),
]);
export type Applied = t.TypeOf<typeof Applied>;

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'log'>;

/** What following takes. */
export interface FollowingPorts extends Pick<ConsoleServices, 'connections'> {
  readonly courier: ConfigurationPublisher;
}

const notLetIn = failure('unauthorized', 'a studio id and its studio key are required');

/** Lets a service in, and gives its studio. */
export const admitService = async (
  { store, hashSecret }: Ports,
  { studioId, key }: StudioCredentials,
): Promise<E.Either<Failure, StudioEntry>> => {
  const entry = await store.studio(studioId);
  return entry?.keyHash === hashSecret(key) ? E.right(entry) : E.left(notLetIn);
};

/**
 * Sends a service its configuration now and at every change, until the returned function is called. A key that was
 * taken out of use between the admission and now ends it at once.
 */
export const followStudio = (
  { connections: announcements, courier }: FollowingPorts,
  studioId: string,
  listener: SyncListener,
): (() => void) => {
  const stop = announcements.listen(studioId, listener);
  courier.publish(studioId);
  return stop;
};

/** Reads what a service tells back. */
export const readApplied = (body: unknown): E.Either<Failure, Applied> => decodeOrFailure(Applied, body);

/** Takes down what a service tells back. */
export const saveApplied = async (
  { store, clock, log }: Ports,
  { studio, configuration }: { readonly studio: StudioEntry['studio']; readonly configuration: AccessConfiguration },
  { version, refused }: Applied,
): Promise<void> => {
  // What it was sent last is what it refused; nobody asks it for a number that it may have read wrong.
  const refusal =
    refused === undefined ? null : { version: configuration.version, reason: redactTokens(refused), time: clock.now() };
  await store.setApplied(studio.id, { appliedVersion: version, refusal });
  if (refused !== undefined) log.warn('a service refused its configuration', { studio: studio.id, reason: refused });
  if (version > configuration.version)
    log.warn('a service holds a newer configuration than the console; the next change overrules it', {
      studio: studio.id,
      version,
    });
};
