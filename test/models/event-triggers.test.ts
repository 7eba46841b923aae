// When events trigger an automation, compared with a few lines over what the lines have reported and when.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { automations, type Automations } from '../../application/sequences/automations.js';
import { currentLayout } from '../../application/state/current-layout.js';
import { studioState } from '../../application/state/studio-state.js';
import type { AutomationDefinition } from '../../domain/studio/automation.js';
import { initialRuntimeState } from '../../domain/studio/runtime-state.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { savedAtOnce, stepBench, switchStep, withoutMacros, type StepBench } from '../application/demo-bench.js';

const numRuns = Number(process.env['MODEL_RUNS'] ?? 150);

/** What happens: a line is switched from outside, is lost or comes back, time passes, or the service restarts. */
const happening = fc.oneof(
  fc.record({ signal: fc.constantFrom('sig-2', 'sig-3'), on: fc.boolean() }),
  fc.record({ signal: fc.constantFrom('sig-2', 'sig-3'), lost: fc.boolean() }),
  fc.record({ passMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 4_000 })) }),
  fc.constant({ restart: true }),
);
type Happening = typeof happening extends fc.Arbitrary<infer A> ? A : never;

/** What a line has reported at a time; null while it is not connected. `restart` begins anew. */
interface Report {
  readonly atMs: number;
  readonly mic: boolean | null;
  readonly phone: boolean | null;
  readonly restart: boolean;
}

/** The times at which a run is due: the microphone has opened, or stayed open for a time, while the phone rings. */
const dueTimes = (reports: readonly Report[], forMs: number, endMs: number): readonly number[] => {
  const due: number[] = [];
  let known: boolean | null = null;
  let isNew = false;
  reports.forEach(({ atMs, mic, restart }, index) => {
    if (restart) [known, isNew] = [mic, false];
    if (mic === null) return;
    isNew = mic && (isNew || known === false);
    known = mic;
    const left = reports.slice(index + 1).find((later) => later.mic !== true || later.restart)?.atMs ?? Infinity;
    const dueMs = atMs + forMs;
    if (!isNew || dueMs > endMs || left < dueMs || (forMs > 0 && left === dueMs)) return;
    isNew = false;
    const phone = reports.findLast((one) => (forMs > 0 ? one.atMs <= dueMs : reports.indexOf(one) <= index))?.phone;
    if (phone === true) due.push(dueMs);
  });
  return due;
};

const perform = async (bench: StepBench, one: Happening, restart: () => void): Promise<void> => {
  const { clock, studio, setFault } = bench;
  if ('passMs' in one) await clock.advance(one.passMs);
  else if ('restart' in one) restart();
  else if ('lost' in one) setFault(one.signal, one.lost ? 'offline' : null);
  else void studio.signalLines.send({ do: 'switch', signal: one.signal, on: one.on });
};

it.each([0, 1_500])(
  'an automation runs whenever the microphone opens (for %i ms) while the phone rings, and never else',
  { timeout: 300_000 },
  async (forMs) => {
    const automation: AutomationDefinition = {
      id: 'auto-9',
      station: 'alpha',
      name: 'Mic',
      autostart: true,
      trigger: { signal: { signal: 'sig-2', on: true, ...(forMs > 0 && { forMs }) } },
      when: [{ signal: { signal: 'sig-3', on: true } }],
      whileRunning: 'restart',
      steps: [switchStep('sig-4', true)],
    };
    const property = fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (all) => {
      const bench = stepBench();
      const { clock, ports, alarms } = bench;
      const lines = ports.signalLines;
      const layout = { ...demoStudio, automations: [automation] };
      const value = (signal: string) => (lines.connected(signal) ? lines.value(signal) : null);
      const reports: Report[] = [];
      const note = (restarted: boolean): void => {
        reports.push({ atMs: clock.now(), mic: value('sig-2'), phone: value('sig-3'), restart: restarted });
      };
      lines.watch(() => {
        note(false);
      });
      const ran: number[] = [];
      let running: Automations | undefined;
      const restart = (): void => {
        running?.stopAll();
        collect();
        const studio = studioState(currentLayout(layout), initialRuntimeState(layout), savedAtOnce);
        note(true);
        running = automations({ ...ports, studio }, withoutMacros, alarms);
        running.startWithService();
      };
      const collect = (): void => {
        const fired = running?.fired() ?? [];
        ran.push(...fired.flatMap(({ at, outcome }) => (outcome === 'unmet' ? [] : [Date.parse(at)])));
      };
      restart();
      for (const one of all) await perform(bench, one, restart);
      await clock.advance(5_000);
      collect();
      expect(ran).toEqual(dueTimes(reports, forMs, clock.now()));
    });
    await fc.assert(property, { numRuns });
  },
);
