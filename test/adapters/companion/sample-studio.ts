// A studio as the module has read it, with two records of each kind. Nothing is on, and nothing runs.
import type { Alarm, Graphic, Output, Scene } from '../../../adapters/client/client.js';
import type { KnownStudio, StateRecords } from '../../../adapters/companion/studio/studio.js';

/** A graphic that is off air. */
export const sampleGraphic: Graphic = { template: 'lower-third', shown: false, station: null, fields: {}, error: null };

/** An open alarm. */
export const sampleAlarm: Alarm = {
  id: 'a',
  kind: 'output_away',
  subject: 'out-1',
  message: 'lost',
  raisedAt: '2026-01-01T00:00:00.000Z',
  clearedAt: null,
};

const scene = (id: string): Scene => ({
  id,
  clip: null,
  bank: null,
  startedAt: null,
  endsAt: null,
  positionMs: null,
  durationMs: null,
  remainingMs: null,
  paused: false,
  loop: false,
  cued: null,
  graphic: sampleGraphic,
  playlist: null,
});

const output = (id: string, slot: string, scenes: readonly string[]): Output => ({
  id,
  slot,
  name: `Output ${slot}`,
  scenes: scenes.map(scene),
  connected: true,
  tally: 'off',
});

const state = {
  lastEventId: 'run-1',
  studio: { id: 'studio', name: 'Studio', status: 'off_air' },
  stations: [
    { id: 'sta-1', name: 'Alpha', holdsStudio: false },
    { id: 'sta-2', name: 'Beta', holdsStudio: false },
  ],
  signals: [
    { id: 'sig-1', identifier: 'lamp', name: 'Lamp', value: false, connected: true },
    { id: 'sig-2', identifier: 'door', name: 'Door', value: false, connected: true },
  ],
  macros: [
    { id: 'mac-1', name: 'Open', state: 'idle', step: 0, steps: 1, parameters: [], lastRun: null },
    { id: 'mac-2', name: 'Close', state: 'idle', step: 0, steps: 1, parameters: [], lastRun: null },
  ],
  automations: [
    { id: 'auto-1', name: 'Morning', state: 'stopped', nextRunAt: null, lastRun: null },
    { id: 'auto-2', name: 'Evening', state: 'stopped', nextRunAt: null, lastRun: null },
  ],
  outputs: [output('out-1', 'main', ['full']), output('out-2', 'wall', ['left', 'right'])],
  banks: [
    { key: 'news', name: 'News', active: false },
    { key: 'music', name: 'Music', active: false },
  ],
  cameras: [
    { id: 'cam-1', name: 'Camera 1', angle: null, connected: true, tally: 'off' },
    { id: 'cam-2', name: 'Camera 2', angle: null, connected: true, tally: 'off' },
  ],
  variables: [
    { id: 'var-1', name: 'Headline', type: 'STRING', value: null },
    { id: 'var-2', name: 'Live', type: 'BOOLEAN', value: null },
  ],
} as const satisfies StateRecords;

/** The studio. Two banks have a clip with the same key. */
export const sampleStudio: KnownStudio = {
  document: { info: { version: '1' }, paths: {} },
  state,
  clips: {
    news: [
      { number: 1, key: 'opener', name: 'News opener', durationMs: null },
      { number: 2, key: 'weather', name: 'Weather', durationMs: null },
    ],
    music: [{ number: 1, key: 'opener', name: 'Music opener', durationMs: null }],
  },
  angles: {
    'cam-1': [
      { id: 'wide', name: 'Wide 1' },
      { id: 'close', name: 'Close 1' },
    ],
    'cam-2': [{ id: 'wide', name: 'Wide 2' }],
  },
  alarms: [],
  degraded: false,
  arrivals: {},
  readAtMs: 1_000_000,
};

/** The parts of a state that are lists of records. */
type Lists = {
  readonly [
    Part in keyof StateRecords as NonNullable<StateRecords[Part]> extends readonly object[] ? Part : never
  ]: NonNullable<StateRecords[Part]> extends readonly (infer Item)[] ? Item : never;
};

/** Returns the studio with other fields of the record at an index. */
export const withRecord = <Part extends keyof Lists>(
  part: Part,
  index: number,
  fields: Partial<Lists[Part]>,
  studio: KnownStudio = sampleStudio,
): KnownStudio => {
  const records = (studio.state[part] ?? []) as readonly object[];
  const changed = records.map((record, at) => (at === index ? { ...record, ...fields } : record));
  return { ...studio, state: { ...studio.state, [part]: changed } };
};

/** Returns the studio with other fields of a scene of an output. */
export const withScene = (
  outputIndex: number,
  sceneIndex: number,
  fields: Partial<Scene>,
  studio: KnownStudio = sampleStudio,
): KnownStudio => {
  const scenes = studio.state.outputs?.[outputIndex]?.scenes ?? [];
  const changed = scenes.map((one, at) => (at === sceneIndex ? { ...one, ...fields } : one));
  return withRecord('outputs', outputIndex, { scenes: changed }, studio);
};
