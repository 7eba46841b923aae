// The tallies of mixers as signals: what equipment sends, who is listened to, and what is known of a mixer that is away.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Message31Reader } from '../../../../adapters/drivers/tsl/message31-reader.js';
import { PacketReader, readDatagram } from '../../../../adapters/drivers/tsl/packet-reader.js';
import { silent } from '../../../../features/support/silent-log.js';
import { refusedBy, sendError } from '../../../contracts/device-commands.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { commandTo } from '../../../support/commands.js';
import { eventually } from '../../../support/eventually.js';
import { freePort, freeUdpPort, isListening } from '../../../support/loopback.js';
import { advanceInSteps, settleSockets } from '../advance-clock.js';
import { connectionId, layoutWith, openDrivers, type BenchOptions } from '../bench.js';
import { openBench } from '../closed-bench.js';
import { rawClient } from '../face-bench.js';

const closing = closedAfterEach();

const red = { display: 5, colours: ['red', 'amber'] };
const green = { display: 5, colours: ['green', 'amber'] };

describe.each([
  ['5.0', 'udp', red, green],
  ['5.0', 'tcp', { ...red, screen: 254, lamp: 'left' }, { ...green, screen: 254, lamp: 'right' }],
  ['3.1', 'udp', { display: 126, tally: 2 }, { display: 126, tally: 1 }],
  ['3.1', 'tcp', { display: 0, tally: 4 }, { display: 0, tally: 1 }],
])('a mixer that sends %s over %s', (version, transport, first, second) => {
  const settings = { version, transport, ...(transport === 'udp' && { silentAfterMs: 1_000 }) };
  const open = () => openBench('tsl', { settings, lines: { 'sig-1': first, 'sig-2': second } });

  it('shows each of its tallies, which can not be switched', async () => {
    const { drivers, studio, passUntil } = await open();
    const { signalLines } = drivers;
    const shows = (expected: readonly boolean[]): Promise<void> =>
      passUntil(`the tallies are ${expected.join()}`, () =>
        ['sig-1', 'sig-2'].every((signal, at) => signalLines.value(signal) === expected[at]),
      );
    await shows([false, false]);
    studio.signalLines.send(commandTo.switch('sig-1', true));
    await shows([true, false]);
    studio.signalLines.send(commandTo.switch('sig-2', true));
    await shows([true, true]);
    studio.signalLines.send(commandTo.switch('sig-1', false));
    await shows([false, true]);
    expect(refusedBy(signalLines, commandTo.switch('sig-1', true))).toBe('conflict');
  });

  it('is away and comes back', async () => {
    const { drivers, setFault, passUntil } = await open();
    const { signalLines } = drivers;
    await passUntil('it is connected', () => signalLines.connected('sig-1'));
    setFault({ type: 'offline' });
    await passUntil('it is not connected', () => !signalLines.connected('sig-1'));
    expect(sendError(signalLines.send(commandTo.switch('sig-1', true)))).toBe('device_unavailable');
    setFault(null);
    await passUntil('it is connected again', () => signalLines.connected('sig-1'));
  });
});

const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(' ', ''), 'hex');

/** Display 5 of screen 1, whose lamps are red, with the text `CAM`. */
const packet = hex('0d00 00 00 0100 0500 d500 0300 43414d');
const framed = hex('fe02 0d00 00 00 0100 0500 d500 0300 43414d');
const offPacket = hex('0d00 00 00 0100 0500 c000 0300 43414d');
const message = hex('85 32 43414d20202020202020202020202020');

interface Sending {
  readonly version?: string;
  readonly bytes: Buffer;
  readonly shows?: readonly (boolean | null)[];
}

/** What equipment sends, over either transport. */
const sendings: Readonly<Record<string, Sending>> = {
  'a packet without a frame': { bytes: packet },
  'a packet in a frame': { bytes: framed },
  'a frame with a doubled DLE': { bytes: hex('fe02 0e00 00 00 fefe00 0500 c100 0400 fefefefe fefefefe') },
  'a byte count that counts itself': { bytes: hex('0f00 00 00 0100 0500 d500 0300 43414d') },
  'a byte count that is too small by two': { bytes: hex('0b00 00 00 0100 0500 d500 0300 43414d') },
  'a text in UTF-16': { bytes: hex('0c00 00 01 0100 0500 d500 0200 4300') },
  'a packet for all screens': { bytes: hex('0a00 00 00 ffff 0500 d500 0000') },
  'a packet for all displays': { bytes: hex('0a00 00 00 0100 ffff d500 0000'), shows: [true, true] },
  'several displays': { bytes: hex('1000 00 00 0100 0500 d500 0000 0600 d500 0000'), shows: [true, true] },
  'several packets': {
    bytes: Buffer.concat([packet, hex('0a00 00 00 0100 0600 d500 0000')]),
    shows: [true, true],
  },
  'a display with control data after another': { bytes: hex('0e00 00 00 0100 0500 d500 0000 0600 0080') },
  'a message of 3.1': { version: '3.1', bytes: message },
  'a message of 3.1 without a text': { version: '3.1', bytes: hex(`8502 ${'00'.repeat(16)}`) },
  'a text of 3.1 beyond ASCII': { version: '3.1', bytes: hex(`8532 ${'fe'.repeat(16)}`) },
  'several messages of 3.1': {
    version: '3.1',
    bytes: Buffer.concat([message, hex(`8632${'20'.repeat(16)}`)]),
    shows: [true, true],
  },
  'messages of 4.0': {
    version: '3.1',
    bytes: Buffer.concat([message, hex('1202 0505'), hex(`8602${'20'.repeat(16)}`), hex('1202 0505')]),
    shows: [true, true],
  },
};

