// The topics of the demo studio, and the device of Home Assistant, by the schema that Home Assistant has for it.
import { expect, it } from 'vitest';
import { entriesOf, type Entry } from '../../../application/publish/entries.js';
import {
  componentsOf,
  deviceMessage,
  deviceTopicOf,
  fitting,
  keptComponents,
} from '../../../application/publish/home-assistant.js';
import { steadyOutputs } from '../../../application/publish/steady-outputs.js';
import type { StateRecords } from '../../../application/events/state-parts.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { idleScene } from '../../support/scenes.js';
import { reloadBench } from '../../infra/service/reload-bench.js';
import { section } from './publish-bench.js';

const closing = closedAfterEach();

const demoRecords = async (): Promise<StateRecords> => {
  const bench = await reloadBench();
  closing.push(bench.close);
  return bench.service.events.state({ kind: 'loopback' });
};

const demoEntries = async (): Promise<readonly Entry[]> =>
  entriesOf({ records: await demoRecords(), alarms: [], health: 'ok' });

it('@PUBLISH-2: the topics are named as the addresses of the API', async () => {
  const paths = (await demoEntries()).map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  expect(
    paths.filter((path) =>
      /^(?:studio|station|active|health|alarms|outputs\/wall|signals\/red|cameras\/cam-1)/.test(path),
    ),
  ).toEqual([
    ...['studio/record', 'studio/name', 'studio/on-air', 'station/record', 'station/holder', 'station/name'],
    ...['alarms/open', 'health', 'outputs/wall/record', 'outputs/wall/connected', 'outputs/wall/tally'],
    ...['left', 'right'].flatMap((scene) =>
      ['clip', 'bank', 'ends-at', 'cued', 'paused', 'loop'].map((value) => `outputs/wall/scenes/${scene}/${value}`),
    ),
    'active-bank',
    ...['signals/red-light/record', 'signals/red-light', 'signals/red-light/connected'],
    ...['cameras/cam-1/record', 'cameras/cam-1/connected', 'cameras/cam-1/angle', 'cameras/cam-1/tally'],
    ...['stations/alpha/record', 'stations/alpha/holds-studio', 'stations/bravo/record', 'stations/bravo/holds-studio'],
  ]);
});

it('@PUBLISH-2: records are those of the API, without what time alone changes and without the id of the studio', async () => {
  const records = await demoRecords();
  const output = records.outputs?.[0];
  const scene = {
    ...idleScene('full'),
    clip: 'weather',
    positionMs: 1,
    remainingMs: 2,
    endsAt: '2026-01-01T00:00:00.000Z',
  };
  const player = {
    player: 'main' as const,
    connected: true,
    scenes: [{ id: 'full', clip: 'weather', bank: null, positionMs: 1, paused: false, cued: null }],
  };
  const entries = entriesOf({
    records: {
      studio: { id: 'secret', name: 'One', status: 'on_air' },
      outputs: output ? [{ ...output, scenes: [scene], players: [player] }] : [],
    },
    alarms: undefined,
    health: undefined,
  });
  const byPath = Object.fromEntries(entries.map(({ path, payload }) => [path, payload]));
  expect(byPath['studio/record']).toBe('{"name":"One","status":"on_air"}');
  expect(byPath['outputs/main/record']).toContain('"clip":"weather"');
  expect(byPath['outputs/main/record']).not.toMatch(/positionMs|remainingMs/);
  expect(byPath['outputs/main/scenes/full/ends-at']).toBe('2026-01-01T00:00:00.000Z');
});

it('@PUBLISH-2: values that are unknown are unknown, and absent ones none', async () => {
  const records = await demoRecords();
  const [signal, camera, output] = [records.signals?.[0], records.cameras?.[0], records.outputs?.[0]];
  if (!signal || !camera || !output) throw new Error('expected records');
  const entries = entriesOf({
    records: {
      station: null,
      signals: [{ ...signal, value: null }],
      cameras: [{ ...camera, angle: null, tally: null }],
      outputs: [{ ...output, tally: null }],
      banks: [],
    },
    alarms: undefined,
    health: undefined,
  });
  const values = entries
    .filter(({ path }) => !path.endsWith('/record'))
    .map(({ path, payload }) => `${path} ${payload}`);
  expect(values).toEqual(expect.arrayContaining(['station/holder none', 'station/name none', 'active-bank none']));
  expect(values).toEqual(
    expect.arrayContaining([
      'signals/red-light unknown',
      'cameras/cam-1/angle none',
      'cameras/cam-1/tally unknown',
      'outputs/main/tally unknown',
    ]),
  );
});

