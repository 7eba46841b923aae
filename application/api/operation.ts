// The shape of a catalogue entry: one thing the API can do, declared once; every face and document is derived from it.
import type * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { Caller, RefusedDevice } from '../../domain/access/caller.js';
import type { PermissionTarget } from '../../domain/access/permission.js';
import type { Failure } from '../../domain/failure.js';
import type { Access, Feature } from '../../domain/feature.js';
import type { Codecs, RawCall } from './parameters.js';
import type { CommandResult, SentCommand } from '../ports/commands.js';

/** A caller that would listen to a stream. */
export interface StreamRequest {
  /** The id of the last event that it has seen, where it comes back: it wants those after it. */
  readonly lastEventId: string | undefined;
}

/** What an operation may know of its call beside the parameters. */
export interface CallContext {
  readonly caller: Caller | RefusedDevice | undefined;
  /** The caller's address as text. */
  readonly address: string;
  /** Whose the call is: the host itself, a device, or an address; the same for every call of theirs. */
  readonly identity: string;
  /** For station-scoped operations: whose records the call sees, null for none. */
  readonly station: string | null;
  /** Where the caller would listen to a stream; undefined where it only asks of it. */
  readonly streamRequest: StreamRequest | undefined;
  /** The caller by what is in force then; undefined once it wouldn't be let in any more, or only as somebody else. */
  readonly currentCaller: () => Caller | RefusedDevice | undefined;
}

/** A successful result: its fields under their names, and the one text value of its plain form. */
export interface OperationResult {
  readonly body: Readonly<Record<string, unknown>>;
  readonly plain: string;
}

/** A command under way: what is waited for, and what is told once it is acknowledged. */
export interface StartedCommand {
  readonly acknowledged: Promise<CommandResult>;
  readonly failureAtTimeout?: SentCommand['failureAtTimeout'];
  readonly timeoutMs: number;
  /** False with `wait=0`: the call is answered at once. */
  readonly wait: boolean;
  readonly result: () => OperationResult;
}

/** One event of a stream; `data` is a plain value. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** Whoever listens to a stream. */
export interface StreamListener {
  /** Tells events, in their order. */
  readonly send: (events: readonly StreamedEvent[]) => void;
  /** Nothing has happened for a while, and the stream is still there. */
  readonly sendHeartbeat: () => void;
  readonly end: () => void;
}

/** A stream to follow: it begins once somebody listens. */
export interface EventSubscription {
  /** Begins to tell; the returned function must be called once nobody listens any more. */
  readonly subscribe: (follower: StreamListener) => () => void;
  /** The one text value of its plain form. */
  readonly plain: string;
}

/** A result that takes a moment to collect. */
export interface DeferredResult {
  readonly collected: Promise<OperationResult>;
}

/** What an operation comes to: a result at once or in a moment, a command under way, or a stream. */
export type OperationOutcome = OperationResult | DeferredResult | StartedCommand | EventSubscription;

/** An operation with its parameters read. */
export interface PreparedCall<Ports> {
  /** The parameter `station`, where the operation has one. */
  readonly station: string | undefined;
  readonly run: (ports: Ports, context: CallContext) => E.Either<Failure, OperationOutcome>;
}

/** A catalogue entry, its parameter and result types folded away. `Ports` are those it needs. */
export interface Operation<Ports> {
  /** `<noun>.<verb>`, unique in the catalogue. */
  readonly name: string;
  /** One sentence without a full stop, for people who choose among operations. */
  readonly summary: string;
  /** The area it belongs to, for switches and device limits; null where it has neither. */
  readonly feature: Feature | null;
  /** The area under which documents show it. */
  readonly tag: Feature | null;
  readonly access: Access;
  readonly admission: PermissionTarget['admission'];
  readonly stationScoped: boolean;
  /** Whether it is answered by a stream. */
  readonly isStream: boolean;
  /** Resource address with `:name` parameters, as in `/outputs/:slot`; empty for the index. */
  readonly path: string;
  readonly parameters: { readonly path: Codecs; readonly query: Codecs };
  readonly result: Codecs;
  /** What the one text value of its plain form looks like. */
  readonly plainForm: t.Mixed;
  readonly prepare: (raw: RawCall) => E.Either<Failure, PreparedCall<Ports>>;
}
