// The kinds of alarms: the feature that each is about, and whether it degrades the service's health.
import type { Feature } from '../feature.js';

/** What is known of a kind of alarm. */
interface AlarmKindFacts {
  /** The feature of the subject. Only callers that may read it see the alarm (ALARM-3). */
  readonly feature: Feature;
  /** Whether the service's health is degraded while such an alarm is open (HEALTH-2). */
  readonly degrades: boolean;
}

/** The subject of an alarm is the id of a record, unless its kind describes another. */
const kinds = {
  /**
   * A player, signal line or camera is not connected. The subject is its output, signal or camera, or `connection:` and the id of a
   * connection of which all are away (ALARM-13).
   */
  output_away: { feature: 'outputs', degrades: true },
  signal_away: { feature: 'signals', degrades: true },
  camera_away: { feature: 'cameras', degrades: true },
  /** The main and the backup player of an output show different things. */
  backup_differs: { feature: 'outputs', degrades: true },
  /** A graphic on air did not get its new texts. The subject is its output. */
  graphic_failed: { feature: 'outputs', degrades: false },
  /** A playlist has skipped clips that could not be cued, or has ended before its last clip. The subject is its output. */
  playlist_failed: { feature: 'outputs', degrades: false },
  /** A signal was not switched with the tally that it follows. */
  tally_failed: { feature: 'signals', degrades: true },
  /** A display that shows tallies has not been connected over TCP for 5 s. The subject is its id in the studio file. */
  tally_away: { feature: 'system', degrades: true },
  /** The broker at which the state is published has been away for 5 s. The subject is `publish`. */
  publish_away: { feature: 'system', degrades: true },
  /** Equipment sends more than the service reads. The subject is its connection in the studio file. */
  device_floods: { feature: 'system', degrades: true },
  /** A macro's last run failed. */
  macro_failed: { feature: 'macros', degrades: false },
  /** An automation's last run failed. */
  automation_failed: { feature: 'automations', degrades: true },
  /** An automation did not run at a time of its trigger. */
  automation_missed: { feature: 'automations', degrades: false },
  /** An automation was triggered again and again, and has paused itself. */
  automation_loops: { feature: 'automations', degrades: true },
  /** The studio file that was read last is refused. The subject is `studio-file`. */
  studio_file_refused: { feature: 'system', degrades: false },
  /** A file that the service keeps can't be written. The subject names it, such as `runtime-state`. */
  file_unwritable: { feature: 'system', degrades: true },
  /** The console has been away for more than a minute. The subject is `console`. */
  console_away: { feature: 'system', degrades: true },
  /** The receiver of a webhook has not accepted messages for a minute. The subject is its id in the studio file. */
  webhook_away: { feature: 'system', degrades: true },
} as const satisfies Readonly<Record<string, AlarmKindFacts>>;

export type AlarmKind = keyof typeof kinds;

/** The names of all kinds. */
export const alarmKinds = Object.keys(kinds) as readonly AlarmKind[];

/** Returns the feature of the subject of a kind of alarm. */
export const featureOf = (kind: AlarmKind): Feature => kinds[kind].feature;

/** Whether alarms of a kind degrade the health. */
export const degrades = (kind: AlarmKind): boolean => kinds[kind].degrades;