it('@PUBLISH-2: the end of a clip that its player moves by milliseconds stands still', async () => {
  const output = (await demoRecords()).outputs?.[0];
  if (!output) throw new Error('expected an output');
  const endingAt = (endsAt: string, clip = 'weather') => [
    { ...output, scenes: [{ ...idleScene('full'), clip, endsAt }] },
  ];
  const before = endingAt('2026-01-01T00:00:00.000Z');
  const endOf = (now: ReturnType<typeof endingAt>) => steadyOutputs(before, now)[0]?.scenes[0]?.endsAt;
  expect(endOf(endingAt('2026-01-01T00:00:00.249Z'))).toBe('2026-01-01T00:00:00.000Z');
  expect(endOf(endingAt('2026-01-01T00:00:00.250Z'))).toBe('2026-01-01T00:00:00.250Z');
  expect(endOf(endingAt('2026-01-01T00:00:00.001Z', 'opener'))).toBe('2026-01-01T00:00:00.001Z');
});

/** What Home Assistant accepts of a device's discovery: the keys of its schemas, by the abbreviations that it defines for them. */
const accepted = {
  message: ['dev', 'o', 'avty_t', 'cmps'],
  device: ['ids', 'name', 'mf', 'sw'],
  origin: ['name', 'sw'],
  sensor: ['p', 'name', 'uniq_id', 'stat_t', 'val_tpl', 'dev_cla', 'ops'],
  binary_sensor: ['p', 'name', 'uniq_id', 'stat_t', 'val_tpl', 'dev_cla', 'pl_on', 'pl_off'],
};
const deviceClasses = { sensor: ['enum', 'timestamp'], binary_sensor: ['problem'] };

interface Component {
  readonly p: 'sensor' | 'binary_sensor';
  readonly name: string;
  readonly uniq_id: string;
  readonly stat_t: string;
  readonly dev_cla?: string;
  readonly ops?: readonly string[];
}

const unknownKeys = (record: object, known: readonly string[]): readonly string[] =>
  Object.keys(record).filter((key) => !known.includes(key));

/** Checks a component as Home Assistant's schemas of sensors and binary sensors do. */
const checkComponent = (id: string, one: Component): void => {
  expect(id).toMatch(/^[\w-]+$/);
  expect(Object.keys(accepted)).toContain(one.p);
  expect(unknownKeys(one, accepted[one.p])).toEqual([]);
  expect([one.name, one.uniq_id, one.stat_t].every((text) => typeof text === 'string' && text !== '')).toBe(true);
  expect(one.stat_t).not.toMatch(/[+#]/);
  if (one.dev_cla !== undefined) expect(deviceClasses[one.p]).toContain(one.dev_cla);
  // Options are those of an enumeration, which has at least one.
  expect(one.ops === undefined).toBe(one.dev_cla !== 'enum');
};

it('@PUBLISH-4: the device has what Home Assistant requires, and nothing that commands', async () => {
  const entries = await demoEntries();
  const parts = {
    section,
    availabilityTopic: 'studio-one/availability',
    name: 'Studio One',
    version: '1.0',
  };
  const message = deviceMessage({ ...parts, components: componentsOf(section, entries) });
  const { dev, o, avty_t, cmps, ...others } = JSON.parse(message) as Readonly<Record<string, object>>;
  expect(others).toEqual({});
  expect([dev, o, avty_t]).toEqual([
    { ids: ['studio-control_studio-one'], name: 'Studio One', mf: 'Studio Control', sw: '1.0' },
    { name: 'Studio Control', sw: '1.0' },
    'studio-one/availability',
  ]);
  const components = Object.entries(cmps ?? {}) as readonly (readonly [string, Component])[];
  for (const one of components) checkComponent(...one);
  expect(new Set(components.map(([, { uniq_id }]) => uniq_id)).size).toBe(components.length);
  // Each shows a topic that is published.
  const topics = new Set(entries.map(({ path }) => `studio-one/${path}`));
  expect(components.filter(([, { stat_t }]) => !topics.has(stat_t))).toEqual([]);
  expect(message).not.toMatch(/cmd_t|command/);
  expect(Object.keys(keptComponents(message))).toEqual(components.map(([id]) => id));
});

it('@PUBLISH-4: a device with more components than fit has the first of them', async () => {
  const [first] = (await demoEntries()).filter(({ entity }) => entity !== undefined);
  if (first === undefined) throw new Error('expected an entry');
  const many = Array.from({ length: 1_000 }, (_, index) => ({
    ...first,
    path: `signals/${String(index).padStart(4, 'ü')}`,
  }));
  const parts = { section, availabilityTopic: 'a', name: 'One', version: '1' };
  const message = deviceMessage({ ...parts, components: fitting(componentsOf(section, many)) });
  expect(Buffer.byteLength(message)).toBeLessThan(60_000);
  expect(message).toContain(String(0).padStart(4, 'ü'));
});

it.each([
  ['studio-one', 'homeassistant/device/studio-control_studio-one/config'],
  ['a/b', 'homeassistant/device/studio-control_a_2Fb/config'],
  ['a_2Fb', 'homeassistant/device/studio-control_a_5F2Fb/config'],
  ['Größe', 'homeassistant/device/studio-control_Gr_C3_B6_C3_9Fe/config'],
])('@PUBLISH-4: the device of the prefix %s has a topic of its own', (prefix, topic) => {
  expect(deviceTopicOf({ prefix, homeAssistant: {} })).toBe(topic);
});
