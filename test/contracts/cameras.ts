// The contract of every implementation of the cameras port.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Cameras } from '../../application/ports/cameras.js';
import { deviceContract } from './device-contract.js';
import { sendAndConfirm, type Bench } from './device-commands.js';
import { commandTo } from '../support/commands.js';

/** A camera under test that has not been recalled yet, and two of its angles. */
export interface CamerasBench extends Bench {
  readonly cameras: Cameras;
  readonly camera: string;
  readonly angles: readonly [string, string];
}

/** Defines the suite. `make` returns a bench with a fresh camera. */
export const camerasContract = (name: string, make: () => Promise<CamerasBench>): void => {
  describe(`${name}, as cameras`, () => {
    let bench: CamerasBench;
    beforeEach(async () => {
      bench = await make();
    });

    it('report no angle before the first recall', () => {
      expect(bench.cameras.angle(bench.camera)).toBeNull();
    });

    it('report the angle that was recalled last', async () => {
      for (const angle of [...bench.angles, ...bench.angles]) {
        await sendAndConfirm(bench, bench.cameras.send(commandTo.recall(bench.camera, angle)));
        expect(bench.cameras.angle(bench.camera)).toBe(angle);
      }
    });

    it('report when a device disconnects and reconnects', async () => {
      const { cameras } = bench;
      const id = bench.camera;
      const seen: boolean[] = [];
      cameras.watch((changed) => {
        if (changed === id) seen.push(cameras.connected(id));
      });
      expect(cameras.connected(id)).toBe(true);
      await bench.disconnect();
      expect(cameras.connected(id)).toBe(false);
      await bench.heal();
      expect(cameras.connected(id)).toBe(true);
      expect(seen).toEqual(expect.arrayContaining([false, true]));
      expect(seen.at(-1)).toBe(true);
    });

    it('have a driver for every device, and for no other', () => {
      expect([bench.camera, 'attic'].map(bench.cameras.hasDriver)).toEqual([true, false]);
    });
  });
  deviceContract(`${name} to recall an angle`, async () => {
    const bench = await make();
    const { cameras, camera, angles } = bench;
    return {
      ...bench,
      watch: cameras.watch,
      id: camera,
      first: () => cameras.send(commandTo.recall(camera, angles[0])),
      second: () => cameras.send(commandTo.recall(camera, angles[1])),
      reported: () => (['first', 'second'] as const)[angles.indexOf(cameras.angle(camera) ?? '')] ?? 'neither',
    };
  });
};