const linesOf = (version = '5.0'): NonNullable<BenchOptions['lines']> =>
  version === '3.1'
    ? { 'sig-1': { display: 5, tally: 2 }, 'sig-2': { display: 6, tally: 2 } }
    : { 'sig-1': { display: 5, colours: ['red'] }, 'sig-2': { display: 6, colours: ['red'] } };

type Transport = 'udp' | 'tcp';

/** A driver that listens, and a function that sends to it. */
const listening = async (transport: Transport, { settings, lines = linesOf() }: BenchOptions = {}, at?: number) => {
  const port = at ?? (await (transport === 'tcp' ? freePort() : freeUdpPort()));
  const reasons: unknown[] = [];
  const log = {
    ...silent,
    warn: (_: string, fields?: Readonly<Record<string, unknown>>) => void reasons.push(fields?.['reason']),
  };
  const layout = layoutWith('tsl', { port }, { settings: { transport, ...settings }, lines });
  const opened = openDrivers(layout, undefined, log);
  closing.push(opened.close);
  const { signalLines } = opened.drivers;
  const send = async (bytes: Buffer, host = '127.0.0.1'): Promise<() => void> => {
    if (transport === 'udp') {
      const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
      socket.send(bytes, port, host, () => socket.close());
      return () => undefined;
    }
    await eventually('the port is open', () => isListening(port));
    const client = await rawClient(port);
    client.send(bytes);
    closing.push(client.end);
    return client.end;
  };
  const pass = (ms: number): Promise<void> => advanceInSteps(opened.clock, ms);
  const until = (what: string, holds: () => boolean): Promise<void> =>
    eventually(what, async () => {
      if (!holds()) await settleSockets();
      return holds();
    });
  return { ...opened, port, layout, send, pass, until, reasons, signalLines };
};

const cases = Object.entries(sendings).flatMap(([name, sending]) =>
  (['udp', 'tcp'] as const).map((transport) => [name, transport, sending] as const),
);

describe('real senders', () => {
  it.each(cases)('%s is read over %s', async (_, transport, { version = '5.0', bytes, shows = [true, null] }) => {
    const { send, until, signalLines } = await listening(transport, { settings: { version }, lines: linesOf(version) });
    await until('the port is open', () => true);
    await settleSockets();
    await send(bytes);
    await until('it is connected', () => signalLines.connected('sig-1'));
    expect(['sig-1', 'sig-2'].map(signalLines.value)).toEqual(shows);
  });

  it('are read from a stream with broken frames, whatever is between them', () => {
    const read: unknown[] = [];
    const reader = new PacketReader((displays) => read.push(displays.length));
    const stream = Buffer.concat([framed, hex('0102 fe03'), framed.subarray(0, 9), framed, hex('fe02ff00'), framed]);
    for (const byte of stream) expect(reader.read(Buffer.of(byte))).toBeUndefined();
    expect(read).toEqual([1, 1, 1]);
  });

  it('never throw, whatever bytes they send, and show no lamp in nonsense', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
        for (const Reader of [PacketReader, Message31Reader]) {
          const reader = new Reader(() => undefined);
          for (const chunk of chunks) if (reader.read(Buffer.from(chunk)) !== undefined) break;
        }
        const text = Buffer.from(chunks.flatMap((chunk) => [...chunk].map((byte) => 0x20 + (byte % 0x5f))));
        expect(readDatagram(text)).toBe('it sends what is no TSL UMD 5.0');
      }),
    );
  });
});

