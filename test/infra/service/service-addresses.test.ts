// The addresses that a service reports: those at which callers on the network reach it.
import { describe, expect, it } from 'vitest';
import { reachableHosts } from '../../../adapters/node/reachable-hosts.js';
import { serviceAddresses } from '../../../infra/service/service-addresses.js';

const interfaces = [
  { address: '127.0.0.1', family: 'IPv4', internal: true },
  { address: '2001:db8::5', family: 'IPv6', internal: false },
  { address: 'fe80::1', family: 'IPv6', internal: false },
  { address: '10.20.0.5', family: 'IPv4', internal: false },
] as const;

describe('the hosts of a listener', () => {
  it('are the addresses of the machine, IPv4 first', () => {
    expect(reachableHosts('::', interfaces)).toEqual(['10.20.0.5', '2001:db8::5']);
    expect(reachableHosts('0.0.0.0', interfaces)).toEqual(['10.20.0.5']);
  });

  it('are loopback on a machine without a network', () => {
    expect(reachableHosts('::', interfaces.slice(0, 1))).toEqual(['127.0.0.1']);
  });

  it('are the one address that it listens on', () => {
    expect(reachableHosts('10.20.0.9', interfaces)).toEqual(['10.20.0.9']);
  });
});

describe('the addresses of a service', () => {
  const bound = { address: '::', family: 'IPv6', port: 3002 };

  it('are none before it listens', () => {
    const { urls } = serviceAddresses({ HOST: '::', SERVICE_NAMES: ['studio.example'] });
    expect(urls()).toEqual([]);
  });

  it('have its names first, and http before https', () => {
    const { setBound, urls } = serviceAddresses({ HOST: '10.20.0.5', SERVICE_NAMES: ['studio.example'] });
    setBound({ ...bound, tls: { host: '2001:db8::5', port: 3443 } });
    expect(urls()).toEqual([
      'http://studio.example:3002',
      'http://10.20.0.5:3002',
      'https://studio.example:3443',
      'https://[2001:db8::5]:3443',
    ]);
  });

  it.each([
    ['127.0.0.1', 3002, '127.0.0.1', true],
    ['127.0.0.2', 3443, '127.0.0.1', true],
    ['::1', 3002, '::1', true],
    ['::ffff:127.0.0.1', 3002, '::ffff:127.0.0.1', true],
    ['10.20.0.5', 3002, '::ffff:10.20.0.5', true],
    ['10.20.0.9', 3002, '10.20.0.5', false],
    ['127.0.0.1', 3003, '127.0.0.1', false],
  ])('a connection to %s port %i from %s is to itself: %s', (remoteAddress, remotePort, localAddress, isOwn) => {
    const addresses = serviceAddresses({ HOST: '::', SERVICE_NAMES: [] });
    const connection = { remoteAddress, remotePort, localAddress };
    expect(addresses.isOwn(connection)).toBe(false);
    addresses.setBound({ ...bound, tls: { host: '::', port: 3443 } });
    expect(addresses.isOwn(connection)).toBe(isOwn);
  });
});
