// What a studio's service asks of the console: its configuration, every change of it, and to hear what is in force.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { describeFaults, faultsOf, text, whole } from '../../domain/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { ConsolePorts, StudioEntry, SyncListener } from './ports.js';

/** What a service shows: its studio's id, and the studio's key. */
export interface StudioCredentials {
  readonly studioId: string;
  readonly key: string;
}

/** The highest version that is believed, so that no service can use the versions up. */
const highestVersion = 2 ** 52;

/** What a service tells back: the version in force, and why it refused another one. */
export const Applied = t.intersection([
  t.type({ version: whole(0, highestVersion) }),
  t.partial({ refused: text(1, 1_024) }),
]);
export type Applied = t.TypeOf<typeof Applied>;

type Ports = Pick<ConsolePorts, 'store' | 'announcements' | 'hashSecret' | 'log'>;

const notLetIn = failure('unauthorized', 'a studio id and its studio key are required');

/** Lets a service in, and gives its studio. */
export const admitService = async (
  { store, hashSecret }: Ports,
  { studioId, key }: StudioCredentials,
): Promise<E.Either<Failure, StudioEntry>> => {
  const entry = await store.studio(studioId);
  return entry?.keyHash === hashSecret(key) ? E.right(entry) : E.left(notLetIn);
};

/** The same listener, to whom a version that isn't newer than the last is not sent: changes may overtake the first one. */
const onlyNewer = ({ send, end }: SyncListener): SyncListener => {
  let last = -1;
  return {
    send: (configuration) => {
      if (configuration.version <= last) return;
      last = configuration.version;
      send(configuration);
    },
    end,
  };
};

/**
 * Sends a service its configuration now and at every change, until the returned function is called. A key that was
 * taken out of use between the admission and now ends it at once.
 */
export const followStudio = (
  { store, announcements }: Ports,
  { studio, keyHash }: StudioEntry,
  listener: SyncListener,
): (() => void) => {
  const ordered = onlyNewer(listener);
  const stop = announcements.listen(studio.id, ordered);
  void store.studio(studio.id).then((now) => {
    if (now?.keyHash === keyHash) ordered.send(now.configuration);
    else ordered.end();
  }, ordered.end);
  return stop;
};

/** Reads what a service tells back. */
export const readApplied = (body: unknown): E.Either<Failure, Applied> =>
  E.mapLeft((errors: t.Errors) => failure('invalid_parameter', describeFaults(faultsOf(errors))))(Applied.decode(body));

/** Takes down what a service tells back. */
export const noteApplied = async (
  { store, log }: Ports,
  { studio, configuration }: { readonly studio: StudioEntry['studio']; readonly configuration: AccessConfiguration },
  { version, refused }: Applied,
): Promise<void> => {
  await store.setApplied(studio.id, version);
  if (refused !== undefined) log.warn('a service refused its configuration', { studio: studio.id, reason: refused });
  if (version > configuration.version)
    log.warn('a service holds a newer configuration than the console; the next change overrules it', {
      studio: studio.id,
      version,
    });
};
