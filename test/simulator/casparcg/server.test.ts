// The simulated server replies like the recorded real one, however the commands are split.
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AmcpContext } from '../../../simulator/casparcg/amcp.js';
import { executeLine } from '../../../simulator/casparcg/commands.js';
import { mediaItem, MediaFolder, type MediaItem } from '../../../simulator/casparcg/media.js';
import { CasparcgServer } from '../../../simulator/casparcg/server.js';
import { emptyStage, layerOf } from '../../../simulator/casparcg/stage.js';
import { defaultFormat } from '../../../simulator/casparcg/video-format.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { commandLog, type CommandLog } from '../../../simulator/command-log.js';
import type { InjectedFault } from '../../../simulator/fault.js';
import { seededRandom, type Random } from '../../../simulator/random.js';
import { eventually } from '../../support/eventually.js';
import { rawClient, type RawClient } from '../../adapters/drivers/face-bench.js';
import { settleSockets, advanceInSteps } from '../../adapters/drivers/advance-clock.js';
import { recordedExchanges, type RecordedExchange } from '../../adapters/drivers/casparcg/recording.js';

/** The files in the real server's folder. */
const undecodable = ['corrupt', 'zero', 'text', 'trunc'].map((name) => mediaItem(name, 0, { kind: 'undecodable' }));
const media = [
  ...[mediaItem('opener', 10), mediaItem('short', 2), mediaItem('loop', 5), mediaItem('SUB/WITH SPACE', 2)],
  ...[mediaItem('still', 0, { kind: 'still' }), mediaItem('tone', 5, { kind: 'audio', extension: 'wav' })],
  mediaItem('truncmov', 0, { kind: 'undecodable', extension: 'mov' }),
  { ...mediaItem('truncfast', 10), stuckAtS: 3.92 },
  ...undecodable,
];

/** Returns what a line is executed on: two empty channels, and a folder of files. */
const contextOf = (files: readonly MediaItem[]): AmcpContext => ({
  stage: emptyStage,
  channels: [defaultFormat, defaultFormat],
  media: new MediaFolder(files),
  templates: new Map(),
  hasMediaScanner: false,
  now: 0,
  pictureMs: 0,
  emptyMs: 0,
  version: '2.5.0',
  isIneffective: false,
});

/** Commands that the simulated server doesn't support, each with the subsystem that they belong to. */
const unsupported: readonly (readonly [RegExp, string])[] = [
  [/^(ADD|REMOVE|SET|PRINT|KILL|CHANNEL_GRID|BYE)\b/, 'consumers and the process'],
  [/^(CG|MIXER|SWAP|DATA)\b/, 'templates, the mixer, and exchanging layers'],
  [/\bTHUMBNAIL\b/, 'small pictures of files'],
  [/^(LOCK|BEGIN|COMMIT|DISCARD|INFO CONFIG)/, 'locks, batches and the configuration'],
  [/^(?!CALL).*\b(SEEK|LENGTH|AUTO)\b/, 'parts of clips, and automatic playback'],
];

/** Commands of a batch, which get their replies at its end. */
const inBatch = new Set(['PLAY 1-10 opener', 'PLAY 1-11 short']);

/** Whether the exchange was recorded beside a media scanner. */
const isScanned = ({ part }: RecordedExchange): boolean => part.startsWith('WITH media scanner');

const hasUnsupportedCommand = ({ sent }: RecordedExchange): boolean =>
  unsupported.some(([pattern]) => pattern.test(sent));

const isUnsupported = (exchange: RecordedExchange): boolean =>
  hasUnsupportedCommand(exchange) ||
  isScanned(exchange) ||
  (exchange.reply === '' && inBatch.has(exchange.sent.trim()));

/** Replaces positions by what two runs have in common: at the start, in between, or at the end. */
const withoutTimes = (reply: string): string =>
  reply.replaceAll(/<time>(.*?)<\/time>(\s*)<time>(.*?)<\/time>/g, (_, time: string, space: string, total: string) => {
    const position = time === '0' ? '0' : 'in between';
    return `<time>${time === total ? total : position}</time>${space}<time>${total}</time>`;
  });

const withoutConsumers = (reply: string): string => reply.replaceAll(/ {3}<(mixer|output)>.*? {3}<\/\1>\n/gs, '');

const comparable = (reply: string): string => withoutTimes(withoutConsumers(reply));

/** Time between two commands in the transcript, in milliseconds. */
const gapMs = 280;

const send = async (socket: Socket, text: string, random: Random): Promise<void> => {
  for (let rest = text; rest !== '';) {
    const length = random.between(1, 12);
    socket.write(rest.slice(0, length));
    rest = rest.slice(length);
    await settleSockets();
  }
};

