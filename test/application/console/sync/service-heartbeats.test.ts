// The heartbeats of services at the console: a host that loses power, several console processes, and a store that is away.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceHeartbeats } from '../../../../application/console/sync/service-heartbeats.js';
import { changeNotifier } from '../../../../application/ports/watch.js';
import type { Clock } from '../../../../application/ports/clock.js';
import type { ConsoleMessage, ConsoleMessages } from '../../../../application/ports/console-messages.js';
import { StoreUnavailable } from '../../../../application/ports/console-store.js';
import { manualClock } from '../../../../simulator/clock.js';
import { type LinkedService, linkedService, passHeartbeats, until } from '../../../adapters/cloud/link.js';
import { type TcpRelay, tcpRelay } from '../../../adapters/cloud/network-path.js';
import { type ConsoleUnderTest, basic, listeningUrl, testConsole } from '../console.js';

/** What the console shows of a studio. */
interface ShownStudio {
  readonly connected: boolean;
  readonly appliedAt: string | null;
  readonly disconnectedAt: string | null;
}

describe('@STATUS-8: a service whose host loses power', () => {
  let app: ConsoleUnderTest;
  let path: TcpRelay;
  let service: LinkedService;
  let port: number;

  beforeEach(async () => {
    app = await testConsole();
    port = (await app.server.listen(0, '127.0.0.1')).port;
    path = await tcpRelay(port);
    service = linkedService(path.url, app.key);
    service.link.start();
    await until(async () => (await shown()).appliedAt !== null);
  });
  afterEach(async () => {
    await service.link.stop();
    await path.close();
    await app.server.close(0);
  });

  const shown = async () =>
    ((await app.operate('GET', '/api/studios/studio-1')).body as { studio: ShownStudio }).studio;
  const ended = () => app.log.lines.filter((line) => line.includes('sends no heartbeats')).length;

  it('is shown as offline after 45 seconds, although no connection was closed', async () => {
    await passHeartbeats(service, app, 110_000);
    expect([ended(), (await shown()).connected]).toEqual([0, true]);
    path.freeze();
    await app.clock.advance(14_999);
    expect((await shown()).connected).toBe(true);
    await app.clock.advance(1);
    await until(async () => !(await shown()).connected);
    expect((await shown()).disconnectedAt).not.toBeNull();
    expect(ended()).toBe(1);
  });

  it('is connected again once it is back', async () => {
    path.freeze();
    await app.clock.advance(45_000);
    await until(async () => !(await shown()).connected);
    // A path of its own: the connections that the client keeps to the other one are frozen.
    const newPath = await tcpRelay(port);
    const back = linkedService(newPath.url, app.key);
    back.link.start();
    await until(async () => (await shown()).connected);
    await app.clock.advance(30_000);
    expect((await shown()).connected).toBe(true);
    await back.link.stop();
    await newPath.close();
    expect(ended()).toBe(1);
  });
});

