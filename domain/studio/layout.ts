// The studio's layout: all definitions of the studio file, and an index of them.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { field, integer, listOf, orNull, text } from '../codec/codec.js';
import { describeValue, missingFields, validationIssues, type DescribeValue, type Issue } from '../codec/issues.js';
import { misplacedField } from '../codec/misplaced-field.js';
import { isAbsentAt } from '../codec/unchecked.js';
import { unknownKeysIn } from '../codec/unknown-keys.js';
import { CameraDefinition } from './camera.js';
import { findExceededBounds } from './bounds.js';
import { BankDefinition } from './clip.js';
import { defaultLeadMs } from './clip-ending.js';
import { findCollisions } from './collisions.js';
import { Name } from './common-fields.js';
import { ConnectionDefinition } from './connection.js';
import { inCurrentForm } from './earlier-players.js';
import { OutputDefinition } from './output.js';
import { findBrokenReferences } from './references.js';
import type { RecordKind } from './nearest.js';
import { recordsOf, type Records } from './records.js';
import { SignalDefinition } from './signal.js';
import { StationDefinition } from './station.js';
import { StudioStatus } from './studio.js';
import { AutomationDefinition } from './automation.js';
import { findAutomationLoops } from './automation-loops.js';
import { MacroDefinition } from './macro.js';
import { PanelDefinition } from './panel.js';
import { findDiscoveryPrefixes, findPublishedIds, PublishSection } from './publish.js';
import { TallySection } from './tally-destination.js';
import { TimeZone } from './time-zone.js';
import { VariableDefinition } from './variable.js';
import { WebhookSection } from './webhook.js';

interface Identified {
  readonly id: string;
}

/** The content of a studio file. References between its records are checked separately. */
export const StudioLayout = t.readonly(
  t.intersection([
    t.type({
      /** No public route shows it or the studio's id (LEGACY-AUTH-12). */
      serverId: field(text(1, 64), "Id of this service. A password of the legacy routes, like the studio's id"),
      id: field(text(1, 64), 'Id of the studio. A password of the legacy routes'),
      name: Name,
      status: field(StudioStatus, 'Whether the studio is on air at the first start'),
      holder: orNull(text(1, 64), 'Id of the station that holds the studio at the first start; null for none'),
      activeBank: field(text(1, 64), 'Key of the bank that clips play from at the first start'),
      stations: field(listOf(StationDefinition), 'Stations that may hold the studio'),
      signals: field(listOf(SignalDefinition), 'Lines that are on or off, such as lights and relays'),
      cameras: field(listOf(CameraDefinition), 'Cameras that move to angles'),
      outputs: field(listOf(OutputDefinition), 'Outputs that play clips in their scenes'),
      banks: field(listOf(BankDefinition), 'Banks of clips'),
      variables: field(listOf(VariableDefinition), "Values that a station's programs share"),
      macros: field(listOf(MacroDefinition), 'Steps that run when a caller runs them'),
      automations: field(listOf(AutomationDefinition), 'Steps that run when a trigger fires'),
    }),
    t.partial({
      connections: field(listOf(ConnectionDefinition), 'Connections to equipment, which several records may share'),
      leadMs: field(integer(1_000, 600_000), "How long before a clip's end its notice comes, in milliseconds", {
        default: defaultLeadMs,
      }),
      panels: field(listOf(PanelDefinition), 'Panels that browsers show; one with all of the studio if left out'),
      tally: field(TallySection, 'The displays that show tallies'),
      publish: field(PublishSection, 'The MQTT broker at which the state of the studio can be read'),
      timezone: field(TimeZone, "Time zone of the automations, such as Europe/Berlin; the machine's if left out"),
      webhooks: field(WebhookSection, 'URLs that the service calls when something happens. No two have the same id'),
    }),
  ]),
);
export type StudioLayout = t.TypeOf<typeof StudioLayout>;

