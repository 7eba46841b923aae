// The questions to a device with several records: in which order they come, and which record a failed one is about.
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { commandResults, sentCommand, stepResult } from '../../../../contracts/device-commands.js';
import type { Log } from '../../../../../application/ports/log.js';
import { closedAfterEach } from '../../../../support/closed-after-each.js';
import { silent } from '../../../../../features/support/silent-log.js';
import { settleSockets } from '../../advance-clock.js';
import { eventually } from '../../../../support/eventually.js';
import { listenOnLoopback } from '../../../../support/loopback.js';
import { connectionId, layoutWith, openDrivers, type BenchOptions } from '../../bench.js';
import { lineOf, playerOf } from './templates.js';
import { commandTo } from '../../../../support/commands.js';

const closing = closedAfterEach();

/** Returns the answer to a request. `drop` drops its connection, and `hold` gives no answer. */
type Answer = (path: string) => string;

const open = async (options: BenchOptions, first: Answer, log?: Log) => {
  const paths: string[] = [];
  const held: Socket[] = [];
  let answer = first;
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    const body = answer(request.url ?? '');
    if (body === 'drop') request.socket.destroy();
    else if (body === 'hold') held.push(request.socket);
    else response.end(body);
  });
  const port = await listenOnLoopback(server);
  const opened = openDrivers(layoutWith('http', { host: '127.0.0.1', port }, options), undefined, log);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  }, opened.close);
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 20) {
      await opened.clock.advance(20);
      await settleSockets();
    }
  };
  const until = (what: string, check: () => boolean): Promise<void> =>
    eventually(what, async () => {
      if (!check()) await pass(20);
      return check();
    });
  return { ...opened, server, paths, held, pass, until, answer: (next: Answer) => void (answer = next) };
};

const seldom = (number: number): object => {
  const line = lineOf('http', number);
  return { ...line, state: { ...line.state, everyMs: 60_000 } };
};

const off = '{"ison":false}';

describe('a command that breaks off', () => {
  it('has its state asked for at once, however seldom that is asked for', async () => {
    const { drivers, paths, pass, until, answer } = await open({ lines: { 'sig-1': seldom(1) } }, () => off);
    await until('it is connected', () => drivers.signalLines.connected('sig-1'));
    answer((path) => (path.includes('turn=') ? 'drop' : '{"ison":true}'));
    const sent = sentCommand(drivers.signalLines.send(commandTo.switch('sig-1', true)));
    await pass(100);
    expect((await sent.confirmed)._tag).toBe('Left');
    expect(paths.slice(-2)).toEqual(['/relay/1?turn=on', '/relay/1']);
    expect(drivers.signalLines.value('sig-1')).toBe(true);
  });
});

describe('a question whose kept connection was dropped', () => {
  it('is asked again before the questions that wait', async () => {
    const lines = { 'sig-1': seldom(1), 'sig-2': seldom(2), 'sig-3': seldom(3) };
    const { drivers, clock, paths, pass, until, answer, held } = await open({ lines }, () => off);
    const areConnected = (): boolean => Object.keys(lines).every(drivers.signalLines.connected);
    await until('all are connected', areConnected);
    const before = paths.length;
    answer(() => 'hold');
    await clock.advance(59_000);
    await until('the first is asked', () => paths.length > before);
    await pass(300);
    expect(paths.slice(before)).toEqual(['/relay/1']);
    answer(() => off);
    held[0]?.destroy();
    await until('all are asked', () => paths.length === before + 4);
    expect(paths.slice(before)).toEqual(['/relay/1', '/relay/1', '/relay/2', '/relay/3']);
    expect(areConnected()).toBe(true);
  });
});

it('a command that waits for a question is sent before that is asked again', async () => {
  const { drivers, clock, paths, until, answer, held } = await open({ lines: { 'sig-1': seldom(1) } }, () => off);
  await until('it is connected', () => drivers.signalLines.connected('sig-1'));
  const before = paths.length;
  answer(() => 'hold');
  await clock.advance(59_000);
  await until('it is asked', () => paths.length > before);
  const sent = sentCommand(drivers.signalLines.send(commandTo.switch('sig-1', true)));
  answer((path) => (path.includes('turn=') ? '{"done":true}' : '{"ison":true}'));
  held[0]?.destroy();
  await until('it is asked again', () => paths.length >= before + 3);
  expect(paths.slice(before, before + 3)).toEqual(['/relay/1', '/relay/1?turn=on', '/relay/1']);
  expect((await sent.confirmed)._tag).toBe('Right');
});

