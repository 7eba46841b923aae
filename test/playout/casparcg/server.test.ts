// The simulated server says what the real one has said to the same words, in whatever pieces these arrive.
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaItem } from '../../../simulator/casparcg/media.js';
import { CasparcgServer } from '../../../simulator/casparcg/server.js';
import { manualClock } from '../../../simulator/clock.js';
import { commandLog } from '../../../simulator/command-log.js';
import { seededRandom, type Random } from '../../../simulator/random.js';
import { eventually } from '../../../features/support/eventually.js';
import { delivered, advanceInSteps } from '../advance-clock.js';
import { recordedExchanges, type Exchange } from './recording.js';

/** The files that lay in the real server's folder. */
const undecodable = ['corrupt', 'zero', 'text', 'trunc'].map((name) => mediaItem(name, 0, { kind: 'undecodable' }));
const media = [
  ...[mediaItem('opener', 10), mediaItem('short', 2), mediaItem('loop', 5), mediaItem('SUB/WITH SPACE', 2)],
  ...[mediaItem('still', 0, { kind: 'still' }), mediaItem('tone', 5, { kind: 'audio', extension: 'wav' })],
  mediaItem('truncmov', 0, { kind: 'undecodable', extension: 'mov' }),
  { ...mediaItem('truncfast', 10), stuckAtS: 3.92 },
  ...undecodable,
];

/** What the simulated server leaves out, each with what it needs of the real one that playing clips doesn't. */
const leftOut: readonly (readonly [RegExp, string])[] = [
  [/^(ADD|REMOVE|SET|PRINT|KILL|CHANNEL_GRID|BYE)\b/, 'consumers and the process'],
  [/^(CG|MIXER|CALL|SWAP|DATA)\b/, 'templates, the mixer, and changes of what runs'],
  [/\b(CLS|CINF|TLS|FLS|THUMBNAIL)\b/, 'the media scanner'],
  [/^(LOCK|BEGIN|COMMIT|DISCARD|INFO CONFIG)/, 'locks, batches and the configuration'],
  [/\b(SEEK|LENGTH|AUTO)\b/, 'parts of clips, and clips that follow by themselves'],
];

/** A batch is answered at its end. */
const inBatch = new Set(['PLAY 1-10 opener', 'PLAY 1-11 short']);

const isLeftOut = ({ sent, reply: said }: Exchange): boolean =>
  leftOut.some(([pattern]) => pattern.test(sent)) || (said === '' && inBatch.has(sent.trim()));

/** Times as far as two runs can share them: none yet, on the way, at the end. */
const withoutTimes = (said: string): string =>
  said.replaceAll(/<time>(.*?)<\/time>(\s*)<time>(.*?)<\/time>/g, (_, time: string, space: string, total: string) => {
    const on = time === '0' ? '0' : 'on the way';
    return `<time>${time === total ? total : on}</time>${space}<time>${total}</time>`;
  });

const withoutConsumers = (said: string): string => said.replaceAll(/ {3}<(mixer|output)>.*? {3}<\/\1>\n/gs, '');

const comparable = (said: string): string => withoutTimes(withoutConsumers(said));

/** How long the tool that made the transcript took from one command to the next, milliseconds. */
const gapMs = 280;

const send = async (socket: Socket, text: string, random: Random): Promise<void> => {
  for (let rest = text; rest !== '';) {
    const length = random.between(1, 12);
    socket.write(rest.slice(0, length));
    rest = rest.slice(length);
    await delivered();
  }
};

describe('an answer', () => {
  it('is given though a timer goes off a moment early, as those of machines may', async () => {
    const manual = manualClock();
    const clock = { ...manual, after: (ms: number, task: () => void) => manual.after(Math.max(0, ms - 1), task) };
    const world = { clock, log: commandLog(clock.now), random: seededRandom(1), changed: () => undefined };
    const identity = { id: 'casparcg', kind: 'player', name: 'CasparCG' } as const;
    const timing = { replyMs: { min: 4, max: 4 }, pictureMs: { min: 5, max: 5 } };
    const server = new CasparcgServer({ identity, channels: 1, media, timing }, world);
    const { port } = await server.listen(0, '127.0.0.1');
    const client = connect({ port, host: '127.0.0.1' }).setEncoding('utf8');
    let heard = '';
    client.on('data', (text: string) => (heard += text)).write('PLAY 1-10 opener\r\n');
    await eventually('the command', () => world.log.entries().length > 0);
    await advanceInSteps(manual, 100);
    await eventually('the answer', () => heard === '202 PLAY OK\r\n').finally(() => {
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
  let said = '';

  beforeAll(async () => {
    const { port } = await server.listen(0, '127.0.0.1');
    socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('utf8');
    socket.on('data', (text: string) => (said += text));
    await once(socket, 'connect');
  });

  afterAll(() => {
    socket.destroy();
    server.stop();
  });

  const spoken = recordedExchanges.filter((exchange) => !isLeftOut(exchange));

  it('speaks what the transcript holds of playing clips', () => {
    expect(spoken.length).toBeGreaterThan(100);
  });

  let isAltered = false;

  it.each(recordedExchanges.map((exchange, index) => ({ ...exchange, index })))('$index: $sent', async (exchange) => {
    said = '';
    if (isLeftOut(exchange)) isAltered = true;
    // A channel that is set to another format begins anew.
    if (exchange.sent.startsWith('SET')) await send(socket, 'CLEAR 1\r\n', seededRandom(1));
    if (!isLeftOut(exchange)) {
      await send(socket, exchange.sent, seededRandom(exchange.index));
      await advanceInSteps(clock, 10);
      if (/^(PLAY|CLEAR)/.test(exchange.sent)) isAltered = false;
      // What was left out has changed the real server only.
      if (!isAltered || !exchange.sent.startsWith('INFO')) expect(comparable(said)).toBe(comparable(exchange.reply));
    }
    await advanceInSteps(clock, gapMs + exchange.pauseMs);
  });
});
