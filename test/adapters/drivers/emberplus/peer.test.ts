// An independent implementation of Ember+, node-emberplus: its provider judges the driver, and its consumer the simulated provider.
import ember from 'node-emberplus';
import { describe, expect, it } from 'vitest';
import { attachmentsTo } from '../../../../application/connections/attachments.js';
import type { SignalLines } from '../../../../application/ports/signal-lines.js';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { unconnectedDrivers } from '../../../../adapters/unconnected/devices.js';
import { attachedDevices } from '../../../../application/connections/attached-devices.js';
import { currentLayout } from '../../../../application/state/current-layout.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { silent } from '../../../../features/support/silent-log.js';
import { connectionDrivers } from '../../../../infra/service/connection-drivers.js';
import { readSecretFile } from '../../../../infra/settings/secret-files.js';
import { emberplusFace } from '../../../../simulator/emberplus/face.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../../simulator/studio.js';
import { commandResults, refusedBy, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import { freePort } from '../../../support/loopback.js';
import { connectionId, layoutWith } from '../bench.js';
import { commandTo } from '../../../support/commands.js';

const { EmberServer, EmberClient } = ember;

const closers = closedAfterEach();

const targets = (count: number) => Array.from({ length: count }, (_, target) => ({ target, sources: [] }));

/** A parameter that can be set. */
const settable = (identifier: string, type: string, value: unknown, others: object = {}) => ({
  ...{ identifier, type, value, access: 'readWrite' },
  ...others,
});

const matrix = (identifier: string, type: string) => ({
  ...{ identifier, type, mode: 'linear', targetCount: 4, sourceCount: 4, connections: targets(4) },
});

const sources = [
  { key: 'Local', value: 1 },
  { key: 'Remote', value: 3 },
];

/** The tree of a small console: 300 channels make a directory of several packets. */
const tree = (): object[] => [
  {
    identifier: 'Console',
    children: [
      {
        identifier: 'Mic1',
        children: [
          ...[settable('On', 'boolean', false), settable('Gain', 'integer', -128), settable('Level', 'real', -0.1)],
          ...[settable('Name', 'string', 'Idle'), { identifier: 'Temperature', value: 41, type: 'integer' }],
          settable('Source', 'enum', 3, { enumMap: sources }),
        ],
      },
      {
        identifier: 'Channels',
        children: Array.from({ length: 300 }, (_, index) => settable(`Channel${String(index)}`, 'boolean', false)),
      },
    ],
  },
  { identifier: 'Router', children: [matrix('Any', 'nToN'), matrix('One', 'oneToN')] },
];

const provider = async (): Promise<{ readonly port: number; readonly server: InstanceType<typeof EmberServer> }> => {
  const port = await freePort();
  const server = new EmberServer({ host: '127.0.0.1', port, tree: EmberServer.createTreeFromJSON(tree()) });
  server.on('error', () => undefined);
  await server.listen();
  closers.push(() => void server.closeAsync());
  return { port, server };
};

const connected = async (port: number, line: object): Promise<SignalLines> => {
  const layout = layoutWith('emberplus', { host: '127.0.0.1', port }, { lines: { 'sig-1': line } });
  const current = currentLayout(layout);
  const deps = { clock: new SystemClock(), log: silent, readSecret: readSecretFile, table: connectionDrivers };
  const { drivers, close } = attachedDevices(current, unconnectedDrivers(current), deps);
  closers.push(close);
  await eventually('the line is connected', () => drivers.signalLines.connected('sig-1'));
  return drivers.signalLines;
};

describe('a provider of node-emberplus', () => {
  it.each([
    ['a boolean', { parameter: 'Console/Mic1/On' }, false],
    ['a boolean by its number', { parameter: '0.0.0' }, false],
    ['an inverted boolean', { parameter: 'Console/Mic1/On', inverted: true }, true],
    ['an integer', { parameter: 'Console/Mic1/Gain', on: -3, off: -128 }, false],
    ['a real', { parameter: 'Console/Mic1/Level', on: -0.1, off: -64.5 }, true],
    ['a text', { parameter: 'Console/Mic1/Name', on: 'På luften', off: 'Idle' }, false],
    ['a name of an enumeration', { parameter: 'Console/Mic1/Source', on: 'Remote', off: 'Local' }, true],
    ['the last of 300 channels', { parameter: 'Console/Channels/Channel299' }, false],
    ['a crosspoint', { matrix: { path: 'Router/Any', target: 2, source: 3 } }, false],
    [
      'a crosspoint with a source for off',
      { matrix: { path: 'Router/One', target: 2, source: 3, offSource: 0 } },
      false,
    ],
  ])('is read, switched and watched: %s', async (_, line, initial) => {
    const lines = await connected((await provider()).port, line);
    expect(lines.value('sig-1')).toBe(initial);
    for (const on of [!initial, initial, initial, !initial]) {
      const sent = sentCommand(lines.send(commandTo.switch('sig-1', on)));
      expect(await sent.confirmed).toEqual({ _tag: 'Right', right: undefined });
      expect(await commandResults(sent)).toEqual(['done', 'done']);
      expect(lines.value('sig-1')).toBe(on);
    }
  });

  it('reports what others change', async () => {
    const { port, server } = await provider();
    const lines = await connected(port, { parameter: 'Console/Mic1/On' });
    const parameter = server.tree.getElementByPath('0.0.0');
    void server.setValue(parameter as never, true);
    await eventually('the change', () => lines.value('sig-1') === true);
  });

  it('protects a parameter that can only be read', async () => {
    const lines = await connected((await provider()).port, { parameter: 'Console/Mic1/Temperature', on: 41, off: 40 });
    expect(lines.value('sig-1')).toBe(true);
    expect(refusedBy(lines, commandTo.switch('sig-1', false))).toBe('conflict');
  });
});

describe('the simulated provider', () => {
  it('is read and switched by the consumer of node-emberplus', async () => {
    const studio = simulatedStudio(demoStudio, new SystemClock());
    const lines = {
      'sig-1': { parameter: 'Console/Mic1/On' },
      'sig-2': { parameter: 'Console/Mic2/On', on: 'Open', off: 'Shut' },
    };
    const attachments = attachmentsTo(layoutWith('emberplus', {}, { lines }), connectionId);
    const face = emberplusFace({ settings: {}, attachments, devices: studio });
    const port = await face.listen(0, '127.0.0.1');
    closers.push(studio.stop, () => face.close());
    const client = new EmberClient({ host: '127.0.0.1', port });
    client.on('error', () => undefined);
    await client.connectAsync();
    closers.push(() => client.disconnectAsync());
    await client.getDirectoryAsync();
    const parameter = await client.getElementByPathAsync('Console/Mic1/On');
    await client.setValueAsync(parameter as never, true);
    await eventually('the signal is on', () => studio.signalLines.value('sig-1') === true);
    const other = await client.getElementByPathAsync('Console/Mic2/On');
    expect((other as unknown as { readonly contents: object }).contents).toMatchObject({
      value: 0,
      enumeration: 'Shut\nOpen',
    });
  });
});
