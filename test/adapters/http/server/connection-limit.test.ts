// Which connections make room for new ones, without a network: each address opens and closes connections in memory.
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { beforeEach, describe, expect, it } from 'vitest';
import { limitConnections, type ConnectionLimit } from '../../../../adapters/http/server/connection-limit.js';
import { memoryLog } from '../../../application/console/readable-log.js';
import { MemoryConnection, settle } from '../memory-connection.js';

const host = '127.0.0.1';

interface Site {
  readonly limit: ConnectionLimit;
  /** Completes the TLS handshake of a connection. Returns the TLS connection over it. */
  readonly secure: (connection: MemoryConnection) => MemoryConnection;
  /** Opens connections of an address, in the same turn. */
  readonly open: (address: string, count?: number) => readonly MemoryConnection[];
  /** Opens one connection each of so many addresses that nobody has used before. */
  readonly openStrangers: (count: number) => readonly MemoryConnection[];
  /** Begins a call on a connection. */
  readonly use: (connections: readonly MemoryConnection[]) => void;
  readonly warnings: () => number;
}

let site: Site;

const siteOf = (max: number, listener = createServer()): Site => {
  const inUse = new Set<unknown>();
  const log = memoryLog();
  const limit = limitConnections({
    max,
    isHost: ({ text }) => text === host,
    isOwnNetwork: ({ text }) => text.startsWith('2001:db8:1:'),
    isInUse: (connection) => inUse.has(connection),
    now: () => 0,
    log,
  });
  listener.removeAllListeners('connection').removeAllListeners('secureConnection');
  limit.watch(listener);
  const open = (address: string, count = 1): readonly MemoryConnection[] =>
    Array.from({ length: count }, () => {
      const connection = new MemoryConnection(address);
      listener.emit('connection', connection);
      return connection;
    });
  let strangers = 0;
  return {
    limit,
    open,
    secure: ({ remoteAddress }) => {
      const secured = new MemoryConnection(remoteAddress);
      listener.emit('secureConnection', secured);
      return secured;
    },
    openStrangers: (count) =>
      Array.from({ length: count }, () => {
        strangers += 1;
        return open(`10.${String(strangers >> 8)}.0.${String(strangers & 255)}`);
      }).flat(),
    use: (connections) => {
      for (const connection of connections) inUse.add(connection);
    },
    warnings: () => log.lines.filter((line) => line.includes('nearly all connections are in use')).length,
  };
};

const openOf = (...connections: readonly (readonly MemoryConnection[])[]): number =>
  connections.flat().filter(({ destroyed }) => !destroyed).length;

const close = async (connections: readonly MemoryConnection[]): Promise<void> => {
  for (const connection of connections) connection.destroy();
  await settle();
};

describe('the connections of a known address', () => {
  /** A tenth of 1,280 is reserved, and 10 connections of a known address are protected. */
  beforeEach(() => {
    site = siteOf(1_280);
  });

  it('use the reserve up to its share', () => {
    site.limit.addKnown('192.0.2.1');
    const strangers = site.openStrangers(1_152);
    const known = site.open('192.0.2.1', 10);
    expect([openOf(strangers), openOf(known)]).toEqual([1_152, 10]);
  });

  it('beyond its share displace others, or each other, and use nothing of the reserve', () => {
    site.limit.addKnown('192.0.2.1');
    const known = site.open('192.0.2.1', 10);
    const strangers = site.openStrangers(1_142);
    const eleventh = site.open('192.0.2.1');
    expect([openOf(eleventh), openOf(known, strangers, eleventh)]).toEqual([1, 1_152]);
  });

  it('are closed for strangers down to its share, and no further', () => {
    site.limit.addKnown('192.0.2.1');
    const known = site.open('192.0.2.1', 12);
    const before = site.openStrangers(1_140);
    const after = site.openStrangers(2);
    expect([openOf(known), openOf(before), openOf(after)]).toEqual([10, 1_140, 2]);
    const last = site.openStrangers(20);
    expect([openOf(known), openOf(last)]).toEqual([10, 20]);
  });

  it('are those of its whole network over IPv6', () => {
    site.limit.addKnown('2001:db8::1');
    site.use(site.openStrangers(1_152));
    const [ofNetwork] = site.open('2001:db8::2');
    const [ofAnother] = site.open('2001:db8:0:1::2');
    expect([ofNetwork?.destroyed, ofAnother?.destroyed]).toEqual([false, true]);
  });

  it.each([
    ['a private network', 'fd00::'],
    ['a network of the machine', '2001:db8:1::'],
  ])('stay those of one address in %s over IPv6', (_network, prefix) => {
    site.limit.addKnown(`${prefix}1`);
    const ofAttacker = site.open(`${prefix}2`, 1_152);
    const known = site.open(`${prefix}1`, 10);
    expect([openOf(ofAttacker), openOf(known)]).toEqual([1_152, 10]);
    expect(openOf(site.open(`${prefix}3`), known)).toBe(11);
  });
});

