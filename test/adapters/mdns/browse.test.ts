// Which networks are asked, what and how often, and what is reported of it. The networks and the pauses are the test's.
import type { Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browse } from '../../../adapters/mdns/browse.js';
import { maxRecords, type ResponseRecord, type Question } from '../../../adapters/mdns/service-records.js';

/** A network that is asked. */
class Network extends EventEmitter {
  readonly asked: (readonly Question[])[] = [];
  isClosed = false;

  constructor(readonly options: { readonly interface: string; readonly socket?: Socket }) {
    super();
  }

  query(questions: readonly Question[]): void {
    this.asked.push(questions);
  }

  destroy(): void {
    this.isClosed = true;
    this.options.socket?.close();
  }
}

let networks: Network[] = [];
let pauses: number[] = [];
/** What happens in each pause. */
let during: (at: number) => void = () => undefined;

const address = (family: 'IPv4' | 'IPv6', text: string, internal = false) => ({ family, address: text, internal });
const loopback = { lo: [address('IPv4', '127.0.0.1', true), address('IPv6', '::1', true)] };
let interfaces: object = loopback;

vi.mock('multicast-dns', () => ({
  default: (options: Network['options']) => {
    const network = new Network(options);
    networks.push(network);
    return network;
  },
}));

vi.mock(import('node:os'), async (original) => ({
  ...(await original()),
  networkInterfaces: () => interfaces as never,
}));

vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => {
    pauses.push(ms);
    during(pauses.length);
    return Promise.resolve();
  },
}));

beforeEach(() => {
  [networks, pauses, during, interfaces] = [[], [], () => undefined, loopback];
});

const types = ['_ember._tcp', '_osc._udp'];
const full = 'Mixer._ember._tcp.local';
const typeQuestions = types.map((type) => ({ name: `${type}.local`, type: 'PTR' }));

const ptr = (data = full): ResponseRecord => ({ type: 'PTR', name: '_ember._tcp.local', data });
const srv: ResponseRecord = { type: 'SRV', name: full, data: { target: 'desk.local', port: 9_000 } };
const located = (data: string): ResponseRecord => ({
  type: data.includes(':') ? 'AAAA' : 'A',
  name: 'desk.local',
  data,
});

const answer = (at: number, answers: readonly ResponseRecord[], additionals: readonly ResponseRecord[] = []): void => {
  networks[at]?.emit('response', { answers, additionals });
};

const asked = (): readonly string[] => networks.map(({ options }) => options.interface);

describe('@DISCOVER-7: the networks that are asked', () => {
  it('are each IPv4 address and each IPv6 interface of the machine, once, and not its loopback', async () => {
    interfaces = {
      ...loopback,
      eth0: [address('IPv4', '192.168.1.2'), address('IPv6', 'fe80::1'), address('IPv6', 'fd12::1')],
      eth1: [address('IPv4', '10.0.0.2'), address('IPv4', '10.0.0.3')],
    };
    await browse(types);
    expect(asked()).toEqual(['192.168.1.2', '10.0.0.2', '10.0.0.3', '::%eth0']);
  });

  it('are the loopback network alone if the machine has no other', async () => {
    await browse(types);
    expect(asked()).toEqual(['127.0.0.1', '::%lo']);
  });

  it('are asked four times within 3 s, and closed then', async () => {
    await browse(types);
    expect(pauses).toEqual([500, 500, 1_000, 1_000]);
    for (const network of networks) {
      expect(network.asked).toEqual([typeQuestions, typeQuestions, typeQuestions, typeQuestions]);
      expect(network.isClosed).toBe(true);
    }
  });

  it('are closed too if one of them can not be asked', async () => {
    during = () => {
      throw new Error('interrupted');
    };
    await expect(browse(types)).rejects.toThrow('interrupted');
    expect(networks.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  });
});

describe('@DISCOVER-7: what is announced', () => {
  it('is asked for what it lacks, on every network', async () => {
    during = (pause) => {
      if (pause === 1) answer(1, [ptr()]);
      if (pause === 2) answer(0, [srv]);
      if (pause === 3) answer(1, [], [located('192.168.1.9')]);
    };
    const browsed = await browse(types);
    for (const network of networks)
      expect(network.asked.map((questions) => questions.slice(types.length))).toEqual([
        [],
        [{ name: full, type: 'SRV' }],
        [
          { name: 'desk.local', type: 'A' },
          { name: 'desk.local', type: 'AAAA' },
        ],
        [],
      ]);
    expect(browsed).toEqual({
      services: [{ type: '_ember._tcp', name: 'Mixer', host: '192.168.1.9', port: 9_000 }],
      problems: [],
    });
  });

  it.each<readonly [string, () => void]>([
    [
      'more services announce themselves than are kept: some are left out',
      () => {
        answer(
          0,
          Array.from({ length: maxRecords + 1 }, (_, index) => ptr(`${String(index)}._ember._tcp.local`)),
        );
      },
    ],
    [
      'announced addresses that are not in a local network are left out',
      () => {
        answer(0, [located('8.8.8.8')]);
      },
    ],
    [
      'equipment that announces only link-local IPv6 addresses is left out: give it another address',
      () => {
        answer(0, [ptr('Other._ember._tcp.local'), ptr(), srv, located('fe80::9')]);
      },
    ],
    [
      'multicast DNS on 127.0.0.1 fails: no such device',
      () => {
        for (let times = 0; times < 2; times += 1) networks[0]?.emit('error', new Error('no such device'));
      },
    ],
    [
      'multicast DNS on lo (IPv6) fails: no such device',
      () => {
        networks[1]?.emit('error', new Error('no such device'));
      },
    ],
  ])('has a problem, once: %s', async (problem, happens) => {
    during = happens;
    expect((await browse(types)).problems).toEqual([problem]);
  });
});
