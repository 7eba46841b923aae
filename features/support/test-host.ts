// A whole studio in this process, new for every scenario: devices, clock, service and console.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { setImmediate as turn } from 'node:timers/promises';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { extendedStudio } from '../../simulator/extended-studio.js';
import { readAuditLog, type StoredEntry, type StoredLog } from './audit-log.js';
import { openTestConsole, type TestConsole } from './test-console.js';
import type { StudioSteering } from './driver.js';
import { playouts, type Playout } from './playout.js';
import type { ExtendLayout, RunningPlayout } from './running-playout.js';
import type { Service } from '../../infra/service/service.js';
import { startTestService, type Environment } from './service.js';

/** A running studio. */
export interface TestHost extends RunningPlayout {
  readonly steering: StudioSteering;
  readonly cloud: TestConsole;
  /** Returns what the audit log of the service or the console contains, or the as-run log of the service. */
  readonly auditLog: (part: StoredLog) => readonly StoredEntry[];
  readonly restart: (downMs?: number) => Promise<void>;
  /** Restarts the service with further macros and automations. */
  readonly restartExtended: (extension: unknown) => Promise<void>;
  readonly restartWithoutData: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Memory instead of a disk if possible, because every change of the configuration waits until it is written. */
const dataRoot = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const newDataFolder = (): Promise<string> => mkdtemp(join(dataRoot, 'studio-control-'));

const extending =
  (extension: unknown): ExtendLayout =>
  (layout) => {
    const extended = extendedStudio(layout, extension);
    if (E.isLeft(extended)) throw new Error(extended.left.message);
    return extended.right;
  };

/** Event-loop turns in which a call that has arrived reaches the disk. */
const turns = 8;

/** Waits until the calls that have arrived no longer wait for the disk. */
const settled = async (service: Service): Promise<void> => {
  for (let done = 0; done < turns; done += 1) await turn();
  await service.settled();
};

/** Opens a studio. `environment` adds to the service's settings for the console and the data folder. */
export const openTestHost = async (
  environment: Environment,
  playout: Playout = 'simulated',
  layout: StudioLayout = demoStudio,
): Promise<TestHost> => {
  const { clock: createClock, open } = playouts[playout];
  const time = createClock();
  const consoleFolder = await newDataFolder();
  const cloud = await openTestConsole(demoStudio, time, consoleFolder);
  const { studio, connect, steering, close: closeStudio } = await open(time, layout);
  const dataFolders = [await newDataFolder()];
  let extend: ExtendLayout = (layout) => layout;
  const start = async () => {
    const console = { CONSOLE_URL: cloud.url, STUDIO_KEY: cloud.studioKey };
    return startTestService(await connect(extend), time, {
      ...environment,
      ...console,
      DATA_DIR: dataFolders.at(-1) ?? '',
    });
  };
  let service = await start();
  const restart = async (downMs = 0): Promise<void> => {
    await service.stop();
    await time.advance(downMs);
    service = await start();
  };
  /** The clock waits for pending writes, because writing must take no time on the studio's clock. */
  const clock: ManualClock = {
    ...time,
    advance: async (ms) => {
      await settled(service);
      await time.advance(ms);
    },
  };
  const running: RunningPlayout = { studio, clock, service: () => service };
  return {
    ...running,
    steering: steering(running),
    cloud,
    auditLog: (part) => readAuditLog(part === 'console' ? consoleFolder : (dataFolders.at(-1) ?? ''), part),
    restart,
    restartExtended: async (extension) => {
      extend = extending(extension);
      await restart();
    },
    restartWithoutData: async () => {
      dataFolders.push(await newDataFolder());
      await restart();
    },
    close: async () => {
      studio.stop();
      await service.stop();
      await closeStudio();
      await cloud.close();
      for (const folder of [...dataFolders, consoleFolder]) await rm(folder, { recursive: true });
    },
  };
};
