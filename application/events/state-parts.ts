// The parts of the whole state: the lists and records that callers read in one response (STATE-1).
import * as t from 'io-ts';
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
import { recordEvents, type RecordEventName } from './record-events.js';

/** A codec for a part that is left out while it may not be read. */
const part = <C extends t.Mixed>(codec: C) => t.union([codec, t.undefined]);

/** The parts by name. Each has the form that its own route returns. */
export const stateParts = {
  studio: part(Studio),
  station: part(t.union([Station, t.null])),
  stations: part(t.readonlyArray(Station)),
  signals: part(t.readonlyArray(Signal)),
  macros: part(t.readonlyArray(Macro)),
  automations: part(t.readonlyArray(Automation)),
  outputs: part(t.readonlyArray(Output)),
  banks: part(t.readonlyArray(Bank)),
  cameras: part(t.readonlyArray(Camera)),
  variables: part(t.readonlyArray(Variable)),
};

/** The name of a part. */
export type StatePartName = keyof typeof stateParts;

/** The parts that a caller may read. */
export type StateRecords = { readonly [Name in StatePartName]?: t.TypeOf<(typeof stateParts)[Name]> };

/** The event that reports changes of each part's records. */
export const partEvents: Readonly<Record<StatePartName, RecordEventName>> = {
  studio: 'studio',
  station: 'station',
  stations: 'station',
  signals: 'signal',
  macros: 'macro',
  automations: 'automation',
  outputs: 'output',
  banks: 'bank',
  cameras: 'camera',
  variables: 'variable',
};

/** The feature that each part belongs to. */
export const stateFeatures: Readonly<Record<string, Feature>> = Object.fromEntries(
  Object.entries(partEvents).map(([part, event]) => [part, recordEvents[event].feature]),
);
