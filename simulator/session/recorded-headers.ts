// The headers of calls that recordings contain: those that the service reads.
import { isForwardingHeader } from '../../domain/access/forwarding.js';

const readHeaders = new Set([
  'host',
  'origin',
  'referer',
  'user-agent',
  'accept-encoding',
  'access-control-request-method',
  'authorization',
  'content-length',
  'idempotency-key',
  'last-event-id',
]);

/** The form of names. A name of another form can't be sent. */
const nameForm = /^[a-z0-9!#$%&'*+.^_`|~-]{1,256}$/;

/** Whether a recording contains a header, by its lower-case name. */
export const isRecordedHeader = (name: string): boolean =>
  nameForm.test(name) && (readHeaders.has(name) || name.startsWith('sec-fetch-') || isForwardingHeader(name));
