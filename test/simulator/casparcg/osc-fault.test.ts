// Faults of OSC that are injected into a simulated studio, as the page does it.
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import type { InjectedFault } from '../../../simulator/fault.js';
import { oscFaultOf } from '../../../simulator/casparcg/osc-fault.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { scenesOf } from '../../support/scenes.js';
import { passUntil } from '../../adapters/playout/advance-clock.js';
import { casparcgBench, output, selections, type CasparcgBench } from '../../adapters/playout/casparcg/bench.js';
import { commandTo } from '../../support/commands.js';

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

/** The clip that is on once a play was confirmed. */
const clipAfterPlay = async ({ players, pass }: CasparcgBench): Promise<string | null | undefined> => {
  const sent = sentCommand(players.send(commandTo.play(output, 'left', selections.headlines)));
  await pass(400);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
  return scenesOf(players, output)[0]?.clip;
};

describe('an injected fault of OSC', () => {
  it.each<InjectedFault>([
    { type: 'osc_gaps' },
    { type: 'osc_doubled' },
    { type: 'osc_reordered' },
    { type: 'osc_forged' },
    { type: 'osc_late', delayMs: 70 },
  ])('makes no difference to a play: %j', async (fault) => {
    expect(await clipAfterPlay(await open(fault))).toBe('headlines');
  });

  it('delays what a caller learns', async () => {
    const { players, pass } = await open({ type: 'osc_late', delayMs: 600 });
    const sent = sentCommand(players.send(commandTo.play(output, 'left', selections.headlines)));
    await pass(500);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    await pass(500);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

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

  it.each<readonly [InjectedFault['type'], string]>([
    ['osc_silent', 'silent'],
    ['osc_gaps', 'gaps'],
    ['osc_doubled', 'doubled'],
    ['osc_reordered', 'reordered'],
    ['osc_forged', 'forged'],
  ])('%s is the fault %s of the network', (type, network) => {
    expect(oscFaultOf({ type } as InjectedFault)).toMatchObject({ type: network });
  });
});

describe('a simulated studio', () => {
  const player = { protocol: 'casparcg', host: '127.0.0.1', channel: 1, layers: { full: 10 } } as const;
  const [main, ...others] = demoStudio.outputs;
  const outputs = [...(main === undefined ? [] : [{ ...main, player }]), ...others];
  const studio = simulatedStudio({ ...demoStudio, outputs }, manualClock(), { withServers: true });

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
