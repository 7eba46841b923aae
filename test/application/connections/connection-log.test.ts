// What the log of a connection contains: each loss with each of its reasons, each return, and little of what a device repeats.
import { beforeEach, expect, it } from 'vitest';
import { ConnectionLog } from '../../../application/connections/connection-log.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';

let clock: ManualClock;
let entries: unknown[];
let connection: ConnectionLog;

beforeEach(() => {
  clock = manualClock();
  entries = [];
  const note =
    (level: string) =>
    (message: string, fields?: object): void =>
      void entries.push([level, message, fields]);
  const log = { ...silent, warn: note('warn'), info: note('info') };
  connection = new ConnectionLog({ id: 'relays', log, clock }, { host: 'device', port: 9 });
});

const lost = (reason: string | undefined, more: object = {}) => [
  'warn',
  'a connection is lost',
  { connection: 'relays', host: 'device', port: 9, reason, ...more },
];
const back = ['info', 'a connection is back', { connection: 'relays' }];

it('has each reason of a loss once, each return once, and no return without a loss', () => {
  connection.back();
  connection.lost('refused');
  connection.lost('the peer refused the password');
  connection.lost('refused');
  connection.back();
  connection.back();
  connection.lost(undefined);
  expect(entries).toEqual([lost('refused'), lost('the peer refused the password'), back, lost(undefined)]);
});

it('has at most ten losses at once and one a minute of a device that comes and goes, and how many it omits', async () => {
  for (let round = 0; round < 1_000; round += 1) {
    connection.lost('hung up');
    connection.back();
  }
  expect(entries).toEqual(
    Array(10)
      .fill([lost('hung up'), back])
      .flat(),
  );
  await clock.advance(60_000);
  entries = [];
  connection.lost('hung up');
  connection.lost('another reason');
  expect(entries).toEqual([lost('hung up', { omitted: 990 })]);
  await clock.advance(60_000);
  connection.lost('another reason');
  expect(entries.slice(1)).toEqual([lost('another reason', { omitted: 1 })]);
});

it('has the beginning of a text, in which every character shows', () => {
  connection.lost(`refused\n\u202e${'x'.repeat(3_000_000)}`);
  expect(entries).toEqual([lost(`refused\ufffd\ufffd${'x'.repeat(191)}…`)]);
});

it('has a loss a minute later also after somebody has set the clock back', () => {
  let [nowMs, passedMs] = [1_000_000, 0];
  const settable = { now: () => nowMs, steady: () => passedMs, after: clock.after };
  const warn = (message: string): void => void entries.push(message);
  const log = new ConnectionLog(
    { id: 'relays', log: { ...silent, warn }, clock: settable },
    { host: 'device', port: 9 },
  );
  for (let reason = 0; reason < 20; reason += 1) log.lost(String(reason));
  [nowMs, passedMs] = [0, 60_000];
  log.lost('another reason');
  expect(entries).toHaveLength(11);
});