describe('a reply', () => {
  it('is sent even if its timer fires a millisecond early', async () => {
    const manual = manualClock();
    const clock = { ...manual, after: (ms: number, task: () => void) => manual.after(Math.max(0, ms - 1), task) };
    const world = { clock, log: commandLog(clock.now), random: seededRandom(1), changed: () => undefined };
    const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
    const timing = {
      replyMs: { min: 4, max: 4 },
      pictureMs: { min: 5, max: 5 },
      emptyMs: { min: 5, max: 5 },
      frameMs: { afterCommand: 40, atRest: 40 },
    };
    const server = new CasparcgServer({ identity, channels: 1, media, timing }, world);
    const { port } = await server.listen(0, '127.0.0.1');
    const client = connect({ port, host: '127.0.0.1' }).setEncoding('utf8');
    let received = '';
    client.on('data', (text: string) => (received += text)).write('PLAY 1-10 opener\r\n');
    await eventually('the command arrives', () => world.log.entries().length > 0);
    await advanceInSteps(manual, 100);
    await eventually('the reply arrives', () => received === '202 PLAY OK\r\n').finally(() => {
      client.destroy();
      server.stop();
    });
  });
});

describe('the simulated server', () => {
  const clock = manualClock();
  const world = { clock, log: commandLog(clock.now), random: seededRandom(1), changed: () => undefined };
  const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
  const server = new CasparcgServer({ identity, channels: 2, media }, world);
  let socket: Socket;
  let received = '';

  beforeAll(async () => {
    const { port } = await server.listen(0, '127.0.0.1');
    socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('utf8');
    socket.on('data', (text: string) => (received += text));
    await once(socket, 'connect');
  });

  afterAll(() => {
    socket.destroy();
    server.stop();
  });

  const supported = recordedExchanges.filter((exchange) => !isUnsupported(exchange));

  it('supports more than 100 exchanges of the transcript', () => {
    expect(supported.length).toBeGreaterThan(100);
  });

  let hasDiverged = false;

  it.each(recordedExchanges.map((exchange, index) => ({ ...exchange, index })))('$index: $sent', async (exchange) => {
    received = '';
    if (isUnsupported(exchange)) hasDiverged = true;
    // SET changes the channel's format, which clears the channel.
    if (exchange.sent.startsWith('SET')) await send(socket, 'CLEAR 1\r\n', seededRandom(1));
    if (!isUnsupported(exchange)) {
      await send(socket, exchange.sent, seededRandom(exchange.index));
      await advanceInSteps(clock, 10);
      if (/^(PLAY|CLEAR)/.test(exchange.sent)) hasDiverged = false;
      // An unsupported command has changed only the real server.
      if (!hasDiverged || !exchange.sent.startsWith('INFO'))
        expect(comparable(received)).toBe(comparable(exchange.reply));
    }
    await advanceInSteps(clock, gapMs + exchange.pauseMs);
  });
});

describe('the simulated server beside a media scanner', () => {
  const scannedMedia = [
    mediaItem('faststart', 10, { sizeBytes: 8_311_273, modifiedAt: '20261121011156' }),
    mediaItem('loop', 5, { sizeBytes: 1_031_945, modifiedAt: '20261121010918' }),
    mediaItem('opener', 10, { sizeBytes: 8_311_273, modifiedAt: '20261121010917' }),
    mediaItem('out', 0.8, { sizeBytes: 5_663, modifiedAt: '20261121011025' }),
    mediaItem('short', 2, { sizeBytes: 47_825, modifiedAt: '20261121010917' }),
    mediaItem('still', 0, { kind: 'still', sizeBytes: 4_528, modifiedAt: '20261121010918' }),
    mediaItem('SUB/WITH SPACE', 2, { sizeBytes: 47_825, modifiedAt: '20261121010918' }),
    mediaItem('tone', 5, { kind: 'audio', sizeBytes: 480_078, modifiedAt: '20261121011156' }),
    mediaItem('truncfast', 10, { stuckAtS: 3.92, sizeBytes: 3_000_000, modifiedAt: '20261121011156' }),
    ...undecodable,
  ];
  const supported = recordedExchanges.filter((exchange) => isScanned(exchange) && !hasUnsupportedCommand(exchange));

  it('is recorded', () => {
    expect(supported.map(({ sent }) => sent.trim())).toContain('CLS');
    expect(supported.length).toBeGreaterThan(6);
  });

  it.each(supported)('replies to $sent as recorded', ({ sent, reply }) => {
    const context = { ...contextOf(scannedMedia), hasMediaScanner: true };
    expect(executeLine(context, sent.replace(/\r\n$/, '')).reply).toBe(reply);
  });
});

describe('CLEAR', () => {
  const addresses = ['1-0', '1-1', '1-10', '1-19', '1-100', '2-1', '2-10', '10-1'];
  const playing = addresses.reduce(
    (context, address) => ({ ...context, stage: executeLine(context, `PLAY ${address} opener`).stage }),
    { ...contextOf(media), channels: Array.from({ length: 10 }, () => defaultFormat) },
  );

  it.each([
    ['1-1', ['1-1']],
    ['1-10', ['1-10']],
    ['1-0', ['1-0']],
    ['1', ['1-0', '1-1', '1-10', '1-19', '1-100']],
    ['2', ['2-1', '2-10']],
    ['ALL', addresses],
    ['1-2', []],
  ])('of %s clears nothing else', (target, cleared) => {
    const { stage } = executeLine(playing, `CLEAR ${target}`);
    const isEmpty = (address: string) => layerOf(stage, address).foreground.kind === 'empty';
    expect(addresses.filter(isEmpty)).toEqual(cleared);
  });

  it('of a template clears its layer alone', () => {
    const { stage, reply } = executeLine(playing, 'CG 1-1 CLEAR');
    const isEmpty = (address: string) => layerOf(stage, address).foreground.kind === 'empty';
    expect([addresses.filter(isEmpty), reply]).toEqual([['1-1'], '202 CG OK\r\n']);
  });
});

