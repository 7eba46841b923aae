// The names that the references of an unvalidated studio may use.
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { indexClips, type ClipIndex } from './clip-index.js';

/** Returns the texts in a field of all entries. */
export const textsIn = (entries: readonly unknown[], field: string): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => textIn(entry, field) ?? []));

const idsOf = (input: unknown, kind: string): ReadonlySet<string> => textsIn(listIn(input, kind), 'id');

/** Returns the ids of the records that have a field. */
const idsWith = (input: unknown, kind: string, field: string): ReadonlySet<string> =>
  textsIn(
    listIn(input, kind).filter((record) => fieldOf(record, field) !== undefined),
    'id',
  );

/** What each record of a kind contains, by the record's id. The first record with an id counts. */
const contentsById = <Contents>(
  input: unknown,
  kind: string,
  contentsOf: (record: unknown) => Contents,
): ReadonlyMap<string, Contents> =>
  new Map(
    listIn(input, kind)
      .toReversed()
      .flatMap((record) => {
        const id = textIn(record, 'id');
        return id === undefined ? [] : [[id, contentsOf(record)] as const];
      }),
  );

/** What is known of a variable. */
interface KnownVariable {
  readonly station: string | undefined;
  readonly type: unknown;
}

const variablesById = (input: unknown): KnownNames['variables'] =>
  new Map(
    listIn(input, 'variables').flatMap((variable) => {
      const id = textIn(variable, 'id');
      return id === undefined ? [] : [[id, { station: textIn(variable, 'station'), type: fieldOf(variable, 'type') }]];
    }),
  );

/** The names that references may use, collected once. */
export interface KnownNames {
  readonly connections: ReadonlySet<string>;
  readonly stations: ReadonlySet<string>;
  readonly signals: ReadonlySet<string>;
  /** The signals that follow a tally. */
  readonly following: ReadonlySet<string>;
  /** The cameras of which the studio knows what shows them. */
  readonly shownCameras: ReadonlySet<string>;
  readonly outputs: ReadonlySet<string>;
  readonly cameras: ReadonlySet<string>;
  readonly banks: ReadonlySet<string>;
  readonly scenesOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly anglesOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly clips: ClipIndex;
  /** The parameters of each macro, by its id. */
  readonly parametersOf: ReadonlyMap<string, readonly unknown[]>;
  readonly variables: ReadonlyMap<string, KnownVariable>;
}

/** Returns the scenes of an output. */
export const scenesIn = (output: unknown): ReadonlySet<string> => new Set(listIn(output, 'scenes').map(String));

/** Collects the names of an unvalidated studio. */
export const knownNames = (input: unknown): KnownNames => ({
  connections: idsOf(input, 'connections'),
  stations: idsOf(input, 'stations'),
  signals: idsOf(input, 'signals'),
  following: idsWith(input, 'signals', 'follows'),
  shownCameras: idsWith(input, 'cameras', 'shownBy'),
  outputs: idsOf(input, 'outputs'),
  cameras: idsOf(input, 'cameras'),
  banks: textsIn(listIn(input, 'banks'), 'key'),
  scenesOf: contentsById(input, 'outputs', scenesIn),
  anglesOf: contentsById(input, 'cameras', (camera) => textsIn(listIn(camera, 'angles'), 'id')),
  clips: indexClips(listIn(input, 'banks')),
  parametersOf: contentsById(input, 'macros', (macro) => listIn(macro, 'parameters')),
  variables: variablesById(input),
});