describe('a new connection', () => {
  /** 36 connections for everybody, and 4 more for the host and known addresses. */
  beforeEach(() => {
    site = siteOf(40);
  });

  it('of a known address does not displace one of the host, and one of the host does', () => {
    site.limit.addKnown('192.0.2.1');
    const ofHost = site.open(host, 40);
    const known = site.open('192.0.2.1');
    expect([openOf(known), openOf(ofHost)]).toEqual([0, 40]);
    const another = site.open(host);
    expect([openOf(another), openOf(ofHost)]).toEqual([1, 39]);
  });

  it('displaces one of the address with the most, also among those of about its size', () => {
    const four = site.open('192.0.2.4', 4);
    const seven = site.open('192.0.2.7', 7);
    const six = site.open('192.0.2.6', 6);
    site.openStrangers(19);
    site.openStrangers(1);
    expect([openOf(four), openOf(seven), openOf(six)]).toEqual([4, 6, 6]);
  });

  it('displaces one of the address with the most, also if that had more before', async () => {
    const most = site.open('192.0.2.1', 8);
    await close(most.slice(0, 5));
    site.openStrangers(33);
    site.openStrangers(1);
    expect(openOf(most)).toBe(2);
  });

  it('leaves a tenth of all, rounded up, to the host and known addresses', () => {
    site = siteOf(15);
    expect(openOf(site.openStrangers(15))).toBe(13);
    expect(openOf(site.open(host, 2))).toBe(2);
  });

  it('displaces one that is idle still: two of the same moment displace two', () => {
    const [idle, ...used] = site.open('192.0.2.1', 36);
    site.use(used);
    const first = site.open('192.0.2.2');
    const second = site.open('192.0.2.3');
    expect(idle?.destroyed).toBe(true);
    expect([openOf(used), openOf(first), openOf(second)]).toEqual([35, 0, 1]);
  });
});

describe('an idle connection among many with a call', () => {
  it('is found at the second attempt, if the first has examined other addresses', () => {
    site = siteOf(40);
    for (let at = 0; at < 17; at += 1) site.use(site.open(`192.0.2.${String(at)}`, 2));
    const idle = site.open('192.0.2.17', 2);
    const [refused] = site.openStrangers(1);
    expect([refused?.destroyed, openOf(idle)]).toEqual([true, 2]);
    const [admitted] = site.openStrangers(1);
    expect([admitted?.destroyed, openOf(idle)]).toEqual([false, 1]);
  });

  it('is found at the second attempt, if the first has examined others of its address', () => {
    site = siteOf(100);
    site.use(site.open('192.0.2.1', 80));
    const idle = site.open('192.0.2.1', 10);
    const [refused] = site.openStrangers(1);
    expect([refused?.destroyed, openOf(idle)]).toEqual([true, 10]);
    const [admitted] = site.openStrangers(1);
    expect([admitted?.destroyed, openOf(idle)]).toEqual([false, 9]);
  });
});

describe('a call over TLS', () => {
  it('keeps its connection, also if a connection from the same port closes after it was opened', async () => {
    site = siteOf(40, createSecureServer());
    const former = site.open('192.0.2.1');
    const securedFormer = former.map(site.secure);
    await close(former);
    const latter = site.open('192.0.2.1');
    site.use(latter.map(site.secure));
    await close(securedFormer);
    site.use(site.openStrangers(35));
    const refused = site.openStrangers(1);
    expect([openOf(latter), openOf(refused)]).toEqual([1, 0]);
  });
});

describe('the warning that nearly all connections are in use', () => {
  beforeEach(() => {
    site = siteOf(40);
  });

  it('is logged once while their number stays above half, and again after it was below', async () => {
    const connections = [...site.openStrangers(36)];
    expect(site.warnings()).toBe(0);
    connections.push(...site.openStrangers(3));
    expect(site.warnings()).toBe(1);
    const open = () => connections.filter(({ destroyed }) => !destroyed);
    await close(open().slice(18));
    connections.push(...site.openStrangers(19));
    expect([open().length, site.warnings()]).toEqual([36, 1]);
    await close(open().slice(17));
    connections.push(...site.openStrangers(19));
    expect([open().length, site.warnings()]).toEqual([36, 1]);
    site.openStrangers(1);
    expect(site.warnings()).toBe(2);
  });
});
