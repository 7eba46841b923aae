// The audit log of a part, as configured.
import { SystemClock } from '../../adapters/node/clock.js';
import { hostname } from 'node:os';
import { getCACertificates } from 'node:tls';
import { auditSink, type AuditForwarder } from '../../adapters/audit/audit-sink.js';
import { syslogForwarder } from '../../adapters/audit/syslog-forwarder.js';
import type { Alarms } from '../../application/alarms/alarms.js';
import { fileAlarm } from '../../application/alarms/file-alarms.js';
import { auditLog, type AuditLog } from '../../application/audit/audit-log.js';
import type { AuditPart } from '../../application/ports/audit.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Log } from '../../application/ports/log.js';
import { readCertificates } from './certificate.js';
import { usableFolder } from './data-folder.js';
import { StartupError } from './startup-errors.js';
import type { Settings } from '../settings/settings.js';

const megabyte = 1_048_576;

const machine = new SystemClock();

const forwarderOf = ({ AUDIT_SYSLOG, AUDIT_SYSLOG_CA }: Settings, log: Log): AuditForwarder | undefined => {
  if (AUDIT_SYSLOG === undefined) {
    if (AUDIT_SYSLOG_CA === undefined) return undefined;
    throw new StartupError('AUDIT_SYSLOG: expected the receiver that AUDIT_SYSLOG_CA belongs to');
  }
  const authorities =
    AUDIT_SYSLOG_CA === undefined
      ? getCACertificates('default')
      : [readCertificates('AUDIT_SYSLOG_CA', AUDIT_SYSLOG_CA)];
  const origin = { host: hostname(), processId: process.pid };
  return syslogForwarder({
    receiver: { ...AUDIT_SYSLOG, authorities },
    origin,
    clock: machine,
    random: Math.random,
    log,
  });
};

export interface AuditDeps {
  readonly settings: Settings;
  readonly log: Log;
  /** The clock of the events; the files use the machine's own. */
  readonly clock: Clock;
  /** Raises alarms about the files; absent in programs without alarms. */
  readonly alarms?: Alarms;
}

/** Opens the audit log of a part. Rejects with a `StartupError` if its folder can't be used. */
export const openAudit = async (part: AuditPart, { settings, log, clock, alarms }: AuditDeps): Promise<AuditLog> => {
  const { DATA_DIR, AUDIT_DAYS, AUDIT_MEGABYTES } = settings;
  const folder = await usableFolder(DATA_DIR, 'audit', log);
  const retention = { days: AUDIT_DAYS, bytes: AUDIT_MEGABYTES * megabyte };
  const sink = auditSink({
    folder,
    part,
    retention,
    clock: machine,
    log,
    alarms: alarms && { known: fileAlarm(alarms, 'audit-log'), refused: fileAlarm(alarms, 'audit-log-refused') },
    forwarder: forwarderOf(settings, log),
  });
  return auditLog({ part, sink, clock });
};
