// Records of announced services, as a network may send them.
import { describe, expect, it } from 'vitest';
import { localAddresses } from '../../../adapters/mdns/local-addresses.js';
import { maxRecords, ServiceRecords } from '../../../adapters/mdns/service-records.js';

const type = '_ember._tcp';
const full = 'Mixer 1._ember._tcp.local';

const ptr = (data = full) => ({ type: 'PTR', name: '_ember._tcp.local', data }) as const;
const srv = (port = 9_000, name = full) => ({ type: 'SRV', name, data: { target: 'Desk.local', port } }) as const;
const address = (data = '192.168.1.9') => ({ type: 'A', name: 'desk.local', data }) as const;

const address6 = (data: string) => ({ type: 'AAAA', name: 'desk.local', data }) as const;

const recordsOf = (...all: readonly Parameters<ServiceRecords['add']>[0][]): ServiceRecords => {
  const records = new ServiceRecords(
    [type],
    localAddresses([
      ['192.0.2.9', 24],
      ['2001:db8:1::9', 64],
    ]),
  );
  for (const one of all) records.add(one);
  return records;
};

describe('@DISCOVER-7: announced services', () => {
  it('have a name, a host and a port, in whatever order the records arrive', () => {
    const expected = [{ type, name: 'Mixer 1', host: '192.168.1.9', port: 9_000 }];
    expect(recordsOf(ptr(), srv(), address()).services).toEqual(expected);
    expect(recordsOf(address(), srv(), ptr()).services).toEqual(expected);
  });

  it('are asked for what they lack', () => {
    expect(recordsOf(ptr()).missing).toEqual([{ name: full, type: 'SRV' }]);
    expect(recordsOf(ptr(), srv()).missing).toEqual([
      { name: 'desk.local', type: 'A' },
      { name: 'desk.local', type: 'AAAA' },
    ]);
    expect(recordsOf(ptr(), srv(), address()).missing).toEqual([]);
  });

  it.each([
    ['another type', [{ type: 'PTR', name: '_ssh._tcp.local', data: 'x._ssh._tcp.local' } as const, srv(), address()]],
    ['a name of another type', [ptr('x._ssh._tcp.local'), srv(9_000, 'x._ssh._tcp.local'), address()]],
    ['no port', [ptr(), srv(0), address()]],
    ['no address', [ptr(), srv(), address('not an address')]],
    ['a public address', [ptr(), srv(), address('8.8.8.8')]],
  ])('are none with %s', (_, all) => {
    expect(recordsOf(...all).services).toEqual([]);
  });

  it.each(['10.1.2.3', '172.31.0.1', '192.168.1.9', '169.254.7.7', '127.0.0.1', '192.0.2.200'])(
    'may have a local address: %s',
    (host) => {
      const records = recordsOf(ptr(), srv(), address(host));
      expect(records.services).toMatchObject([{ host }]);
      expect(records.isForeign).toBe(false);
    },
  );

  it.each(['8.8.8.8', '172.32.0.1', '192.0.3.1', '0.0.0.0', '255.255.255.255', '224.0.0.251'])(
    'are left out with an address of another network: %s',
    (host) => {
      const records = recordsOf(ptr(), srv(), address(host));
      expect(records.services).toEqual([]);
      expect(records.isForeign).toBe(true);
    },
  );

  it.each(['fd12::9', '::1', '2001:db8:1::77'])('may have a local IPv6 address: %s', (host) => {
    const records = recordsOf(ptr(), srv(), address6(host));
    expect(records.services).toMatchObject([{ host }]);
    expect(records.missing).toEqual([]);
  });

  it('prefer an IPv4 address, in whatever order the addresses arrive', () => {
    const expected = [{ type, name: 'Mixer 1', host: '192.168.1.9', port: 9_000 }];
    expect(recordsOf(ptr(), srv(), address6('fd12::9'), address()).services).toEqual(expected);
    expect(recordsOf(ptr(), srv(), address(), address6('fd12::9')).services).toEqual(expected);
  });

  it.each(['2001:db8:2::1', '::ffff:192.168.1.9', '::ffff:c0a8:109', '::', 'ff02::fb'])(
    'are left out with an IPv6 address of another network, or a false one: %s',
    (host) => {
      const records = recordsOf(ptr(), srv(), address6(host));
      expect(records.services).toEqual([]);
      expect(records.isForeign).toBe(true);
    },
  );

  it('are left out with only a link-local IPv6 address, which is known', () => {
    const records = recordsOf(ptr(), srv(), address6('fe80::9'));
    expect(records.services).toEqual([]);
    expect([records.areLinkLocal, records.isForeign]).toEqual([true, false]);
    expect(recordsOf(ptr(), srv(), address6('fe80::9'), address()).areLinkLocal).toBe(false);
  });

  it('move: the newest port and address count, and are no further records', () => {
    const records = recordsOf(ptr(), srv(), address(), ptr(), srv(9_001), address('192.168.1.10'));
    expect(records.services).toEqual([{ type, name: 'Mixer 1', host: '192.168.1.10', port: 9_001 }]);
    expect(records.isFull).toBe(false);
  });

  it('have names and hosts whose letters may be small or capital', () => {
    const named = { type: 'PTR', name: '_EMBER._TCP.local', data: full } as const;
    const located = { type: 'A', name: 'DESK.LOCAL', data: '192.168.1.9' } as const;
    expect(recordsOf(named, srv(9_000, full.toUpperCase()), located).services).toEqual([
      { type, name: 'Mixer 1', host: '192.168.1.9', port: 9_000 },
    ]);
  });

  it('are known again when there are as many as are kept', () => {
    const many = Array.from({ length: maxRecords }, (_, index) => ptr(`${String(index)}.${type}.local`));
    expect(recordsOf(...many, ...many).isFull).toBe(false);
  });

  it('are bounded, and it is known that some are ignored', () => {
    const many = Array.from({ length: maxRecords + 1 }, (_, index) => ptr(`${String(index)}.${type}.local`));
    const records = recordsOf(...many);
    expect(records.missing).toHaveLength(maxRecords);
    expect(records.isFull).toBe(true);
    expect(recordsOf(...many.slice(1)).isFull).toBe(false);
  });
});
