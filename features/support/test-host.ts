// A whole studio of this process, new for every scenario: its devices, its clock, its service, and a console to follow.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ManualClock } from '../../simulator/clock.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { openTestConsole, type TestConsole } from './test-console.js';
import type { StudioSteering } from './driver.js';
import { playouts, type Playout, type RunningPlayout } from './playout.js';
import { startTestService, type Environment } from './service.js';

/** A studio that runs. */
export interface TestHost extends RunningPlayout {
  readonly steering: StudioSteering;
  readonly cloud: TestConsole;
  readonly restart: () => Promise<void>;
  readonly restartAfresh: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Memory in the place of a disk, where there is some: every change of a configuration waits until it is written. */
const disks = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const newDisk = (): Promise<string> => mkdtemp(join(disks, 'studio-control-'));

/** Opens a studio. `environment` holds what its service is told beside the console and the disk. */
export const openTestHost = async (environment: Environment, playout: Playout = 'simulated'): Promise<TestHost> => {
  const { clock: timeOf, open } = playouts[playout];
  const time = timeOf();
  const cloud = await openTestConsole(demoStudio);
  const { studio, connect, steering, close: disconnect } = await open(time);
  const used = [await newDisk()];
  const start = async () => {
    const console = { CONSOLE_URL: cloud.url, STUDIO_KEY: cloud.studioKey };
    return startTestService(await connect(), time, { ...environment, ...console, DATA_DIR: used.at(-1) ?? '' });
  };
  let service = await start();
  const restart = async (): Promise<void> => {
    await service.stop();
    service = await start();
  };
  /** Time stands still while the disk is at work: what takes no time on the studio's clock must not run out of it. */
  const clock: ManualClock = {
    ...time,
    advance: async (ms) => {
      await service.runtimeState.settled();
      await time.advance(ms);
    },
  };
  const running: RunningPlayout = { studio, clock, service: () => service };
  return {
    ...running,
    ...{ steering: steering(running), cloud, restart },
    restartAfresh: async () => {
      used.push(await newDisk());
      await restart();
    },
    close: async () => {
      studio.stop();
      await service.stop();
      await disconnect();
      await cloud.close();
      for (const disk of used) await rm(disk, { recursive: true });
    },
  };
};
