// A display over TCP that takes nothing for a while: when it counts as lost, and what it gets afterwards.
import { createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openTslLink } from '../../../../adapters/drivers/tsl/tsl.js';
import { closedAfterEach } from '../../../support/closed-after-each.js';
import { silent } from '../../../../features/support/silent-log.js';
import { manualClock } from '../../../../simulator/clock.js';
import { eventually } from '../../../support/eventually.js';
import { listenOnLoopback } from '../../../support/loopback.js';

const closing = closedAfterEach();

/** Displays whose labels repeat one letter 60 times. */
const displays = (letter: string) =>
  Array.from({ length: 30_000 }, (_, index) => ({ index, tally: 'off' as const, label: letter.repeat(60) }));

/** Returns the letters of the labels in a text, without repetitions in succession. */
const lettersIn = (text: string): string =>
  Array.from(text.matchAll(/([a-z])\1{59}/g), ([, letter = '']) => letter)
    .filter((letter, at, all) => letter !== all[at - 1])
    .join('');

/** A display that reads nothing at first, and the link to it. */
const connected = async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket.pause().on('error', () => undefined)));
  const port = await listenOnLoopback(server);
  const clock = manualClock();
  const states: boolean[] = [];
  const address = {
    id: 'wall',
    host: '127.0.0.1',
    port,
    transport: 'tcp',
    version: '5.0',
    screen: 0,
    brightness: 3,
  } as const;
  const link = openTslLink(address, { clock, log: silent, connected: (isConnected) => void states.push(isConnected) });
  closing.push(
    () => server.close(),
    () => {
      for (const socket of sockets) socket.destroy();
    },
    link.close,
  );
  await eventually('the display is connected', () => states.length === 1 && sockets.length === 1);
  const [socket = expect.unreachable()] = sockets;
  let received = '';
  socket.setEncoding('latin1');
  return {
    clock,
    states,
    send: (letter: string) => {
      link.send(displays(letter));
    },
    /** Sends to the display, which reads nothing, until the buffers of the connection are full. */
    fill: (letter: string) => {
      socket.pause();
      while (clock.waiting() === 0) link.send(displays(letter));
    },
    /** Lets the display read until it has read a letter, and nothing waits for it. */
    readUntil: async (letter: string) => {
      if (socket.listenerCount('data') === 0) socket.on('data', (text) => (received += String(text)));
      socket.resume();
      await eventually(`it shows ${letter}`, () => received.endsWith(letter.repeat(20)) && clock.waiting() === 0);
    },
    letters: () => lettersIn(received),
    hangUp: () => void socket.destroy(),
  };
};

it('that reads again within 5 s stays connected, and shows the newest', async () => {
  const { clock, states, send, fill, readUntil, letters } = await connected();
  fill('a');
  for (const letter of ['b', 'c']) send(letter);
  await clock.advance(4_900);
  expect(states).toEqual([true]);
  await readUntil('c');
  await clock.advance(10_000);
  expect(states).toEqual([true]);
  expect(letters()).toBe('ac');
});

it('that was slow before gets nothing twice', async () => {
  const { send, fill, readUntil, letters } = await connected();
  fill('a');
  send('b');
  await readUntil('b');
  fill('c');
  await readUntil('c');
  send('d');
  await readUntil('d');
  expect(letters()).toBe('abcd');
});

it('that hangs up while it takes nothing leaves only the next attempt behind', async () => {
  const { clock, states, fill, hangUp } = await connected();
  fill('a');
  hangUp();
  await eventually('it is lost', () => states.length === 2);
  expect([states, clock.waiting()]).toEqual([[true, false], 1]);
});
