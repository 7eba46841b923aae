// The type of a catalogue entry: one thing the API can do. Every response format and document is derived from it.
import type * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import type { PermissionTarget } from '../../domain/access/permission.js';
import type { Failure } from '../../domain/failure.js';
import type { Access, Feature } from '../../domain/feature.js';
import type { Codecs, RawCall } from './parameters.js';
import type { StateChange } from '../../domain/studio/runtime-state.js';
import type { DecidedCommand } from '../ports/decided-commands.js';
import type { CommandResult, SentCommand } from '../ports/commands.js';

/** A request for an event stream. */
export interface StreamRequest {
  /** The id of the last event that the caller received; undefined for a new stream (EVENT-2). */
  readonly lastEventId: string | undefined;
}

/** What an operation knows about its call, besides the parameters. */
export interface CallContext {
  readonly caller: Caller | RefusedDevice | undefined;
  /** The caller's address as text. */
  readonly address: string;
  /** The identity of the caller: the host itself, a device, or an address. The same for all calls of that caller. */
  readonly identity: string;
  /** For station-scoped operations: the station whose records the call sees; null for none. */
  readonly station: string | null;
  /** Set if the response may be a stream; undefined if the call only reads the plain form. */
  readonly streamRequest: StreamRequest | undefined;
  /**
   * Whether the call repeats one that was under way when the service ended unexpectedly (CRASH-2). It sends nothing, so
   * that refusals by the present state don't apply to it.
   */
  readonly isRepetition?: boolean;
  /** Authorizes the call again. Returns undefined if it would now be refused, or admitted as a different caller. */
  readonly currentCaller: () => Caller | RefusedDevice | undefined;
}

/** A successful result: its fields by name, and the text of its plain form. */
export interface OperationResult {
  readonly body: Readonly<Record<string, unknown>>;
  readonly plain: string;
}

/** The commands that an action sends, in their order. */
export interface DecidedCommands {
  readonly commands: readonly DecidedCommand[];
}

/** What an action changes of the studio's own state. */
export interface DecidedChange {
  readonly change: StateChange;
}

/** When an action is answered, and its result then. */
export interface ActionEnd {
  /** What counts as the acknowledgement. */
  readonly until: 'accepted' | 'confirmed';
  readonly timeoutMs: number;
  /** False with `wait=0`: the call returns at once. */
  readonly wait: boolean;
  readonly result: () => OperationResult;
}

/** What an action does, decided from the present state: nothing is sent or changed yet. */
export type ActionDecision = ActionEnd & (DecidedCommands | DecidedChange);

/** A pending command: the acknowledgement to wait for, and the result after it. */
export interface StartedCommand extends Pick<ActionEnd, 'timeoutMs' | 'wait' | 'result'> {
  readonly acknowledged: Promise<CommandResult>;
  readonly failureAtTimeout?: SentCommand['failureAtTimeout'];
}

/** One event of a stream; `data` is a plain value. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Receives the events of a stream. */
export interface StreamListener {
  /** Sends events, in order. */
  readonly send: (events: readonly StreamedEvent[]) => void;
  /** Sends a line for people, which is no event. */
  readonly sendComment: (line: string) => void;
  /** Sends a sign that the stream is still open. */
  readonly sendHeartbeat: () => void;
  readonly end: () => void;
}

/** A stream that starts when a listener subscribes. */
export interface EventSubscription {
  /** Starts the stream. The returned function must be called when the listener is gone. */
  readonly subscribe: (listener: StreamListener) => () => void;
  /** The text of its plain form. */
  readonly plain: string;
}

/** An asynchronous result. */
export interface DeferredResult {
  readonly collected: Promise<OperationResult>;
}

/** The outcome of an operation: a result, an asynchronous result, the decision of an action, or a stream. */
export type OperationOutcome = OperationResult | DeferredResult | ActionDecision | EventSubscription;

/** The idempotency key of an action, and a text that is the same for calls that are the same. */
export interface CallKey {
  readonly key: string;
  readonly call: string;
}

/** An operation with its parameters decoded. */
export interface PreparedCall<Ports> {
  /** The decoded parameters, by name. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The parameter `station`; undefined if the operation or the call has none. */
  readonly station: string | undefined;
  /** How long an action waits for its acknowledgement, in milliseconds; undefined for reads. */
  readonly timeoutMs: number | undefined;
  /** Undefined for reads, and for actions that were sent without a key. */
  readonly key?: CallKey | undefined;
  readonly run: (ports: Ports, context: CallContext) => E.Either<Failure, OperationOutcome>;
}

/** A call that passed all checks. */
export interface CheckedCall<Ports> {
  readonly prepared: PreparedCall<Ports>;
  readonly context: CallContext;
}

/** That an operation will end, and when (COMPATIBILITY-2). Days are UTC, such as `2027-01-31`. */
export interface Deprecation {
  /** When it was announced. */
  readonly since: string;
  /** The first day on which it may be gone. */
  readonly sunset: string;
  /** What to call instead, for people. */
  readonly instead: string;
}

/** A catalogue entry without its parameter and result types. `Ports` are the ports that it uses. */
export interface Operation<Ports> {
  /** `<noun>.<verb>`, unique in the catalogue. */
  readonly name: string;
  /** One sentence without a full stop, for people. */
  readonly summary: string;
  /** The feature whose switches and device limits apply; null if none apply. */
  readonly feature: Feature | null;
  /** The feature under which documents list it. */
  readonly tag: Feature | null;
  readonly access: Access;
  readonly admission: PermissionTarget['admission'];
  readonly stationScoped: boolean;
  /** Whether the response is a stream. */
  readonly isStream: boolean;
  /** Path with `:name` parameters, such as `/outputs/:slot`; empty for the index. */
  readonly path: string;
  readonly parameters: { readonly path: Codecs; readonly query: Codecs; readonly headers?: Codecs };
  /** What further query parameters mean, whose names depend on the record; null if there are none. */
  readonly recordParameters: string | null;
  readonly result: Codecs;
  /** The features of result fields that are left out while their feature may not be read. */
  readonly fieldFeatures: Readonly<Record<string, Feature>>;
  /** The form of its plain text. */
  readonly plainForm: t.Mixed;
  readonly deprecation?: Deprecation | undefined;
  readonly prepare: (raw: RawCall) => E.Either<Failure, PreparedCall<Ports>>;
}
