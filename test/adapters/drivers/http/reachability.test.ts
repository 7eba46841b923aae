// A device with an HTTP interface that goes away: all its records show it at once.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { sentCommand } from '../../../contracts/device-commands.js';
import { listenOnLoopback } from '../../../support/loopback.js';
import { settleSockets } from '../advance-clock.js';
import { layoutWith, openDrivers } from '../bench.js';
import { lineOf } from '../shared/templates/templates.js';
import { commandTo } from '../../../support/commands.js';

type Lines = Readonly<Record<string, object>>;

/** Opens a device, and the driver of its lines. */
const open = async (lines: Lines, answer: RequestListener = (_, response) => response.end()) => {
  let connections = 0;
  const server = createServer(answer).on('connection', () => (connections += 1));
  const port = await listenOnLoopback(server);
  const layoutOf = (served: Lines) => layoutWith('http', { host: '127.0.0.1', port }, { lines: served });
  const { drivers, current, clock, close } = openDrivers(layoutOf(lines));
  onTestFinished(() => {
    close();
    server.closeAllConnections();
    server.close();
  });
  const { signalLines } = drivers;
  return {
    signalLines,
    connections: () => connections,
    serve: (served: Lines): void => {
      current.replace(layoutOf(served));
    },
    leave: (): void => {
      server.closeAllConnections();
      server.close();
    },
    comeBack: () => once(server.listen(port, '127.0.0.1'), 'listening'),
    pass: async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 10) {
        await clock.advance(10);
        await settleSockets();
      }
    },
    untilConnected: (isConnected: boolean) =>
      expect
        .poll(async () => {
          await clock.advance(100);
          return signalLines.connected('sig-1');
        })
        .toBe(isConnected),
  };
};

const unseen = { 'sig-1': { on: '/on', off: '/off', confirm: 'accepted' } };

it('is away for every record once a question about one of them finds no connection', async () => {
  const seldom = { ...lineOf('http', 2), state: { ...lineOf('http', 2).state, everyMs: 60_000 } };
  const lines = { 'sig-1': lineOf('http', 1), 'sig-2': seldom };
  const { signalLines, pass, leave, comeBack } = await open(lines, (_, response) => response.end('{"ison":true}'));
  const shown = () => ['sig-1', 'sig-2'].map(signalLines.connected);
  await pass(200);
  expect(shown()).toEqual([true, true]);
  leave();
  await pass(200);
  expect(shown()).toEqual([false, false]);
  await comeBack();
  await pass(1_000);
  expect(shown()).toEqual([true, true]);
});

it('is not tried any more without a record that needs it', async () => {
  const { connections, serve, pass, untilConnected } = await open(unseen);
  await untilConnected(true);
  serve({});
  const before = connections();
  await pass(5_000);
  expect(connections()).toBe(before);
  serve(unseen);
  await untilConnected(true);
});

it('without a question has no value after it was away', async () => {
  const { signalLines, untilConnected, leave, comeBack } = await open(unseen);
  await untilConnected(true);
  await sentCommand(signalLines.send(commandTo.switch('sig-1', true))).confirmed;
  expect(signalLines.value('sig-1')).toBe(true);
  leave();
  await untilConnected(false);
  await comeBack();
  await untilConnected(true);
  expect(signalLines.value('sig-1')).toBeNull();
});
