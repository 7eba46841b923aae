// What is logged of a display over UDP, which answers nothing, over real sockets. The clock is manual.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openTslLink } from '../../../../adapters/drivers/tsl/tsl.js';
import type { TallyLink } from '../../../../application/ports/tally-displays.js';
import { silent } from '../../../../features/support/silent-log.js';
import { manualClock } from '../../../../simulator/clock.js';
import { eventually } from '../../../support/eventually.js';

let display: Socket | undefined;
let link: TallyLink | undefined;

afterEach(() => {
  link?.close();
  display?.close();
});

const bound = async (port = 0): Promise<number> => {
  display = createSocket('udp4');
  display.bind(port, '127.0.0.1');
  await once(display, 'listening');
  return display.address().port;
};

const unbound = async (): Promise<void> => {
  const closing = display;
  display = undefined;
  closing?.close();
  if (closing !== undefined) await once(closing, 'close');
};

it('each loss of a display over UDP is logged once, and each return', async () => {
  const port = await bound();
  await unbound();
  const logged: string[] = [];
  const record = (sentence: string): void => void logged.push(sentence);
  const clock = manualClock();
  let opened = 0;
  const states: boolean[] = [];
  const connected = (isConnected: boolean): void => {
    states.push(isConnected);
    if (!isConnected) return;
    opened += 1;
    link?.send([{ index: 0, tally: 'off', label: 'PGM' }]);
  };
  const address = {
    id: 'wall',
    host: '127.0.0.1',
    port,
    transport: 'udp',
    version: '5.0',
    screen: 0,
    brightness: 3,
  } as const;
  const log = { ...silent, warn: record, info: record };
  link = openTslLink(address, { clock, log, connected });
  const until = (what: string, holds: () => boolean): Promise<void> =>
    eventually(what, async () => {
      if (!holds()) await clock.advance(100);
      return holds();
    });
  await until('some attempts', () => opened > 5);
  expect(logged).toEqual(['a connection is lost']);
  await bound(port);
  await until('it is back', () => logged.length === 2);
  await unbound();
  link.send([{ index: 0, tally: 'off', label: 'PGM' }]);
  await until('it is lost again', () => logged.length > 2);
  await until('some more attempts', () => opened > 12);
  expect(logged).toEqual(['a connection is lost', 'a connection is back', 'a connection is lost']);
  // Each attempt looks like a connection until the display refuses what is sent.
  expect(states.filter((isConnected, index) => isConnected === states[index + 1])).toEqual([]);
});

it('what is sent before the socket is open is dropped, and the link is used afterwards', async () => {
  const port = await bound();
  const received: string[] = [];
  display?.on('message', (packet) => received.push(packet.toString('latin1', 12)));
  const address = {
    id: 'wall',
    host: '127.0.0.1',
    port,
    transport: 'udp',
    version: '5.0',
    screen: 0,
    brightness: 3,
  } as const;
  const states: boolean[] = [];
  const connected = (isConnected: boolean): void => void states.push(isConnected);
  const logged: string[] = [];
  const log = { ...silent, warn: (sentence: string) => void logged.push(sentence) };
  link = openTslLink(address, { clock: manualClock(), log, connected });
  while (states.length === 0) {
    link.send([{ index: 0, tally: 'off', label: 'early' }]);
    await turn();
  }
  link.send([{ index: 0, tally: 'off', label: 'late' }]);
  await eventually('the display shows it', () => received.at(-1) === 'late');
  expect([states, logged]).toEqual([[true], []]);
});
