// What a service reports about itself to the console: its health, its open alarms, and why a studio file was refused.
import * as t from 'io-ts';
import { shownText } from '../access/shown-text.js';
import { dateTime, field, integer, listOf, looseText, oneOf, orNull, refined } from '../codec/codec.js';
import { keptTargets } from './kept-targets.js';
import { boundedTargets, PanelTargets } from './panel-targets.js';

/** The most alarms and issues that are reported; the rest is counted. */
export const maxReported = { alarms: 50, issues: 20 } as const;

/** The longest message or issue, in characters. The end of a longer one is left out. */
export const maxMessageLength = 500;

const maxNameLength = 128;
const maxVersionLength = 64;

/** The most alarms that are counted beside those that are reported. */
const maxFurther = 1_000_000;

const atMost = <A>(codec: t.Type<readonly A[]>, most: number): t.Type<readonly A[]> =>
  refined(codec, ({ length }) => length <= most, `a list of at most ${String(most)} entries`, { maxItems: most });

const Time = refined(dateTime, (text) => !Number.isNaN(Date.parse(text)) && text.length <= 32, 'an ISO-8601 time', {
  format: 'date-time',
});

/** An open alarm of a service. Kinds are not limited to those that this program knows: the service may be newer. */
export const ReportedAlarm = t.readonly(
  t.type({
    kind: looseText(1, maxNameLength),
    subject: looseText(0, maxNameLength),
    message: looseText(1, maxMessageLength),
    raisedAt: Time,
  }),
  'ReportedAlarm',
);
export type ReportedAlarm = t.TypeOf<typeof ReportedAlarm>;

/** What every service reports that reports a status. */
const Basis = t.type({
  health: oneOf('ok', 'degraded'),
  /** Newest first. */
  alarms: atMost(listOf(ReportedAlarm), maxReported.alarms),
  /** How many older alarms are open beside these. */
  furtherAlarms: integer(0, maxFurther),
  /** Why the studio file that was read last was refused, one line for each issue; empty if it is in force. */
  studioFileIssues: atMost(listOf(looseText(1, maxMessageLength)), maxReported.issues),
});

/** What the studio does, for lists of studios (STATUS-9). What may not be read is left out. */
export const StudioSummary = t.partial({
  onAir: field(t.boolean, 'Whether the studio is on air'),
  holder: orNull(looseText(1, maxNameLength), 'The name of the station that holds the studio; null for none'),
  devicesAway: field(integer(0, maxFurther), 'How many devices are not connected'),
});
export type StudioSummary = t.TypeOf<typeof StudioSummary>;

/**
 * The status of a service, as it reports it. Older services report no version of their software, no targets of panels, not
 * whether the host allows operators to edit the studio file, and nothing of the studio.
 */
export const ServiceStatus = t.readonly(
  t.intersection([
    Basis,
    t.partial({ version: looseText(1, maxVersionLength), panels: PanelTargets, editing: t.boolean }),
    StudioSummary,
  ]),
  'ServiceStatus',
);
export type ServiceStatus = t.TypeOf<typeof ServiceStatus>;

/**
 * Returns a report whose targets of panels are within the bounds of this program; without them if they can't be read. They help
 * to set up devices: a newer service that lists more of them keeps the rest of its status (STATUS-6).
 */
export const withKeptTargets = (input: unknown): unknown => {
  if (!t.UnknownRecord.is(input)) return input;
  const { panels, ...rest } = input;
  const kept = keptTargets(panels);
  return kept === undefined ? rest : { ...rest, panels: kept };
};

const reportedAlarm = ({ kind, subject, message, raisedAt }: ReportedAlarm): ReportedAlarm => ({
  kind: shownText(kind, maxNameLength),
  subject: shownText(subject, maxNameLength),
  message: shownText(message, maxMessageLength),
  raisedAt,
});

const reportedIssues = (issues: readonly string[]): readonly string[] => {
  const most = maxReported.issues;
  if (issues.length <= most) return issues;
  return [...issues.slice(0, most - 1), `and ${String(issues.length - most + 1)} more issues`];
};

const boundedSummary = ({ onAir, holder, devicesAway }: StudioSummary): StudioSummary => ({
  ...(onAir !== undefined && { onAir }),
  ...(holder !== undefined && { holder: holder && shownText(holder, maxNameLength) }),
  ...(devicesAway !== undefined && { devicesAway: Math.min(devicesAway, maxFurther) }),
});

/** Returns a status within all bounds, without tokens: lists and texts that are too long lose their end. */
export const boundedStatus = ({
  health,
  alarms,
  furtherAlarms,
  studioFileIssues,
  version,
  panels,
  editing,
  ...summary
}: ServiceStatus): ServiceStatus => ({
  ...boundedSummary(summary),
  ...(version !== undefined && { version: shownText(version, maxVersionLength) }),
  ...(panels !== undefined && { panels: boundedTargets(panels) }),
  ...(editing !== undefined && { editing }),
  health,
  alarms: alarms.slice(0, maxReported.alarms).map(reportedAlarm),
  furtherAlarms: Math.min(maxFurther, furtherAlarms + Math.max(0, alarms.length - maxReported.alarms)),
  studioFileIssues: reportedIssues(studioFileIssues).map((issue) => shownText(issue, maxMessageLength)),
});
