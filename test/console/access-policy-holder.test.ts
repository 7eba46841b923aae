// The configuration in force: compiled, replaced, and published to watchers.
import * as O from 'fp-ts/lib/Option.js';
import { expect, it } from 'vitest';
import { accessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { parseAddress } from '../../domain/access/address.js';
import type { TokenHash } from '../../domain/access/token.js';

const deps = {
  hashToken: () => '0'.repeat(64) as TokenHash,
  legacySettings: { serverId: 'server-1', studioId: 'studio-1', appUsernames: [] },
  trustLoopback: true,
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
  expect(neighbour && O.isSome(holder.current().lanLabelOf(neighbour))).toBe(false);
  holder.apply(wholeLan);
  expect(neighbour && O.isSome(holder.current().lanLabelOf(neighbour))).toBe(true);
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
