// A service that is killed keeps every change that it acknowledged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killableSimulation, type KillableProgram } from '../support/killable-service.js';

let folder: string;
let service: KillableProgram;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-control-kill-'));
  service = killableSimulation(folder);
});
afterEach(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

const setTo = async (url: string, value: number): Promise<boolean> => {
  const response = await fetch(`${url}/plain/variables/GuestCount/set?value=${String(value)}`).catch(() => undefined);
  return response?.status === 200;
};

const valueNow = async (url: string): Promise<number> =>
  Number(await (await fetch(`${url}/plain/variables/GuestCount/value`)).text());

describe('a service that is killed', () => {
  it('keeps every acknowledged value, and no value that was not requested', async () => {
    let [requested, acknowledged] = [100, 100];
    for (const changes of [3, 17]) {
      const url = await service.start();
      for (let change = 0; change < changes; change += 1) {
        requested += 1;
        if (await setTo(url, requested)) acknowledged = requested;
      }
      // Further requests are in flight when it is killed.
      const inFlight = [1, 2, 3, 4].map((step) => setTo(url, requested + step));
      requested += 4;
      await service.kill();
      await Promise.all(inFlight);
      const value = await valueNow(await service.start());
      expect(value).toBeGreaterThanOrEqual(acknowledged);
      expect(value).toBeLessThanOrEqual(requested);
      await service.kill();
    }
  });
});
