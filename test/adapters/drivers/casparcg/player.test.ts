// The CasparCG driver with servers that don't show what they accepted, stay silent, or send invalid data.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { outputTally } from '../../../../domain/studio/tally.js';
import { manualClock } from '../../../../simulator/clock.js';
import { eventually } from '../../../support/eventually.js';
import { scenesOf } from '../../../support/scenes.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { stepResult, commandResults, sentCommand, sendError } from '../../../contracts/device-commands.js';
import { settleSockets } from '../advance-clock.js';
import { selections, driverOf, output, casparcgBench, type CasparcgBench } from './bench.js';
import { commandTo } from '../../../support/commands.js';

const { headlines, bed, corrupt, gone, short } = selections;

let bench: CasparcgBench;

beforeEach(async () => {
  bench = await casparcgBench();
});

afterEach(() => {
  bench.close();
});

const play = (selection: ClipSelection): SentCommand =>
  sentCommand(bench.players.send(commandTo.play(output, 'left', selection)));

const playing = () => scenesOf(bench.players, output)[0];

const lines = (): readonly string[] => bench.log.entries().map(({ command }) => (command as { line: string }).line);

/** Plays a clip and waits until it is confirmed. */
const playConfirmed = async (selection: ClipSelection): Promise<void> => {
  const sent = play(selection);
  await bench.pass(250);
  expect(await commandResults(sent)).toEqual(['done', 'done']);
};

describe('a clip that is accepted but has no picture', () => {
  it('is never confirmed, and its failure at timeout names what the layer shows', async () => {
    const sent = play(corrupt);
    await bench.pass(1_990);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()).toMatchObject({
      code: 'device_error',
      message: expect.stringContaining('media/corrupt.mp4 shows no picture') as string,
    });
    await bench.pass(60_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
  });

  it('leaves the previous clip playing until its end', async () => {
    await playConfirmed(short);
    play(corrupt);
    await bench.pass(3_000);
    expect(playing()?.clip).toBe('short');
    await bench.pass(8_000);
    expect(playing()?.clip).toBeNull();
  });

  it('is confirmed late if its picture comes late', async () => {
    await bench.setFault({ type: 'late', delayMs: 3_000 });
    const sent = play(headlines);
    await bench.pass(2_900);
    expect(sent.failureAtTimeout?.()).toBeUndefined();
    await bench.pass(1_500);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });
});

describe('the failure at timeout', () => {
  it.each(['frozen', 'lost'] as const)('is undefined for a silent server: %s', async (type) => {
    await bench.setFault({ type });
    const sent = play(headlines);
    await bench.pass(2_000);
    expect(sent.failureAtTimeout?.()).toBeUndefined();
  });

  it('is undefined for a server that accepted the command and then became silent', async () => {
    const sent = play(corrupt);
    await bench.pass(300);
    await bench.setFault({ type: 'frozen' });
    await bench.pass(1_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()).toBeUndefined();
  });
});

describe('a clip that the server refuses', () => {
  it('fails with the status of the server', async () => {
    const sent = play(gone);
    await bench.pass(50);
    expect(await sent.confirmed).toMatchObject({
      left: { code: 'device_error', message: expect.stringContaining('404 PLAY FAILED') as string },
    });
  });

  it("doesn't prevent the previous one from being confirmed", async () => {
    const [first, second] = [play(headlines), play(gone)];
    await bench.pass(250);
    expect(await commandResults(first)).toEqual(['done', 'done']);
    expect(await commandResults(second)).toEqual(['device_error', 'device_error']);
  });
});

describe('a stop that the server refuses', () => {
  it('fails, and the clip keeps playing', async () => {
    await playConfirmed(headlines);
    await bench.setFault({ type: 'refused' });
    const refused = sentCommand(bench.players.send(commandTo.stop(output, ['left'])));
    await bench.pass(50);
    expect(await stepResult(refused.confirmed)).toBe('device_error');
    expect(playing()?.clip).toBe('headlines');
  });
});

