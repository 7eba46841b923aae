// An answered call. Its record is made once, and passed to everything that counts, logs, reports or records calls.
import type { DecidingStep } from '../../domain/access/deciding-step.js';
import type { ReportedCall } from './call-reports.js';

/** A call and its answer, as the request log shows them. */
interface AnsweredCall {
  readonly address: string;
  /** Null if no caller was resolved. */
  readonly caller: string | null;
  readonly method: string;
  /** With its query; tokens read `***`. */
  readonly path: string;
  readonly status: number;
  /** The error code; null for a success. */
  readonly error: string | null;
}

/** An answered call. The last three are absent if it was answered before its caller was resolved. */
export interface CallRecord {
  /** When it was answered, in milliseconds since 1970 UTC. */
  readonly timeMs: number;
  readonly call: AnsweredCall;
  /** The name of the operation and the id of the action; absent for reads. */
  readonly action?: { readonly operation: string; readonly actionId: string } | undefined;
  /** The step that admitted or refused it. */
  readonly decidedBy?: DecidingStep | undefined;
  /** From its arrival to its answer, in milliseconds. */
  readonly answeredAfterMs?: number | undefined;
  /** What is reported of it to the console; absent for callers that are no devices. */
  readonly reported?: ReportedCall | undefined;
}

/** Takes every answered call. */
export type CallSink = (record: CallRecord) => void;

/** Whether the caller was refused access. */
export const isRefused = ({ call: { status } }: Pick<CallRecord, 'call'>): boolean => status === 401 || status === 403;
