// The simulated CasparCG servers of a layout: one for each connection, with the channels and templates of all its outputs.
import { afterEach, expect, it } from 'vitest';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio, type SimulatedStudio } from '../../../simulator/studio.js';

const host = '10.0.0.1';

const scenes = ['full', 'corner'];

const outputOf = (id: string, player: { connection: string; channel: number }, templates: string[] = []) => ({
  id,
  slot: id,
  name: `Output ${id}`,
  scenes,
  graphics: templates.map((template, index) => ({ scene: scenes[index] ?? '', template, fields: {} })),
  player: { layers: { full: 10, corner: 11 }, ...player },
});

const layout: StudioLayout = {
  ...demoStudio,
  cameras: [],
  connections: [
    { id: 'first', protocol: 'casparcg', host },
    { id: 'second', protocol: 'casparcg', host: '10.0.0.2' },
    { id: 'third', protocol: 'casparcg', host, port: 5_251 },
    { id: 'unused', protocol: 'casparcg', host: '10.0.0.3' },
    { id: 'mixer', protocol: 'vmix', host },
  ],
  outputs: [
    outputOf('a', { connection: 'first', channel: 2 }, ['Ticker', 'Clock']),
    outputOf('b', { connection: 'second', channel: 1 }),
    outputOf('c', { connection: 'first', channel: 3 }, ['Bug']),
    outputOf('d', { connection: 'third', channel: 1 }),
  ],
};

let studio: SimulatedStudio;
afterEach(() => {
  studio.stop();
});

it('play the outputs of their connection, and have the default port if that names none', () => {
  studio = simulatedStudio(layout, manualClock(), { withServers: true });
  const servers = studio.casparcgServers.map((one) => [one.host, one.port, one.outputs, one.server.snapshot().name]);
  expect(servers).toEqual([
    [host, 5_250, ['a', 'c'], 'Output a, Output c'],
    ['10.0.0.2', 5_250, ['b'], 'Output b'],
    [host, 5_251, ['d'], 'Output d'],
  ]);
  expect([...studio.simulated.players.keys()]).toEqual([]);
});

it('have the channels and the templates of all their outputs', () => {
  studio = simulatedStudio(layout, manualClock(), { withServers: true });
  const [server] = studio.casparcgServers.map((one) => one.server);
  for (const [index, template] of ['ticker', 'CLOCK', 'bug'].entries()) {
    server?.execute(`CG ${String(index + 1)}-20 ADD 0 ${template} 1`);
    expect(server?.visible(`${String(index + 1)}-20`)).toMatchObject({ kind: 'html', template });
  }
  server?.execute('CG 4-20 ADD 0 bug 1');
  expect(server?.visible('4-20')).toEqual({ kind: 'empty' });
});

it('show the graphics of the layers that are for graphics, and no template on another layer', () => {
  const graphicLayers = { full: 20 };
  const outputs = layout.outputs.map((output) =>
    output.id === 'a' && output.player !== undefined
      ? { ...output, player: { ...output.player, graphicLayers } }
      : output,
  );
  studio = simulatedStudio({ ...layout, outputs }, manualClock(), { withServers: true });
  const [server] = studio.casparcgServers.map((one) => one.server);
  for (const address of ['2-20', '2-11', '2-0', '3-10']) server?.execute(`CG ${address} ADD 0 ticker 1`);
  expect(server?.snapshot().actual).toMatchObject([
    { id: 'full', run: null, graphic: { template: 'ticker' } },
    { id: 'corner', run: null, graphic: null },
    { id: 'full', run: null, graphic: null },
    { id: 'corner', run: null, graphic: null },
  ]);
});
