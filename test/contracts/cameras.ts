// What the service may rely on of every kind of camera.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Cameras } from '../../application/ports/cameras.js';
import { deviceContract } from './device.js';
import { confirmed, type Bench } from './rig.js';

/** A camera on the bench that was recalled to no angle yet, and two angles that it has. */
export interface CamerasBench extends Bench {
  readonly cameras: Cameras;
  readonly camera: string;
  readonly angles: readonly [string, string];
}

/** The suite; `make` puts a fresh camera on the bench. */
export const camerasContract = (name: string, make: () => Promise<CamerasBench>): void => {
  describe(`${name}, as cameras`, () => {
    let bench: CamerasBench;
    beforeEach(async () => {
      bench = await make();
    });

    it('stand at no angle before the first recall', () => {
      expect(bench.cameras.angle(bench.camera)).toBeNull();
    });

    it('stand at the angle last recalled', async () => {
      for (const angle of [...bench.angles, ...bench.angles]) {
        await confirmed(bench, bench.cameras.recall(bench.camera, angle));
        expect(bench.cameras.angle(bench.camera)).toBe(angle);
      }
    });
  });
  deviceContract(`${name} to recall an angle`, async () => {
    const bench = await make();
    const { cameras, camera, angles } = bench;
    return {
      ...bench,
      watch: cameras.watch,
      id: camera,
      first: () => cameras.recall(camera, angles[0]),
      second: () => cameras.recall(camera, angles[1]),
      told: () => (['first', 'second'] as const)[angles.indexOf(cameras.angle(camera) ?? '')] ?? 'neither',
    };
  });
};