it.each(['ADD 0', 'ADD 0 ticker', 'PLAY', 'STOP', 'REMOVE', 'UPDATE 0'])(
  'a template command without all its parameters is refused: %s',
  (command) => {
    const [verb = ''] = command.split(' ');
    const { stage, reply } = executeLine(contextOf(media), `CG 1-10 ${command}`);
    expect([stage, reply]).toEqual([emptyStage, `402 CG ${verb} ERROR\r\n`]);
  },
);

describe('clients without a driver', () => {
  const timing = {
    replyMs: { min: 4, max: 4 },
    pictureMs: { min: 5, max: 5 },
    emptyMs: { min: 5, max: 5 },
    frameMs: { afterCommand: 40, atRest: 40 },
  };

  let clock: ManualClock;
  let log: CommandLog;
  let changes: string[];
  let server: CasparcgServer;
  let port: number;
  let clients: RawClient[];
  beforeEach(async () => {
    clock = manualClock();
    log = commandLog(clock.now);
    [changes, clients] = [[], []];
    const world = { clock, log, random: seededRandom(1), changed: ({ what }: { what: string }) => changes.push(what) };
    const files = ['opener', 'weather'].map((name) => mediaItem(name, 10));
    const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
    server = new CasparcgServer({ identity, channels: 2, media: files, timing }, world);
    ({ port } = await server.listen(0, '127.0.0.1'));
  });
  afterEach(() => {
    for (const client of clients) client.end();
    server.stop();
  });

  const connected = async (): Promise<RawClient> => {
    const client = await rawClient(port);
    clients.push(client);
    return client;
  };

  const until = (what: string, holds: () => boolean): Promise<void> =>
    eventually(what, async () => {
      if (!holds()) await advanceInSteps(clock, 5);
      return holds();
    });

  /** Sends lines together, and returns the first line of each reply. */
  const repliesTo = async (client: RawClient, lines: readonly string[]): Promise<readonly string[]> => {
    client.send(lines.map((line) => `${line}\r\n`).join(''));
    const heads = () =>
      client
        .received()
        .toString()
        .match(/^(?:\d{3} |PONG).*$/gm) ?? [];
    await until('the replies', () => heads().length >= lines.length);
    return heads();
  };

  const faultOf = (): InjectedFault | null => server.snapshot().fault;

  it('the server counts commands alone against a limited fault, answers in order, and reports each change of the fault', async () => {
    const client = await connected();
    server.setFault({ type: 'refused', commands: 2 });
    changes.length = 0;
    const refused = ['VERSION', 'PLAY 1-10 opener', 'INFO', 'PLAY 1-10 opener', 'PLAY 1-10 opener'];
    expect(await repliesTo(client, refused)).toEqual([
      ...['201 VERSION OK', '501 PLAY FAILED', '200 INFO OK', '501 PLAY FAILED', '202 PLAY OK'],
    ]);
    expect(changes.filter((what) => what === 'fault')).toHaveLength(2);
    expect([faultOf(), log.entries().map(({ outcome, fault }) => `${outcome} ${String(fault)}`)]).toEqual([
      null,
      ['refused refused', 'refused refused', 'executed null'],
    ]);
  });

  it('the server executes what waited while it was frozen in its order, of all clients', async () => {
    const [first, second] = [await connected(), await connected()];
    server.setFault({ type: 'frozen' });
    first.send('PLAY 1-10 opener\r\nVERSION\r\n');
    await eventually('the first command', () => log.entries().length === 1);
    second.send('PLAY 1-10 weather\r\n');
    await eventually('the second command', () => log.entries().length === 2);
    await advanceInSteps(clock, 100);
    expect([first.received().length, second.received().length]).toEqual([0, 0]);
    server.setFault(null);
    await until('the replies', () => first.received().length > 30 && second.received().length > 0);
    expect(first.received().toString()).toMatch(/^202 PLAY OK\r\n201 VERSION OK\r\n/);
    await advanceInSteps(clock, 20);
    expect(server.visible('1-10')).toMatchObject({ media: { name: 'weather' } });
  });

  it('a server that is offline ends every connection, and accepts none until it is back', async () => {
    const client = await connected();
    server.setFault({ type: 'offline' });
    await eventually('the connection ends', client.isClosed);
    const refused = await connected();
    await eventually('the next connection ends', refused.isClosed);
    server.setFault(null);
    expect(await repliesTo(await connected(), ['VERSION'])).toEqual(['201 VERSION OK']);
  });
});
