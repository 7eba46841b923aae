// The addresses that a service reports: those at which callers on the network reach it.
import { hostname } from 'node:os';
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
    ['http://127.0.0.1:3002/x', true],
    ['http://LOCALHOST:3002/x', true],
    ['http://[::1]:3002/x', true],
    [`http://${hostname()}:3002/x`, true],
    ['http://studio.example:3002/x', true],
    ['http://127.0.0.1:3003/x', false],
    ['http://127.0.0.1/x', false],
    ['http://other.example:3002/x', false],
  ])('own %s: %s', (url, isOwn) => {
    const addresses = serviceAddresses({ HOST: '::', SERVICE_NAMES: ['studio.example'] });
    expect(addresses.isOwn(new URL(url))).toBe(false);
    addresses.setBound(bound);
    expect(addresses.isOwn(new URL(url))).toBe(isOwn);
  });
});
