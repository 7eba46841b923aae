// Steps that check the call reports of the service at the console.
import { Given, Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { readCallSpec } from '../support/phrases.js';
import { eventually } from '../../test/support/eventually.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { pairingCode } from '../../domain/access/pairing-code.js';
import type { StudioWorld } from '../support/world.js';

interface ListedCall {
  readonly time: string;
  readonly address: string;
}

interface ListedAnswer {
  readonly status: number;
  readonly error: string | null;
}

interface ListedDevice {
  readonly name: string;
  readonly lastCall: (ListedCall & { readonly answer: ListedAnswer | null }) | null;
  readonly oldToken: { readonly lastCall: ListedCall | null } | null;
}

const readSection = async (world: StudioWorld, path: string): Promise<unknown> => {
  const answer = await world.callConsole('operator', 'GET', `/api/studios/{studio}${path}`);
  assert.equal(answer.status, 200, answer.body);
  return JSON.parse(answer.body) as unknown;
};

const timeOfDay = (time: string): string => time.slice('2021-03-01T'.length, '2021-03-01T12:00:00'.length);

const oldToken = 'the old token of ';

const calledWith = (device: ListedDevice | undefined, isOld: boolean): ListedCall | null =>
  (isOld ? device?.oldToken?.lastCall : device?.lastCall) ?? null;

const listedDevices = async (world: StudioWorld): Promise<readonly ListedDevice[]> =>
  ((await readSection(world, '/devices')) as { readonly devices: readonly ListedDevice[] }).devices;

/** Returns how the last call of a device was answered, as `403 read_only`, or `nothing`. */
const lastAnswerOf = async (world: StudioWorld, name: string): Promise<string> => {
  const answer = (await listedDevices(world)).find((listed) => listed.name === name)?.lastCall?.answer ?? null;
  return answer === null ? 'nothing' : [answer.status, answer.error ?? ''].join(' ').trim();
};

/** Returns the last call of a device or of its old token, as `12:00:00 from 192.168.1.20`, or `never`. */
const lastCallOf = async (world: StudioWorld, subject: string): Promise<string> => {
  const isOld = subject.startsWith(oldToken);
  const name = subject.slice(isOld ? oldToken.length : 0).slice(1, -1);
  const device = (await listedDevices(world)).find((listed) => listed.name === name);
  const lastCall = calledWith(device, isOld);
  return lastCall === null ? 'never' : `${timeOfDay(lastCall.time)} from ${lastCall.address}`;
};

interface CountedCalls {
  readonly reason: string;
  readonly count: number;
  readonly lastTime: string;
}

interface ListedCaller extends CountedCalls {
  readonly address: string;
  readonly reasons: readonly (CountedCalls & {
    readonly code: string | null;
    readonly device: { readonly name: string } | null;
  })[];
}

const listedCallers = async (world: StudioWorld): Promise<readonly ListedCaller[]> =>
  ((await readSection(world, '/refused-callers')) as { readonly refusedCallers: readonly ListedCaller[] })
    .refusedCallers;

const cellsOf = ({ reason, count, lastTime }: CountedCalls): Record<string, string> => ({
  reason,
  count: String(count),
  'last call': timeOfDay(lastTime),
});

const refusedCallers = async (world: StudioWorld): Promise<readonly Record<string, string>[]> =>
  (await listedCallers(world)).map((caller) => ({ address: caller.address, ...cellsOf(caller) }));

const reasonsOf = async (world: StudioWorld, from: string): Promise<readonly Record<string, string>[]> =>
  ((await listedCallers(world)).find(({ address }) => address === from)?.reasons ?? []).map((reason) => ({
    device: reason.device?.name ?? '',
    ...cellsOf(reason),
  }));

/** Lets the studio's clock run for up to a minute, until `check` holds. */
const withinAMinute = async (world: StudioWorld, what: string, check: () => Promise<boolean>): Promise<void> => {
  let passedMs = 0;
  await eventually(what, async () => {
    if (await check()) return true;
    if (passedMs < 60_000) await world.driver.studio.advance(1_000);
    passedMs += 1_000;
    return false;
  });
};

const shows = 'the console (immediately|still|within a minute) shows that';

const subject = `((?:${oldToken})?"[^"]*")`;

const checkLastCall = async (world: StudioWorld, when: string, name: string, expected: string): Promise<void> => {
  const what = `${name}: ${expected}`;
  const check = async (): Promise<boolean> => (await lastCallOf(world, name)) === expected;
  if (when === 'immediately') await eventually(what, check);
  else if (when === 'still') assert.equal(await lastCallOf(world, name), expected);
  else await withinAMinute(world, what, check);
};

Then(
  new RegExp(`^${shows} ${subject} last called at (\\S+) from (\\S+)$`),
  async function (this: StudioWorld, when: string, name: string, time: string, address: string) {
    await checkLastCall(this, when, name, `${time} from ${address}`);
  },
);

Then(
  new RegExp(`^${shows} ${subject} has never called$`),
  async function (this: StudioWorld, when: string, name: string) {
    await checkLastCall(this, when, name, 'never');
  },
);

Then(
  /^the console immediately shows that the last call of "([^"]*)" was answered (\d+(?: \w+)?)$/,
  async function (this: StudioWorld, name: string, expected: string) {
    await eventually(`${name}: ${expected}`, async () => (await lastAnswerOf(this, name)) === expected);
  },
);

