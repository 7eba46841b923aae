// The studio as it is laid out: every record there is, and how each is found. What changes while it works is elsewhere.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { validationIssues, listOf, text, type ValidationIssue } from '../codec/codec.js';
import { unknownKeysIn } from '../codec/unknown-keys.js';
import { CameraDefinition } from './camera.js';
import { BankDefinition } from './clip.js';
import { findCollisions } from './collisions.js';
import { OutputDefinition } from './output.js';
import { findBrokenReferences } from './references.js';
import { recordsOf, type Records } from './records.js';
import { SignalDefinition } from './signal.js';
import { StationDefinition } from './station.js';
import { StudioStatus } from './studio.js';
import { AutomationDefinition } from './automation.js';
import { MacroDefinition } from './macro.js';
import { VariableDefinition } from './variable.js';

interface Identified {
  readonly id: string;
}

/** A studio as a file describes it, record by record; what they say of one another is held against them beside. */
const StudioLayout = t.readonly(
  t.type({
    /** Opens the legacy door together with the studio's id: both are kept from every public route. */
    serverId: text(1, 64),
    id: text(1, 64),
    name: text(1, 128),
    status: StudioStatus,
    /** The station that holds the studio at first. */
    holder: t.union([text(1, 64), t.null]),
    activeBank: text(1, 64),
    stations: listOf(StationDefinition),
    signals: listOf(SignalDefinition),
    cameras: listOf(CameraDefinition),
    outputs: listOf(OutputDefinition),
    banks: listOf(BankDefinition),
    variables: listOf(VariableDefinition),
    macros: listOf(MacroDefinition),
    automations: listOf(AutomationDefinition),
  }),
);
export type StudioLayout = t.TypeOf<typeof StudioLayout>;

/** Reads a layout whole, or tells everything that is wrong with it. */
export const readStudioLayout = (input: unknown): E.Either<readonly ValidationIssue[], StudioLayout> => {
  const read = StudioLayout.decode(input);
  const faults = [
    ...(E.isLeft(read) ? validationIssues(read.left) : []),
    ...[...unknownKeysIn(StudioLayout, input), ...findCollisions(input), ...findBrokenReferences(input)],
  ];
  return faults.length > 0 || E.isLeft(read) ? E.left(faults) : read;
};

/** The records of a layout, indexed. */
export interface StudioRecords {
  readonly stations: Records<StationDefinition>;
  readonly signals: Records<SignalDefinition>;
  readonly cameras: Records<CameraDefinition>;
  readonly outputs: Records<OutputDefinition>;
  readonly banks: Records<BankDefinition & Identified>;
  readonly macros: Records<MacroDefinition>;
  /** The automations of a station, none for null. */
  readonly automationsOf: (station: string | null) => Records<AutomationDefinition>;
  /** The variables of a station, none for null. */
  readonly variablesOf: (station: string | null) => Records<VariableDefinition>;
}

const byStation = <A extends Identified & { readonly station: string }>(
  kind: string,
  all: readonly A[],
  others: (record: A) => readonly string[],
): ((station: string | null) => Records<A>) => {
  const none = recordsOf<A>(kind, []);
  const records = Map.groupBy(all, ({ station }) => station);
  const indexed = new Map([...records].map(([station, own]) => [station, recordsOf(kind, own, others)]));
  return (station) => (station === null ? none : (indexed.get(station) ?? none));
};

/** Indexes a layout once. */
export const indexLayout = (layout: StudioLayout): StudioRecords => ({
  stations: recordsOf('station', layout.stations, ({ name }) => [name]),
  signals: recordsOf('signal', layout.signals, ({ identifier }) => [identifier]),
  cameras: recordsOf('camera', layout.cameras),
  outputs: recordsOf('output', layout.outputs, ({ slot }) => [slot]),
  banks: recordsOf(
    'bank',
    layout.banks.map((bank) => ({ ...bank, id: bank.key })),
  ),
  macros: recordsOf('macro', layout.macros),
  automationsOf: byStation('automation', layout.automations, () => []),
  variablesOf: byStation('variable', layout.variables, ({ name }) => [name]),
});
