// The port of the console store: studios, operators, sessions, history and reports.
import type * as E from 'fp-ts/lib/Either.js';
import type { AccessAssertion } from '../../domain/access/assertion.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import type { KnownCaller } from '../../domain/access/refused-callers.js';
import type { CallAnswer, CallReport } from '../../domain/access/report.js';
import type { ApiToken, ApiTokens, ApiTokenUse } from '../../domain/console/api-token.js';
import type { ChangedField } from '../../domain/console/changed-fields.js';
import type { ConsoleFailure } from '../../domain/console/failure.js';
import type { HistorySection } from '../../domain/console/history-section.js';
import type { Operator, PasswordHash } from '../../domain/console/operator.js';
import type { Operators } from '../../domain/console/operators.js';
import type { SecondFactor } from '../../domain/console/second-factor.js';
import type { FailedSignIns } from '../../domain/access/sign-in-delay.js';
import type { PanelTargets } from '../../domain/console/panel-targets.js';
import type { ServiceStatus } from '../../domain/console/service-status.js';
import type { StudioKeys } from '../../domain/console/studio-key.js';
import type { ConsoleStudio } from '../../domain/console/studio.js';
import type { ConsoleWebhook, ConsoleWebhooks, OpenCondition, WebhookTrouble } from '../../domain/console/webhook.js';
import type { ConsoleMessages } from './console-messages.js';

/** A studio as the console stores it. */
export interface StudioEntry extends StudioKeys {
  readonly studio: ConsoleStudio;
  readonly configuration: AccessConfiguration;
  /** The version in force at its service; null before its first report. */
  readonly appliedVersion: number | null;
  /** What the studio asserts of its access; absent for nothing. */
  readonly assertions?: readonly AccessAssertion[];
}

