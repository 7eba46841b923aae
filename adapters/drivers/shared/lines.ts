// What drivers share: the failures of commands that are not sent.
import * as E from 'fp-ts/lib/Either.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { failure, type Failure } from '../../../domain/failure.js';

/** Returns how messages name the line of a signal. */
export const labelOf = (signal: string): string => `the line of the signal "${signal}"`;

/** The failure to switch a line that its device only reports. */
export const onlyReported = (signal: string): Failure =>
  failure('conflict', `${labelOf(signal)} is an input: it can be read, but not switched`);

/** The failure to switch a line that its device doesn't have, or doesn't give; the reason is a clause. */
export const lineUnavailable = (signal: string, reason: string): SendResult =>
  E.left(failure('device_unavailable', `${labelOf(signal)} is not connected: ${reason}`));

/** The kind of a record that a connection serves. */
type RecordKind = 'signal' | 'camera' | 'output';

/** The failure to send a command to a record that is not attached any more. */
export const notServed = (kind: RecordKind, record: string): SendResult =>
  E.left(failure('device_unavailable', `no connection serves the ${kind} "${record}"`));

/** The failure to send a command while the device isn't connected. */
export const notConnected = (kind: RecordKind, record: string, connection: string): SendResult =>
  E.left(failure('device_unavailable', `the connection "${connection}" of the ${kind} "${record}" is not connected`));
