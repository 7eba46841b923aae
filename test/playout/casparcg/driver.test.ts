// What the CasparCG driver makes of a server that says yes and shows something else, or says nothing, or nonsense.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../../application/ports/players.js';
import type { SentCommand } from '../../../application/ports/commands.js';
import { manualClock } from '../../../simulator/clock.js';
import { eventually } from '../../../features/support/eventually.js';
import { stepResult, commandResults, sentCommand, sendError } from '../../contracts/device-commands.js';
import { delivered } from '../advance-clock.js';
import { cues, driverOf, output, casparcgBench, type CasparcgBench } from './bench.js';

const { headlines, bed, corrupt, gone, short } = cues;

let on: CasparcgBench;

beforeEach(async () => {
  on = await casparcgBench();
});

afterEach(() => {
  on.close();
});

const play = (cue: ClipSelection): SentCommand => sentCommand(on.players.play(output, 'left', cue));

const playing = () => on.players.state(output).scenes[0];

const lines = (): readonly string[] => on.log.entries().map(({ command }) => (command as { line: string }).line);

/** Plays a clip and waits until it is on air. */
const onAir = async (cue: ClipSelection): Promise<void> => {
  const sent = play(cue);
  await on.pass(250);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

describe('a clip that is taken and has no picture', () => {
  it('is never confirmed, and the verdict names what is seen instead', async () => {
    const sent = play(corrupt);
    await on.pass(1_990);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()).toMatchObject({
      code: 'device_error',
      message: expect.stringContaining('no picture of media/corrupt.mp4 runs') as string,
    });
    await on.pass(60_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
  });

  it('leaves the clip before it on air, until that would have ended', async () => {
    await onAir(short);
    play(corrupt);
    await on.pass(3_000);
    expect(playing()?.clip).toBe('short');
    await on.pass(8_000);
    expect(playing()?.clip).toBeNull();
  });

  it('is confirmed late where its picture comes late', async () => {
    await on.setFault({ type: 'late', delayMs: 3_000 });
    const sent = play(headlines);
    await on.pass(2_900);
    expect(sent.failureAtTimeout?.()).toBeUndefined();
    await on.pass(1_500);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});

describe('the verdict', () => {
  it.each(['frozen', 'lost'] as const)('on a server that is silent is none: %s', async (type) => {
    await on.setFault({ type });
    const sent = play(headlines);
    await on.pass(2_000);
    expect(sent.failureAtTimeout?.()).toBeUndefined();
  });

  it('on a server that took the command and then fell silent is none', async () => {
    const sent = play(corrupt);
    await on.pass(300);
    await on.setFault({ type: 'frozen' });
    await on.pass(1_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()).toBeUndefined();
  });
});

describe('a connection that is lost', () => {
  it('ends a command that was taken and has no picture yet', async () => {
    const sent = play(headlines);
    await on.pass(20);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    await on.setFault({ type: 'offline' });
    await delivered();
    expect(await commandResults(sent)).toEqual(['done', 'device_error']);
  });
});

describe('a clip that the server refuses', () => {
  it('fails with what the server said', async () => {
    const sent = play(gone);
    await on.pass(50);
    expect(await sent.confirmed).toMatchObject({
      left: { code: 'device_error', message: expect.stringContaining('404 PLAY FAILED') as string },
    });
  });

  it('doesn’t keep the one before it from being confirmed', async () => {
    const [first, second] = [play(headlines), play(gone)];
    await on.pass(250);
    expect(await commandResults(first)).toEqual(['done', 'done']);
    expect(await commandResults(second)).toEqual(['device_error', 'device_error']);
  });
});

describe('a stop that the server refuses', () => {
  it('fails, and the clip plays on', async () => {
    await onAir(headlines);
    await on.setFault({ type: 'refused' });
    const refused = sentCommand(on.players.stop(output, ['left']));
    await on.pass(50);
    expect(await stepResult(refused.confirmed)).toBe('device_error');
    expect(playing()?.clip).toBe('headlines');
  });
});

describe('what runs', () => {
  it('is a clip that is mixed in, from its first picture', async () => {
    const sent = play({ ...bed, clip: { ...bed.clip, transition: { type: 'mix', durationMs: 2_000 } } });
    await on.pass(250);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(lines()).toEqual([expect.stringMatching(/^REQ \d+ PLAY 1-10 "music\/bed loud\.mov" MIX 50$/)]);
    expect(playing()).toMatchObject({ clip: 'bed', bank: 'music' });
  });

  it('goes on beyond the end of a clip that loops', async () => {
    await onAir({ ...short, clip: { ...cues.jingle.clip, loop: true } });
    await on.pass(7_000);
    expect(playing()?.clip).toBe('jingle');
  });

  it('is a clip that is mixed in and loops, as long as nothing else takes its place', async () => {
    const { clip } = cues.jingle;
    await onAir({ bank: 'music', clip: { ...clip, loop: true, transition: { type: 'push', durationMs: 1_000 } } });
    expect(lines()).toEqual([expect.stringMatching(/^REQ \d+ PLAY 1-10 "jingle" LOOP PUSH 25$/)]);
    await on.pass(5_000);
    expect(playing()?.clip).toBe('jingle');
  });

  it('is nothing once a truncated file has stuck', async () => {
    await onAir(short);
    await on.pass(3_000);
    expect(playing()?.clip).toBe('short');
    await on.pass(2_500);
    expect(playing()?.clip).toBeNull();
  });

  it('has not stuck where a silent server has told the same time often, all at once', async () => {
    await onAir(headlines);
    await on.setFault({ type: 'frozen' });
    await on.pass(3_000);
    await on.setFault(null);
    await delivered();
    await on.setFault({ type: 'frozen' });
    await on.pass(3_000);
    expect(playing()?.clip).toBe('headlines');
  });

  it('is told by the server to a driver that has just come', async () => {
    await onAir(headlines);
    await on.pass(4_000);
    const another = driverOf(on.port, on.clock);
    await eventually('another driver', () => another.state(output).connected);
    const [{ clip, bank, startedAt } = {}] = another.state(output).scenes;
    another.close();
    expect({ clip, bank }).toEqual({ clip: 'headlines', bank: 'news' });
    const since = Date.parse(startedAt ?? '') - Date.parse(playing()?.startedAt ?? '');
    expect(Math.abs(since)).toBeLessThan(100);
  });

  it('is what another client has begun', async () => {
    const other = connect(on.port, '127.0.0.1');
    await once(other, 'connect');
    other.write('PLAY 1-10 HEADLINES\r\n');
    await on.pass(500);
    expect(playing()).toMatchObject({ clip: 'headlines', bank: 'news' });
    other.write('PLAY 1-10 red\r\n');
    await on.pass(500);
    expect(playing()?.clip).toBeNull();
    other.destroy();
  });

  it('is nothing after the server was started anew', async () => {
    await onAir(headlines);
    on.server.reset();
    await on.untilConnected(false);
    await on.untilConnected(true);
    expect(playing()?.clip).toBeNull();
  });
});

describe('a name', () => {
  const names = fc.oneof(
    fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
    fc.stringMatching(/^[a-z"\\ \r\n./[\]#:-]{1,20}$/),
    fc.constantFrom(
      'red',
      'EMPTY',
      '#ff0000',
      '[HTML]',
      '../../etc/passwd',
      'a" LOOP "',
      'x\r\nKILL',
      'LOOP',
      '-x',
      'a//b',
    ),
  );

  it('reaches the server as the name of one file, or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (media) => {
        const before = lines().length;
        const sending = on.players.play(output, 'left', { bank: 'news', clip: { ...headlines.clip, media } });
        await delivered();
        const arrived = lines().slice(before);
        if (E.isLeft(sending)) expect(arrived).toEqual([]);
        else expect(arrived).toEqual([expect.stringMatching(/^REQ \d+ PLAY 1-10 "[^"\\\r\n[\]#:]+"$/)]);
        await on.pass(5);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    'red',
    'Empty',
    'sting',
    'x\r\nKILL',
    'a"b',
    '../up',
    '/etc/x',
    'http://a/b',
    '[HTML]',
    '#ff0000',
    '.hidden',
  ])('that is none of a file is an error before anything is sent: %j', async (media) => {
    expect(sendError(on.players.play(output, 'left', { bank: 'b', clip: { ...headlines.clip, media } }))).toBe(
      'device_error',
    );
    await delivered();
    expect(lines()).toEqual([]);
  });

  it('of an output or a scene that it doesn’t play is nothing that could be sent', () => {
    expect(sendError(on.players.play('out-9', 'left', headlines))).toBe('device_unavailable');
  });
});

describe('a frozen server', () => {
  it('is told so much and no more', async () => {
    await on.setFault({ type: 'frozen' });
    const ends = Array.from({ length: 101 }, () => sendError(on.players.play(output, 'left', headlines)));
    expect(ends.filter((end) => end === 'sent')).toHaveLength(100);
    expect(ends.at(-1)).toBe('device_unavailable');
  });

  it('that stays silent for longer than any call waits counts as away', async () => {
    await on.setFault({ type: 'lost' });
    await on.pass(30_000);
    expect(on.players.state(output).connected).toBe(true);
    on.server.setFault({ type: 'frozen' });
    await on.pass(6_000);
    await on.untilConnected(false);
  });
});

describe('a server that speaks nonsense', () => {
  const sayings = [
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    'RES 1 201 INFO OK\r\n<oops>\r\n',
    '\0\0\0\0',
    'x'.repeat(2_000_000),
  ];

  it.each(sayings.map((saying) => [saying.slice(0, 30), saying]))('is never connected: %j', async (_, saying) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.on('data', () => socket.write(saying));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const players = driverOf((server.address() as AddressInfo).port, manualClock());
    await eventually('a word', () => [...sockets].some(({ bytesWritten }) => bytesWritten >= saying.length));
    await delivered();
    expect(players.state(output).connected).toBe(false);
    expect(sendError(players.play(output, 'left', headlines))).toBe('device_unavailable');
    players.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
});