/** A service's refusal of a configuration. */
export interface ConfigurationRefusal {
  readonly version: number;
  readonly reason: string;
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

/** The status that a service has reported, and when. What it reports for the set-up of devices is read apart. */
export interface ReportedStatus extends ServiceStatus {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

/** How far a studio's service is, without the whole configuration. */
export interface StudioSyncStatus extends StudioKeys, Pick<StudioEntry, 'studio' | 'appliedVersion'> {
  readonly desiredVersion: number;
  /** Whether the API is switched on in the configuration of the desired version. */
  readonly apiEnabled: boolean;
  /** Words by which operators group studios, in the order in which they were entered. */
  readonly labels: readonly string[];
  /** When its service first reported the version in force; null if that is unknown. Milliseconds since 1970 UTC. */
  readonly appliedAt: number | null;
  /** When its service last reported the version in force or its status; null before. Milliseconds since 1970 UTC. */
  readonly confirmedAt: number | null;
  /**
   * When its service was disconnected; null while it is connected, and if that is unknown because the console was killed.
   * Milliseconds since 1970 UTC.
   */
  readonly disconnectedAt: number | null;
  /** Null unless the service refused the last configuration it was sent. */
  readonly refusal: ConfigurationRefusal | null;
  /** Null before its service has reported one, and if its service is too old to report one. Without `panels`. */
  readonly service: ReportedStatus | null;
  /** Whether its service is connected to any console process. */
  readonly connected: boolean;
  /** A counter that grows with every call report, and when the list of refused callers is cleared. */
  readonly reports: number;
}

/** What shows whether a studio has changed, without its status: it is read of all studios at once. */
export type StudioRevision = StudioKeys & Pick<StudioSyncStatus, 'studio' | 'desiredVersion' | 'reports'>;

/** What a service reports about the configuration in force, and when. */
export interface AppliedVersion extends Pick<StudioSyncStatus, 'appliedVersion' | 'refusal' | 'service'> {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
}

/** When and from where a device called. */
export interface CallOrigin {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly address: string;
}

/** A device's last call. */
export interface LastCall extends CallOrigin {
  /** Absent if it isn't known: the call isn't answered yet, or the service is too old to report it. */
  readonly answer?: CallAnswer;
}

/** When and from where a person last used a session. */
export interface SessionUse {
  /** Milliseconds since 1970 UTC. */
  readonly lastUsedAt: number;
  readonly address: string;
}

/** A device's last call with a token that had been replaced. */
export interface OldTokenCall extends CallOrigin {
  /** The number of that token. */
  readonly oldToken: number;
}

/** The session of a signed-in operator, stored under the hash of its key. */
export interface Session extends SessionUse {
  /** Names the session in the API; it is no secret. */
  readonly id: string;
  readonly keyHash: string;
  readonly username: string;
  /** Milliseconds since 1970 UTC, like `expiresAt`, after which the session ends even if it is used. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The browser in words, such as `Firefox on Windows`. */
  readonly browser: string;
}

/** The most history entries of each studio, and of the console, that are kept. */
export const maxHistoryEntries = 10_000;

/** How many of them may be by the console itself, which follow from what a service reports: a stolen studio key erases no history. */
export const maxOwnHistoryEntries = 1_000;

/** One entry of the history: who changed what, and when. */
export interface HistoryEntry {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  /** The username. */
  readonly operator: string;
  /** The endpoint's name, such as `device.revoke`. */
  readonly action: string;
  /** A short sentence for people, without secrets. */
  readonly summary: string;
  /** What was changed, as `subjectsOf` names it; absent if the change is not one of a configuration. */
  readonly subjects?: readonly string[] | undefined;
  /** The changed fields before and after, redacted; absent if they were not recorded. */
  readonly fields?: readonly ChangedField[] | undefined;
}

/** A history entry as the store returns it. */
export interface StoredHistoryEntry extends HistoryEntry {
  /** Grows with every entry. */
  readonly id: number;
  /** The version of the studio's configuration after the change; null for entries of the console itself. */
  readonly version: number | null;
}

/** Selects entries. Absent filters select all. */
export interface HistoryFilter {
  /** A part of the username, in any case. */
  readonly operator?: string | undefined;
  readonly section?: HistorySection | undefined;
  /** The id of a device. */
  readonly device?: string | undefined;
  /** Milliseconds since 1970 UTC; the time of the first entry, and the one after the last. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Selects the newest entries, those before the id `before`, and those from the id `since` on. */
export interface HistoryPage extends HistoryFilter {
  readonly before?: number | undefined;
  readonly since?: number | undefined;
  readonly limit: number;
}

/** The section of a studio or of the console that has changed. */
export type ChangedSection = 'studio' | 'access' | 'features' | 'devices' | 'refused' | 'operators' | 'sessions';

/**
 * A change at any console process. `studioId` is null for a change of the console itself. `unknown` means that events
 * may have been missed, so anything may have changed.
 */
export type ChangeEvent =
  | {
      readonly studioId: string | null;
      readonly section: ChangedSection;
      /** Whether only what its service has reported or its connection has changed: neither its configuration nor its keys. */
      readonly isReport?: true;
    }
  | 'unknown';

/** The result of a change. Nothing is written when `configuration` is the same object as before. */
export interface ConfigurationRevision {
  readonly configuration: AccessConfiguration;
  readonly section: ChangedSection;
  /** Absent if the change is not recorded. */
  readonly historyEntry?: HistoryEntry | undefined;
}

/** Changes a studio's configuration. A pure function. */
export type ConfigurationChange = (entry: StudioEntry) => E.Either<ConsoleFailure, ConfigurationRevision>;

/** What is changed, with the entry that records it; or why nothing is. */
type Recorded<A> = E.Either<ConsoleFailure, A & { readonly historyEntry: HistoryEntry }>;

/** Changes the labels of a studio. A pure function. */
export type LabelsChange = (labels: readonly string[]) => Recorded<{ readonly labels: readonly string[] }>;

/** Changes the assertions of a studio. A pure function. */
export type AssertionsChange = (entry: StudioEntry) => Recorded<{ readonly assertions: readonly AccessAssertion[] }>;

/** What was stored, or why nothing was; `undefined` when there is no such studio. */
type Stored<A> = E.Either<ConsoleFailure, A> | undefined;

/** What a search finds in a studio: its devices and allowed addresses. */
export interface SearchedStudio {
  readonly id: string;
  readonly devices: readonly Pick<AccessConfiguration['devices'][number], 'id' | 'name' | 'fixedAddress'>[];
  readonly listedDevices: readonly Pick<AccessConfiguration['access']['listedDevices'][number], 'address' | 'label'>[];
}

/** Selects studios by their ids: the first `limit`, which may be infinite, that follow `after`. */
export interface StudioPage {
  /** Empty for the first page. */
  readonly after: string;
  readonly limit: number;
}

/** Stores studios. Every promise rejects when the store fails, with {@link StoreUnavailable} while it can't be reached. */
export interface StudioStore {
  /** Returns all studios, or those with the given ids, ordered by id. */
  readonly syncStatuses: (ids?: readonly string[]) => Promise<readonly StudioSyncStatus[]>;
  /** Returns the ids of a page of all studios, in the order of their characters. */
  readonly studioIds: (page: StudioPage) => Promise<readonly string[]>;
  /** Returns the revisions of all studios, or of those with the given ids, ordered by id. */
  readonly revisions: (ids?: readonly string[]) => Promise<readonly StudioRevision[]>;
  /**
   * Returns a stamp of every studio, by its id. It differs after every change of its sync status, and may cost less to
   * read than that.
   */
  readonly statusStamps: () => Promise<ReadonlyMap<string, string>>;
  /** Returns what a search finds in the studios with the given ids, in any order; unknown ones are left out. */
  readonly searchedStudios: (ids: readonly string[]) => Promise<readonly SearchedStudio[]>;
  readonly studio: (id: string) => Promise<StudioEntry | undefined>;
  /** Returns the studios with the given ids, in any order; unknown ones are left out. */
  readonly studios: (ids: readonly string[]) => Promise<readonly StudioEntry[]>;
  /** Returns the hashes of a studio's keys without reading its configuration; none for an unknown studio. */
  readonly keys: (id: string) => Promise<StudioKeys>;
  /** Resolves with false when the id is taken. */
  readonly addStudio: (entry: StudioEntry, historyEntry: HistoryEntry) => Promise<boolean>;
  /** Resolves with false when there is no such studio, like the methods below. */
  readonly renameStudio: (id: string, name: string, historyEntry: HistoryEntry) => Promise<boolean>;
  /** Records a change of what the service has, not of what the console stores. */
  readonly recordChange: (id: string, historyEntry: HistoryEntry) => Promise<boolean>;
  /** Removes a studio with all its data but its history. The entry goes to that history, and to that of the console. */
  readonly removeStudio: (id: string, historyEntry: HistoryEntry) => Promise<boolean>;
  /**
   * Changes a studio's configuration atomically and returns the stored one. `f` may be called more than once.
   * Resolves with `undefined` when there is no such studio.
   */
  readonly change: (id: string, change: ConfigurationChange) => Promise<Stored<AccessConfiguration>>;
  /**
   * Changes a studio's keys atomically and returns them; `undefined` without such a studio. Nothing is written if `change`
   * returns the same object. `change` may be called more than once.
   */
  readonly changeKeys: (
    id: string,
    change: (keys: StudioKeys) => StudioKeys,
    historyEntry: HistoryEntry,
  ) => Promise<StudioKeys | undefined>;
  /**
   * Changes a studio's labels atomically and returns them. `change` may be called more than once. Resolves with `undefined` when there
   * is no such studio.
   */
  readonly changeLabels: (id: string, change: LabelsChange) => Promise<Stored<readonly string[]>>;
  /** Changes what a studio asserts of its access, as `changeLabels` changes its labels. */
  readonly changeAssertions: (id: string, change: AssertionsChange) => Promise<Stored<readonly AccessAssertion[]>>;
  readonly setApplied: (id: string, applied: AppliedVersion) => Promise<void>;
  readonly setServiceStatus: (id: string, status: ReportedStatus) => Promise<void>;
  /** Returns what the service has reported for the set-up of devices; null if it has reported nothing. */
  readonly panelTargets: (id: string) => Promise<PanelTargets | null>;
  /** Returns the last call of each device, by device id. */
  readonly lastCalls: (studioId: string) => Promise<ReadonlyMap<string, LastCall>>;
  /** Returns the last call of each device with its newest old token, by device id. */
  readonly oldTokenCalls: (studioId: string) => Promise<ReadonlyMap<string, OldTokenCall>>;
}

/** A studio that was removed, of which the history is kept. */
export interface RemovedStudio {
  readonly id: string;
  /** The time of its last history entry, in milliseconds since 1970 UTC. */
  readonly lastTime: number;
}

/**
 * Stores the history, newest first: the last 10,000 entries of each studio, and of the console, of which at most 1,000 are by
 * the console itself. The history of a studio is
 * kept when the studio is removed: the last 100,000 entries of all removed studios (CONSOLE-28).
 */
export interface HistoryStore {
  /** Returns entries of a studio, which may have been removed, or of the console when `studioId` is null. */
  readonly history: (studioId: string | null, page: HistoryPage) => Promise<readonly StoredHistoryEntry[]>;
  /** Returns the studios that were removed last, newest first, at most 1,000. */
  readonly removedStudios: () => Promise<readonly RemovedStudio[]>;
}

/** Changes the list of operators. A pure function. */
export type OperatorsChange = (
  operators: Operators,
) => E.Either<ConsoleFailure, { readonly operators: Operators; readonly historyEntry: HistoryEntry }>;

/** Stores call reports. Every promise rejects when the store fails. */
export interface ReportStore {
  /**
   * Adds a report atomically; rejects if there is no such studio. An older last call never replaces a newer one, and a call
   * keeps its answer; calls with an old token count for both, and a batch of refused callers counts once even if it is sent
   * again. The newest 100 addresses are kept.
   */
  readonly addReport: (studioId: string, report: CallReport) => Promise<void>;
  /** Returns the refused callers, newest first. */
  readonly refusedCallers: (studioId: string) => Promise<readonly KnownCaller[]>;
  /** Returns the addresses of the refused callers of studios that have some, newest first. */
  readonly refusedAddresses: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Resolves with false when there is no such studio. */
  readonly clearRefusedCallers: (studioId: string, historyEntry: HistoryEntry) => Promise<boolean>;
}

/** Stores operators and their sessions. Every promise rejects when the store fails. */
export interface OperatorStore {
  /** Returns all operators, ordered by name. */
  readonly operators: () => Promise<Operators>;
  readonly operator: (username: string) => Promise<Operator | undefined>;
  /**
   * Changes the list atomically and returns it. Ends the sessions of operators that are removed, disabled or get another
   * password, except the session with the key hash `exceptSession`. Roles in studios that don't exist are dropped. `f` may
   * be called more than once.
   */
  readonly changeOperators: (
    f: OperatorsChange,
    exceptSession?: string,
  ) => Promise<E.Either<ConsoleFailure, Operators>>;
  /**
   * Changes an operator's second factor atomically and resolves with whether it did: `f` returns `undefined` for no change.
   * Ends no session and writes no history. `f` may be called more than once.
   */
  readonly changeSecondFactor: (
    username: string,
    f: (factor: SecondFactor) => SecondFactor | undefined,
  ) => Promise<boolean>;
  /** Returns the hash of the last configured password of the first operator; `undefined` if there was none. */
  readonly configuredPassword: () => Promise<PasswordHash | undefined>;
  readonly saveConfiguredPassword: (password: PasswordHash) => Promise<void>;
  /** Adds a session, and ends those of the same operator that expire first until `maxSessions` are left. */
  readonly addSession: (session: Session, maxSessions: number) => Promise<void>;
  /** Returns a session, even if it has expired. */
  readonly session: (keyHash: string) => Promise<Session | undefined>;
  /** Returns an operator's sessions, the last used first, even those that have expired. */
  readonly sessionsOf: (username: string) => Promise<readonly Session[]>;
  /** Stores a session's last use, unless a later one is stored or the session has ended. */
  readonly useSession: (keyHash: string, use: SessionUse) => Promise<void>;
  /** Ends sessions. */
  readonly removeSessions: (keyHashes: readonly string[]) => Promise<void>;
  readonly removeSessionsExpiredBy: (now: number) => Promise<void>;
  /** Changes the failed sign-ins of a key, such as a network, atomically; returns the value before the change. */
  readonly changeFailures: (key: string, f: (failed: FailedSignIns) => FailedSignIns) => Promise<FailedSignIns>;
}

/** Changes the list of API tokens. A pure function. */
export type ApiTokensChange = (
  tokens: ApiTokens,
) => E.Either<ConsoleFailure, { readonly tokens: ApiTokens; readonly historyEntry: HistoryEntry }>;

/** Stores API tokens. Every promise rejects when the store fails. */
export interface ApiTokenStore {
  /** Returns all API tokens, ordered by name. */
  readonly apiTokens: () => Promise<ApiTokens>;
  /** Returns the API token with a hash, even if it was revoked or has expired. */
  readonly apiToken: (tokenHash: string) => Promise<ApiToken | undefined>;
  /**
   * Changes the list atomically and returns it. The last use stays as it is stored. Roles in studios that don't exist are
   * dropped. `change` may be called more than once.
   */
  readonly changeApiTokens: (change: ApiTokensChange) => Promise<E.Either<ConsoleFailure, ApiTokens>>;
  /** Stores the last use of an API token, unless a later one is stored or the token was removed. */
  readonly useApiToken: (id: string, use: ApiTokenUse) => Promise<void>;
}

/** A webhook with what the console knows of its receiver. */
export interface StoredWebhook extends ConsoleWebhook {
  /** Null unless the receiver has not accepted a message for a minute. */
  readonly trouble: WebhookTrouble | null;
}

/** Something open that the receiver of a webhook has accepted. */
export interface AcceptedCondition {
  readonly webhook: string;
  readonly condition: OpenCondition;
}

/** A receiver has accepted that something is open, or that it is over. */
export interface AcceptedChange extends AcceptedCondition {
  readonly isOpen: boolean;
}

/** Changes the list of webhooks. A pure function. */
export type WebhooksChange = (
  webhooks: ConsoleWebhooks,
) => E.Either<ConsoleFailure, { readonly webhooks: ConsoleWebhooks; readonly historyEntry: HistoryEntry }>;

/** Stores webhooks, and what their receivers have accepted. Every promise rejects when the store fails. */
export interface WebhookStore {
  /** Returns all webhooks, in the order in which they were added. */
  readonly webhooks: () => Promise<readonly StoredWebhook[]>;
  /** Changes the list atomically. What is known of receivers stays as it is stored. `change` may be called more than once. */
  readonly changeWebhooks: (change: WebhooksChange) => Promise<E.Either<ConsoleFailure, ConsoleWebhooks>>;
  /** Stores why a receiver doesn't accept a message; null once it does. */
  readonly setWebhookTrouble: (id: string, trouble: WebhookTrouble | null) => Promise<void>;
  /** Returns everything open that receivers have accepted. */
  readonly acceptedConditions: () => Promise<readonly AcceptedCondition[]>;
  /** Stores what receivers have accepted, in one transaction. Subjects of a webhook differ; webhooks that were removed are left out. */
  readonly storeAccepted: (changes: readonly AcceptedChange[]) => Promise<void>;
  /**
   * Takes or renews the lease of the one process that sends, for ten seconds. Resolves with whether this process has it. Closing the
   * store ends it.
   */
  readonly holdWebhooks: () => Promise<boolean>;
}

/** Stores which studios' services are connected to this process, for all console processes. */
export interface ConnectedServicesStore {
  /** Stores which services were connected and disconnected at `now`, in milliseconds since 1970 UTC. */
  readonly reportConnected: (
    connected: readonly string[],
    disconnected: readonly string[],
    now: number,
  ) => Promise<void>;
}

/** Sets back what was stored while the clock was ahead. */
export interface StoredTimes {
  /**
   * Sets every stored time that is later than `nowMs` to it, and every end that is later than it may be to the latest possible one;
   * a session lasts `sessionMs`. History entries keep their times. Resolves with the number of times that were set back.
   */
  readonly setBackTimes: (nowMs: number, sessionMs: number) => Promise<number>;
}

/** Everything the console stores. Changes are durable once their promise has resolved. */
export interface ConsoleStore
  extends
    StudioStore,
    HistoryStore,
    ReportStore,
    OperatorStore,
    ApiTokenStore,
    WebhookStore,
    ConnectedServicesStore,
    StoredTimes {
  /** Reports changes at all console processes from now on, until the returned function is called. */
  readonly watch: (onChange: (event: ChangeEvent) => void) => () => void;
  readonly messages: ConsoleMessages;
  readonly close: () => Promise<void>;
}

/** Reports that the store can't be reached. */
export class StoreUnavailable extends Error {}

/** Reports that nothing was changed, because the disk of the store is full. The message names the disk, for operators. */
export class StoreFull extends StoreUnavailable {}