Then(
  'the console still shows that the last call of {string} has no answer',
  async function (this: StudioWorld, name: string) {
    assert.equal(await lastAnswerOf(this, name), 'nothing');
  },
);

/** Whether the console shows the refused callers of a table. */
const showsCallers = async (world: StudioWorld, [columns = [], ...expected]: readonly string[][]): Promise<boolean> => {
  const callers = await refusedCallers(world);
  return isDeepStrictEqual(
    callers.map((caller) => columns.map((column) => caller[column])),
    expected,
  );
};

Then('within a minute the console shows these refused callers:', async function (this: StudioWorld, table: DataTable) {
  await withinAMinute(this, JSON.stringify(table.raw()), () => showsCallers(this, table.raw()));
});

Then('the console immediately shows these refused callers:', async function (this: StudioWorld, table: DataTable) {
  await eventually(JSON.stringify(table.raw()), () => showsCallers(this, table.raw()));
});

Then(
  'within a minute the console shows these reasons of the refused caller {word}:',
  async function (this: StudioWorld, from: string, table: DataTable) {
    const expected = table.hashes();
    await withinAMinute(this, `${from}: ${JSON.stringify(expected)}`, async () =>
      isDeepStrictEqual(await reasonsOf(this, from), expected),
    );
  },
);

Given('the screen {string} has made its own token', function (this: StudioWorld, name: string) {
  this.devices.set(name, { id: 'unknown', token: `svc_${randomUUID().replaceAll('-', '')}` });
});

/** Returns the code that a screen shows. */
const codeOf = (world: StudioWorld, name: string): string => pairingCode(hashToken(world.tokenOf(name)));

Then(
  'within a minute the console shows the code of the screen {string}',
  async function (this: StudioWorld, name: string) {
    await withinAMinute(this, codeOf(this, name), async () => {
      const callers = await listedCallers(this);
      return callers.some(({ reasons }) => reasons.some(({ code }) => code === codeOf(this, name)));
    });
  },
);

When(
  'an operator pairs the screen {string} with the panel {word}',
  async function (this: StudioWorld, name: string, panel: string) {
    const settings = { code: codeOf(this, name), name, access: 'read_and_control', panel };
    const { device } = (await this.change('POST', '/devices/pair', settings)) as {
      readonly device: { readonly id: string };
    };
    this.devices.set(name, { id: device.id, token: this.tokenOf(name) });
  },
);

Then('the console shows no refused callers', async function (this: StudioWorld) {
  assert.deepEqual(await refusedCallers(this), []);
});

When(
  /^callers at (\d+) addresses starting at 198\.18\.0\.1 (.*)$/,
  async function (this: StudioWorld, count: string, call: string) {
    for (let last = 1; last <= Number(count); last += 1) {
      await this.call({ from: `198.18.0.${String(last)}` }, readCallSpec(call.replace(/^read/, 'reads')));
      await this.driver.studio.advance(10);
    }
  },
);

Then(
  'within a minute the console shows {int} refused callers, including {word} but not {word}',
  async function (this: StudioWorld, count: number, present: string, absent: string) {
    await withinAMinute(this, `${String(count)} callers`, async () => {
      const addresses = (await refusedCallers(this)).map(({ address }) => address);
      return addresses.length === count && addresses.includes(present) && !addresses.includes(absent);
    });
  },
);

When("the console's responses to reports are lost", async function (this: StudioWorld) {
  await this.driver.channel.loseReportResponses();
});

const reportsSent = async (world: StudioWorld): Promise<number> =>
  (await world.driver.channel.requests()).filter((request) => request === 'POST /sync/reports').length;

Then('within a minute the service has sent {int} reports', async function (this: StudioWorld, times: number) {
  await withinAMinute(this, `${String(times)} reports`, async () => (await reportsSent(this)) >= times);
});

Then('the service has sent only these requests to the console:', async function (this: StudioWorld, table: DataTable) {
  const expected = new Set(table.raw().map(([request = '']) => request));
  const others = (await this.driver.channel.requests()).filter((request) => !expected.has(request));
  assert.deepEqual(others, []);
});
