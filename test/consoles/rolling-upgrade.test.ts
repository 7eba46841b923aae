// Four consoles behind a balancer are replaced one after the other while an operator makes changes: services find another console
// at once, and no change is refused or lost.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntilCurrent } from '../fleet/changes.js';
import { startFleet, type Fleet } from '../fleet/fleet.js';
import { rollingUpgrade } from '../fleet/rolling-upgrade.js';
import { missingPostgres } from '../adapters/storage/postgres.js';

const isEnabled = process.env['CONSOLES'] === '1' && missingPostgres() === undefined;
const services = 100;
const consoles = 4;

describe.skipIf(!isEnabled)('the upgrade of four consoles with 100 services', { timeout: 120_000 }, () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await startFleet({ consoles, studios: services, perProcess: 100, isDurable: false, isBalanced: true });
    await fleet.startServices(services);
    await waitUntilCurrent(fleet, services);
  }, 120_000);
  afterAll(() => fleet.close());

  it('@FLEET-5: costs streams hardly more than one attempt each, and no operator a change', async () => {
    const { gaps, attempts, answers, lost } = await rollingUpgrade(fleet, { services, consoles, pauseMs: 500 });
    expect(gaps.length).toBeGreaterThanOrEqual(services);
    expect(attempts).toBeLessThan(gaps.length * 1.1);
    expect(answers.acknowledged.length).toBeGreaterThan(50);
    expect([answers.refused, answers.failed, lost]).toEqual([0, 0, 0]);
  });
});
