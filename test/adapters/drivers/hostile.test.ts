// Nonsense instead of what a device sends, before and after it has admitted the driver: it crashes no driver, shows no state and
// confirms no command, and the driver works again once the device speaks.
import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { packets } from '../../../simulator/emberplus/s101.js';
import { commandResults, sentCommand } from '../../contracts/device-commands.js';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { connectionBench, type ConnectionBench } from './bench.js';
import { everyProtocolRow, isOverTcp, type CommandedProtocol } from './every-protocol.js';
import { frame } from './floods.js';
import { notificationHex } from './panasonic/peer.js';
import { datagramHex, types } from './visca/peer.js';
import { withBody } from './vmix/peer.js';

const numRuns = Number(process.env['DEVICE_FUZZ'] ?? 15);

/** A path to a device on which the device can be replaced by nonsense. */
interface Path {
  readonly open: (port: number) => Promise<number>;
  /** What answers the driver from now on; undefined for the device. */
  answer: Buffer | undefined;
  /** Sends without being asked. */
  send: (nonsense: Buffer) => void;
  /** Ends every connection. */
  cut: () => void;
  /** What the device has sent. */
  readonly recorded: Buffer[];
  /** The port on which the driver waits for notifications. */
  terminal: number | undefined;
}

const newPath = (open: (path: Path, port: number) => Promise<number>): Path => {
  const nothing = (): void => undefined;
  const path: Path = {
    ...{ open: (port) => open(path, port), answer: undefined, send: nothing, cut: nothing },
    ...{ recorded: [], terminal: undefined },
  };
  return path;
};

const overTcp = (path: Path, port: number): Promise<number> => {
  const nears = new Set<Socket>();
  const server = createServer((near) => {
    nears.add(near);
    const far = connect(port, '127.0.0.1').on('error', () => near.destroy());
    near
      .on('error', () => undefined)
      .once('close', () => {
        nears.delete(near);
        far.destroy();
      });
    near.on('data', (bytes) => {
      const [, terminal] = /my_port=([0-9]+)/.exec(bytes.toString('latin1')) ?? [];
      if (terminal !== undefined) path.terminal = Number(terminal);
      if (path.answer === undefined) far.write(bytes);
      else near.write(path.answer);
    });
    far.on('data', (bytes: Buffer) => {
      path.recorded.push(bytes);
      if (path.answer === undefined) near.write(bytes);
    });
    far.once('close', () => near.destroy());
  });
  path.send = (nonsense) => {
    for (const near of nears) near.write(nonsense);
  };
  path.cut = () => {
    for (const near of nears) near.destroy();
  };
  onTestFinished(() => {
    path.cut();
    server.close();
  });
  return listenOnLoopback(server);
};

const overUdp = async (path: Path, port: number): Promise<number> => {
  const [near, far] = [createSocket('udp4'), createSocket('udp4')];
  let driver: RemoteInfo | undefined;
  path.send = (nonsense) => {
    if (driver !== undefined && nonsense.length > 0) near.send(nonsense, driver.port, driver.address);
  };
  near.on('message', (bytes, from) => {
    driver = from;
    if (path.answer === undefined) far.send(bytes, port, '127.0.0.1');
    else path.send(path.answer);
  });
  far.on('message', (bytes) => {
    path.recorded.push(bytes);
    if (path.answer === undefined) path.send(bytes);
  });
  onTestFinished(() => {
    near.close();
    far.close();
  });
  await once(near.bind(0, '127.0.0.1'), 'listening');
  return near.address().port;
};

const hex = (digits: string): Buffer => Buffer.from(digits, 'hex');
const bytes = fc.uint8Array({ maxLength: 60 }).map((all) => Buffer.from(all));
const texts = (...all: readonly string[]): fc.Arbitrary<Buffer> =>
  fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 8 }).map((parts) => Buffer.from(parts.join('')));
const json = fc.oneof(fc.string(), fc.double(), fc.integer(), fc.constant(null), fc.jsonValue(), fc.boolean());

