// The steering API of a studio whose players are simulated CasparCG servers.
import { beforeEach, describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { steeringOperations } from '../../simulator/api/operations.js';
import { steeredStudio } from '../../simulator/api/steering.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { steeredManually } from '../../simulator/simulation-clock.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import { memoryLog } from '../console/readable-log.js';

const player = { protocol: 'casparcg', host: '127.0.0.1', port: 5250, channel: 1, layers: { full: 10 } } as const;

const withPlayer = {
  ...demoStudio,
  outputs: demoStudio.outputs.map((output) => (output.id === 'out-1' ? { ...output, player } : output)),
};

let clock: ManualClock;
let studio: SimulatedStudio;
let call: (name: string, body?: unknown) => unknown;
beforeEach(() => {
  clock = manualClock();
  studio = simulatedStudio(withPlayer, clock, { withServers: true });
  const operations = steeringOperations(
    steeredStudio(studio, steeredManually(clock), { real: clock, log: memoryLog() }),
  );
  call = (name, body) =>
    operations
      .find((operation) => operation.name === name)
      ?.answer({ path: new Map([['id', ['out-1']]]), query: new Map(), body });
  return () => {
    studio.stop();
  };
});

const server = () => studio.casparcgServers[0]?.server;
const fault = () => studio.devices().find(({ id }) => id === 'out-1')?.fault;

describe('a simulated CasparCG server', () => {
  it('shows its scenes as other players do', async () => {
    server()?.execute('PLAY 1-10 "weather"');
    await clock.advance(1_000);
    expect(call('device.state.get')).toMatchObject({
      right: { state: { scenes: [{ id: 'full', run: { bank: 'news', clip: 'weather' } }] } },
    });
  });

  it('takes faults, and refuses limits where it cannot count', () => {
    expect(E.isRight(studio.setFault('out-1', { type: 'refused', commands: 2 }))).toBe(true);
    expect(fault()).toEqual({ type: 'refused', commands: 2 });
    for (const type of ['osc_gaps', 'offline'])
      expect(call('device.fault.set', { type, commands: 1 })).toMatchObject({ left: { code: 'invalid_parameter' } });
  });

  it('changes its state by AMCP alone, but can be unplugged', () => {
    expect(call('device.state.change', { scenes: [{ id: 'full', run: null }] })).toMatchObject({
      left: { code: 'conflict' },
    });
    expect(call('device.state.change', { connected: false })).toMatchObject({
      right: { device: { connected: false } },
    });
    expect(fault()).toEqual({ type: 'offline' });
  });

  it('has no snapshot', () => {
    expect(call('snapshot.get')).toMatchObject({ left: { code: 'conflict' } });
  });
});
