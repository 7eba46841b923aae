// What OBS may answer, and how long it may take: refusals without a reason, long lists, late answers, and none at all.
import { createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { refusalOf, type RefusalContext } from '../../../../adapters/drivers/obs/refusals.js';
import type { ObsSceneCommand } from '../../../../adapters/drivers/obs/scene-commands.js';
import { fieldOf, listIn, textIn } from '../../../../domain/codec/unchecked.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { settleSockets } from '../advance-clock.js';
import type { OpenedDrivers } from '../bench.js';
import { output, selections } from './bench.js';
import { driveRaw, notingReasons, openObs, until, untilConnected, usable } from './raw-bench.js';
import { scripted, type RawObs, type ReceivedMessage } from './raw-obs.js';
import { commandTo } from '../../../support/commands.js';

/** Opens a scripted OBS. `answer` returns what it answers instead of the script. */
const opened = async (
  answer: (message: ReceivedMessage) => ReturnType<ReturnType<typeof scripted>> | undefined,
  inputs = () => usable,
): Promise<{ readonly obs: RawObs; readonly drivers: OpenedDrivers }> => {
  const script = scripted(inputs);
  const obs = await openObs((message) => answer(message) ?? script(message));
  return { obs, drivers: driveRaw(obs) };
};

const opens = (content: unknown): boolean => JSON.stringify(content).includes('SetInputSettings');

it.each<readonly [object, string]>([
  [{ result: false, code: 604 }, 'OBS refused SetInputSettings: code 604'],
  [{ result: false, code: 604, comment: 'No such file.' }, 'OBS refused SetInputSettings: No such file.'],
  [{ result: false }, 'OBS refused SetInputSettings: code "unknown"'],
])('a refusal is reported with what OBS says of it: %o', async (requestStatus, reason) => {
  const { drivers } = await opened(({ op, content }) =>
    op === 8 && opens(content)
      ? [[9, { requestId: textIn(content, 'requestId'), results: [{ requestStatus }] }]]
      : undefined,
  );
  await untilConnected(drivers);
  const sent = sentCommand(drivers.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
  let failed: unknown;
  void sent.confirmed.then((result) => (failed = result));
  await until(drivers, 'it has failed', () => failed !== undefined);
  const message = `the player of the output "${output}": ${reason}`;
  expect(failed).toMatchObject({ left: { code: 'device_error', message } });
});

it('a clip is not opened, and nothing more is asked, when OBS makes no pictures', async () => {
  const asks = ({ content }: ReceivedMessage): boolean => JSON.stringify(content).includes('GetStats');
  const standing = { requestStatus: { code: 100, result: true }, responseData: { renderTotalFrames: 7 } };
  const { obs, drivers } = await opened((message) => {
    const results = listIn(message.content, 'requests').map(() => standing);
    return asks(message) ? [[9, { requestId: textIn(message.content, 'requestId'), results }]] : undefined;
  });
  await untilConnected(drivers);
  const sent = sentCommand(drivers.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
  let failed: unknown;
  void sent.confirmed.then((result) => (failed = result));
  await until(drivers, 'it has failed', () => failed !== undefined);
  const message = `the player of the output "${output}": OBS makes no new pictures`;
  expect(failed).toMatchObject({ left: { code: 'device_error', message } });
  const asked = obs.received.filter(asks).length;
  await drivers.clock.advance(10_000);
  await settleSockets();
  expect(obs.received.filter(asks)).toHaveLength(asked);
  expect(obs.received.some(({ content }) => JSON.stringify(content).includes('RESTART'))).toBe(false);
});

it.each(['\u0001', '\uD800', '\\x', '\uFEFF', 'bytes FF and C3'])(
  'an event with %j in a name that nobody needs does not end the connection',
  async (odd) => {
    const { obs, drivers } = await opened(() => undefined);
    await untilConnected(drivers);
    const event = { eventType: 'SceneNameChanged', eventIntent: 4, eventData: { sceneName: 'ODD' } };
    const [begin = '', end = ''] = JSON.stringify({ op: 5, d: event }).split('ODD');
    const name = odd.startsWith('bytes') ? Buffer.of(0xff, 0xc3) : Buffer.from(odd);
    obs.send(Buffer.concat([Buffer.from(odd === '\uFEFF' ? odd : ''), Buffer.from(begin), name, Buffer.from(end)]));
    const sent = sentCommand(drivers.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
    await until(drivers, 'it is sent', () => obs.received.some(({ content }) => opens(content)));
    expect(drivers.drivers.players.state(output).connected).toBe(true);
    expect(obs.received.filter(({ op }) => op === 1)).toHaveLength(1);
    drivers.close();
    await commandResults(sent);
  },
);

it('OBS may take 35 s for a command while it answers readings, and no longer, though nobody waits after 30 s', async () => {
  const { obs, drivers } = await opened(({ content }) => (opens(content) ? [] : undefined));
  await untilConnected(drivers);
  const { players } = drivers.drivers;
  const sent = sentCommand(players.send(commandTo.play(output, 'left', selections.opener)));
  await until(drivers, 'it is sent', () => obs.received.some(({ content }) => opens(content)));
  /** Lets a time pass in which OBS answers a reading. */
  const pass = async (ms: number): Promise<void> => {
    const before = obs.received.length;
    await drivers.clock.advance(ms);
    await eventually('OBS is read', async () => {
      if (obs.received.length === before) await drivers.clock.advance(0);
      return obs.received.length > before;
    });
  };
  for (let passed = 0; passed < 28_000; passed += 2_000) await pass(2_000);
  expect(await commandResults(sent)).toEqual(['pending', 'pending']);
  for (let passed = 0; passed < 6_000; passed += 2_000) await pass(2_000);
  expect([await commandResults(sent), players.state(output).connected]).toEqual([
    ['device_error', 'device_error'],
    true,
  ]);
  await drivers.clock.advance(1_000);
  await eventually('the connection is given up', () => !players.state(output).connected);
});

it('a list of many long sources is read', async () => {
  const sceneItems = ['A', 'B', 'C', 'D'].map((sourceName, index) => ({ sourceName, sceneItemId: index }));
  const many = [...sceneItems, { sourceName: 'x'.repeat(1_200_000), sceneItemId: 9 }];
  const script = scripted(() => usable);
  const { drivers } = await opened(({ op, content }) => {
    const [first] = script({ op, content });
    const results = fieldOf(first?.[1], 'results');
    if (op !== 8 || !Array.isArray(results)) return undefined;
    const listed = { requestStatus: { result: true }, responseData: { sceneItems: many } };
    return [[9, { requestId: textIn(content, 'requestId'), results: [listed, ...(results.slice(1) as unknown[])] }]];
  });
  await untilConnected(drivers);
});

it('a peer that accepts a connection, but is no WebSocket, is given up after a second', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  const port = await listenOnLoopback(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { reasons, log } = notingReasons();
  const driven = driveRaw({ port }, log);
  await eventually('it has connected', () => sockets.length === 1);
  await driven.clock.advance(999);
  expect(reasons).toEqual([]);
  await driven.clock.advance(1);
  await eventually('it is given up', () => reasons.length === 1);
  expect(reasons).toEqual(['OBS does not answer']);
});

it('the driver asks for messages in JSON', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  const protocols: string[] = [];
  server.on('connection', ({ protocol }) => protocols.push(protocol));
  await eventually('it listens', () => server.address() !== null);
  driveRaw(server.address() as { readonly port: number });
  await eventually('it is connected', () => protocols.length === 1);
  expect(protocols).toEqual(['obswebsocket.json']);
});

it('the start of another input is not that of the clip', async () => {
  let cursor = 40;
  const A = () => ({ file: '/media/opener', state: 'PLAYING', cursor: (cursor += 10), duration: 15_000 });
  const { obs, drivers } = await opened(
    () => undefined,
    () => ({ ...usable, A: A() }),
  );
  await untilConnected(drivers);
  const sent = sentCommand(drivers.drivers.players.send(commandTo.play(output, 'left', selections.opener)));
  await until(drivers, 'it is sent', () => obs.received.some(({ content }) => opens(content)));
  cursor = 0;
  for (const inputName of ['B', 'C'])
    obs.sendMessage(5, { eventType: 'MediaInputPlaybackStarted', eventData: { inputName } });
  // The wait for the start ends after 400 ms, and every reading is judged.
  await drivers.clock.advance(500);
  const before = obs.received.length;
  await until(drivers, 'it was read often', () => obs.received.length > before + 20);
  expect(await commandResults(sent)).toEqual(['done', 'pending']);
});

const context: RefusalContext = {
  ...{ player: 'the player', id: 'left', scene: 'Left wall', inputCount: 2, isPlaying: true, isCued: true },
  ...{ isInProgram: true, isCopyDifferent: false },
};

it.each<readonly [ObsSceneCommand['type'], Partial<RefusalContext>, string | undefined]>([
  ['play', {}, undefined],
  ['play', { isInProgram: false }, 'the scene "Left wall" is not in the program of OBS'],
  ['play', { isPlaying: false, isCued: false, inputCount: 1 }, undefined],
  ...(['play', 'take', 'cue'] as const).map(
    (type) =>
      [
        type,
        { isCopyDifferent: true },
        'OBS is in Studio mode, and its program shows an earlier copy of the scene "Left wall"; ' +
          'expected a transition to the scene, program: true, or the scene inside that of the program',
      ] as const,
  ),
  ['take', {}, undefined],
  ['take', { isInProgram: false }, 'the scene "Left wall" is not in the program of OBS'],
  ['take', { isCued: false }, 'nothing is cued'],
  ['cue', { isInProgram: false, isPlaying: false, isCued: false }, undefined],
  ['cue', { inputCount: 1 }, 'the scene "left" has one media input; cueing needs a second one'],
  ['stop', { isInProgram: false, isPlaying: false, isCued: false, inputCount: 1 }, undefined],
  ...(['pause', 'resume', 'seek'] as const).flatMap((type) => [
    [type, { isInProgram: false, isCued: false, inputCount: 1 }, undefined] as const,
    [type, { isPlaying: false }, 'nothing plays'] as const,
  ]),
])('a %s is refused only in the states that exclude it: %o', (type, changes, reason) => {
  const expected = reason && { code: 'conflict', message: `the player: ${reason}` };
  expect(refusalOf({ type } as ObsSceneCommand, { ...context, ...changes })).toEqual(expected);
});
