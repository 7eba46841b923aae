// Steps that look at what the service has reported to the console of its callers.
import { Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import { readCallSpec } from '../support/phrases.js';
import { eventually } from '../support/eventually.js';
import type { StudioWorld } from '../support/world.js';

interface Listed {
  readonly name: string;
  readonly lastCall: { readonly time: string; readonly address: string } | null;
}

const asked = async (world: StudioWorld, path: string): Promise<unknown> => {
  const answer = await world.ask('operator', 'GET', `/api/studios/{studio}${path}`);
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body) as unknown;
};

const timeOfDay = (time: string): string => time.slice('2027-03-01T'.length, '2027-03-01T12:00:00'.length);

/** `12:00:00 from 192.168.1.20`, or `never`. */
const lastCallOf = async (world: StudioWorld, name: string): Promise<string> => {
  const { devices } = (await asked(world, '/devices')) as { readonly devices: readonly Listed[] };
  const lastCall = devices.find((device) => device.name === name)?.lastCall ?? null;
  return lastCall === null ? 'never' : `${timeOfDay(lastCall.time)} from ${lastCall.address}`;
};

const refusedCallers = async (world: StudioWorld): Promise<readonly Record<string, string>[]> => {
  const { refusedCallers: callers } = (await asked(world, '/refused-callers')) as {
    readonly refusedCallers: readonly Record<string, string | number>[];
  };
  return callers.map(({ address, reason, count, lastTime }) => ({
    ...{ address: String(address), reason: String(reason), count: String(count) },
    'last call': timeOfDay(String(lastTime)),
  }));
};

/** Lets the studio's clock run, for a minute at the most, until something is so. */
const withinAMinute = async (world: StudioWorld, what: string, check: () => Promise<boolean>): Promise<void> => {
  let passedMs = 0;
  await eventually(what, async () => {
    if (await check()) return true;
    if (passedMs < 60_000) await world.driver.studio.advance(1_000);
    passedMs += 1_000;
    return false;
  });
};

const shown = 'the console (at once|still|within a minute) shows that';

const checkLastCall = async (world: StudioWorld, when: string, name: string, expected: string): Promise<void> => {
  const what = `${name}: ${expected}`;
  const check = async (): Promise<boolean> => (await lastCallOf(world, name)) === expected;
  if (when === 'at once') await eventually(what, check);
  else if (when === 'still') assert.equal(await lastCallOf(world, name), expected);
  else await withinAMinute(world, what, check);
};

Then(
  new RegExp(`^${shown} "([^"]*)" called last at (\\S+) from (\\S+)$`),
  async function (this: StudioWorld, when: string, name: string, time: string, address: string) {
    await checkLastCall(this, when, name, `${time} from ${address}`);
  },
);

Then(new RegExp(`^${shown} "([^"]*)" never called$`), async function (this: StudioWorld, when: string, name: string) {
  await checkLastCall(this, when, name, 'never');
});

Then('within a minute these callers are shown as refused:', async function (this: StudioWorld, table: DataTable) {
  const [columns = [], ...expected] = table.raw();
  await withinAMinute(this, JSON.stringify(expected), async () => {
    const callers = await refusedCallers(this);
    return isDeepStrictEqual(
      callers.map((caller) => columns.map((column) => caller[column])),
      expected,
    );
  });
});

Then('no caller is shown as refused', async function (this: StudioWorld) {
  assert.deepEqual(await refusedCallers(this), []);
});

When(
  /^callers at (\d+) addresses from 198\.18\.0\.1 on (.*)$/,
  async function (this: StudioWorld, count: string, deed: string) {
    for (let last = 1; last <= Number(count); last += 1)
      await this.call({ from: `198.18.0.${String(last)}` }, readCallSpec(deed.replace(/^read/, 'reads')));
  },
);

Then(
  'within a minute {int} callers are shown as refused, {word} among them, {word} not',
  async function (this: StudioWorld, count: number, present: string, absent: string) {
    await withinAMinute(this, `${String(count)} callers`, async () => {
      const addresses = (await refusedCallers(this)).map(({ address }) => address);
      return addresses.length === count && addresses.includes(present) && !addresses.includes(absent);
    });
  },
);

When("the console's answers to reports get lost", async function (this: StudioWorld) {
  await this.driver.channel.loseAnswersToReports();
});

const reportsSent = async (world: StudioWorld): Promise<number> =>
  (await world.driver.channel.requests()).filter((request) => request === 'POST /sync/reports').length;

Then('within a minute a report was sent {int} times', async function (this: StudioWorld, times: number) {
  await withinAMinute(this, `${String(times)} reports`, async () => (await reportsSent(this)) >= times);
});

Then('the service has asked nothing of the console but:', async function (this: StudioWorld, table: DataTable) {
  const expected = new Set(table.raw().map(([request = '']) => request));
  const others = (await this.driver.channel.requests()).filter((request) => !expected.has(request));
  assert.deepEqual(others, []);
});
