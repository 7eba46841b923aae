// The audit log of one part: adds the time to events, and coalesces those of callers that were not let in.
import { utcTime } from '../../domain/codec/utc-time.js';
import type { Audit, AuditEvent, AuditKind, AuditPart, AuditShare, AuditSink } from '../ports/audit.js';
import type { Clock } from '../ports/clock.js';
import { coalescer, countFields, type Coalescer } from './coalescer.js';

export interface AuditLogDeps {
  readonly part: AuditPart;
  readonly sink: AuditSink;
  readonly clock: Clock;
}

/** An audit log that can be closed. */
export interface AuditLog extends Audit {
  /** Records what was counted so far. Resolves when everything is stored, or after half a second. */
  readonly close: () => Promise<void>;
}

/** How long refusals are counted before the count is recorded, in milliseconds. */
const countingMs = 600_000;

/** The most refusals of a kind that are distinguished within that time: 65 entries in ten minutes, about 2 MB a day. */
const maxRefusals = 32;

const keyOf = ({ kind, caller, address, operation, error }: AuditEvent): string =>
  JSON.stringify([kind, caller, address, operation, error]);

/** Returns the audit log of a part. */
export const auditLog = ({ part, sink, clock }: AuditLogDeps): AuditLog => {
  const write = (event: AuditEvent, share: AuditShare): void => {
    sink.write({ time: utcTime(clock.now()), part, ...event }, share);
  };

  /** Each kind is counted by itself: strangers who can't sign in hide no operator's attempts. */
  const coalescerOf = (kind: AuditKind): Coalescer<AuditEvent> =>
    coalescer({
      clock,
      intervalMs: countingMs,
      maxKeys: maxRefusals,
      onFirst: (event) => {
        write(event, 'refused');
      },
      onRepeated: (event, counted) => {
        write({ ...event, ...countFields(counted) }, 'refused');
      },
      onOthers: (counted) => {
        write({ kind, summary: 'further callers and reasons', ...countFields(counted) }, 'refused');
      },
    });

  const refusals = new Map<AuditKind, Coalescer<AuditEvent>>();

  const refusalsOf = (kind: AuditKind): Coalescer<AuditEvent> => {
    const found = refusals.get(kind) ?? coalescerOf(kind);
    refusals.set(kind, found);
    return found;
  };

  return {
    record: (event) => {
      write(event, 'known');
    },
    recordRefusal: (event) => {
      refusalsOf(event.kind).record(keyOf(event), event);
    },
    close: () => {
      for (const { flush } of refusals.values()) flush();
      return sink.close();
    },
  };
};