const text = texts(
  ...['OK!', 'ERR', 'RELAY', ' 1 = ', 'RELAY 1 = 10', '\r\n', '\r', '\n', '\0', '{"ison":', '"x"}'],
  ...['HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\n\r\n'],
);

/** What resembles the messages of each protocol. */
const resembling: Readonly<Record<CommandedProtocol, fc.Arbitrary<Buffer>>> = {
  ...{ tcp: text, udp: text, osc: text, http: text },
  // A frame of a transaction that the driver has not begun.
  modbus: bytes.map((data) => Buffer.concat([hex('f0000000'), Buffer.of(0, data.length + 2, 1), data])),
  emberplus: bytes.map(packets),
  videohub: texts(
    ...[
      'ACK\n\n',
      'NAK\n\n',
      'ACK',
      '\n',
      '\r\n',
      '\n\n',
      '\0',
      'é',
      ':',
      '0 ',
      '0 4',
      '1 4',
      '99999 99999',
      '-1 x',
      'END PRELUDE:',
    ],
    ...[
      'PROTOCOL PREAMBLE:\n',
      'VIDEOHUB DEVICE:\n',
      'Device present: false\n',
      'Video outputs: x\n',
      'Video inputs: 0\n',
    ],
    ...['VIDEO OUTPUT LOCKS:\n', '0 L\n', 'VIDEO OUTPUT ROUTING:\n1 4\n\n', 'VIDEO OUTPUT ROUTING:\n0 x\n\n'],
  ),
  atem: fc
    .tuple(
      fc.constantFrom(0x08, 0x10, 0x20, 0x40, 0x80, 0x88),
      fc.nat(0xff_ffff),
      fc.constantFrom('PrgI', 'InCm', 'TlSr', '_top'),
      bytes,
    )
    .map(([flags, numbers, name, data]) => {
      const body = Buffer.concat([Buffer.of(0, 8 + data.length, 0, 0), Buffer.from(name), data]);
      const header = Buffer.of(flags, 12 + body.length, 0x80, 1, 0, numbers & 7, 0, 0, 0, 0, 0, numbers >> 20);
      return Buffer.concat([header, body]);
    }),
  mqtt: fc.tuple(fc.nat(255), bytes).map(([first, body]) => Buffer.concat([Buffer.of(first, body.length), body])),
  vmix: texts(
    ...['XML', 'XML 5', 'XML 99999999', 'XML OK', 'XML ER', ' ', '\r\n', '\r', '\n', '\0', 'é', '<vmix>', '</vmix>'],
    ...[
      'FUNCTION OK',
      'FUNCTION ER no',
      'ACTS OK InputPlaying 2 1',
      'TALLY OK 12',
      'VERSION OK 25',
      '<mix number="1">',
    ],
    ...['<inputs><input key="k" number="2" state="Running" position="1"/></inputs>', '<active>2</active>'],
    ...[withBody('<vmix/>\r\n'), withBody('<vmix><mix number="1"/></vmix>'), withBody('<vmix>'), withBody('&bomb;')],
  ),
  hyperdeck: texts(
    ...[
      '200 ok',
      '208 transport info:',
      '508 transport info:',
      '205 clips info:',
      '502 slot info:',
      '100 syntax error',
    ],
    ...[
      '\r\n',
      '\r\n\r\n',
      '\r',
      '\0',
      'é',
      ': ',
      '111 remote control disabled',
      '105 no disk',
      '120 connection rejected',
    ],
    ...[
      'status: stopped',
      'clip id: 1',
      'timecode: 00:00:01:00',
      'video format: 1080p25',
      '1: a.mov 0 0',
      'clip count: 1',
    ],
  ),
  obs: fc
    .tuple(
      fc.constantFrom(0, 2, 5, 7, 9, 99),
      fc.dictionary(fc.constantFrom('requestId', 'results', 'eventType', 'eventData'), json),
    )
    .map(([op, d]) => frame(JSON.stringify({ op, d }).slice(0, 120))),
  casparcg: texts(
    ...['202 PLAY OK', '202 ', 'RES 1 ', 'RES 2 202 PLAY OK', '201 VERSION OK', '400 ERROR', '404 PLAY FAILED', '501 '],
    ...['200 CLS OK', '\r\n', '\r', '\n', '\0', 'é', '<paths>', '<media-path>/media/</media-path>', '</paths>'],
  ),
  visca: fc
    .tuple(fc.constantFrom(...Object.values(types)), texts(...['90', '41', '51', '50', '60', 'ff', '0f', '01', '04']))
    .map(([type, payload]) => hex(datagramHex(type, 'f0000001', payload.toString()))),
  gpio: texts(
    ...[
      '{"out":"1\\n"}\n',
      '{"exit":0}\n',
      '{"exit":1}\n',
      '{"err":"gpioset: no"}\n',
      '{"out":"gpioset (libgpiod) v9.1"}\n',
    ],
    ...['\tline   1: unnamed "gpioset" output active-high [used]', '\n', '{"out":', 'é', '\0'],
  ),
  panasonic: fc.oneof(
    text,
    fc.constantFrom('q00', 'q', 'q1', 'q001', 'Q01', 'q01 ', '').map((command) => hex(notificationHex(command))),
  ),
};