describe('@STATUS-8: the heartbeats of a stream', () => {
  let app: ConsoleUnderTest;
  let url: string;
  beforeEach(async () => {
    app = await testConsole();
    url = await listeningUrl(app);
  });
  afterEach(() => app.server.close(0));

  const open = async (sends: string): Promise<string> => {
    const headers = { authorization: basic('studio-1', app.key), 'x-service-sends': sends };
    const { body } = await fetch(`${url}/sync/events`, { headers });
    const first = await body?.getReader().read();
    return new TextDecoder().decode(first?.value as Uint8Array | undefined);
  };
  const post = (body: unknown, key = app.key) =>
    app.call('POST', '/sync/heartbeat', { body, headers: { authorization: basic('studio-1', key) } });
  const streamOf = (text: string): unknown => /"stream":"([^"]+)"/v.exec(text)?.[1];

  it('are asked for first, once', async () => {
    const text = await open('calls,heartbeats');
    expect(text).toMatch(/^event: heartbeat\ndata: \{"stream":"[^"]+","everyMs":15000\}\n\n/v);
    expect(streamOf(text)).not.toBe(streamOf(await open('heartbeats')));
  });

  it('are not expected of a service of an earlier version', async () => {
    expect(await open('calls,state')).not.toContain('event: heartbeat');
    await app.clock.advance(600_000);
    expect(app.ports.connections.isConnected('studio-1')).toBe(true);
  });

  it('are taken for one stream only', async () => {
    const stream = streamOf(await open('heartbeats'));
    await open('heartbeats');
    for (let beats = 0; beats < 4; beats += 1) {
      expect(await post({ stream })).toMatchObject({ status: 204 });
      await app.clock.advance(15_000);
    }
    expect(app.log.lines.filter((line) => line.includes('sends no heartbeats'))).toHaveLength(1);
    expect(app.ports.connections.isConnected('studio-1')).toBe(true);
  });

  it('need the studio key, and name a stream', async () => {
    const stream = streamOf(await open('heartbeats'));
    expect(await post({ stream }, 'wrong')).toMatchObject({ status: 401 });
    for (const other of [7, 'stream-1', `${String(stream)}0`])
      expect(await post({ stream: other })).toMatchObject({ status: 400 });
    await app.clock.advance(45_000);
    await until(() => !app.ports.connections.isConnected('studio-1'));
  });
});

/** What replaces the messages and the clock of a process. */
interface ProcessOptions {
  readonly sendFrom?: ConsoleMessages['send'];
  readonly timers?: Pick<Clock, 'after'>;
}

