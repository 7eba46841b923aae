// What the services report of their callers: read, and taken in for the devices that are on the list.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import { CallReport } from '../../../domain/access/report.js';
import { formatIssues, validationIssues } from '../../../domain/codec/codec.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';
import type { ConsoleServices } from '../console-services.js';
import type { StudioEntry } from '../../ports/console-store.js';

/** Reads a report; further fields are dropped. */
export const readReport = (body: unknown): E.Either<Failure, CallReport> =>
  E.bimap(
    (errors: t.Errors) => failure('invalid_parameter', formatIssues(validationIssues(errors))),
    (report: CallReport) => stripUnknownKeys(CallReport, report) as CallReport,
  )(CallReport.decode(body));

/** Takes a report in. A device that was removed meanwhile has no last call to keep. */
export const saveReport = (
  { store }: Pick<ConsoleServices, 'store'>,
  { studio, configuration }: Pick<StudioEntry, 'studio' | 'configuration'>,
  { lastCalls, refusals }: CallReport,
): Promise<void> => {
  const listed = new Set(configuration.devices.map(({ id }) => id));
  return store.addReport(studio.id, { lastCalls: lastCalls.filter(({ device }) => listed.has(device)), refusals });
};
