// What a studio's service calls: it authenticates, follows its configuration, and reports the version in force.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { maxRefusalLength, maxVersion, type AccessConfiguration } from '../../../domain/access/configuration.js';
import { canonicalConfiguration } from '../../../domain/access/canonical-configuration.js';
import { redactTokens } from '../../../domain/access/redaction.js';
import { integer, refined, text } from '../../../domain/codec/codec.js';
import { consoleItself } from '../../../domain/console/operator.js';
import { isOutOfReach, moveAhead, sendAgain } from '../../../domain/console/revision.js';
import { acceptsKey, validOldKey, withoutOldKey, type StudioKeys } from '../../../domain/console/studio-key.js';
import { decodeOrFailure, failure, type Failure } from '../../../domain/failure.js';
import type { AdmittedStudio } from '../endpoints/callers.js';
import { historyEntry } from '../endpoints/studio-access.js';
import type { ConfigurationPublisher } from './configuration-publisher.js';
import type { ConsoleServices } from '../console-services.js';
import type {
  ConfigurationChange,
  ConfigurationRefusal,
  StoredHistoryEntry,
  StudioEntry,
} from '../../ports/console-store.js';
import { statusBeside } from './service-status.js';
import type { SyncListener } from './service-connections.js';
import type { ServiceHeartbeats } from './service-heartbeats.js';

/** The credentials of a service: its studio's id, and the studio key. */
export interface StudioCredentials {
  readonly studioId: string;
  readonly key: string;
}

/**
 * What a service reports: the version in force, its digest, why it refused another one, and its status. Older ones send
 * neither digest nor status.
 */
export const AppliedReport = t.intersection([
  t.type({ version: integer(0, maxVersion) }),
  t.partial({ refused: text(1, maxRefusalLength), digest: text(64, 64), status: t.unknown }),
]);
export type AppliedReport = t.TypeOf<typeof AppliedReport>;

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'hashesEqual' | 'log'>;

/** The ports of `followStudio`. */
export interface FollowPorts extends Pick<ConsoleServices, 'connections'> {
  readonly publisher: ConfigurationPublisher;
}

const unauthorized = failure('unauthorized', 'a studio id and its studio key are required');

/** Is compared where there is no key, so that this takes as long. No secret has this hash. */
const hashOfNoKey = '-'.repeat(64);

/** The ports of the admission of services. */
export type AdmissionPorts = Pick<Ports, 'store' | 'clock' | 'hashSecret' | 'hashesEqual'>;

/** The author and action of history entries about old keys that have ended. */
const takingOver = { operator: consoleItself, action: 'key.take-over' };

/** Ends the old key, because the service uses the current one (KEY-2). */
const endReplacedKey = async (
  ports: Pick<Ports, 'store' | 'clock'>,
  studioId: string,
  currentHash: string,
): Promise<void> => {
  const recorded = historyEntry(ports, takingOver, 'ended the old studio key, because the service uses the new one');
  const change = (keys: StudioKeys): StudioKeys => (keys.keyHash === currentHash ? withoutOldKey(keys) : keys);
  await ports.store.changeKeys(studioId, change, recorded);
};

/**
 * Authenticates a service, and returns the hash of the key that it has shown. Reads only the hashes of the studio's keys,
 * and takes as long for an unknown studio as for a wrong key (CONSOLE-26).
 */
export const admitKey = async (
  ports: AdmissionPorts,
  { studioId, key }: StudioCredentials,
): Promise<E.Either<Failure, string>> => {
  const { store, clock, hashSecret, hashesEqual } = ports;
  const shown = hashSecret(key);
  const keys = await store.keys(studioId);
  const isCurrent = hashesEqual(shown, keys.keyHash ?? hashOfNoKey);
  const isOld = hashesEqual(shown, validOldKey(keys, clock.now())?.hash ?? hashOfNoKey);
  if (!isCurrent && !isOld) return E.left(unauthorized);
  if (isCurrent && keys.oldKey !== undefined) await endReplacedKey(ports, studioId, shown);
  return E.right(shown);
};

/** Authenticates a service, and returns its studio, which is read after the key was checked (CONSOLE-26). */
export const admitService = async (
  ports: AdmissionPorts,
  credentials: StudioCredentials,
): Promise<E.Either<Failure, AdmittedStudio>> => {
  const shown = await admitKey(ports, credentials);
  if (E.isLeft(shown)) return shown;
  const entry = await ports.store.studio(credentials.studioId);
  // The key may have been replaced between the two reads.
  return entry !== undefined && acceptsKey(entry, shown.right, ports.clock.now())
    ? E.right({ ...entry, shownHash: shown.right })
    : E.left(unauthorized);
};

/** Authenticates a service by the key of its stream to this process, without reading the store; otherwise by its studio key. */
export const admitStreaming = async (
  ports: AdmissionPorts & { readonly heartbeats: Pick<ServiceHeartbeats, 'streams'> },
  credentials: StudioCredentials,
): Promise<E.Either<Failure, string>> => {
  const shown = ports.hashSecret(credentials.key);
  const isKnown = ports.heartbeats
    .streams(credentials.studioId)
    .some(({ keyHash }) => ports.hashesEqual(shown, keyHash));
  return isKnown ? E.right(shown) : admitKey(ports, credentials);
};

