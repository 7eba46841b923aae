// The templates of devices, as editors choose and fill them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as t from 'io-ts';
import { formatIssue } from '../../domain/codec/issues.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { connectionParameters, partKinds, type DeviceTemplate, type PartKind } from '../connections/device-template.js';
import { enteredValues, expandTemplate, type EnteredTemplate } from '../connections/expand-template.js';
import { takenNames, templateRecords } from '../connections/template-records.js';
import type { ExpandedFragment, ShownTemplate, ShownTemplatePart } from './answers.js';

/** Returns the JSON Schema of a codec, for a form. */
export type SchemaOf = (codec: t.Mixed) => object;

const partsOf = (template: DeviceTemplate, kind: PartKind, schemaOf: SchemaOf): readonly ShownTemplatePart[] =>
  template[kind].map(({ name, parameters, each }) => ({
    name,
    values: schemaOf(enteredValues(parameters)),
    ...(each && { each: schemaOf(enteredValues(each.parameters)) }),
  }));

/** Returns a template with what is entered for it. */
export const shownTemplate = (template: DeviceTemplate, schemaOf: SchemaOf): ShownTemplate => {
  const { id, vendor, models, protocol, tested, notes, sources } = template;
  const kinds = Object.keys(partKinds) as PartKind[];
  const parts = Object.fromEntries(kinds.map((kind) => [kind, partsOf(template, kind, schemaOf)]));
  return {
    ...{ id, vendor, models, protocol, tested, notes, sources },
    connection: schemaOf(enteredValues(connectionParameters(template))),
    ...(parts as Readonly<Record<PartKind, readonly ShownTemplatePart[]>>),
  };
};

interface ExpandRequest {
  readonly template: string;
  readonly values: EnteredTemplate;
  /** Names that new records can't have, beside those of the layout. */
  readonly taken?: readonly string[];
}

/** Returns what a template becomes in a studio, or what is wrong with what was entered. */
export const expandedFragment = (
  templates: readonly DeviceTemplate[],
  { template: id, values, taken = [] }: ExpandRequest,
  layout: StudioLayout,
): E.Either<Failure, ExpandedFragment> => {
  const template = templates.find((one) => one.id === id);
  if (template === undefined) return E.left(failure('not_found', `there is no template "${id}"`));
  return E.right(
    pipe(
      expandTemplate(template, values),
      E.match(
        (issues): ExpandedFragment => ({
          issues: issues.map((issue) => ({ path: issue.path, message: formatIssue(issue) })),
        }),
        (expanded) => ({
          issues: [],
          fragment: templateRecords(expanded, values, new Set([...takenNames(layout), ...taken])),
        }),
      ),
    ),
  );
};