describe('a command that waits for its turn', () => {
  const lines = { 'sig-1': seldom(1), 'sig-2': seldom(2) };

  /** A device that leaves a question unanswered, so that commands wait. */
  const busy = async () => {
    const bench = await open({ lines }, () => off);
    const { drivers, clock, paths, until, answer } = bench;
    await until('both are connected', () => Object.keys(lines).every(drivers.signalLines.connected));
    const before = paths.length;
    answer(() => 'hold');
    await clock.advance(59_000);
    await until('it is asked', () => paths.length > before);
    const finish = async (): Promise<readonly string[]> => {
      answer((path) => (path.includes('turn=') ? '{"done":true}' : off));
      bench.held[0]?.destroy();
      await bench.pass(300);
      return paths.slice(before).filter((path) => path.includes('turn='));
    };
    return { ...bench, finish };
  };

  it('is not sent once another one for its record has replaced it, and those of other records are', async () => {
    const { drivers, finish } = await busy();
    const { signalLines } = drivers;
    const replaced = sentCommand(signalLines.send(commandTo.switch('sig-1', true)));
    const other = sentCommand(signalLines.send(commandTo.switch('sig-2', true)));
    sentCommand(signalLines.send(commandTo.switch('sig-1', false)));
    expect(await finish()).toEqual(['/relay/2?turn=on', '/relay/1?turn=off']);
    expect(await commandResults(replaced)).toEqual(['device_error', 'device_error']);
    expect(await stepResult(other.accepted)).toBe('done');
  });

  it('is not sent once the studio file has removed its record', async () => {
    const { drivers, current, finish } = await busy();
    const removed = sentCommand(drivers.signalLines.send(commandTo.switch('sig-1', true)));
    sentCommand(drivers.signalLines.send(commandTo.switch('sig-2', true)));
    const { layout } = current;
    const signals = layout.signals.map(({ line, ...signal }) => (signal.id === 'sig-1' ? signal : { ...signal, line }));
    current.replace({ ...layout, signals: signals as typeof layout.signals });
    expect(await finish()).toEqual(['/relay/2?turn=on']);
    expect((await removed.confirmed)._tag).toBe('Left');
  });
});

it('100 commands may wait for a device, and no more', async () => {
  const { drivers, current, paths, until } = await open({}, () => 'hold');
  const [signal] = current.layout.signals;
  if (signal === undefined) throw new Error('the demo studio has no signal');
  const line = { connection: connectionId, on: '/on', off: '/off', confirm: 'accepted' };
  const signals = Array.from({ length: 102 }, (_, index) => ({ ...signal, id: `line-${String(index)}`, line }));
  current.replace({ ...current.layout, signals });
  await until('they are connected', () => signals.every(({ id }) => drivers.signalLines.connected(id)));
  const results = signals.map(({ id }) => drivers.signalLines.send(commandTo.switch(id, true)));
  expect(results.slice(0, 101).every(E.isRight)).toBe(true);
  expect(results[101]).toMatchObject({
    left: { message: expect.stringContaining('too many commands are unanswered') as string },
  });
  await until('the first is sent', () => paths.length > 0);
  expect(paths).toEqual(['/on']);
});

describe('a player', () => {
  it('is connected only while the question about each of its scenes is answered', async () => {
    const players = { 'out-2': playerOf('http') };
    const { drivers, until, answer } = await open({ players }, () => 'nothing');
    const connected = (): boolean => drivers.players.state('out-2').connected;
    await until('it is connected', connected);
    answer((path) => (path === '/scene/right' ? 'drop' : 'nothing'));
    await until('it is not connected', () => !connected());
    answer(() => 'nothing');
    await until('it is connected again', connected);
  });
});

it('a question that breaks off is about its record alone, and the connection is back once all records are', async () => {
  const logged: string[] = [];
  const note = (sentence: string): void => void logged.push(sentence);
  const lines = { 'sig-1': lineOf('http', 1), 'sig-2': lineOf('http', 2) };
  const { drivers, paths, pass, until, answer } = await open({ lines }, () => off, {
    ...silent,
    warn: note,
    info: note,
  });
  const { connected } = drivers.signalLines;
  await until('both are connected', () => connected('sig-1') && connected('sig-2'));
  const seen: boolean[] = [];
  drivers.signalLines.watch((id) => id === 'sig-2' && seen.push(connected(id)));
  answer((path) => (path === '/relay/1' ? 'drop' : off));
  await until('the first is not connected', () => !connected('sig-1'));
  const before = paths.length;
  await until('the second is asked', () => paths.slice(before).includes('/relay/2'));
  await pass(40);
  expect([connected('sig-2'), seen, logged]).toEqual([true, [], ['a connection is lost']]);
  answer(() => off);
  await until('the first is connected', () => connected('sig-1'));
  expect(logged).toEqual(['a connection is lost', 'a connection is back']);
});

describe('a device without questions', () => {
  it('that is away is tried twice a second, and once a second while it is there', async () => {
    const { drivers, server, clock, pass, until } = await open(
      { lines: { 'sig-1': { on: '/on', off: '/off', confirm: 'accepted' } } },
      () => '',
    );
    const attempts: number[] = [];
    server.on('connection', () => attempts.push(clock.now()));
    await until('it is there', () => drivers.signalLines.connected('sig-1'));
    await until('it is tried three times more', () => attempts.length >= 3);
    expect((attempts[2] ?? 0) - (attempts[1] ?? 0)).toBeGreaterThanOrEqual(1_000);
    const { port } = server.address() as { readonly port: number };
    server.close();
    await until('it is away', () => !drivers.signalLines.connected('sig-1'));
    await pass(20);
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const backAtMs = clock.now();
    await until('it is back', () => drivers.signalLines.connected('sig-1'));
    expect(clock.now() - backAtMs).toBeLessThanOrEqual(600);
  });
});
