// Faults of OSC that are injected into a simulated studio, as the page does it.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { InjectedFault } from '../../../simulator/fault.js';
import { oscFaultOf } from '../../../simulator/casparcg/osc-fault.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { passUntil } from '../../adapters/drivers/advance-clock.js';
import { casparcgBench, output, type CasparcgBench } from '../../adapters/drivers/casparcg/bench.js';

let bench: CasparcgBench | undefined;

afterEach(() => {
  bench?.close();
  bench = undefined;
});

const open = async (fault: InjectedFault): Promise<CasparcgBench> => {
  bench = await casparcgBench();
  bench.server.setFault(fault);
  return bench;
};

describe('an injected fault of OSC', () => {
  it('is noticed when nothing arrives, and ends', async () => {
    const { players, pass, server, clock } = await open({ type: 'osc_silent' });
    const source = () => players.stateSource(output);
    await pass(2_000);
    expect(source()).toBe('info');
    server.setFault(null);
    await passUntil(clock, () => source() === 'osc');
  });

  it('leaves nothing behind when another fault takes its place', async () => {
    const { players, pass, server } = await open({ type: 'osc_silent' });
    server.setFault({ type: 'duplicate' });
    await pass(2_000);
    expect(players.stateSource(output)).toBe('osc');
  });

  it.each<readonly [InjectedFault, object]>([
    ...(['silent', 'gaps', 'doubled', 'reordered', 'forged'] as const).map(
      (type) => [{ type: `osc_${type}` }, { type }] as const,
    ),
    [
      { type: 'osc_late', delayMs: 70 },
      { type: 'late', delayMs: 70 },
    ],
  ])('%j is the fault %j of the network', (injected, network) => {
    expect(oscFaultOf(injected)).toMatchObject(network);
  });
});

describe('a simulated studio', () => {
  const connections = [{ id: 'playout', protocol: 'casparcg', host: '127.0.0.1' }];
  const player = { connection: 'playout', channel: 1, layers: { full: 10 } };
  const [main, ...others] = demoStudio.outputs;
  const outputs = [...(main === undefined ? [] : [{ ...main, player }]), ...others];
  const studio = simulatedStudio({ ...demoStudio, connections, outputs }, manualClock(), { withServers: true });

  it.each<readonly [string, InjectedFault]>([
    ['out-1', { type: 'osc_gaps' }],
    ['out-1', { type: 'offline' }],
    ['out-2', { type: 'broken' }],
    ['sig-1', { type: 'late', delayMs: 5 }],
  ])('gives %s the fault %j', (device, fault) => {
    expect(studio.setFault(device, fault)).toMatchObject(E.right({ fault }));
    expect(studio.setFault(device, null)).toMatchObject(E.right({ fault: null }));
  });

  it.each<readonly [string, InjectedFault]>([
    ['out-1', { type: 'broken' }],
    ['out-2', { type: 'osc_gaps' }],
    ['sig-1', { type: 'osc_late', delayMs: 5 }],
  ])('refuses a fault that %s can’t have: %j', (device, fault) => {
    const result = studio.setFault(device, fault);
    expect(result).toMatchObject(E.left({ code: 'conflict' }));
    expect(JSON.stringify(result)).toContain(
      `the device can't have the fault ${fault.type}; expected one of late, lost`,
    );
  });
});