/** The form of the ids that consoles make. */
const streamId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a heartbeat contains: the id of the stream that it is for. */
const Heartbeat = t.type({
  stream: refined(t.string, (id) => streamId.test(id), 'the id of a stream, a UUID in lower case'),
});

/** Parses a heartbeat. */
export const parseHeartbeat = (body: unknown): E.Either<Failure, t.TypeOf<typeof Heartbeat>> =>
  decodeOrFailure(Heartbeat, body);

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

type ReportedStudio = Pick<StudioEntry, 'studio' | 'configuration'>;

/** Returns why the configuration that was sent last isn't in force; null if nothing prevents it. */
const refusalReason = (configuration: AccessConfiguration, { version, refused }: AppliedReport): string | null => {
  if (refused !== undefined) return redactTokens(refused);
  return isOutOfReach(configuration, version)
    ? `the service has version ${String(version)} in force, which no change can supersede: stop the service, run reset-configuration on its host, and start it again`
    : null;
};

/** The author and action of history entries about settings that are sent again. */
const movingAhead = { operator: consoleItself, action: 'sync.move-ahead' };

/** Moves a studio's configuration past the version that its service has in force, so that it is sent again (CONFIG-10). */
const moveStudioAhead = async (ports: Ports, { studio }: ReportedStudio, applied: number): Promise<void> => {
  const { store, log } = ports;
  const summary = `sent these settings again, because the service had the newer version ${String(applied)} in force`;
  // Recorded once in a row: a faulty service must not push the changes of operators out of the history.
  const [newest] = await store.history(studio.id, { limit: 1 });
  const recorded = newest?.action === movingAhead.action ? undefined : historyEntry(ports, movingAhead, summary);
  const change: ConfigurationChange = ({ configuration }) =>
    E.right({ configuration: moveAhead(configuration, applied), section: 'studio', historyEntry: recorded });
  await store.change(studio.id, change);
  log.warn('a service had a newer configuration than the console; it is sent the settings of the console again', {
    studio: studio.id,
    version: applied,
  });
};

/** The author and action of history entries about settings that replace others of the same version. */
const sendingAgain = { operator: consoleItself, action: 'sync.send-again' };

/** Whether the service has other settings in force than the console's, with the same version. */
const hasOtherContents = (
  { hashSecret }: Pick<Ports, 'hashSecret'>,
  configuration: AccessConfiguration,
  { version, digest }: AppliedReport,
): boolean =>
  version === configuration.version &&
  digest !== undefined &&
  digest !== hashSecret(canonicalConfiguration(configuration));

/** How often in a row settings are sent again: as many services as a studio may have connections. */
const mostSendsInARow = 8;

/** Returns how often the settings were sent again since anything else was recorded: only the first time is recorded. */
const sendsInARow = ({ version }: AccessConfiguration, newest: StoredHistoryEntry | undefined): number =>
  newest?.action === sendingAgain.action ? version - (newest.version ?? version) + 1 : 0;

/**
 * Gives a studio's configuration the next version, so that it is sent again (CONFIG-15). Several services with the studio's key may
 * each have another version of before a restore, so it does so several times in a row. A service that reads a configuration in
 * another way than the console would make it go on for ever without a limit.
 */
const sendStudioAgain = async (ports: Ports, { studio, configuration }: ReportedStudio): Promise<void> => {
  const { store, log } = ports;
  const { version } = configuration;
  log.warn('a service has other settings in force than the console, with the same version', {
    studio: studio.id,
    version,
  });
  const [newest] = await store.history(studio.id, { limit: 1 });
  const sends = sendsInARow(configuration, newest);
  if (sends >= mostSendsInARow) return;
  const summary = `sent these settings again, because the service had others of version ${String(version)} in force`;
  const recorded = sends > 0 ? undefined : historyEntry(ports, sendingAgain, summary);
  const change: ConfigurationChange = (entry) =>
    E.right({
      configuration: entry.configuration.version === version ? sendAgain(entry.configuration) : entry.configuration,
      section: 'studio',
      historyEntry: recorded,
    });
  await store.change(studio.id, change);
};

/**
 * Stores a service's report of the version in force. A console that is behind moves ahead (CONFIG-10); a version out of
 * reach is stored as a refusal (CONFIG-11); other settings of the same version are replaced (CONFIG-15).
 */
export const saveAppliedReport = async (
  ports: Ports,
  reported: ReportedStudio,
  report: AppliedReport,
): Promise<void> => {
  const { store, clock, log } = ports;
  const { studio, configuration } = reported;
  const reason = refusalReason(configuration, report);
  // The refused version is the one that was sent last: the service may have misread its number.
  const refusal: ConfigurationRefusal | null =
    reason === null ? null : { version: configuration.version, reason, time: clock.now() };
  await store.setApplied(studio.id, {
    appliedVersion: report.version,
    refusal,
    service: statusBeside(ports, report.status),
    time: clock.now(),
  });
  if (reason !== null) log.warn('a service refused its configuration', { studio: studio.id, reason });
  if (moveAhead(configuration, report.version) !== configuration)
    await moveStudioAhead(ports, reported, report.version);
  else if (hasOtherContents(ports, configuration, report)) await sendStudioAgain(ports, reported);
};
