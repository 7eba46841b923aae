// Asking a server for its content, when it doesn't reply as expected.
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, describe, expect, it } from 'vitest';
import { casparcg } from '../../../../adapters/drivers/casparcg/casparcg.js';
import { casparcgDiscovery, discoverServer } from '../../../../adapters/drivers/casparcg/discovery.js';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { openInquiry } from '../../../../adapters/drivers/casparcg/inquiry.js';
import { readMediaList } from '../../../../adapters/drivers/casparcg/media-list.js';
import { listenOnLoopback } from '../../../support/loopback.js';

/** What the server does with a command; it replies what is returned. */
type Behaviour = (command: string, socket: Socket) => string | undefined;

const replies: Readonly<Record<string, string>> = {
  VERSION: '201 VERSION OK\r\n2.5.0 69e8ad552 Stable\r\n',
  INFO: '200 INFO OK\r\n1 1080i5000 PLAYING\r\n2 PAL PLAYING\r\n\r\n',
  CLS: '200 CLS OK\r\n"AMB"  MOVIE  8311273 20261121010917 250 1/25\r\n\r\n',
};

const usual: Behaviour = (command) => replies[command];

const limits = { replyMs: 300, listMs: 400 };

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

const serve = async (behaviour: Behaviour): Promise<number> => {
  const server = createServer((socket) => {
    sockets.push(socket);
    socket
      .on('error', () => undefined)
      .on('data', (chunk: Buffer) => {
        const [, id = '', command = ''] = /^REQ (\d+) (.*)\r\n$/.exec(chunk.toString()) ?? [];
        const reply = behaviour(command, socket);
        if (reply !== undefined) socket.write(`RES ${id} ${reply}`);
      });
  });
  servers.push(server);
  return listenOnLoopback(server);
};

const discover = async (behaviour: Behaviour, { listMs } = limits) =>
  discoverServer({ host: '127.0.0.1', port: await serve(behaviour) }, { ...limits, listMs });

/** The usual replies, but for one command. */
const but =
  (command: string, behaviour: Behaviour): Behaviour =>
  (received, socket) =>
    received === command ? behaviour(received, socket) : usual(received, socket);

const problemOf = async (behaviour: Behaviour): Promise<string> => {
  const found = await discover(behaviour);
  return E.isLeft(found) ? found.left : 'none';
};

describe('a server', () => {
  it('@DISCOVER-1: has a version, channels and media', async () => {
    expect(await discover(usual)).toEqual(
      E.right({
        version: '2.5.0 69e8ad552 Stable',
        channels: [
          { number: 1, videoMode: '1080i5000' },
          { number: 2, videoMode: 'PAL' },
        ],
        media: E.right({ files: [{ name: 'AMB', durationMs: 10_000 }], unreadableLines: 0 }),
      }),
    );
  });

  it('@EDITING-20: is asked for its version alone, until the search ends', async () => {
    const asked: string[] = [];
    const port = await serve((command) => (asked.push(command), replies[command]));
    const probe = (signal: AbortSignal) =>
      casparcgDiscovery.probe({ host: '127.0.0.1', port }, { clock: new SystemClock(), signal });
    expect(await probe(new AbortController().signal)).toEqual(
      E.right({ description: 'CasparCG 2.5.0 69e8ad552 Stable' }),
    );
    expect(asked).toEqual(['VERSION']);
    expect(E.isLeft(await probe(AbortSignal.abort()))).toBe(true);
    await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true);
  });

  it('@EDITING-25: lists its media for editors', async () => {
    const port = await serve(usual);
    const files = [{ name: 'AMB', durationMs: 10_000 }];
    expect(await casparcg.media?.({ host: '127.0.0.1', port })).toEqual(E.right(files));
    const other = await serve(but('CLS', () => '501 CLS FAILED\r\n'));
    const without = await casparcg.media?.({ host: '127.0.0.1', port: other });
    expect(without).toEqual(E.left('replied to CLS with 501 CLS FAILED'));
  });

  it('is left once it has answered', async () => {
    await discover(usual);
    await expect.poll(() => sockets.map(({ closed }) => closed)).toEqual([true]);
  });

  it.each<readonly [string, Behaviour, RegExp]>([
    ['a scanner that never replies', () => undefined, /^did not reply to CLS within 0.4 s$/],
    ['a refused list', () => '501 CLS FAILED\r\n', /^replied to CLS with 501 CLS FAILED$/],
    ['a connection that is lost', (_, socket) => void socket.destroy(), /^closed the connection without a reply$/],
  ])('@DISCOVER-3: has channels, but lists no media: %s', async (_, behaviour, problem) => {
    expect(await discover(but('CLS', behaviour))).toMatchObject(
      E.right({ channels: [{ number: 1 }, { number: 2 }], media: E.left(expect.stringMatching(problem)) }),
    );
  });

  it('may have more than nine channels', async () => {
    const list = Array.from({ length: 12 }, (_, index) => `${String(index + 1)} PAL PLAYING\r\n`).join('');
    const found = await discover(but('INFO', () => `200 INFO OK\r\n${list}\r\n`));
    const channels = E.isRight(found) ? found.right.channels : [];
    expect(channels.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it('answers a question by its own reply, not by the late one to a question before', async () => {
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('data', (chunk: Buffer) => {
        if (chunk.toString().startsWith('REQ 2 '))
          socket.write(`RES 1 ${replies['VERSION'] ?? ''}RES 2 202 INFO OK\r\n`);
      });
    });
    servers.push(server);
    const inquiry = await openInquiry({ host: '127.0.0.1', port: await listenOnLoopback(server) }, 1_000);
    if (E.isLeft(inquiry)) throw new Error(inquiry.left);
    expect(E.isLeft(await inquiry.right.ask('VERSION', 10))).toBe(true);
    expect(await inquiry.right.ask('INFO', 1_000)).toMatchObject({ right: { status: '202 INFO OK' } });
    inquiry.right.close();
  });

  it('may send a list up to a limit', async () => {
    const line = `"${'A'.repeat(200)}"  MOVIE  8311273 20261121010917 250 1/25\r\n`;
    const list = `200 CLS OK\r\n${line.repeat(90_000)}\r\n`;
    expect(
      await discover(
        but('CLS', () => list),
        { ...limits, listMs: 30_000 },
      ),
    ).toMatchObject(
      E.right({ media: E.left(expect.stringMatching(/^sent too much: a reply is longer than 20000000 characters$/)) }),
    );
  });
});

