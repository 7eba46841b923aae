// What editors of the studio file ask about equipment.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { EquipmentState } from '../../../application/connections/shown-equipment.js';
import type { SaveResult, ShownTemplate } from '../../../application/editing/answers.js';
import type { FindEquipment, Search } from '../../../application/connections/discovery.js';
import { ConnectionStates } from '../../../application/connections/connection-states.js';
import { exampleValues } from '../../../application/connections/expand-template.js';
import { Equipment, type EquipmentDeps } from '../../../application/editing/equipment.js';
import { readEditingRequest, type EquipmentRequest } from '../../../application/editing/requests.js';
import { connectionDrivers } from '../../../infra/service/connection-drivers.js';
import { formSchema } from '../../../infra/studio-file/studio-schema.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { relayTemplate } from '../connections/templates.js';
import { host, openEditor, save, studio } from './edited-studio.js';

const equipped = (deps: Partial<EquipmentDeps> = {}) => {
  const clock = manualClock();
  const equipment = new Equipment({
    find: () => Promise.resolve({ found: [], problems: [] }),
    templates: () => Promise.resolve([relayTemplate]),
    schemaOf: formSchema,
    tryRecord: () => Promise.reject(new Error('expected no try')),
    report: () => Promise.reject(new Error('expected no report')),
    testWebhook: () => Promise.reject(new Error('expected no test')),
    layout: () => demoStudio,
    devices: simulatedStudio(demoStudio, clock),
    states: undefined,
    table: connectionDrivers,
    readSecret: () => Promise.reject(new Error('expected no secret')),
    clock,
    ...deps,
  });
  const ask = async <A>(request: EquipmentRequest): Promise<A> => {
    const answer = await equipment.ask(request, 'host');
    if (E.isLeft(answer)) throw new Error(answer.left.message);
    return answer.right as A;
  };
  return { clock, equipment, ask };
};

/** A search that ends with its signal only. */
const untilEnded: FindEquipment = (host, signal) =>
  new Promise<Search>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve({ found: [], problems: [`ended at ${host ?? 'the network'}`] });
    });
  });

describe('@EDITING-20: a search', () => {
  it('ends after 15 s, is the only one meanwhile, and delays no save', async () => {
    const { ask, clock, equipment } = equipped({ find: untilEnded });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'studio.yaml'), studio);
    const editor = await openEditor(folder, undefined, equipment);
    const search = editor.ask({ ask: 'find', host: '192.0.2.7' });
    expect(await editor.ask<SaveResult>(save(1, { text: studio.replace('Morning', 'Evening') }), host)).toMatchObject({
      result: 'saved',
    });
    await expect(ask({ ask: 'find' })).rejects.toThrow('another search is under way');
    await clock.advance(15_000);
    expect(await search).toEqual({ found: [], problems: ['ended at 192.0.2.7'] });
    const next = ask({ ask: 'find' });
    equipment.stop();
    expect(await next).toEqual({ found: [], problems: ['ended at the network'] });
    expect(clock.waiting()).toBe(0);
  });

  it.each(['a b', '', 'http://192.0.2.7', 7])('asks no host %j', (host) => {
    expect(E.isLeft(readEditingRequest({ ask: 'find', host }))).toBe(true);
  });
});

describe('@EDITING-21: a template', () => {
  it('is shown with what is entered for it', async () => {
    const { templates } = await equipped().ask<{ readonly templates: readonly ShownTemplate[] }>({ ask: 'templates' });
    expect(templates).toMatchObject([
      {
        id: 'relay-box',
        vendor: 'Some maker',
        protocol: 'http',
        connection: {
          type: 'object',
          properties: {
            host: { title: 'Host name or IP address', type: 'string', examples: ['192.168.1.80'] },
            port: { title: 'Port', type: 'integer', minimum: 1, maximum: 9000 },
            user: { title: 'User' },
          },
          required: ['host', 'port'],
          additionalProperties: false,
        },
        lines: [{ name: 'Relay', values: { properties: { relay: { title: 'Relay', maximum: 8 } } } }],
        heads: [{ name: 'Camera', each: { properties: { position: { title: 'Preset' } }, required: ['position'] } }],
        players: [],
      },
    ]);
  });

  it('becomes records whose names the studio doesn’t have yet', async () => {
    const values = exampleValues(relayTemplate);
    const { signals, cameras } = demoStudio;
    const layout = {
      ...demoStudio,
      signals: signals.slice(0, 1).map((one) => ({ ...one, id: 'sig-1' })),
      cameras: cameras.map((one, index) => ({ ...one, id: `cam-${String(index + 1)}` })),
    };
    const heads = [{ part: 'Camera', each: { wide: { position: 1 }, close: { position: 2 } } }];
    const request = { ask: 'expand', template: 'relay-box', values: { ...values, heads } } as const;
    expect(await equipped({ layout: () => layout }).ask(request)).toMatchObject({
      issues: [],
      fragment: {
        connections: [{ id: 'relay-box', protocol: 'http', host: '192.168.1.80', port: 80 }],
        signals: [{ id: 'sig-2', identifier: 'signal-2', name: 'Relay', line: { connection: 'relay-box' } }],
        cameras: [
          {
            id: `cam-${String(cameras.length + 1)}`,
            angles: [
              { id: 'wide', name: 'Wide' },
              { id: 'close', name: 'Close' },
            ],
          },
        ],
      },
    });
  });

  it('has an issue at each wrong value, and another template is not found', async () => {
    const values = { id: 'box', connection: { host: 'relays', port: 0 } };
    expect(await equipped().ask({ ask: 'expand', template: 'relay-box', values })).toEqual({
      issues: [{ path: 'connection.port', message: expect.stringMatching(/^connection\.port: expected/) as string }],
    });
    await expect(equipped().ask({ ask: 'expand', template: 'box', values })).rejects.toThrow('no template "box"');
  });
});

