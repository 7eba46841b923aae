// The configuration in force: compiled, replaced, and published to watchers.
import * as O from 'fp-ts/lib/Option.js';
import { describe, expect, it } from 'vitest';
import { accessPolicyHolder } from '../../../application/access/access-policy-holder.js';
import { defaultConfiguration } from '../../../domain/access/configuration.js';
import { parseAddress } from '../../../domain/access/address.js';
import { manualClock } from '../../../simulator/clock.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { noon, panel, token } from '../../domain/fixtures.js';

const deps = {
  hashToken: () => panel.tokenHash,
  legacySettings: { serverId: 'server-1', studioId: 'studio-1', appUsernames: [] },
  trustLoopback: true,
  clock: manualClock(noon),
};
const first = defaultConfiguration('studio-1');
const wholeLan = {
  ...first,
  version: 1,
  access: { ...first.access, accessWithoutToken: 'whole_lan' as const },
};
const neighbour = O.toNullable(parseAddress('192.168.0.7'));

it('enforces the first configuration until another is applied, and then that one', () => {
  const holder = accessPolicyHolder(deps, first);
  expect(neighbour && O.isSome(holder.current().lanEntryOf(neighbour))).toBe(false);
  holder.apply(wholeLan);
  expect(neighbour && O.isSome(holder.current().lanEntryOf(neighbour))).toBe(true);
});

it('calls its watchers on every replacement until they stop', () => {
  const holder = accessPolicyHolder(deps, first);
  const watched: number[] = [];
  const stop = holder.watch(({ configuration }) => void watched.push(configuration.version));
  holder.apply(wholeLan);
  stop();
  holder.apply({ ...wholeLan, version: 2 });
  expect(watched).toEqual([1]);
});

describe('a token that expires', () => {
  const expiring = (ms: number) => ({ ...first, version: 1, devices: [{ ...panel, expiresAt: utcTime(noon + ms) }] });
  const open = (ms: number) => {
    const clock = manualClock(noon);
    const holder = accessPolicyHolder({ ...deps, clock }, expiring(ms));
    const reported: number[] = [];
    holder.watch(() => void reported.push(clock.now() - noon));
    const state = () => O.toNullable(holder.current().tokenOf(token(1)))?.state;
    return { clock, holder, reported, state };
  };

  it('is expired at its moment, when watchers are notified once', async () => {
    const { clock, holder, reported, state } = open(200_000);
    await clock.advance(199_999);
    expect([state(), reported]).toEqual(['active', []]);
    await clock.advance(1);
    expect([state(), reported]).toEqual(['expired', [200_000]]);
    await clock.advance(200_000);
    expect([reported, clock.waiting()]).toEqual([[200_000], 0]);
    holder.stop();
  });

  it('is expired for calls at once when the clock is set forward, and for watchers within a minute', async () => {
    const time = manualClock(noon);
    let offset = 0;
    const clock = { ...time, now: () => time.now() + offset };
    const holder = accessPolicyHolder({ ...deps, clock }, expiring(86_400_000));
    let reports = 0;
    holder.watch(() => void (reports += 1));
    offset = 86_400_000;
    expect(O.toNullable(holder.current().tokenOf(token(1)))?.state).toBe('expired');
    expect(reports).toBe(0);
    await time.advance(60_000);
    expect(reports).toBe(1);
    offset = 0;
    expect(O.toNullable(holder.current().tokenOf(token(1)))?.state).toBe('expired');
    holder.apply({ ...expiring(86_400_000), version: 2 });
    expect(O.toNullable(holder.current().tokenOf(token(1)))?.state).toBe('active');
    holder.stop();
    expect(time.waiting()).toBe(0);
  });

  it('is judged anew under every configuration', async () => {
    const { clock, holder, reported, state } = open(0);
    expect(state()).toBe('expired');
    holder.apply({ ...expiring(1_000), version: 2 });
    expect([state(), reported]).toEqual(['active', [0]]);
    await clock.advance(1_000);
    expect([state(), reported]).toEqual(['expired', [0, 1_000]]);
    holder.stop();
  });

  it('is expired although nothing is reported any more after a stop', async () => {
    const { clock, holder, reported, state } = open(1_000);
    holder.stop();
    await clock.advance(1_000);
    expect([state(), reported, clock.waiting()]).toEqual(['expired', [], 0]);
  });
});