describe('@DISCOVER-4: what is no usable server', () => {
  it.each<readonly [string, Behaviour, RegExp]>([
    ['one that is silent', () => undefined, /^did not reply to VERSION within 0.3 s$/],
    ['one that hangs up', (_, socket) => void socket.end(), /^closed the connection without a reply$/],
    ['one that refuses', () => '400 ERROR\r\nVERSION\r\n', /^replied to VERSION with 400 ERROR$/],
    ['one without channels', but('INFO', () => '500 INFO FAILED\r\n'), /^replied to INFO with 500 INFO FAILED$/],
    [
      'one whose reply would write to the terminal',
      () => `400 \u001b]0;title\u0007${'x'.repeat(500)}\r\n\r\n`,
      /^replied to VERSION with 400 \uFFFD\]0;title\uFFFDx{66}$/,
    ],
    [
      'another protocol, whose text is shortened and made visible',
      (_, socket) => void socket.write(`SSH-2.0-\u001b[31m${'x'.repeat(500)}\r\nmore`),
      /^is not a CasparCG server: it sent "SSH-2.0-\uFFFD\[31mx{67}"$/,
    ],
  ])('%s', async (_, behaviour, problem) => {
    expect(await problemOf(behaviour)).toMatch(problem);
  });

  it('is reported where nothing listens', async () => {
    expect(await discoverServer({ host: '127.0.0.1', port: 1 }, limits)).toEqual(
      E.left('refuses the connection: no server listens there'),
    );
  });

  it('is reported at once if it has hung up between two questions', async () => {
    const server = createServer(
      (socket) => void socket.once('data', () => socket.end('RES 1 201 VERSION OK\r\n2.5\r\n')),
    );
    servers.push(server);
    const inquiry = await openInquiry({ host: '127.0.0.1', port: await listenOnLoopback(server) }, 1_000);
    if (E.isLeft(inquiry)) throw new Error(inquiry.left);
    expect(await inquiry.right.ask('VERSION', 1_000)).toMatchObject(E.right({ data: '2.5' }));
    server.close();
    await once(server, 'close');
    expect(await inquiry.right.ask('INFO', 20)).toEqual(E.left('closed the connection without a reply'));
  });

  it('is reported for a host that does not exist', async () => {
    const found = await discoverServer({ host: 'no-such-host.invalid', port: 5250 }, { ...limits, replyMs: 5_000 });
    expect(found).toMatchObject(E.left(expect.stringMatching(/host name/)));
  });
});

describe('a list of media', () => {
  it('has lengths in frames or samples, and none for stills', () => {
    const lines = [
      '"A"  MOVIE  1 20261121010917 300 1001/30000',
      '"B C/D"  AUDIO  1 20261121010917 240000 1/48000',
      '"E"  STILL  1 20261121010917 0 0/1',
      '"F"  MOVIE  1 20261121010917 5 1/0',
    ];
    expect(readMediaList(lines.join('\n')).files).toEqual([
      { name: 'A', durationMs: 10_010 },
      { name: 'B C/D', durationMs: 5_000 },
      { name: 'E', durationMs: null },
      { name: 'F', durationMs: null },
    ]);
  });

  it('counts the lines that are not files', () => {
    expect(readMediaList('"A"  MOVIE\n\nnonsense\n')).toEqual({ files: [], unreadableLines: 2 });
  });
});
