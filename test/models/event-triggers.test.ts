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

/** The reports with which the microphone has opened: it was known to be closed before. */
const openings = (reports: readonly Report[]): readonly number[] => {
  let known: boolean | null = null;
  return reports.flatMap(({ mic, restart }, index) => {
    const isOpening = !restart && mic === true && known === false;
    known = mic ?? (restart ? null : known);
    return isOpening ? [index] : [];
  });
};

const isOpen = ({ mic, restart }: Report): boolean => mic === true && !restart;

/** The times at which a run is due: the microphone has opened, and stays open for a time, while the phone rings. */
const dueTimes = (reports: readonly Report[], forMs: number, endMs: number): readonly number[] => {
  const phoneAt = (ms: number, index: number) =>
    forMs === 0 ? reports[index]?.phone : reports.findLast(({ atMs }) => atMs <= ms)?.phone;
  const atOf = (index: number): number => reports[index]?.atMs ?? Infinity;
  /** Begins where the microphone opens, and anew where it comes back as open as it was lost. */
  const dueFrom = (index: number): readonly number[] => {
    const dueMs = atOf(index) + forMs;
    const closes = reports.findIndex((report, at) => at > index && !isOpen(report));
    if (forMs === 0 || dueMs < atOf(closes)) return dueMs <= endMs && phoneAt(dueMs, index) === true ? [dueMs] : [];
    const returns = reports.findIndex(({ mic, restart }, at) => at >= closes && (mic !== null || restart));
    return reports.slice(returns).slice(0, 1).some(isOpen) ? dueFrom(returns) : [];
  };
  return openings(reports).flatMap(dueFrom);
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
