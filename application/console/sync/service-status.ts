// The status that services report: their health, their open alarms, and why a studio file was refused.
import * as E from 'fp-ts/lib/Either.js';
import { boundedStatus, ServiceStatus, withKeptTargets } from '../../../domain/console/service-status.js';
import { decodeOrFailure, type Failure } from '../../../domain/failure.js';
import type { ConsoleServices } from '../console-services.js';
import type { ReportedStatus, StudioEntry } from '../../ports/console-store.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock'>;

/** Parses a service's report of its status. */
export const parseServiceStatus = (body: unknown): E.Either<Failure, ServiceStatus> =>
  decodeOrFailure(ServiceStatus, withKeptTargets(body));

/** Returns a status with its time. Tokens are redacted again: the console doesn't rely on services for that. */
const reportedNow = ({ clock }: Pick<Ports, 'clock'>, status: ServiceStatus): ReportedStatus => ({
  ...boundedStatus(status),
  time: clock.now(),
});

/**
 * Returns the status beside a report of the version in force. Null if there is none, because the service is older, and if
 * it can't be read: the report itself is valid.
 */
export const statusBeside = (ports: Pick<Ports, 'clock'>, status: unknown): ReportedStatus | null => {
  const decoded = ServiceStatus.decode(withKeptTargets(status));
  return E.isLeft(decoded) ? null : reportedNow(ports, decoded.right);
};

/** Stores a service's status. */
export const saveServiceStatus = (
  ports: Ports,
  { studio }: Pick<StudioEntry, 'studio'>,
  status: ServiceStatus,
): Promise<void> => ports.store.setServiceStatus(studio.id, reportedNow(ports, status));
