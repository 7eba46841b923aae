// What a studio's service calls: it authenticates, follows its configuration, and reports the version in force.
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

/** The credentials of a service: its studio's id, and the studio key. */
export interface StudioCredentials {
  readonly studioId: string;
  readonly key: string;
}

/** The highest version that is accepted, so that no service can use up the versions. */
const maxVersion = 2 ** 52;

/** What a service reports: the version in force, and why it refused another one. */
export const AppliedReport = t.intersection([
  t.type({ version: integer(0, maxVersion) }),
  t.partial({ refused: text(1, 1_024) }),
]);
export type AppliedReport = t.TypeOf<typeof AppliedReport>;

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'log'>;

/** The ports of `followStudio`. */
export interface FollowPorts extends Pick<ConsoleServices, 'connections'> {
  readonly publisher: ConfigurationPublisher;
}

const unauthorized = failure('unauthorized', 'a studio id and its studio key are required');

/** Authenticates a service, and returns its studio. */
export const admitService = async (
  { store, hashSecret }: Ports,
  { studioId, key }: StudioCredentials,
): Promise<E.Either<Failure, StudioEntry>> => {
  const entry = await store.studio(studioId);
  return entry?.keyHash === hashSecret(key) ? E.right(entry) : E.left(unauthorized);
};

/**
 * Sends a service its configuration now and after every change, until the returned function is called. Ends the listener
 * at once if its key was revoked since it was admitted.
 */
export const followStudio = (
  { connections, publisher }: FollowPorts,
  studioId: string,
  listener: SyncListener,
): (() => void) => {
  const stop = connections.listen(studioId, listener);
  publisher.publish(studioId);
  return stop;
};

/** Parses a service's report of the version in force. */
export const parseAppliedReport = (body: unknown): E.Either<Failure, AppliedReport> =>
  decodeOrFailure(AppliedReport, body);

/** Stores a service's report of the version in force. */
export const saveAppliedReport = async (
  { store, clock, log }: Ports,
  { studio, configuration }: { readonly studio: StudioEntry['studio']; readonly configuration: AccessConfiguration },
  { version, refused }: AppliedReport,
): Promise<void> => {
  // The refused version is the one that was sent last: the service may have misread its number.
  const refusal =
    refused === undefined ? null : { version: configuration.version, reason: redactTokens(refused), time: clock.now() };
  await store.setApplied(studio.id, { appliedVersion: version, refusal });
  if (refused !== undefined) log.warn('a service refused its configuration', { studio: studio.id, reason: refused });
  if (version > configuration.version)
    log.warn('a service holds a newer configuration than the console; the next change overrides it', {
      studio: studio.id,
      version,
    });
};
