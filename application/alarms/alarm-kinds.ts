// The kinds of alarms: the feature that each is about, and whether it degrades the service's health.
import type { Feature } from '../../domain/feature.js';

/** What is known of a kind of alarm. */
interface AlarmKindFacts {
  /** The feature of the subject. Only callers that may read it see the alarm (ALARM-3). */
  readonly feature: Feature;
}

/** The subject of an alarm is the id of a record, unless its kind describes another. */
const kinds = {
  /** A player, signal line or camera is not connected. The subject is its output, signal or camera. */
  output_away: { feature: 'outputs' },
  signal_away: { feature: 'signals' },
  camera_away: { feature: 'cameras' },
  /** A macro's last run failed. */
  macro_failed: { feature: 'macros' },
  /** An automation's last run failed. */
  automation_failed: { feature: 'automations' },
  /** An automation did not run at a time of its trigger. */
  automation_missed: { feature: 'automations' },
  /** The studio file that was read last is refused. The subject is `studio-file`. */
  studio_file_refused: { feature: 'system' },
} as const satisfies Readonly<Record<string, AlarmKindFacts>>;

export type AlarmKind = keyof typeof kinds;

/** The names of all kinds. */
export const alarmKinds = Object.keys(kinds) as readonly AlarmKind[];

/** Returns the feature of the subject of a kind of alarm. */
export const featureOf = (kind: AlarmKind): Feature => kinds[kind].feature;