/** The fields that are passwords of the legacy routes (LEGACY-AUTH-12), or contain some (WEBHOOK-12). Their values are never shown. */
const secretField = /^(serverId|id|webhooks\[\d+\]\.url)$/;

const describeUnlessSecret: DescribeValue = (issue, value) =>
  secretField.test(issue.path) ? issue : describeValue(issue, value);

/** What is wrong with the settings that only drivers know. */
export interface SettingsIssues {
  /** Fields that no driver knows. */
  readonly unknown: readonly Issue[];
  readonly others: readonly Issue[];
}

/** Returns the issues of the settings in an unvalidated layout. */
export type CheckSettings = (input: unknown) => SettingsIssues;

const unchecked: CheckSettings = () => ({ unknown: [], others: [] });

/**
 * Decodes and checks a layout, or returns all its issues. If it has too many records, only that is reported, and nothing
 * else is checked. The same holds for a field that is in the wrong record. Players in their earlier form are read as attached
 * to connections (STUDIO-FILE-4). Takes time in proportion to the layout.
 */
export const readStudioLayout = (
  input: unknown,
  checkSettings: CheckSettings = unchecked,
): E.Either<readonly Issue[], StudioLayout> => {
  const exceeded = findExceededBounds(input);
  if (exceeded.length > 0) return E.left(exceeded);
  const current = inCurrentForm(input);
  const decoded = StudioLayout.decode(current.input);
  const errors = E.isLeft(decoded) ? decoded.left : [];
  const settings = checkSettings(current.input);
  const unknown = [...unknownKeysIn(StudioLayout, current.input), ...settings.unknown].flatMap(current.inFile);
  const incomplete = [...findBrokenReferences(current.input), ...settings.others].flatMap(current.inFile);
  const broken = [...incomplete, ...current.issues];
  const missing = broken.map(({ path }) => path).filter((path) => isAbsentAt(input, path));
  const misplaced = misplacedField(unknown, [...missingFields(errors), ...missing]);
  if (misplaced !== undefined) return E.left([misplaced]);
  const invalid = validationIssues(errors, describeUnlessSecret).flatMap(current.inFile);
  const issues = [
    ...invalid,
    ...unknown,
    ...findCollisions(current.input),
    ...findPublishedIds(current.input),
    ...findDiscoveryPrefixes(current.input),
    ...broken,
  ];
  if (issues.length > 0 || E.isLeft(decoded)) return E.left(issues);
  const loops = findAutomationLoops(decoded.right);
  return loops.length > 0 ? E.left(loops) : decoded;
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

const nameOf = ({ name }: { readonly name: string }): readonly string[] => [name];

const byStation = <A extends Identified & { readonly station: string }>(
  kind: RecordKind,
  all: readonly A[],
  otherNames: Parameters<typeof recordsOf<A>>[2],
): ((station: string | null) => Records<A>) => {
  const none = recordsOf<A>(kind, []);
  const records = Map.groupBy(all, ({ station }) => station);
  const indexed = new Map([...records].map(([station, own]) => [station, recordsOf(kind, own, otherNames)]));
  return (station) => (station === null ? none : (indexed.get(station) ?? none));
};

/** Indexes a layout once. */
export const indexLayout = (layout: StudioLayout): StudioRecords => ({
  stations: recordsOf('station', layout.stations, { others: nameOf }),
  signals: recordsOf('signal', layout.signals, { others: ({ identifier }) => [identifier], descriptive: nameOf }),
  cameras: recordsOf('camera', layout.cameras, { descriptive: nameOf }),
  outputs: recordsOf('output', layout.outputs, { others: ({ slot }) => [slot], descriptive: nameOf }),
  banks: recordsOf(
    'bank',
    layout.banks.map((bank) => ({ ...bank, id: bank.key })),
    { descriptive: nameOf },
  ),
  macros: recordsOf('macro', layout.macros, { descriptive: nameOf }),
  automationsOf: byStation('automation', layout.automations, { descriptive: nameOf }),
  variablesOf: byStation('variable', layout.variables, { others: nameOf }),
});
