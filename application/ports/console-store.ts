// The port of the console store: studios, operators, sessions, history and reports.
import type * as E from 'fp-ts/lib/Either.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import type { CallReport, RefusedCaller } from '../../domain/access/report.js';
import type { ConsoleFailure } from '../../domain/console/failure.js';
import type { Operator, PasswordHash } from '../../domain/console/operator.js';
import type { Operators } from '../../domain/console/operators.js';
import type { FailedSignIns } from '../../domain/console/sign-in-delay.js';
import type { ConsoleStudio } from '../../domain/console/studio.js';

/** Everything the console stores of a studio. */
export interface StudioEntry {
  readonly studio: ConsoleStudio;
  /** The hash of the studio key; null while there is no key. */
  readonly keyHash: string | null;
  readonly configuration: AccessConfiguration;
  /** The version that its service reported as in force; null before the first report. */
  readonly appliedVersion: number | null;
}

/** A configuration that a service refused. */
export interface ConfigurationRefusal {
  readonly version: number;
  readonly reason: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

/** The sync status of a studio: what the console shows of it without its whole configuration. */
export interface StudioSyncStatus extends Pick<StudioEntry, 'studio' | 'keyHash' | 'appliedVersion'> {
  readonly desiredVersion: number;
  /** The refusal of the configuration that was sent last; null if it wasn't refused. */
  readonly refusal: ConfigurationRefusal | null;
  /** Whether its service is connected to any console process. */
  readonly connected: boolean;
  /** Increases with every call report of its service, and when the list of refused callers is cleared. */
  readonly reports: number;
}

/** What a service reported about the configuration in force. */
export type AppliedVersion = Pick<StudioSyncStatus, 'appliedVersion' | 'refusal'>;

/** A device's last call. */
export interface LastCall {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly address: string;
}

/** A signed-in operator, identified by the hash of the session key in the browser. */
export interface Session {
  readonly keyHash: string;
  readonly username: string;
  /** Milliseconds since 1970 UTC. */
  readonly expiresAt: number;
}

/** Who changed what, and when. */
export interface HistoryEntry {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  /** The username. */
  readonly operator: string;
  /** The endpoint's name, such as `device.revoke`. */
  readonly action: string;
  /** A short sentence for people, without secrets. */
  readonly summary: string;
}

/** A history entry as it is stored. */
export interface StoredHistoryEntry extends HistoryEntry {
  /** Increases with every entry. */
  readonly id: number;
  /** The version of the studio's configuration after the change; null if the change belongs to no studio. */
  readonly version: number | null;
}

/** Selects the newest entries, or the newest before an id. */
export interface HistoryPage {
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The part of a studio, or of the console itself, that has changed. */
export type ChangedSection = 'studio' | 'access' | 'features' | 'devices' | 'refused' | 'operators' | 'sessions';

/**
 * A change, at any console process: of a studio, or of the console (`studioId` is null). `anything` means that events
 * may have been missed.
 */
export type ChangeEvent = { readonly studioId: string | null; readonly section: ChangedSection } | 'anything';

/** A changed configuration with its section and history entry. The same configuration means that nothing is written. */
export interface ConfigurationRevision {
  readonly configuration: AccessConfiguration;
  readonly section: ChangedSection;
  readonly note: HistoryEntry;
}

/** Changes a studio's configuration. A pure function. */
export type ConfigurationChange = (entry: StudioEntry) => E.Either<ConsoleFailure, ConfigurationRevision>;

/** Stores the studios. Every promise rejects if the store fails, with {@link StoreUnavailable} if it can't be reached. */
export interface StudioStore {
  /** Returns all studios, or those with the ids, sorted by id. */
  readonly syncStatuses: (ids?: readonly string[]) => Promise<readonly StudioSyncStatus[]>;
  readonly studio: (id: string) => Promise<StudioEntry | undefined>;
  /** Resolves with false if the id is taken. */
  readonly addStudio: (studio: StudioEntry, entry: HistoryEntry) => Promise<boolean>;
  /** Resolves with false if there is no such studio. So do the methods below. */
  readonly renameStudio: (id: string, name: string, entry: HistoryEntry) => Promise<boolean>;
  /** Removes a studio and all its data. The history entry belongs to no studio. */
  readonly removeStudio: (id: string, entry: HistoryEntry) => Promise<boolean>;
  /**
   * Changes a studio's configuration in one transaction. Resolves with the stored configuration, or undefined if there
   * is no such studio. `change` may be called more than once.
   */
  readonly change: (
    id: string,
    change: ConfigurationChange,
  ) => Promise<E.Either<ConsoleFailure, AccessConfiguration> | undefined>;
  /** Replaces or removes the key's hash. */
  readonly setKey: (id: string, keyHash: string | null, entry: HistoryEntry) => Promise<boolean>;
  readonly setApplied: (id: string, applied: AppliedVersion) => Promise<void>;
  /** Returns last calls by device id. */
  readonly lastCalls: (studioId: string) => Promise<ReadonlyMap<string, LastCall>>;
}

/** Stores the last 10,000 history entries of each studio, and of the console. */
export interface HistoryStore {
  /** Returns the entries of a studio, or those of no studio, newest first. */
  readonly history: (studioId: string | null, page: HistoryPage) => Promise<readonly StoredHistoryEntry[]>;
}

/** Changes the list of operators. A pure function. */
export type OperatorsChange = (
  operators: Operators,
) => E.Either<ConsoleFailure, { readonly operators: Operators; readonly note: HistoryEntry }>;

/** Stores what the services report of their callers. Every promise rejects if the store fails. */
export interface ReportStore {
  /**
   * Adds a report in one transaction (REPORT-4). A batch of refused callers that is sent again counts once. The newest
   * 100 addresses are kept (REPORT-5).
   */
  readonly addReport: (studioId: string, report: CallReport) => Promise<void>;
  /** Returns refused callers, newest first. */
  readonly refusedCallers: (studioId: string) => Promise<readonly RefusedCaller[]>;
  /** Resolves with false if there is no such studio. */
  readonly clearRefusedCallers: (studioId: string, entry: HistoryEntry) => Promise<boolean>;
}

/** Stores operators and sessions. Every promise rejects if the store fails. */
export interface OperatorStore {
  /** Returns all operators, sorted by name. */
  readonly operators: () => Promise<Operators>;
  readonly operator: (username: string) => Promise<Operator | undefined>;
  /**
   * Changes the list in one transaction, and resolves with it. Ends the sessions of changed and removed operators,
   * except the one with the key hash `keptSession`. `change` may be called more than once.
   */
  readonly changeOperators: (
    change: OperatorsChange,
    keptSession?: string,
  ) => Promise<E.Either<ConsoleFailure, Operators>>;
  /** Returns the hash of the first operator's password as last set by a setting; undefined if no setting ever did. */
  readonly configuredPassword: () => Promise<PasswordHash | undefined>;
  readonly saveConfiguredPassword: (hash: PasswordHash) => Promise<void>;
  /** Adds a session. Its operator keeps at most `most` sessions: those that expire last. */
  readonly addSession: (session: Session, most: number) => Promise<void>;
  /** Returns a session, even if it has expired. */
  readonly session: (keyHash: string) => Promise<Session | undefined>;
  readonly removeSession: (keyHash: string) => Promise<void>;
  readonly removeSessionsExpiredBy: (now: number) => Promise<void>;
  /** Changes the failed sign-ins of an address in one transaction. Resolves with those before the change. */
  readonly changeFailures: (
    address: string,
    change: (failed: FailedSignIns) => FailedSignIns,
  ) => Promise<FailedSignIns>;
}

/** Shares with the other console processes which services are connected to this one. */
export interface ConnectedServicesStore {
  readonly reportConnected: (connected: readonly string[], disconnected: readonly string[]) => Promise<void>;
}

/** Stores the console's data. It is durable when a promise has resolved. */
export interface ConsoleStore extends StudioStore, HistoryStore, ReportStore, OperatorStore, ConnectedServicesStore {
  /** Reports changes at this and every other process. Returns a function that unsubscribes. */
  readonly watch: (onChange: (event: ChangeEvent) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** The store can't be reached. */
export class StoreUnavailable extends Error {}
