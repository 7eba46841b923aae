// A simulated studio with its service that tests can start over: each time with nothing kept and a clock that stands.
// It is told so on loopback, by whoever shares this machine or its network.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import type { HttpServer } from '../../adapters/http/server/server.js';
import { decodeOrFailure } from '../../domain/codec/issues.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import { manualClock, type ManualClock } from '../../simulator/clock.js';
import type { AnswerRoute } from '../../simulator/routes.js';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { logFor } from '../log.js';
import { machineModule } from '../modules.js';
import { listen, type Part } from '../parts.js';
import { composeService, type Service } from '../service.js';
import type { Settings } from '../settings.js';
import { answeringServer, simulatorServer } from './page.js';
import { bindClock, layoutOf, simulate, simulatedModule } from './studio.js';

const loopback = '127.0.0.1';

/** Tests are meant to be the same every time. */
const seed = 1;

/** The console that the service follows, and the key that it shows there. */
const Beginning = t.type({ consoleUrl: t.string, studioKey: t.string }, 'an object with consoleUrl and studioKey');
type Beginning = t.TypeOf<typeof Beginning>;

/** Whether the service starts again with nothing on disk. */
const Restart = t.type({ afresh: t.boolean }, 'an object with afresh');

const Nothing = t.type({}, 'an object');

interface Run {
  readonly restart: (afresh: boolean) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Where one studio after the other keeps what it keeps. */
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

/** A service that is stopped and started on the same studio. */
const restartable = async (
  start: (disk: string) => Promise<Service>,
  newDisk: NewDisk,
): Promise<Run & { readonly service: () => Service }> => {
  let disk = await newDisk();
  let service = await start(disk);
  return {
    service: () => service,
    restart: async (afresh) => {
      await service.stop();
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

/** Time stands still while the disk is at work: what takes no time on the studio's clock must not run out of it. */
const settling = (time: ManualClock, service: () => Service): ManualClock => ({
  ...time,
  advance: async (ms) => {
    await service().runtimeState.settled();
    await time.advance(ms);
  },
});

const startOn = async (settings: Settings, studio: SimulatedStudio, time: ManualClock): Promise<Service> => {
  const service = await composeService(machineModule(settings), bindClock(time), simulatedModule(studio));
  await service.start();
  return service;
};

const begin = async (settings: Settings, layout: StudioLayout, newDisk: NewDisk, told: Beginning): Promise<Run> => {
  const time = manualClock();
  const studio = simulate(layout, time, { seed });
  const console = { CONSOLE_URL: [told.consoleUrl], STUDIO_KEY: told.studioKey };
  const start = (disk: string) => startOn({ ...settings, ...console, DATA_DIR: disk }, studio, time);
  const { restart, end, service } = await restartable(start, newDisk);
  const clock = settling(time, service);
  const page = await simulatorServer({ studio, clock, log: logFor(settings), names: [] });
  const run = {
    restart,
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

/** Does one thing after the other, however soon it is asked for the next. */
const queue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
};

/** What is asked of a rehearsal. */
const routesOf = (startOver: (told: Beginning) => Promise<void>, { restart, end }: Run): readonly AnswerRoute[] => {
  const route = <A>(path: string, codec: t.Decoder<unknown, A>, obey: (asked: A) => Promise<void>): AnswerRoute => ({
    ...{ method: 'POST', path, takesBody: true },
    answer: async ({ body }) => {
      const asked = decodeOrFailure(codec, body, 'body');
      if (E.isRight(asked)) await obey(asked.right);
      return E.map(() => ({}))(asked);
    },
  });
  return [
    route('/api/rehearsal', Beginning, startOver),
    route('/api/rehearsal/restart', Restart, ({ afresh }) => restart(afresh)),
    route('/api/rehearsal/end', Nothing, end),
  ];
};

/** Waits to be told to begin; `SIMULATOR_PORT` then steers the studio's devices and its clock. */
export const rehearsal = async (settings: Settings): Promise<Part> => {
  const layout = await layoutOf(settings);
  const newDisk = disks(settings.DATA_DIR);
  let run: Run | undefined;
  const end = async (): Promise<void> => {
    await run?.end();
    run = undefined;
  };
  const startOver = async (told: Beginning): Promise<void> => {
    await end();
    run = await begin(settings, layout, newDisk, told);
  };
  const next = queue();
  const routes = routesOf((told) => next(() => startOver(told)), {
    restart: (afresh) => next(async () => run?.restart(afresh)),
    end: () => next(end),
  });
  const server: HttpServer = answeringServer(routes, logFor(settings));
  const url = await listen(server, ['REHEARSAL_PORT', loopback, settings.REHEARSAL_PORT]);
  return {
    lines: [`rehearsal  ${url}`],
    stop: async () => {
      await server.close(0);
      await next(end);
    },
  };
};