describe('@STATUS-8: heartbeats at several console processes', () => {
  const stream = { id: 'stream-1', studioId: 'studio-1', keyHash: 'hash' };

  const processes = () => {
    const clock = manualClock();
    const { watch, notify } = changeNotifier<ConsoleMessage>();
    const state = { isReachable: true, answered: Promise.resolve() };
    const send = (message: ConsoleMessage): Promise<void> => {
      if (state.isReachable) notify(message);
      return Promise.resolve();
    };
    const keys = () =>
      state.isReachable ? state.answered.then(() => ({ keyHash: null })) : Promise.reject(new StoreUnavailable('down'));
    const process = ({ sendFrom = send, timers = clock }: ProcessOptions = {}) =>
      serviceHeartbeats({ messages: { maxLength: 7_900, send: sendFrom, watch }, clock: timers, store: { keys } });
    const silent: string[] = [];
    const expectOne = (one: ReturnType<typeof process>, id: string) =>
      one.expect({ ...stream, id }, () => void silent.push(id));
    return { clock, state, process, silent, expectOne };
  };

  it('keep a stream to another process open', async () => {
    const { clock, process } = processes();
    const [one, other] = [process(), process()];
    let ended = 0;
    one.expect(stream, () => (ended += 1));
    for (let beats = 0; beats < 6; beats += 1) {
      await clock.advance(15_000);
      await other.receive('studio-1', 'stream-1');
      await other.receive('studio-2', 'stream-1');
    }
    expect(ended).toBe(0);
    await other.receive('studio-2', 'stream-1');
    await clock.advance(45_000);
    expect(ended).toBe(1);
  });

  it('are passed on a few times in a period, for each studio', async () => {
    const { clock, process } = processes();
    const sent: ConsoleMessage[] = [];
    const { receive } = process({ sendFrom: (message) => Promise.resolve(void sent.push(message)) });
    const flood = async (studioId: string) => {
      for (let beats = 0; beats < 100; beats += 1) await receive(studioId, `stream-${String(beats)}`);
    };
    await flood('studio-1');
    await flood('studio-2');
    expect(sent.map(({ studioId }) => studioId)).toEqual([
      ...Array<string>(8).fill('studio-1'),
      ...Array<string>(8).fill('studio-2'),
    ]);
    await clock.advance(15_000);
    await flood('studio-1');
    expect(sent).toHaveLength(24);
  });

  it('are dropped while earlier ones wait to be sent', async () => {
    const { clock, process } = processes();
    const { promise: stalled, resolve: recover } = Promise.withResolvers<undefined>();
    let sent = 0;
    const { receive } = process({
      sendFrom: () => {
        sent += 1;
        return stalled;
      },
    });
    for (let periods = 0; periods < 10; periods += 1) {
      for (let beats = 0; beats < 10; beats += 1) void receive('studio-1', 'stream-1');
      await clock.advance(15_000);
    }
    expect(sent).toBe(8);
    recover(undefined);
    await clock.advance(0);
    void receive('studio-1', 'stream-1');
    expect(sent).toBe(9);
  });

  it('are not missing while the database is away', async () => {
    const { clock, state, process } = processes();
    let ended = 0;
    process().expect(stream, () => (ended += 1));
    state.isReachable = false;
    await clock.advance(600_000);
    expect(ended).toBe(0);
    state.isReachable = true;
    await clock.advance(45_000);
    expect(ended).toBe(1);
  });

  it('are not missing right after the database is back', async () => {
    const { clock, state, process } = processes();
    let ended = 0;
    process().expect(stream, () => (ended += 1));
    state.isReachable = false;
    await clock.advance(44_999);
    state.isReachable = true;
    await clock.advance(30_000);
    expect(ended).toBe(0);
    await clock.advance(1);
    expect(ended).toBe(1);
  });

  it('are missing in as many periods as before the database was away', async () => {
    const { clock, state, process } = processes();
    let ended = 0;
    process().expect(stream, () => (ended += 1));
    await clock.advance(30_000);
    state.isReachable = false;
    await clock.advance(60_000);
    state.isReachable = true;
    expect(ended).toBe(0);
    await clock.advance(15_000);
    expect(ended).toBe(1);
  });

  it('are not missing after a pause of the process, in which they arrived', async () => {
    const { state, process } = processes();
    const timers: (() => void)[] = [];
    const after = (_ms: number, task: () => void) => {
      timers.push(task);
      return () => void timers.splice(timers.indexOf(task), 1);
    };
    let ended = 0;
    const one = process({ timers: { after } });
    one.expect(stream, () => (ended += 1));
    for (const late of [...timers]) late();
    await setImmediate();
    await one.receive('studio-1', 'stream-1');
    expect([state.isReachable, ended, timers.length]).toEqual([true, 0, 1]);
  });

  it('are expected until the stream has ended', async () => {
    const { clock, process } = processes();
    const one = process();
    let ended = 0;
    const stop = one.expect(stream, () => (ended += 1));
    stop();
    expect([clock.waiting(), one.streams('studio-1')]).toEqual([0, []]);
    await clock.advance(45_000);
    expect(ended).toBe(0);
  });

  it.each(['stream-1', 'stream-2', 'stream-3'])('heartbeats of %s keep no other stream open', async (beating) => {
    const { clock, process, silent, expectOne } = processes();
    const [one, other] = [process(), process()];
    const ids = ['stream-1', 'stream-2', 'stream-3'];
    for (const id of ids) expectOne(one, id);
    for (let periods = 0; periods < 3; periods += 1) {
      await clock.advance(15_000 - 1);
      await other.receive('studio-1', beating);
      await clock.advance(1);
    }
    expect(silent).toEqual(ids.filter((id) => id !== beating));
  });

  it('the end of a stream leaves the others of its studio expected', async () => {
    const { clock, process, silent, expectOne } = processes();
    const one = process();
    const stop = expectOne(one, 'stream-1');
    expectOne(one, 'stream-2');
    stop();
    expect(one.streams('studio-1')).toEqual([{ ...stream, id: 'stream-2' }]);
    await clock.advance(3 * 15_000);
    expect(silent).toEqual(['stream-2']);
  });

  it('a stream that ends while the store is asked is not ended again', async () => {
    const { clock, state, process, silent, expectOne } = processes();
    const stop = expectOne(process(), 'stream-1');
    await clock.advance(2 * 15_000);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    state.answered = promise.then(() => undefined);
    await clock.advance(15_000);
    stop();
    resolve(undefined);
    await clock.advance(0);
    expect(silent).toEqual([]);
  });
});
