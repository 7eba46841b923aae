// Which address of a host is tried next.
import { expect, it } from 'vitest';
import { HostAddresses } from '../../../../adapters/drivers/shared/host-addresses.js';

const addressesOf = (...all: readonly string[]) =>
  new HostAddresses('camera', () => Promise.resolve(all.map((address) => ({ address, family: 4 }))));

const nextOf = async (addresses: HostAddresses): Promise<string> => (await addresses.next()).address;

it('tries one address after the other, and stays at the one at which the device answers', async () => {
  const addresses = addressesOf('a', 'b', 'c');
  expect([await nextOf(addresses), await nextOf(addresses)]).toEqual(['a', 'b']);
  addresses.answered();
  expect([await nextOf(addresses), await nextOf(addresses), await nextOf(addresses)]).toEqual(['b', 'c', 'a']);
});

it('names a host without an address', async () => {
  await expect(addressesOf().next()).rejects.toThrow('the host camera has no address');
});