describe('the reported clip', () => {
  it('is a clip with a transition from its first picture on', async () => {
    const sent = play({ ...bed, clip: { ...bed.clip, transition: { type: 'mix', durationMs: 2_000 } } });
    await bench.pass(250);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(lines()).toEqual([expect.stringMatching(/^REQ \d+ PLAY 1-10 "music\/bed loud\.mov" MIX 50$/)]);
    expect(playing()).toMatchObject({ clip: 'bed', bank: 'music' });
  });

  it('is a looping clip after its first end', async () => {
    await playConfirmed({ ...short, clip: { ...selections.jingle.clip, loop: true } });
    const { startedAt } = playing() ?? {};
    await bench.pass(7_000);
    expect(playing()).toMatchObject({ clip: 'jingle', startedAt });
  });

  it('is a looping clip with a transition', async () => {
    const { clip } = selections.jingle;
    await playConfirmed({
      bank: 'music',
      clip: { ...clip, loop: true, transition: { type: 'push', durationMs: 1_000 } },
    });
    expect(lines()).toEqual([expect.stringMatching(/^REQ \d+ PLAY 1-10 "jingle" LOOP PUSH 25$/)]);
    await bench.pass(5_000);
    expect(playing()?.clip).toBe('jingle');
  });

  it('@TALLY-12: is null after a truncated file got stuck, which still counts for the tally', async () => {
    await playConfirmed(short);
    await bench.pass(3_000);
    expect(playing()?.clip).toBe('short');
    await bench.pass(2_500);
    expect(playing()?.clip).toBeNull();
    expect(outputTally(true, bench.players.state(output))).toBe('program');
  });

  it("isn't stuck if a server sends several identical reports at once after a silence", async () => {
    await playConfirmed(headlines);
    await bench.setFault({ type: 'frozen' });
    await bench.pass(3_000);
    await bench.setFault(null);
    await settleSockets();
    await bench.setFault({ type: 'frozen' });
    await bench.pass(3_000);
    expect(playing()?.clip).toBe('headlines');
  });

  it('is known to a driver that connects later', async () => {
    await playConfirmed(headlines);
    await bench.pass(4_000);
    const another = driverOf(bench.port, bench.clock);
    await eventually('another driver is connected', () => another.state(output).connected);
    const [{ clip, bank, startedAt } = {}] = scenesOf(another, output);
    another.close();
    expect({ clip, bank }).toEqual({ clip: 'headlines', bank: 'news' });
    const differenceMs = Date.parse(startedAt ?? '') - Date.parse(playing()?.startedAt ?? '');
    expect(Math.abs(differenceMs)).toBeLessThan(100);
  });

  it('is a clip that another client started', async () => {
    const other = connect(bench.port, '127.0.0.1');
    await once(other, 'connect');
    other.write('PLAY 1-10 HEADLINES\r\n');
    await bench.pass(500);
    expect(playing()).toMatchObject({ clip: 'headlines', bank: 'news' });
    other.write('PLAY 1-10 red\r\n');
    await bench.pass(500);
    expect(playing()?.clip).toBeNull();
    other.destroy();
  });

  it('is null after the server restarted', async () => {
    await playConfirmed(headlines);
    bench.server.reset();
    await bench.untilConnected(false);
    await bench.untilConnected(true);
    expect(playing()?.clip).toBeNull();
  });
});

describe('a media name', () => {
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

  it('reaches the server as the name of one file or not at all', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (media) => {
        const before = lines().length;
        const sending = bench.players.send(
          commandTo.play(output, 'left', { bank: 'news', clip: { ...headlines.clip, media } }),
        );
        await settleSockets();
        const arrived = lines().slice(before);
        if (E.isLeft(sending)) expect(arrived).toEqual([]);
        else expect(arrived).toEqual([expect.stringMatching(/^REQ \d+ PLAY 1-10 "[^"\\\r\n:[#-][^"\\\r\n:]*"$/)]);
        await bench.pass(5);
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
  ])("that isn't the name of a file fails before anything is sent: %j", async (media) => {
    expect(
      sendError(bench.players.send(commandTo.play(output, 'left', { bank: 'b', clip: { ...headlines.clip, media } }))),
    ).toBe('device_error');
    await settleSockets();
    expect(lines()).toEqual([]);
  });
});

describe('a server that accepts many commands without an effect', () => {
  it('still receives further ones', async () => {
    await playConfirmed(headlines);
    await bench.setFault({ type: 'ineffective' });
    const pause = (): SentCommand => sentCommand(bench.players.send(commandTo.pause(output, 'left')));
    const first = pause();
    for (let batch = 0; batch < 3; batch += 1) {
      for (let count = 0; count < 60; count += 1) pause();
      await bench.pass(100);
    }
    expect(await commandResults(first)).toEqual(['done', 'device_error']);
    await bench.setFault(null);
    const stopped = sentCommand(bench.players.send(commandTo.stop(output, ['left'])));
    await bench.pass(250);
    expect(await commandResults(stopped)).toEqual(['done', 'done']);
  });
});

describe('a frozen server', () => {
  it('receives at most 100 commands per layer', async () => {
    await bench.setFault({ type: 'frozen' });
    const results = Array.from({ length: 101 }, () =>
      sendError(bench.players.send(commandTo.play(output, 'left', headlines))),
    );
    expect(results.filter((result) => result === 'sent')).toHaveLength(100);
    expect(results.at(-1)).toBe('device_unavailable');
  });
});

describe('a server that sends invalid data', () => {
  const samples = [
    'HTTP/1.1 400 Bad Request\r\n\r\n',
    'RES 1 201 INFO OK\r\n<oops>\r\n',
    '\0\0\0\0',
    'x'.repeat(2_000_000),
  ];

  it.each(samples.map((data) => [data.slice(0, 30), data]))('is never connected: %j', async (_, data) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      socket.on('data', () => socket.write(data));
    });
    const players = driverOf(await listenOnLoopback(server), manualClock());
    await eventually('the data was sent', () => [...sockets].some(({ bytesWritten }) => bytesWritten >= data.length));
    await settleSockets();
    expect(players.state(output).connected).toBe(false);
    expect(sendError(players.send(commandTo.play(output, 'left', headlines)))).toBe('device_unavailable');
    players.close();
    server.close();
    for (const socket of sockets) socket.destroy();
  });
});
