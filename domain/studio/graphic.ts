// Graphics: a template over a scene, such as a lower third, whose fields are filled from a station's variables.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described, field, integer, listOf, orNull, refined, text, unique } from '../codec/codec.js';
import { MediaPath } from './clip.js';
import { SceneId } from './common-fields.js';
import type { Records } from './records.js';
import { plainValue, type VariableDefinition, type VariableValue } from './variable.js';

/** The most fields of one graphic. */
export const maxFields = 100;

/** A field's name in the template. */
const FieldName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** The variable of each field, by the field's name. A variable is named by its id or its name. */
const Fields = refined(
  t.readonly(t.record(t.string, text(1, 128))),
  (fields) => Object.keys(fields).length <= maxFields && Object.keys(fields).every((name) => FieldName.test(name)),
  `up to ${String(maxFields)} fields, each with a name of 1 to 64 letters, digits and _ - that starts with a letter or ` +
    'with _, and the id or name of a variable',
);

/** The graphic of one scene of an output. */
const GraphicDefinition = t.readonly(
  t.intersection([
    t.type({
      scene: SceneId,
      template: field(MediaPath, "A file below the player's template folder, without its extension"),
      fields: field(Fields, "Id or name of a variable, by the template's field that shows it"),
    }),
    t.partial({
      outMs: field(integer(0, 10_000), 'How long the template takes to disappear when it is hidden, in milliseconds', {
        default: 0,
      }),
    }),
  ]),
);
export type GraphicDefinition = t.TypeOf<typeof GraphicDefinition>;

/** The graphics of an output, at most one for each scene. */
export const GraphicDefinitions = unique(listOf(GraphicDefinition), ({ scene }) => scene, 'scene');

/** The texts of a graphic's fields, by the field's name. */
export const GraphicFields = t.readonly(t.record(t.string, t.string));
export type GraphicFields = t.TypeOf<typeof GraphicFields>;

/** A scene's graphic, as callers read it (GRAPHIC-1). */
export const Graphic = described(
  t.readonly(
    t.type({
      template: described(t.string, { description: 'The template’s path below the player’s template folder' }),
      shown: described(t.boolean, { description: 'Whether the graphic is on air' }),
      station: orNull(t.string, 'Id of the station whose variables fill it; null while it is off air or unknown'),
      fields: described(GraphicFields, {
        description: 'The texts that the player accepted last, by field; empty while it is off air or unknown',
      }),
      error: orNull(t.string, 'Why the last update of the fields failed; null if it did not'),
    }),
    'Graphic',
  ),
  {
    description: 'A template over a scene, filled from the variables of a station',
    examples: [
      {
        template: 'lower-third',
        shown: true,
        station: 'alpha',
        fields: { headline: 'Good morning' },
        error: null,
      },
    ],
  },
);
export type Graphic = t.TypeOf<typeof Graphic>;

/** Returns the graphic of a scene; undefined if the scene has none. */
export const graphicOf = (
  { graphics = [] }: { readonly graphics?: readonly GraphicDefinition[] | undefined },
  scene: string,
): GraphicDefinition | undefined => graphics.find((graphic) => graphic.scene === scene);

/** Returns the texts of a graphic's fields: plain values, empty if the variable is unset or the station has none (GRAPHIC-3). */
export const fieldTexts = (
  { fields }: GraphicDefinition,
  variables: Records<VariableDefinition>,
  values: Readonly<Record<string, VariableValue>>,
): GraphicFields =>
  Object.fromEntries(
    Object.entries(fields).map(([field, reference]) => [
      field,
      pipe(
        variables.find(reference),
        E.match(
          () => '',
          ({ id }) => plainValue(values[id] ?? null),
        ),
      ),
    ]),
  );
