// Which addresses belong to a network of the machine: those of its interfaces over IPv6, as they were up to a minute ago.
import { expect, it } from 'vitest';
import { ownNetworks } from '../../../../adapters/http/server/own-networks.js';
import { addressOrUnknown } from '../../../../domain/access/address.js';

it('the networks of the machine are read again after a minute', () => {
  let [time, cidr] = [0, '2001:db8:1::5/64'];
  const list = () => ({
    lo: [{ family: 'IPv6', cidr: '::1/128' }],
    eth0: [
      { family: 'IPv4', cidr: '192.0.2.5/24' },
      { family: 'IPv6', cidr },
    ],
    tun0: [{ family: 'IPv6', cidr: null }],
    down: undefined,
  });
  const isOwn = ownNetworks(() => time, list);
  const own = () => ['2001:db8:1::9', '2001:db8:2::9', '192.0.2.9'].map((text) => isOwn(addressOrUnknown(text)));
  expect(own()).toEqual([true, false, false]);
  [time, cidr] = [59_999, '2001:db8:2::5/64'];
  expect(own()).toEqual([true, false, false]);
  time = 60_000;
  expect(own()).toEqual([false, true, false]);
});
