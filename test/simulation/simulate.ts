// Runs the steps of a simulation, lets all faults end, and judges what was seen.
import type { Log } from '../../application/ports/log.js';
import { silent } from '../../features/support/silent-log.js';
import { manualEpochMs } from '../../simulator/clock.js';
import type { AsRunLine, Evidence, FinalReading, Violation } from './evidence.js';
import { finalReading } from './final-reading.js';
import { invariants } from './invariants/invariants.js';
import { asRunPath } from './parts/as-run-log.js';
import type { Step } from './steps.js';
import { traceHash } from './trace.js';
import { lastCalls, openAccess } from './recovery.js';
import { openWorld, type World } from './world.js';

/** A simulation to run. */
export interface Simulation {
  readonly seed: number;
  readonly steps: readonly Step[];
}

/** The result of a simulation. */
export interface SimulationResult {
  readonly evidence: Evidence;
  /** Identifies what happened: the same simulation has the same hash. */
  readonly hash: string;
  readonly violations: readonly Violation[];
}

/** How long the world recovers after its faults, in milliseconds: longer than every timeout and retry. */
const recoveryMs = 180_000;

/** How long the console may take to show the last calls, in milliseconds. */
const reportMs = 90_000;

const perform = async (world: World, steps: readonly Step[]): Promise<void> => {
  const startMs = world.clock.now();
  for (const { atMs, ...what } of steps) {
    await world.clock.advanceTo(startMs + atMs);
    world.perform(what);
  }
};

/** Ends all faults, and waits until everything has recovered. */
const recover = async (world: World): Promise<FinalReading> => {
  for (const { id } of world.studio.devices()) world.perform({ kind: 'fault', device: id, fault: null });
  world.perform({ kind: 'cloud', state: 'mended' });
  world.perform({ kind: 'disk', isFull: false });
  for (const change of openAccess) world.perform({ kind: 'console', change });
  await world.clock.advance(recoveryMs);
  const quietSinceMs = world.clock.now();
  for (const call of lastCalls) world.perform({ kind: 'call', call });
  await world.clock.advance(reportMs);
  const reading = finalReading(world, quietSinceMs);
  await world.clock.advance(1_000);
  return reading;
};

/** Collects the errors that nothing handles while `run` runs. */
const withErrors = async <A>(run: (errors: readonly string[]) => Promise<A>): Promise<A> => {
  const errors: string[] = [];
  const note = (error: unknown): void => {
    errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  };
  process.on('uncaughtException', note).on('unhandledRejection', note);
  try {
    return await run(errors);
  } finally {
    process.off('uncaughtException', note).off('unhandledRejection', note);
  }
};

/** A line may be cut off by a power cut. */
const readAsRun = (text: string): readonly AsRunLine[] =>
  text
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as AsRunLine);

/** Runs a simulation. */
export const simulate = ({ seed, steps }: Simulation, log: Log = silent): Promise<SimulationResult> =>
  withErrors(async (errors) => {
    const world = await openWorld(seed, log);
    try {
      const started = world.start();
      await world.clock.advance(1_000);
      await started;
      await perform(world, steps);
      const final = await recover(world);
      const { calls, operator, host, disk, audit } = world;
      const asRun = readAsRun(await disk.read(asRunPath));
      const evidence: Evidence = {
        startMs: manualEpochMs,
        steps,
        calls,
        commands: world.commands(),
        configurations: operator.configurations,
        restarts: host.restarts,
        errors,
        asRun,
        consoleAudit: audit,
        final,
      };
      const violations = invariants.flatMap(({ name, check }) =>
        check(evidence).map((message) => ({ invariant: name, message })),
      );
      return { evidence, violations, hash: traceHash(evidence) };
    } finally {
      await world.close();
    }
  });
