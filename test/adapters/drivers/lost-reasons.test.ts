// What the log names of equipment that accepts connections and can't be used: the reason, once, and less and less attempts.
import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { silent } from '../../../features/support/silent-log.js';
import { manualClock } from '../../../simulator/clock.js';
import { settleSockets } from './advance-clock.js';
import { eventually } from '../../support/eventually.js';
import { listenOnLoopback } from '../../support/loopback.js';
import { layoutWith, openDrivers } from './bench.js';
import { everyProtocol, type CommandedProtocol } from './every-protocol.js';

const closing = closedAfterEach();

/** Answers the first bytes of a client, and hangs up. */
const answering =
  (answer: string | Buffer) =>
  (socket: Socket): void =>
    void socket.once('data', () => socket.end(answer));

const hangingUp = (socket: Socket): void => void socket.end();

/** Greets a client, and refuses the first command, as a projector does with a wrong password. */
const projector = (socket: Socket): void => {
  socket.write('PJLINK 1 498e4a67\n');
  socket.once('data', () => socket.end('PJLINK ERRA\n'));
};

interface Row {
  readonly protocol: CommandedProtocol;
  /** The settings of the connection, if they differ from those of its protocol's row. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly device: (socket: Socket) => void;
  readonly reason: RegExp;
  /** Whether the device speaks its protocol: then it is tried as often as before. */
  readonly speaks?: boolean;
}

const gatewayException = (request: Buffer): Buffer =>
  Buffer.concat([request.subarray(0, 4), Buffer.from([0, 3, request[6] ?? 0, 0x81, 0x0b])]);

const gateway = (socket: Socket): void => void socket.on('data', (request) => socket.write(gatewayException(request)));

const rows: Readonly<Record<string, Row>> = {
  'a projector that refuses the password': {
    protocol: 'tcp',
    device: projector,
    reason: /after it sent "PJLINK ERRA"$/,
  },
  'a projector that refuses the password of its login': {
    protocol: 'tcp',
    settings: { login: 'pjlink', passwordFile: '/password' },
    device: projector,
    reason: /^it refuses the password$/,
  },
  'a projector that asks for a password': {
    protocol: 'tcp',
    settings: { login: 'pjlink' },
    device: projector,
    reason: /^it asks for a password: add passwordFile$/,
  },
  'a projector that is something else': {
    protocol: 'tcp',
    settings: { login: 'pjlink' },
    device: (socket) => void socket.write('220 ready\n'),
    reason: /^it greets by "220 ready", which is not PJLink$/,
  },
  'a projector that does not greet': {
    protocol: 'tcp',
    settings: { login: 'pjlink' },
    device: () => undefined,
    reason: /^it did not greet within 5000 ms$/,
  },
  'equipment that hangs up': { protocol: 'tcp', device: hangingUp, reason: /^the device closed the connection$/ },
  'the web interface of a vMix': {
    protocol: 'vmix',
    device: answering('HTTP/1.1 400 Bad Request\r\n\r\n'),
    reason: /but "HTTP\/1\.1 400 Bad Request"; the TCP API of vMix is at port 8099$/,
  },
  'a HyperDeck that serves other clients': {
    protocol: 'hyperdeck',
    device: answering('120 connection rejected\r\n'),
    reason: /^it rejects the connection, because it serves other clients$/,
  },
  'a Videohub that is a web server': {
    protocol: 'videohub',
    device: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    reason: /^it sent no block of a Videohub, but "HTTP\/1\.1 400 Bad Request"$/,
  },
  'a provider that hangs up': {
    protocol: 'emberplus',
    device: hangingUp,
    reason: /^the device closed the connection$/,
  },
  'a broker that hangs up': { protocol: 'mqtt', device: hangingUp, reason: /closed the connection/ },
  'an OBS that is a web server': {
    protocol: 'obs',
    device: answering('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'),
    reason: /404/,
  },
  'an HTTP device that asks for a password': {
    protocol: 'http',
    device: answering('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'),
    reason: /^HTTP status 401: it asks for a user and password/,
    speaks: true,
  },
  'an HTTP device that refuses the password': {
    protocol: 'http',
    settings: { username: 'admin', passwordFile: '/password' },
    device: answering('HTTP/1.1 401 \r\nWWW-Authenticate: Digest nonce="1", qop="auth"\r\nContent-Length: 0\r\n\r\n'),
    reason: /^HTTP status 401: it refuses the user or the password,/,
    speaks: true,
  },
  'a Panasonic camera that asks for a password': {
    protocol: 'panasonic',
    device: answering('HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n'),
    reason: /^it asks for a user and password$/,
  },
  'a gateway without the unit': {
    protocol: 'modbus',
    device: gateway,
    reason: /its gateway gets no answer of the unit/,
    speaks: true,
  },
};

it.each(Object.entries(rows))('%s', async (_, { protocol, settings, device, reason, speaks = false }) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    closing.push(() => socket.destroy());
    device(socket.on('error', () => undefined));
  });
  const port = await listenOnLoopback(server);
  const warnings: string[] = [];
  const returns: string[] = [];
  const log = {
    ...silent,
    info: (sentence: string) => void returns.push(sentence),
    warn: (_sentence: string, fields?: Readonly<Record<string, unknown>>) =>
      void warnings.push(String(fields?.['reason'])),
  };
  const clock = manualClock();
  const layout = layoutWith(protocol, { ...settings, host: '127.0.0.1', port }, everyProtocol[protocol].options);
  closing.push(() => void server.close(), openDrivers(layout, clock, log).close);
  await eventually('the reason is logged', async () => {
    await clock.advance(20);
    await settleSockets();
    return warnings.length > 0;
  });
  for (let passed = 0; passed < 90_000; passed += 100) {
    await clock.advance(100);
    if (passed % 1_000 === 0) await settleSockets();
  }
  expect([warnings, returns]).toEqual([[expect.stringMatching(reason)], []]);
  // Sixteen times 500 ms, then doubled after each attempt, up to 30 s. Without that, 180.
  if (!speaks) expect(connections).toBeLessThanOrEqual(24);
});
