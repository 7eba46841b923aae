// Four consoles on one PostgreSQL with 400 services: they share the services, and whichever of them is lost, or the database, no
// acknowledged change is lost and all services are current again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeLoad, type LoadAnswers } from '../fleet/change-load.js';
import { waitUntil, waitUntilCurrent } from '../fleet/changes.js';
import { startFleet, type Fleet } from '../fleet/fleet.js';
import { missingPostgres } from '../adapters/storage/postgres.js';

const isEnabled = process.env['CONSOLES'] === '1' && missingPostgres() === undefined;
const services = 400;
const consoles = [0, 1, 2, 3];
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe.skipIf(!isEnabled)('four consoles, 400 services, one database', { timeout: 120_000 }, () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await startFleet({ consoles: consoles.length, studios: services, perProcess: 200, isDurable: false });
    await fleet.startServices(services);
    await waitUntilCurrent(fleet, services);
  }, 120_000);
  afterAll(() => fleet.close());

  const byConsole = async (): Promise<readonly number[]> => (await fleet.state()).byConsole;

  /** Expects that nothing acknowledged is lost, once all services are connected and shown as current. */
  const expectNothingLost = async ({ acknowledged }: LoadAnswers): Promise<void> => {
    await waitUntilCurrent(fleet, services);
    expect(acknowledged.length).toBeGreaterThan(0);
    expect(await fleet.missing(acknowledged)).toEqual([]);
  };

  it('@FLEET-1: each console serves about a quarter of the services', async () => {
    for (const count of await byConsole()) expect(count).toBeGreaterThan(services / 8);
  });

  it('@FLEET-2: a change at any console reaches a service of any other', async () => {
    for (const console of consoles)
      for (let service = 0; service < 8; service += 1) {
        const { status, version } = await fleet.change(console, service, `Panel ${String(console)}`);
        expect(status).toBe(201);
        await fleet.atVersion(service, version);
      }
  });

  it('@FLEET-2: the services of a console that is killed go to all others, each with few attempts', async () => {
    const killed = 3;
    const held = (await byConsole())[killed] ?? 0;
    await fleet.resetAttempts();
    const load = changeLoad(fleet, { services, consoles: [0, 1, 2], parallel: 2, pauseMs: 20 });
    await fleet.killConsole(killed);
    await waitUntil(async () => (await fleet.state()).connected === services, 60_000);
    await expectNothingLost(await load.stop());
    const { byConsole: now, attempts } = await fleet.state();
    expect(now[killed]).toBe(0);
    for (const count of now.slice(0, killed)) expect(count).toBeGreaterThan(services / 6);
    expect(attempts.reduce((all, count) => all + count, 0)).toBeLessThan(held * 2);
    await fleet.startConsole(killed);
  });

  it('@FLEET-2: services stay connected without the database, operators get 503, and nothing needs a restart', async () => {
    const load = changeLoad(fleet, { services, consoles, parallel: 2, pauseMs: 20 });
    await pause(500);
    const before = await fleet.state();
    await fleet.postgres.kill();
    for (const console of consoles) {
      const answer = await fleet.call(console, 'GET', '/api/studios/fleet-0');
      expect([answer.status, await answer.json()]).toMatchObject([503, { error: 'unavailable' }]);
    }
    await pause(5_000);
    expect((await fleet.state()).connected).toBe(before.connected);
    await fleet.postgres.start();
    for (const console of consoles)
      await waitUntil(async () => {
        const { status } = await fleet.change(console, 0, `After ${String(console)}`);
        return status === 201 || status === 409;
      }, 60_000);
    await expectNothingLost(await load.stop());
  });
});