/** What is known of the device. */
const shown = ({ drivers: { signalLines, cameras, players } }: ConnectionBench): readonly unknown[] =>
  [
    ...[signalLines.value('sig-1'), cameras.angle('cam-1')],
    ...['out-1', 'out-2'].flatMap((output) => players.state(output).scenes).flatMap(({ run, cued }) => [run, cued]),
  ].filter((one) => one !== null && one !== false);

it.each(everyProtocolRow)(
  'nonsense over %s is harmless',
  { timeout: 60_000 + numRuns * 1_000 },
  async (protocol, use) => {
    const path = newPath(isOverTcp(protocol, use) ? overTcp : overUdp);
    const bench = await connectionBench(protocol, { ...use.options, path: path.open });
    onTestFinished(bench.close);
    const step = async (ms: number): Promise<void> => {
      await bench.clock.advance(ms);
      for (let turns = 0; turns < 6; turns += 1) await turn();
    };
    const until = (what: string, holds: () => boolean): Promise<void> =>
      eventually(what, async () => {
        if (!holds()) await step(20);
        return holds();
      });
    const heal = (): Promise<void> => {
      path.answer = undefined;
      return until('the device is connected', () => use.connected(bench) && use.isKnown(bench));
    };
    await heal();
    // A part of something that the device has sent, or nothing of it.
    const part = fc.tuple(fc.nat(), fc.nat(), fc.nat()).map(([which, from, length]) => {
      const message = path.recorded[which % path.recorded.length] ?? Buffer.alloc(0);
      return message.subarray(from % message.length).subarray(0, length % message.length);
    });
    const nonsense = fc.oneof(bytes, resembling[protocol], part);
    await fc.assert(
      fc.asyncProperty(nonsense, fc.boolean(), async (answer, isAdmitted) => {
        if (isAdmitted) await heal();
        path.answer = answer;
        const sent = use.send(bench);
        path.send(answer);
        if (path.terminal !== undefined)
          connect(path.terminal, '127.0.0.1')
            .on('error', () => undefined)
            .end(answer);
        for (let steps = 0; steps < 4; steps += 1) await step(150);
        expect(E.isLeft(sent) ? 'not sent' : (await commandResults(sent.right))[1]).not.toBe('done');
        expect(shown(bench)).toEqual([]);
      }),
      { numRuns, endOnFailure: true },
    );
    expect(bench.studio.commands()).toEqual([]);
    // Silence, and the end of its connections, let every driver lose the device.
    path.answer = Buffer.alloc(0);
    path.cut();
    for (let passed = 0; passed < 9_000; passed += 100) await step(100);
    // What was asked in the silence stays unanswered. A driver notices that, and connects again.
    path.answer = undefined;
    path.cut();
    for (let passed = 0; passed < 2_000; passed += 100) await step(100);
    await heal();
    const sent = sentCommand(use.send(bench));
    let isOver = false;
    void sent.confirmed.then(() => (isOver = true));
    await until('the command has ended', () => isOver);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  },
);
