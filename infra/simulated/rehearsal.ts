// A simulated studio with a service that tests can start anew, each time with an empty disk and a manual clock.
// Tests control it over HTTP on loopback.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { taskQueue } from '../../application/state/task-queue.js';
import { integer } from '../../domain/codec/codec.js';
import type { Failure } from '../../domain/failure.js';
import { dayMs } from '../../domain/time-units.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import { extendedStudio } from '../../simulator/extended-studio.js';
import { operation, type SteeringOperation } from '../../simulator/api/operation.js';
import { steeredManually } from '../../simulator/simulation-clock.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { logFor } from '../machine/log.js';
import { listen, type Part } from '../command-line/parts.js';
import { composeService, type Service } from '../service/service.js';
import type { Settings } from '../settings/settings.js';
import { operationServer, simulatorServer } from './page.js';
import { asServiceStudio, layoutOf, simulate } from './studio.js';

const loopback = '127.0.0.1';

/** A fixed seed: every run behaves the same. */
const seed = 1;

/** The console that the service connects to, and its studio key. */
const RehearsalOptions = t.type(
  { consoleUrl: t.string, studioKey: t.string },
  'an object with consoleUrl and studioKey',
);
type RehearsalOptions = t.TypeOf<typeof RehearsalOptions>;

/** Whether the service restarts with an empty disk, and how long it is down, in milliseconds of the studio's clock. */
const RestartOptions = t.type({ afresh: t.boolean, downMs: integer(0, dayMs) }, 'an object with afresh and downMs');
type RestartOptions = t.TypeOf<typeof RestartOptions>;

const NoOptions = t.type({}, 'an object');

interface Run {
  readonly restart: (options: RestartOptions) => Promise<void>;
  /** Restarts the service with further macros, automations and clip banks. Rejects if they aren't valid. */
  readonly extend: (extension: unknown) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Creates an empty folder for each new disk of a service. */
const disks = (folder: string) => {
  let last = 0;
  return async (): Promise<string> => {
    const disk = join(folder, `rehearsal-${String((last += 1))}`);
    await rm(disk, { recursive: true, force: true });
    await mkdir(disk, { recursive: true });
    return disk;
  };
};

type NewDisk = ReturnType<typeof disks>;

/** Starts a service that can be restarted on the same studio. */
const restartable = async (
  start: (disk: string) => Promise<Service>,
  newDisk: NewDisk,
  time: ManualClock,
): Promise<Omit<Run, 'extend'> & { readonly service: () => Service }> => {
  let disk = await newDisk();
  let service = await start(disk);
  return {
    service: () => service,
    restart: async ({ afresh, downMs }) => {
      await service.stop();
      await time.advance(downMs);
      if (afresh) await rm(disk, { recursive: true });
      if (afresh) disk = await newDisk();
      service = await start(disk);
    },
    end: async () => {
      await service.stop();
      await rm(disk, { recursive: true });
    },
  };
};

/** Waits for the disk before the clock advances: writing takes no time on the studio's clock. */
const advanceWhenSettled = (time: ManualClock, service: () => Service): ManualClock => ({
  ...time,
  advance: async (ms) => {
    await service().settled();
    await time.advance(ms);
  },
});

const startOn = async (settings: Settings, studio: SimulatedStudio, time: ManualClock): Promise<Service> => {
  const service = await composeService(settings, { studio: asServiceStudio(studio), clock: time });
  await service.start();
  return service;
};

/** Returns a valid layout. */
const valid = (layout: E.Either<Failure, StudioLayout>): StudioLayout => {
  if (E.isRight(layout)) return layout.right;
  throw new Error(layout.left.message);
};

const begin = async (
  settings: Settings,
  layout: StudioLayout,
  newDisk: NewDisk,
  options: RehearsalOptions,
): Promise<Run> => {
  const time = manualClock();
  const studio = simulate(layout, time, { seed });
  const console = { CONSOLE_URL: [options.consoleUrl], STUDIO_KEY: options.studioKey };
  let extended = studio;
  const start = (disk: string) => startOn({ ...settings, ...console, DATA_DIR: disk }, extended, time);
  const { restart, end, service } = await restartable(start, newDisk, time);
  const clock = advanceWhenSettled(time, service);
  const page = await simulatorServer({ studio, clock: steeredManually(clock), log: logFor(settings), names: [] });
  const run = {
    restart,
    extend: async (extension: unknown) => {
      extended = { ...studio, layout: valid(extendedStudio(layout, extension)) };
      await restart({ afresh: false, downMs: 0 });
    },
    end: async () => {
      await page.close(0);
      studio.stop();
      await end();
    },
  };
  try {
    await page.listen(settings.SIMULATOR_PORT, loopback);
  } catch (error) {
    await run.end();
    throw error;
  }
  return run;
};

/** The routes that control a rehearsal. */
const routesOf = (
  startOver: (options: RehearsalOptions) => Promise<void>,
  { restart, extend, end }: Run,
): readonly SteeringOperation[] => {
  const route = <A>(path: string, body: t.Type<A, unknown>, run: (options: A) => Promise<void>): SteeringOperation =>
    operation({
      name: path,
      summary: path,
      method: 'POST',
      path,
      body,
      result: NoOptions,
      run: async (call) => {
        await run(call.body);
        return E.right({});
      },
    });
  return [
    route('/api/rehearsal', RehearsalOptions, startOver),
    route('/api/rehearsal/restart', RestartOptions, restart),
    route('/api/rehearsal/extend', t.UnknownRecord, extend),
    route('/api/rehearsal/end', NoOptions, end),
  ];
};

/** Listens for requests to begin. Then `SIMULATOR_PORT` steers the studio's devices and its clock. */
export const rehearsal = async (settings: Settings): Promise<Part> => {
  const layout = await layoutOf(settings);
  const newDisk = disks(settings.DATA_DIR);
  let run: Run | undefined;
  const end = async (): Promise<void> => {
    await run?.end();
    run = undefined;
  };
  const startOver = async (options: RehearsalOptions): Promise<void> => {
    await end();
    run = await begin(settings, layout, newDisk, options);
  };
  const next = taskQueue();
  const routes = routesOf((options) => next(() => startOver(options)), {
    restart: (options) => next(async () => run?.restart(options)),
    extend: (extension) => next(async () => run?.extend(extension)),
    end: () => next(end),
  });
  const server: HttpServer = operationServer(routes, logFor(settings));
  const url = await listen(server, ['REHEARSAL_PORT', loopback, settings.REHEARSAL_PORT]);
  return {
    lines: [`rehearsal  ${url}`],
    stop: async () => {
      await server.close(0);
      await next(end);
    },
  };
};
