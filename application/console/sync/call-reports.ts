// Call reports of the services: parsed, and stored for the devices that are still listed.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { keptReport } from '../../../domain/access/kept-report.js';
import { notLater, CallReport } from '../../../domain/access/report.js';
import { decodeOrFailure, type Failure } from '../../../domain/failure.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';
import type { ConsoleServices } from '../console-services.js';
import type { StudioEntry } from '../../ports/console-store.js';

/** Parses a report. Unknown fields are dropped, at any depth, and lists of reasons are cut: the service may be newer. */
export const parseCallReport = (body: unknown): E.Either<Failure, CallReport> =>
  pipe(
    decodeOrFailure(CallReport, keptReport(body)),
    E.map((report) => stripUnknownKeys(CallReport, report) as CallReport),
  );

/** Stores a report, without the last calls of devices that were removed meanwhile, and without times in the future. */
export const saveCallReport = (
  { store, clock }: Pick<ConsoleServices, 'store' | 'clock'>,
  { studio, configuration }: Pick<StudioEntry, 'studio' | 'configuration'>,
  report: CallReport,
): Promise<void> => {
  const { lastCalls, refusals } = notLater(report, clock.now());
  const listed = new Set(configuration.devices.map(({ id }) => id));
  return store.addReport(studio.id, { lastCalls: lastCalls.filter(({ device }) => listed.has(device)), refusals });
};
