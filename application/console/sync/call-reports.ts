// What the services report of their callers: read, and taken in for the devices that are on the list.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { CallReport } from '../../../domain/access/report.js';
import { decodeOrFailure } from '../../../domain/codec/issues.js';
import type { Failure } from '../../../domain/failure.js';
import { stripUnknownKeys } from '../../../domain/codec/strip-unknown-keys.js';
import type { ConsoleServices } from '../console-services.js';
import type { StudioEntry } from '../../ports/console-store.js';

/** Reads a report; further fields are dropped. */
export const readReport = (body: unknown): E.Either<Failure, CallReport> =>
  pipe(
    decodeOrFailure(CallReport, body),
    E.map((report) => stripUnknownKeys(CallReport, report) as CallReport),
  );

/** Takes a report in. A device that was removed meanwhile has no last call to keep. */
export const saveReport = (
  { store }: Pick<ConsoleServices, 'store'>,
  { studio, configuration }: Pick<StudioEntry, 'studio' | 'configuration'>,
  { lastCalls, refusals }: CallReport,
): Promise<void> => {
  const listed = new Set(configuration.devices.map(({ id }) => id));
  return store.addReport(studio.id, { lastCalls: lastCalls.filter(({ device }) => listed.has(device)), refusals });
};