describe.each(['udp', 'tcp'] as const)('a port for tallies over %s', (transport) => {
  it('is shared by mixers with different senders, and by IPv6', async () => {
    const one = await listening(transport, { settings: { sender: '::1' } });
    const other = openDrivers(
      layoutWith('tsl', { port: one.port }, { settings: { transport }, lines: linesOf() }),
      one.clock,
    );
    closing.push(other.close);
    const value = (drivers: typeof one.drivers) => drivers.signalLines.value('sig-1');
    await settleSockets();
    await one.send(packet, '127.0.0.1');
    await one.until('the other mixer is read', () => value(other.drivers) === true);
    expect(value(one.drivers)).toBeNull();
    other.close();
    if (transport === 'tcp') return;
    await one.send(packet, '::1');
    await one.until('the mixer is read', () => value(one.drivers) === true);
  });

  it('names who else sends, if nothing arrives from the sender', async () => {
    const { port, send, pass, reasons } = await listening(transport, { settings: { sender: '192.0.2.1' } });
    await settleSockets();
    await send(packet);
    await settleSockets();
    await pass(5_000);
    expect(reasons).toEqual([
      `no tally has arrived from 192.0.2.1 at ${transport.toUpperCase()} port ${String(port)}, but something from 127.0.0.1`,
    ]);
  });

  it('that another program has is tried again', async () => {
    const taken = await listening(transport);
    await settleSockets();
    taken.close();
    await settleSockets();
    const socket = transport === 'udp' ? createSocket('udp4').bind(taken.port) : createServer().listen(taken.port);
    let release: () => unknown = () => socket.close();
    closing.push(() => release());
    await settleSockets();
    const { reasons, ...one } = await listening(transport, {}, taken.port);
    await one.until('the reason is logged', () => reasons.length > 0);
    expect(reasons).toEqual([`another program uses ${transport.toUpperCase()} port ${String(taken.port)}`]);
    release();
    release = () => undefined;
    await settleSockets();
    await one.pass(600);
    await taken.send(packet);
    await one.until('it is connected', () => one.signalLines.connected('sig-1'));
  });

  it('has one connection for each sender', async () => {
    const first = await listening(transport);
    const { reasons } = await listening(transport, {}, first.port);
    expect(reasons).toEqual([
      `another connection without a sender listens at ${transport.toUpperCase()} port ${String(first.port)} already`,
    ]);
  });

  it.each([
    ['3.1', '5.0', packet],
    ['3.1', '5.0', framed],
    ['5.0', '3.1', message],
  ])('for version %s names version %s, which is sent instead', async (version, sent, bytes) => {
    const { send, until, reasons, signalLines } = await listening(transport, {
      settings: { version },
      lines: linesOf(version),
    });
    await settleSockets();
    await send(bytes);
    await until('the reason is logged', () => reasons.length > 0);
    expect(reasons[0]).toBe(`it sends TSL UMD ${sent}: change the version`);
    expect(signalLines.connected('sig-1')).toBe(false);
  });

  it('shows what was sent before to a line that a reload adds or changes, and leaves no timer', async () => {
    const { send, until, signalLines, current, layout, clock, close } = await listening(transport, {
      lines: { 'sig-1': { display: 9, colours: ['red'] } },
    });
    await settleSockets();
    await send(packet);
    await until('it is connected', () => signalLines.connected('sig-1'));
    expect(signalLines.value('sig-1')).toBeNull();
    const line = { connection: connectionId, display: 5, colours: ['red'] };
    current.replace({ ...layout, signals: layout.signals.map((signal) => ({ ...signal, line })) });
    expect(['sig-1', 'sig-2'].map(signalLines.value)).toEqual([true, true]);
    close();
    expect([signalLines.connected('sig-1'), clock.waiting()]).toEqual([false, 0]);
  });
});

describe('a mixer that is lost', () => {
  it('keeps what it showed until it is back, and then shows what it sends anew', async () => {
    const { send, until, signalLines } = await listening('tcp');
    const end = await send(Buffer.concat([packet, hex('0a00 00 00 0100 0600 d500 0000')]));
    await until('it shows both', () => signalLines.value('sig-2') === true);
    end();
    await until('it is not connected', () => !signalLines.connected('sig-1'));
    expect(signalLines.value('sig-1')).toBe(true);
    await send(offPacket);
    await until('it is connected', () => signalLines.connected('sig-1'));
    expect(['sig-1', 'sig-2'].map(signalLines.value)).toEqual([false, null]);
  });

  it('has more than one connection, and is lost with the last', async () => {
    const { send, until, signalLines } = await listening('tcp');
    const ends = [];
    for (let made = 0; made < 6; made += 1) ends.push(await send(packet));
    await until('it is connected', () => signalLines.connected('sig-1'));
    for (const end of ends.slice(0, -1)) end();
    await settleSockets();
    expect(signalLines.connected('sig-1')).toBe(true);
    ends.at(-1)?.();
    await until('it is not connected', () => !signalLines.connected('sig-1'));
  });

  it('is lost although something else holds a connection open, and what it showed counts no more once another one speaks', async () => {
    const { send, until, signalLines } = await listening('tcp');
    await send(Buffer.alloc(0));
    const end = await send(Buffer.concat([packet, hex('0a00 00 00 0100 0600 d500 0000')]));
    await until('it shows both', () => signalLines.value('sig-2') === true);
    await send(offPacket);
    await until('what was sent before is forgotten', () => signalLines.value('sig-2') === null);
    expect(signalLines.value('sig-1')).toBe(false);
    const again = await listening('tcp');
    await again.send(Buffer.alloc(0));
    const last = await again.send(packet);
    await again.until('it is connected', () => again.signalLines.connected('sig-1'));
    end();
    last();
    await again.until('it is lost', () => !again.signalLines.connected('sig-1'));
  });

  it('over UDP is not noticed without a limit', async () => {
    const { send, until, pass, signalLines } = await listening('udp');
    await settleSockets();
    await send(packet);
    await until('it is connected', () => signalLines.connected('sig-1'));
    await pass(60_000);
    expect([signalLines.connected('sig-1'), signalLines.value('sig-1')]).toEqual([true, true]);
  });
});
