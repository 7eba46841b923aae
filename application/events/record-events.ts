// The events that report a changed record: one type for each kind of record.
import type * as t from 'io-ts';
import type { Feature } from '../../domain/feature.js';
import { Automation } from '../../domain/studio/automation.js';
import { Camera } from '../../domain/studio/camera.js';
import { Bank } from '../../domain/studio/clip.js';
import { Macro } from '../../domain/studio/macro.js';
import { Output } from '../../domain/studio/output.js';
import { Signal } from '../../domain/studio/signal.js';
import { Station } from '../../domain/studio/station.js';
import { Studio } from '../../domain/studio/studio.js';
import { Variable } from '../../domain/studio/variable.js';

interface RecordEvent {
  readonly feature: Feature;
  /** The kind of the record, as exact rights name it: the first part of its path. */
  readonly kind: string;
  readonly record: t.Mixed;
}

/** The events that report a changed record. The name is that of the data field with the record. */
export const recordEvents = {
  signal: { feature: 'signals', kind: 'signals', record: Signal },
  camera: { feature: 'cameras', kind: 'cameras', record: Camera },
  output: { feature: 'outputs', kind: 'outputs', record: Output },
  bank: { feature: 'outputs', kind: 'banks', record: Bank },
  variable: { feature: 'variables', kind: 'variables', record: Variable },
  station: { feature: 'station', kind: 'station', record: Station },
  studio: { feature: 'studio', kind: 'studio', record: Studio },
  macro: { feature: 'macros', kind: 'macros', record: Macro },
  automation: { feature: 'automations', kind: 'automations', record: Automation },
} as const satisfies Readonly<Record<string, RecordEvent>>;

/** The name of an event that reports a changed record. */
export type RecordEventName = keyof typeof recordEvents;
