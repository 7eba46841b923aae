// The settings of Ember+ providers in a studio file: mixing consoles, routers and intercoms.
import * as t from 'io-ts';
import { described, field, integer, refined, text } from '../../../domain/codec/codec.js';
import { singleFieldUnion } from '../../../domain/codec/single-field-union.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';

/** The usual TCP port of Ember+. */
export const defaultPort = 9_000;

/** A connection to a provider. */
export const EmberSettings = t.readonly(
  t.intersection([t.type({ host: PlayerHost }), t.partial({ port: described(Port, { default: defaultPort }) })]),
);
export type EmberSettings = t.TypeOf<typeof EmberSettings>;

/** Maximum number of elements on the way to a parameter. */
const maxLevels = 32;

const numericPath = /^\d{1,9}(?:\.\d{1,9})*$/;

/** Whether a path consists of numbers, such as 1.2.3, and not of identifiers. */
export const isNumeric = (path: string): boolean => numericPath.test(path);

/** Returns the identifiers or numbers on the way to an element. */
export const segmentsOf = (path: string): readonly string[] => path.split(isNumeric(path) ? '.' : '/');

const ElementPath = refined(
  text(1, 512),
  (path) => {
    const segments = segmentsOf(path);
    return segments.length <= maxLevels && !segments.includes('');
  },
  'identifiers such as Console/Channels/Mic1/On, or numbers such as 1.2.3, of at most 32 elements',
);

/** A value of a parameter: a text is the name of an enumeration, or the value of a text. */
export const ParameterState = t.union([t.boolean, t.number, text(1, 200)], 'true, false, a number or a text');
export type ParameterState = t.TypeOf<typeof ParameterState>;

const number = integer(0, 2_147_483_647);

/** A crosspoint of a matrix. */
const Crosspoint = t.readonly(
  t.intersection([
    t.type({
      path: field(ElementPath, 'The matrix: identifiers such as Router/Video, or numbers such as 1.2.3'),
      target: field(number, 'Number of the target'),
      source: field(number, 'Number of the source that the target gets when the signal is switched on'),
    }),
    t.partial({
      offSource: field(number, 'Number of the source that the target gets when the signal is switched off'),
    }),
  ]),
);
export type Crosspoint = t.TypeOf<typeof Crosspoint>;

const inverted = {
  inverted: described(t.boolean, { description: 'Whether the signal is on while the device shows off' }),
};

/** The line of a signal: a parameter that has two values, or a crosspoint of a matrix. */
export const EmberLine = singleFieldUnion(
  {
    parameter: field(
      ElementPath,
      'A parameter: identifiers such as Console/Channels/Mic1/On, or numbers such as 1.2.3',
    ),
    matrix: field(Crosspoint, 'A crosspoint of a matrix'),
  },
  {
    parameter: {
      on: field(ParameterState, 'Its value while the signal is on; true, or 1, if left out'),
      off: field(ParameterState, 'Its value while the signal is off; false, or 0, if left out'),
      ...inverted,
    },
    matrix: inverted,
  },
);
export type EmberLine = t.TypeOf<typeof EmberLine>;

/** Returns the path of a line's element. */
export const pathOf = (line: EmberLine): string => ('parameter' in line ? line.parameter : line.matrix.path);
