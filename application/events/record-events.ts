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

/** The events that report a changed record. The name is that of the data field with the record. */
export const recordEvents = {
  signal: { feature: 'signals', record: Signal },
  camera: { feature: 'cameras', record: Camera },
  output: { feature: 'outputs', record: Output },
  bank: { feature: 'outputs', record: Bank },
  variable: { feature: 'variables', record: Variable },
  station: { feature: 'station', record: Station },
  studio: { feature: 'studio', record: Studio },
  macro: { feature: 'macros', record: Macro },
  automation: { feature: 'automations', record: Automation },
} as const satisfies Readonly<Record<string, { readonly feature: Feature; readonly record: t.Mixed }>>;

/** The name of an event that reports a changed record. */
export type RecordEventName = keyof typeof recordEvents;
