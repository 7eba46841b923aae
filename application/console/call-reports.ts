// What the services report of their callers: read, and taken in for the devices that are on the list.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { CallReport } from '../../domain/access/report.js';
import { describeFaults, faultsOf } from '../../domain/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import { exactly } from './exactly.js';
import type { ConsolePorts, StudioEntry } from './ports.js';

/** Reads a report; further fields are dropped. */
export const readReport = (body: unknown): E.Either<Failure, CallReport> =>
  E.bimap(
    (errors: t.Errors) => failure('invalid_parameter', describeFaults(faultsOf(errors))),
    (report: CallReport) => exactly(CallReport, report) as CallReport,
  )(CallReport.decode(body));

/** Takes a report in. A device that was removed meanwhile has no last call to keep. */
export const noteReport = (
  { store }: Pick<ConsolePorts, 'store'>,
  { studio, configuration }: Pick<StudioEntry, 'studio' | 'configuration'>,
  { lastCalls, refusals }: CallReport,
): Promise<void> => {
  const listed = new Set(configuration.devices.map(({ id }) => id));
  return store.addReport(studio.id, { lastCalls: lastCalls.filter(({ device }) => listed.has(device)), refusals });
};
