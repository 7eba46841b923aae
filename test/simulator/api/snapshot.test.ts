// Sessions of steering and device commands: the same session in a fresh studio with the same seed has the same answers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as E from 'fp-ts/lib/Either.js';
import { takeSnapshot } from '../../../simulator/api/snapshot.js';
import { steeringOperations } from '../../../simulator/api/operations.js';
import { steeredStudio, type SteeredStudio } from '../../../simulator/api/steering.js';
import { manualClock } from '../../../simulator/clock.js';
import { simulationClock } from '../../../simulator/simulation-clock.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { clipSelection } from '../bench.js';
import { commandTo } from '../../support/commands.js';

/** Number of random sessions. */
const sessions = Number(process.env['SESSIONS'] ?? 40);

/** A step of a session: a call of an operation, or a command of the service to a device. */
type Step =
  | { readonly operation: string; readonly id?: string; readonly body?: unknown }
  | { readonly command: 'switch' | 'recall' | 'play' };

const faults = [
  { type: 'lost', commands: 1 },
  { type: 'late', delayMs: 80, commands: 2 },
  { type: 'refused' },
  { type: 'offline', commands: 1 },
  { type: 'frozen' },
  { type: 'duplicate' },
];

const deviceIds = ['sig-1', 'cam-1', 'out-2', 'sig-9'];

const changes: Readonly<Record<string, unknown>> = {
  'sig-1': { on: true },
  'cam-1': { angle: 'close', connected: true },
  'out-2': { scenes: [{ id: 'right', run: { bank: 'music', clip: 'sting', positionMs: 9_950 } }] },
  'sig-9': {},
};

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('switch', 'recall', 'play').map((command): Step => ({ command })),
  fc.integer({ min: 0, max: 60 }).map((ms): Step => ({ operation: 'clock.step', body: { ms } })),
  fc
    .record({ id: fc.constantFrom(...deviceIds), body: fc.constantFrom(...faults) })
    .map((call): Step => ({ operation: 'device.fault.set', ...call })),
  fc.constantFrom(...deviceIds).map((id): Step => ({ operation: 'device.fault.remove', id })),
  fc.constantFrom(...deviceIds).map((id): Step => ({ operation: 'device.state.change', id, body: changes[id] })),
  fc
    .record({ atMs: fc.nat(90), device: fc.constantFrom(...deviceIds), fault: fc.constantFrom(null, ...faults) })
    .map((entry): Step => ({ operation: 'script.set', body: { entries: [entry] } })),
  fc
    .constantFrom('device.list', 'command.list', 'snapshot.get', 'script.get', 'clock.get')
    .map((operation): Step => ({ operation })),
  fc.constant<Step>({ operation: 'studio.reset', body: {} }),
);

const open = (seed: number): SteeredStudio => {
  const clock = simulationClock({ real: manualClock(), startMs: 1_000_000, paused: true });
  return steeredStudio(simulatedStudio(demoStudio, clock, { seed }), clock, {
    real: manualClock(),
    log: memoryLog(),
  });
};

const command = ({ studio }: SteeredStudio, what: 'switch' | 'recall' | 'play', index: number): boolean => {
  if (what === 'switch') return E.isRight(studio.signalLines.send(commandTo.switch('sig-1', index % 2 === 0)));
  if (what === 'recall') return E.isRight(studio.cameras.send(commandTo.recall('cam-1', 'wide')));
  return E.isRight(studio.players.send(commandTo.play('out-2', 'left', clipSelection('music', 'sting'))));
};

/** Performs a session, and returns its answers. */
const perform = async (steered: SteeredStudio, steps: readonly Step[]): Promise<string> => {
  const operations = new Map(steeringOperations(steered).map((operation) => [operation.name, operation]));
  const answers: unknown[] = [];
  for (const [index, one] of steps.entries()) {
    if ('command' in one) answers.push(command(steered, one.command, index));
    else {
      const path = new Map(one.id === undefined ? [] : [['id', [one.id]]]);
      answers.push(await operations.get(one.operation)?.answer({ path, query: new Map(), body: one.body }));
    }
  }
  return answers.map((answer) => JSON.stringify(answer)).join('\n');
};

const steps = fc.array(step, { maxLength: 60 });

describe('any session', { timeout: 600_000 }, () => {
  it('has the same answers in a fresh studio with the same seed, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), steps, async (seed, session) => {
        expect(await perform(open(seed), session)).toBe(await perform(open(seed), session));
      }),
      { numRuns: sessions },
    );
  });

  it('has the same answers after a reset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), steps, async (seed, session) => {
        const steered = open(seed);
        await perform(steered, session);
        const reset = { operation: 'studio.reset', body: {} };
        const startMs = steered.clock.now();
        const again = await perform(steered, [reset, ...session]);
        const fresh = open(seed);
        await fresh.clock.advance(startMs - fresh.clock.now());
        expect(again).toBe(await perform(fresh, [reset, ...session]));
      }),
      { numRuns: sessions },
    );
  });

  it('goes on in the same way after its snapshot is restored in another studio', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), steps, steps, async (seed, session, more) => {
        const steered = open(seed);
        await perform(steered, session);
        await perform(steered, [{ operation: 'script.cancel' }, { operation: 'clock.step', body: { ms: 1_000 } }]);
        const taken = takeSnapshot(steered.studio, steered.clock);
        const restore: Step = { operation: 'snapshot.restore', body: E.isRight(taken) && taken.right };
        const other = open(seed + 1);
        await other.clock.advance(steered.clock.now() - other.clock.now());
        // The log isn't part of a snapshot, and a reset returns to the seed of the studio.
        const next = more.filter(
          (one) => !('operation' in one && ['command.list', 'studio.reset'].includes(one.operation)),
        );
        const expected = await perform(steered, [restore, ...next]);
        expect(await perform(other, [restore, ...next])).toBe(expected);
      }),
      { numRuns: sessions },
    );
  });
});
