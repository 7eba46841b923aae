// The driver that needs no network: service and studio in this process, callers' addresses made up.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { manualClock } from '../../../simulator/clock.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { openCloud, operator } from '../cloud.js';
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../drivers.js';
import { steer } from '../simulated.js';
import { injectCall } from './inject.js';
import { startService } from './service.js';

/** Memory in the place of a disk, where there is some: every change of a configuration waits until it is written. */
const disks = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

const newDisk = (): Promise<string> => mkdtemp(join(disks, 'studio-control-'));

const open = async (): Promise<Driver> => {
  const clock = manualClock();
  const studio = simulatedStudio(demoStudio, clock);
  const cloud = await openCloud(demoStudio);
  const used = [await newDisk()];
  const start = () =>
    startService(studio, clock, {
      DATA_DIR: used.at(-1) ?? '',
      SERVICE_NAMES: 'studio.broadcast',
      CONSOLE_URL: cloud.url,
      STUDIO_KEY: cloud.studioKey,
    });
  let service = await start();
  const restart = async (): Promise<void> => {
    await service.stop();
    service = await start();
  };

  return {
    studioId: demoStudio.id,
    hostname: hostname(),
    operator,
    begin: (call) => injectCall(service.server.node, call),
    askConsole: cloud.askConsole,
    studio: steer(studio, clock),
    channel: cloud.channel,
    restart,
    restartAfresh: async () => {
      used.push(await newDisk());
      await restart();
    },
    close: async () => {
      studio.stop();
      await service.stop();
      await cloud.close();
      for (const disk of used) await rm(disk, { recursive: true });
    },
  };
};

/** Makes a new studio for every scenario; nothing is shared. */
export const inProcess = (): DriverFactory => ({ open, close: () => Promise.resolve() });
