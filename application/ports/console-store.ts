// The port of the console store: studios, operators, sessions, history and reports.
import type * as E from 'fp-ts/lib/Either.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import type { CallReport, RefusedCaller } from '../../domain/access/report.js';
import type { ConsoleFailure } from '../../domain/console/failure.js';
import type { Operator, PasswordHash } from '../../domain/console/operator.js';
import type { Operators } from '../../domain/console/operators.js';
import type { FailedSignIns } from '../../domain/console/sign-in-delay.js';
import type { ConsoleStudio } from '../../domain/console/studio.js';

/** Everything the console keeps of a studio. */
export interface StudioEntry {
  readonly studio: ConsoleStudio;
  /** The hash of the key its service shows; null while there is no key. */
  readonly keyHash: string | null;
  readonly configuration: AccessConfiguration;
  /** The version its service has told to be in force; null before the first. */
  readonly appliedVersion: number | null;
}

/** That a service refused its configuration. */
export interface ConfigurationRefusal {
  /** The version that was refused. */
  readonly version: number;
  readonly reason: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

/** How far a studio's service is: what is shown of a studio without its whole configuration. */
export interface StudioSyncStatus extends Pick<StudioEntry, 'studio' | 'keyHash' | 'appliedVersion'> {
  readonly desiredVersion: number;
  /** Null unless the service refused what it was sent last. */
  readonly refusal: ConfigurationRefusal | null;
  /** Whether its service is connected, at any console process. */
  readonly connected: boolean;
  /** Grows with every report that its service sends, and when the list of refused callers is cleared. */
  readonly reports: number;
}

/** What a service has told of the configuration in force. */
export type AppliedVersion = Pick<StudioSyncStatus, 'appliedVersion' | 'refusal'>;

/** A device's last call. */
export interface LastCall {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly address: string;
}

/** Somebody signed in, under the hash of the key that the browser holds. */
export interface Session {
  readonly keyHash: string;
  readonly username: string;
  /** Milliseconds since 1970 UTC. */
  readonly expiresAt: number;
}

/** Who did what, and when: what is kept beside a change that an operator made. */
export interface HistoryEntry {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  /** The username. */
  readonly operator: string;
  /** The endpoint's name, as in `device.revoke`. */
  readonly action: string;
  /** A short sentence for people; nothing secret is in it. */
  readonly summary: string;
}

/** A note as it is kept. */
export interface StoredHistoryEntry extends HistoryEntry {
  /** Grows with time. */
  readonly id: number;
  /** The version of the studio's configuration once it was made; null for what belongs to no studio. */
  readonly version: number | null;
}

/** The newest notes, those before an id where one is told. */
export interface HistoryPage {
  readonly before?: number | undefined;
  readonly limit: number;
}

/** What of a studio, or of the console itself, has changed. */
export type ChangedSection = 'studio' | 'access' | 'features' | 'devices' | 'refused' | 'operators' | 'sessions';

/**
 * Something has changed, at whichever console process: of a studio, of the console (`studioId` is null), or anything
 * at all, since changes may have been missed.
 */
export type ChangeEvent = { readonly studioId: string | null; readonly section: ChangedSection } | 'anything';

/** What a change makes of a configuration: the same one when nothing is to be written, the section, and the note. */
export interface ConfigurationRevision {
  readonly configuration: AccessConfiguration;
  readonly section: ChangedSection;
  readonly note: HistoryEntry;
}

/** A pure change of a studio's configuration. */
export type ConfigurationChange = (entry: StudioEntry) => E.Either<ConsoleFailure, ConfigurationRevision>;

/** The studios that are entered. Every promise rejects when the store itself fails, with {@link StoreUnavailable} while it is away. */
export interface StudioStore {
  /** In the order of their ids: all, or those of the ids. */
  readonly syncStatuses: (ids?: readonly string[]) => Promise<readonly StudioSyncStatus[]>;
  readonly studio: (id: string) => Promise<StudioEntry | undefined>;
  /** False when the id is taken. */
  readonly addStudio: (entry: StudioEntry, note: HistoryEntry) => Promise<boolean>;
  /** False when there is no such studio, as with everything below. */
  readonly renameStudio: (id: string, name: string, note: HistoryEntry) => Promise<boolean>;
  /** Removes a studio and everything of it; the note belongs to no studio any more. */
  readonly removeStudio: (id: string, note: HistoryEntry) => Promise<boolean>;
  /**
   * Reads a studio's entry, changes its configuration and writes it, with no other change in between; gives the
   * configuration that is now kept. `f` may be called more than once. `undefined` when there is no such studio.
   */
  readonly change: (
    id: string,
    f: ConfigurationChange,
  ) => Promise<E.Either<ConsoleFailure, AccessConfiguration> | undefined>;
  /** Replaces the key's hash, or takes it away. */
  readonly setKey: (id: string, keyHash: string | null, note: HistoryEntry) => Promise<boolean>;
  readonly setApplied: (id: string, applied: AppliedVersion) => Promise<void>;
  /** By the device's id. */
  readonly lastCalls: (studioId: string) => Promise<ReadonlyMap<string, LastCall>>;
}

/** What changes leave behind, newest first; of each studio, and of the console, the last 10,000 are kept. */
export interface HistoryStore {
  /** Of a studio, or what belongs to none. */
  readonly history: (studioId: string | null, page: HistoryPage) => Promise<readonly StoredHistoryEntry[]>;
}

/** A pure change of the list of operators. */
export type OperatorsChange = (
  operators: Operators,
) => E.Either<ConsoleFailure, { readonly operators: Operators; readonly note: HistoryEntry }>;

/** What the services report of their callers. Every promise rejects when the store itself fails. */
export interface ReportStore {
  /**
   * Takes a report in, whole: an older last call never replaces a newer one, and a batch of refused callers counts
   * once, however often it comes. The newest 100 addresses stay.
   */
  readonly addReport: (studioId: string, report: CallReport) => Promise<void>;
  /** Newest first. */
  readonly refusedCallers: (studioId: string) => Promise<readonly RefusedCaller[]>;
  /** False when there is no such studio. */
  readonly clearRefusedCallers: (studioId: string, note: HistoryEntry) => Promise<boolean>;
}

/** Operators and who is signed in. Every promise rejects when the store itself fails. */
export interface OperatorStore {
  /** In the order of their names. */
  readonly operators: () => Promise<Operators>;
  readonly operator: (username: string) => Promise<Operator | undefined>;
  /**
   * Changes the list with no other change in between, and gives it. Whoever is changed or removed is signed out, but
   * from the session whose key's hash is `spared`. `f` may be called more than once.
   */
  readonly changeOperators: (f: OperatorsChange, spared?: string) => Promise<E.Either<ConsoleFailure, Operators>>;
  /** What is kept of the first operator's password as a setting told it last; `undefined` where none ever did. */
  readonly configuredPassword: () => Promise<PasswordHash | undefined>;
  readonly saveConfiguredPassword: (told: PasswordHash) => Promise<void>;
  /** Adds a session; of its operator's others those stay that end last, `most` with the new one. */
  readonly addSession: (session: Session, most: number) => Promise<void>;
  /** Also one that has expired. */
  readonly session: (keyHash: string) => Promise<Session | undefined>;
  readonly removeSession: (keyHash: string) => Promise<void>;
  readonly removeSessionsExpiredBy: (now: number) => Promise<void>;
  /** Changes the failed sign-ins of an address with no other change in between; gives what they were before. */
  readonly changeFailures: (address: string, f: (failed: FailedSignIns) => FailedSignIns) => Promise<FailedSignIns>;
}

/** Which studios' services are connected to this process, told to every other. */
export interface ConnectedServicesStore {
  readonly reportConnected: (come: readonly string[], gone: readonly string[]) => Promise<void>;
}

/** What the console keeps, durable once a promise has resolved. */
export interface ConsoleStore extends StudioStore, HistoryStore, ReportStore, OperatorStore, ConnectedServicesStore {
  /** Tells what changes from now on, at this process and at every other; the returned function ends it. */
  readonly watch: (onHappening: (happening: ChangeEvent) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** The store can't be reached at present. */
export class StoreUnavailable extends Error {}
