// What the console needs of the world around it.
import type * as E from 'fp-ts/lib/Either.js';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import type { HashToken } from '../../domain/access/token.js';
import type { Operator, PasswordHash } from '../../domain/console/operator.js';
import type { Studio } from '../../domain/console/studio.js';
import type { Failure } from '../../domain/failure.js';
import type { Clock, Log, Secrets } from '../ports.js';

/** Everything the console keeps of a studio. */
export interface StudioEntry {
  readonly studio: Studio;
  /** The hash of the key its service shows; null while there is no key. */
  readonly keyHash: string | null;
  readonly configuration: AccessConfiguration;
  /** The version its service has told to be in force; null before the first. */
  readonly appliedVersion: number | null;
}

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

/** A pure change of a studio's configuration. */
export type Change = (entry: StudioEntry) => E.Either<Failure, AccessConfiguration>;

/** The studios that are entered. Every promise rejects when the store itself fails. */
export interface StudioStore {
  /** In the order of their ids. */
  readonly studios: () => Promise<readonly StudioEntry[]>;
  readonly studio: (id: string) => Promise<StudioEntry | undefined>;
  /** False when the id is taken. */
  readonly addStudio: (entry: StudioEntry) => Promise<boolean>;
  /**
   * Reads a studio's entry, changes its configuration and writes it, with no other change in between; gives the
   * configuration that is now kept. `f` may be called more than once. `undefined` when there is no such studio.
   */
  readonly change: (id: string, f: Change) => Promise<E.Either<Failure, AccessConfiguration> | undefined>;
  /** Replaces the key's hash, or takes it away; false when there is no such studio. */
  readonly setKey: (id: string, keyHash: string | null) => Promise<boolean>;
  readonly setApplied: (id: string, version: number) => Promise<void>;
  /** By the device's id. */
  readonly lastCalls: (studioId: string) => Promise<ReadonlyMap<string, LastCall>>;
}

/** Operators and who is signed in. Every promise rejects when the store itself fails. */
export interface OperatorStore {
  readonly operator: (username: string) => Promise<Operator | undefined>;
  readonly hasOperators: () => Promise<boolean>;
  /** Adds an operator or replaces its password; whoever was signed in under that name is signed out. */
  readonly setOperator: (operator: Operator) => Promise<void>;
  readonly addSession: (session: Session) => Promise<void>;
  /** Also one that has expired. */
  readonly session: (keyHash: string) => Promise<Session | undefined>;
  readonly removeSession: (keyHash: string) => Promise<void>;
  readonly removeSessionsExpiredBy: (now: number) => Promise<void>;
}

/** What the console keeps, durable once a promise has resolved. */
export interface ConsoleStore extends StudioStore, OperatorStore {
  readonly close: () => Promise<void>;
}

/** Unguessable values of the console. */
export interface ConsoleSecrets extends Secrets {
  readonly studioKey: () => string;
  readonly sessionKey: () => string;
  readonly password: () => string;
}

/** Makes and checks what is kept of passwords; slow on purpose. */
export interface Passwords {
  readonly hash: (password: string) => Promise<PasswordHash>;
  readonly matches: (password: string, hash: PasswordHash) => Promise<boolean>;
}

/** Makes the SHA-256 hash, 64 hexadecimal digits, of a secret that is too long to be guessed. */
export type HashSecret = (secret: string) => string;

/** A service that listens for its studio's configuration. */
export interface SyncListener {
  readonly send: (configuration: AccessConfiguration) => void;
  readonly end: () => void;
}

/** Tells the connected services what has changed. */
export interface Announcements {
  /** Sends a configuration to its studio's service. */
  readonly announce: (configuration: AccessConfiguration) => void;
  /** Ends every connection of a studio. */
  readonly cutOff: (studioId: string) => void;
  readonly cutOffAll: () => void;
  readonly isConnected: (studioId: string) => boolean;
  /** Adds a listener; the returned function takes it away. */
  readonly listen: (studioId: string, listener: SyncListener) => () => void;
}

/** Everything the console's endpoints may ask for; each names the few it needs. */
export interface ConsolePorts {
  readonly store: ConsoleStore;
  readonly clock: Clock;
  readonly secrets: ConsoleSecrets;
  readonly passwords: Passwords;
  readonly hashToken: HashToken;
  readonly hashSecret: HashSecret;
  readonly announcements: Announcements;
  readonly log: Log;
}
