// The machine of the service: it starts, stops, kills and restarts it, one after the other.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../../../application/ports/clock.js';
import { taskQueue } from '../../../application/state/task-queue.js';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import type { ServiceRestart } from '../evidence.js';
import { Link } from '../machine/network.js';
import type { ServiceEnd } from '../steps.js';
import { startService, type ServiceMachine, type ServiceProcess } from './service-process.js';

/** The machine of the service. */
export interface ServiceHost {
  /** The way of callers to the service. */
  readonly toService: Link;
  readonly restarts: readonly ServiceRestart[];
  readonly start: () => Promise<void>;
  /** Ends the service as specified, and starts it again after a time. */
  readonly restart: (end: ServiceEnd, downMs: number) => void;
  readonly kill: () => void;
  readonly readStudioFile: (layout: StudioLayout) => void;
  /** Returns the version of the configuration in force; null if no service runs. */
  readonly version: () => number | null;
  /** Resolves when no restart is in progress. */
  readonly settled: () => Promise<unknown>;
}

/** Creates the machine. The service isn't started yet. */
export const serviceHost = (machine: ServiceMachine, clock: Clock, latencyMs: () => number): ServiceHost => {
  const restarts: ServiceRestart[] = [];
  const next = taskQueue();
  let process: ServiceProcess | undefined;
  let inForceSinceMs = 0;
  const toService = new Link({ clock, latencyMs, server: () => process?.server() });

  const version = (): number | null => process?.service.access.current().configuration.version ?? null;

  const start = async (): Promise<void> => {
    process = await startService(machine, clock);
    inForceSinceMs = clock.now();
    process.service.access.watch(() => {
      inForceSinceMs = clock.now();
    });
  };

  const kill = (): void => {
    process?.kill();
    process = undefined;
    toService.breakConnections();
    machine.toConsole.breakConnections();
  };

  const end = async (how: ServiceEnd): Promise<void> => {
    if (how === 'stop') await process?.service.stop();
    kill();
    if (how === 'power cut, names lost') machine.disk.cutPower('names are lost');
    if (how === 'power cut, names kept') machine.disk.cutPower('names are there');
  };

  const pass = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      clock.after(ms, resolve);
    });

  const restart = async (how: ServiceEnd, downMs: number): Promise<void> => {
    const restarted: ServiceRestart = {
      how,
      endedAtMs: clock.now(),
      goneAtMs: undefined,
      versionBefore: version(),
      inForceSinceMs,
      startedAtMs: undefined,
      versionAfter: undefined,
    };
    restarts.push(restarted);
    await end(how);
    restarted.goneAtMs = clock.now();
    await pass(downMs);
    await start();
    restarted.startedAtMs = clock.now();
    restarted.versionAfter = version() ?? 0;
  };

  return {
    toService,
    restarts,
    start,
    kill,
    restart: (how, downMs) => void next(() => restart(how, downMs)),
    readStudioFile: (layout) => void process?.service.layoutIntake.offer(E.right(layout)),
    version,
    settled: () => next(() => Promise.resolve()),
  };
};
