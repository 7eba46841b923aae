// Extends a studio by macros and automations, without other devices.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { formatIssues } from '../domain/codec/issues.js';
import { fieldOf, listIn } from '../domain/codec/unchecked.js';
import { failure, type Failure } from '../domain/failure.js';
import { readStudioLayout, type StudioLayout } from '../domain/studio/layout.js';

/**
 * Returns the layout with further macros and automations, and with the time zone of `extension`, an object with the fields
 * `macros`, `automations` and `timezone` of a studio file, all optional. `invalid_parameter` if the result isn't valid.
 */
export const extendedStudio = (layout: StudioLayout, extension: unknown): E.Either<Failure, StudioLayout> =>
  pipe(
    readStudioLayout({
      ...layout,
      timezone: fieldOf(extension, 'timezone') ?? layout.timezone,
      macros: [...layout.macros, ...listIn(extension, 'macros')],
      automations: [...layout.automations, ...listIn(extension, 'automations')],
    }),
    E.mapLeft((issues) => failure('invalid_parameter', formatIssues(issues))),
  );