describe('@EDITING-22: the state of the equipment', () => {
  const [signal, other] = demoStudio.signals;
  const attached = {
    ...demoStudio,
    connections: [
      { id: 'io', protocol: 'modbus', host: '192.0.2.7' },
      { id: 'spare', protocol: 'modbus', host: '192.0.2.8' },
    ],
    signals: demoStudio.signals.map((one) => (one === signal ? { ...one, line: { connection: 'io', coil: 0 } } : one)),
  };

  it('names the records of each connection, and why it was lost', async () => {
    const clock = manualClock();
    const states = new ConnectionStates(clock);
    const start = clock.now();
    const { ask } = equipped({ layout: () => attached, states });
    const shown = async () => (await ask<EquipmentState>({ ask: 'state' })).connections;
    const record = { kind: 'signal', id: signal?.id, name: signal?.name, connected: true, shows: 'off' };
    const unknown = { connected: null, sinceMs: null, lastError: null, records: [] };
    expect(await shown()).toMatchObject([
      { id: 'io', protocol: 'modbus', records: [record] },
      { id: 'spare', ...unknown },
    ]);
    states.note('spare', 'connection refused');
    await clock.advance(1_000);
    states.note('spare', null);
    states.note('spare', null);
    const lastError = { reason: 'connection refused', timeMs: start };
    expect(await shown()).toMatchObject([{}, { connected: true, sinceMs: start + 1_000, lastError }]);
    states.forget('spare');
    expect(await shown()).toMatchObject([{}, unknown]);
  });

  it('names what is simulated without a connection', async () => {
    const { isSimulated, connections, unattached } = await equipped().ask<EquipmentState>({ ask: 'state' });
    expect([isSimulated, connections]).toEqual([true, []]);
    expect(unattached).toContainEqual({
      kind: 'signal',
      id: other?.id,
      name: other?.name,
      connected: true,
      shows: 'off',
    });
    expect(unattached.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['signal', 'camera', 'output']));
    expect(unattached.find(({ kind }) => kind === 'output')?.shows).toMatch(/^full: empty/);
  });
});

describe('@EDITING-25: the clips of a player', () => {
  const clips = Array.from({ length: 5_001 }, (_, index) => ({ name: `clip ${String(index)}`, durationMs: null }));
  const player = (listed: number | string) => ({
    table: {
      ...connectionDrivers,
      casparcg: {
        ...connectionDrivers.casparcg,
        media: () => Promise.resolve(typeof listed === 'string' ? E.left(listed) : E.right(clips.slice(0, listed))),
      },
    },
    layout: () => ({
      ...demoStudio,
      connections: [
        { id: 'caspar', protocol: 'casparcg', host: '192.0.2.7' },
        { id: 'mixer', protocol: 'vmix', host: '192.0.2.8' },
      ],
      outputs: demoStudio.outputs.map((one, at) => (at === 0 ? { ...one, player: { connection: 'caspar' } } : one)),
    }),
  });
  const [{ id: output } = expect.unreachable()] = demoStudio.outputs;

  it.each<[string, number | string, object, object]>([
    ['all', 2, { connection: 'caspar' }, { clips: clips.slice(0, 2), reason: null }],
    ['those of an output', 1, { output }, { clips: clips.slice(0, 1), reason: null }],
    [
      'the first 5000',
      5_001,
      { output },
      { clips: clips.slice(0, 5_000), reason: 'only the first 5000 clips are listed' },
    ],
    ['none, and why', 'does not answer', { output }, { clips: [], reason: 'the equipment does not answer' }],
    ['none of others', 1, { connection: 'mixer' }, { clips: [], reason: "this equipment doesn't list its clips" }],
  ])('are listed: %s', async (_, listed, of, expected) => {
    expect(await equipped(player(listed)).ask({ ask: 'media', ...of })).toEqual(expected);
  });

  it('of nothing are not found', async () => {
    await expect(equipped(player(1)).ask({ ask: 'media', output: 'lamp' })).rejects.toThrow('no such connection');
  });
});
