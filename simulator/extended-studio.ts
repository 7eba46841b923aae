// Extends a studio by macros, automations, panels and clip banks, and its signals and cameras by fields, without other devices.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { fieldOf, listIn, textIn } from '../domain/codec/unchecked.js';
import { invalid, type Failure } from '../domain/failure.js';
import { readStudioLayout, type StudioLayout } from '../domain/studio/layout.js';

/** Adds the fields of the entries of a list to the records with the same ids. */
const withFields = (records: readonly { readonly id: string }[], entries: readonly unknown[]): readonly object[] =>
  records.map(
    (record) => Object.assign({}, record, ...entries.filter((entry) => textIn(entry, 'id') === record.id)) as object,
  );

/**
 * Returns the layout with further macros, automations, panels and clip banks, further fields of its signals and cameras, the
 * time zone and the published state of `extension`, an object with the fields `macros`, `automations`, `panels`, `banks`, `signals`,
 * `cameras`, `timezone` and `publish` of a studio file, all optional. `invalid_parameter` if the result isn't valid.
 */
export const extendedStudio = (layout: StudioLayout, extension: unknown): E.Either<Failure, StudioLayout> =>
  pipe(
    readStudioLayout({
      ...layout,
      timezone: fieldOf(extension, 'timezone') ?? layout.timezone,
      publish: fieldOf(extension, 'publish') ?? layout.publish,
      signals: withFields(layout.signals, listIn(extension, 'signals')),
      cameras: withFields(layout.cameras, listIn(extension, 'cameras')),
      banks: [...layout.banks, ...listIn(extension, 'banks')],
      macros: [...layout.macros, ...listIn(extension, 'macros')],
      panels: layout.panels && [...layout.panels, ...listIn(extension, 'panels')],
      automations: [...layout.automations, ...listIn(extension, 'automations')],
    }),
    E.mapLeft((issues) => invalid(issues)),
  );
