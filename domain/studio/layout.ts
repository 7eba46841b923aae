// The studio as it is laid out: every record there is, and how each is found. What changes while it works is elsewhere.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { describeFaults, faultsOf, listOf, refined, text, unique } from '../codec.js';
import { CameraDefinition } from './camera.js';
import { BankDefinition } from './clip.js';
import { OutputDefinition } from './output.js';
import { recordsOf, type Records } from './record.js';
import { SignalDefinition } from './signal.js';
import { StationDefinition } from './station.js';
import { StudioStatus } from './studio.js';
import { AutomationDefinition } from './automation.js';
import { MacroDefinition } from './macro.js';
import { VariableDefinition } from './variable.js';

interface Identified {
  readonly id: string;
}

const byId = <A extends Identified>(record: t.Type<A>): t.Type<readonly A[]> =>
  unique(listOf(record), ({ id }) => id, 'id');

const Outputs = unique(byId(OutputDefinition), ({ slot }) => slot, 'slot');
const Signals = unique(byId(SignalDefinition), ({ identifier }) => identifier, 'identifier');
const Stations = unique(byId(StationDefinition), ({ name }) => name, 'name');
const Banks = unique(listOf(BankDefinition), ({ key }) => key, 'key');

/** Names of variables are each station's own. */
const Variables = unique(byId(VariableDefinition), ({ station, name }) => `${station}\n${name}`, 'station and name');

const Parts = t.readonly(
  t.type({
    /** Opens the legacy door together with the studio's id: both are kept from every public route. */
    serverId: text(1, 64),
    id: text(1, 64),
    name: text(1, 128),
    status: StudioStatus,
    /** The station that holds the studio at first. */
    holder: t.union([text(1, 64), t.null]),
    activeBank: text(1, 64),
    stations: Stations,
    signals: Signals,
    cameras: byId(CameraDefinition),
    outputs: Outputs,
    banks: Banks,
    variables: Variables,
    macros: byId(MacroDefinition),
    automations: byId(AutomationDefinition),
  }),
);
export type StudioLayout = t.TypeOf<typeof Parts>;

const holderIsKnown = ({ holder, stations }: StudioLayout): boolean =>
  holder === null || stations.some(({ id }) => id === holder);

const activeBankIsKnown = ({ activeBank, banks }: StudioLayout): boolean => banks.some(({ key }) => key === activeBank);

const ownersAreKnown = ({ variables, automations, stations }: StudioLayout): boolean => {
  const known = new Set(stations.map(({ id }) => id));
  return [...variables, ...automations].every(({ station }) => known.has(station));
};

/** A studio as a file describes it. */
export const StudioLayout = [
  { holds: holderIsKnown, expectation: 'a studio whose holder is one of its stations' },
  { holds: activeBankIsKnown, expectation: 'a studio whose active bank is one of its banks' },
  { holds: ownersAreKnown, expectation: 'a studio whose variables and automations are those of its stations' },
].reduce<t.Type<StudioLayout>>((layout, { holds, expectation }) => refined(layout, holds, expectation), Parts);

/** Reads a layout whole, or tells all that is wrong with it. */
export const readStudioLayout = (input: unknown): E.Either<string, StudioLayout> =>
  E.mapLeft((errors: t.Errors) => describeFaults(faultsOf(errors)))(StudioLayout.decode(input));

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
