// The addresses of this machine by which others reach it.
import { describe, expect, it } from 'vitest';
import { reachableHosts } from '../../../adapters/node/reachable-hosts.js';

describe('the hosts by which a listener is reached', () => {
  const lo = { address: '127.0.0.1', family: 'IPv4', internal: true } as const;
  const v4 = { address: '192.168.1.5', family: 'IPv4', internal: false } as const;
  const second = { address: '10.0.0.5', family: 'IPv4', internal: false } as const;
  const v6 = { address: '2001:db8::5', family: 'IPv6', internal: false } as const;
  const linkLocal = { address: 'FE80::1', family: 'IPv6', internal: false } as const;

  it.each([
    ['its own address', '192.168.1.5', [lo, v4, v6], ['192.168.1.5']],
    ['loopback, if it listens there', '127.0.0.1', [lo, v4], ['127.0.0.1']],
    ['all addresses, IPv4 first', '::', [lo, v6, v4, second], ['192.168.1.5', '10.0.0.5', '2001:db8::5']],
    ['those of IPv4 alone', '0.0.0.0', [lo, v6, v4], ['192.168.1.5']],
    ['no link-local address of IPv6', '::', [v4, linkLocal], ['192.168.1.5']],
    ['loopback, if there are no others', '::', [lo, linkLocal], ['127.0.0.1']],
    ['loopback, if there are none of IPv4', '0.0.0.0', [lo, v6], ['127.0.0.1']],
  ])('are %s', (_, listensOn, interfaces, hosts) => {
    expect(reachableHosts(listensOn, interfaces)).toEqual(hosts);
  });
});
