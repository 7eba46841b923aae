// How long the driver of OBS waits for an admission, and how soon it tries again after OBS has closed its connection.
import { expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../support/eventually.js';
import { output } from './bench.js';
import { driveRaw, notingReasons, openObs, until, untilConnected, usable } from './raw-bench.js';
import { scripted } from './raw-obs.js';

it('OBS may take 5 s to admit the service, and no longer', async () => {
  const answer = scripted(() => usable);
  const { reasons: losses, log } = notingReasons();
  const obs = await openObs((message) => (message.op === 1 ? [] : answer(message)));
  const opened = driveRaw(obs, log);
  const identified = async (count: number): Promise<void> => {
    await eventually('it identifies itself', async () => {
      if (obs.received.length < count) await opened.clock.advance(10);
      return obs.received.length >= count;
    });
  };
  await identified(1);
  await opened.clock.advance(4_900);
  expect(losses).toEqual([]);
  await opened.clock.advance(100);
  await identified(2);
  expect(losses).toEqual(['OBS does not answer']);
  await opened.clock.advance(4_900);
  obs.sendMessage(2, { negotiatedRpcVersion: 1 });
  await untilConnected(opened);
  await opened.clock.advance(1_000);
  expect(opened.drivers.players.state(output).connected).toBe(true);
});

it.each([
  [4_009, 'OBS refused the password', 5_000],
  [4_010, 'OBS does not support version 1 of the requests', 500],
  [4_011, 'OBS closed the session', 500],
  [4_000, 'OBS closed the connection (4000)', 500],
])('after the close code %i the next attempt begins in due time', async (code, reason, pauseMs) => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => {
    server.close();
  });
  await eventually('it listens', () => server.address() !== null);
  let attempts = 0;
  server.on('connection', (client) => {
    attempts += 1;
    client.close(code);
  });
  const { reasons, log } = notingReasons();
  const { port } = server.address() as AddressInfo;
  const opened = driveRaw({ port }, log);
  await eventually('it is refused', () => reasons.length === 1 && opened.clock.waiting() === 1);
  expect(reasons).toEqual([reason]);
  await opened.clock.advance(pauseMs - 1);
  expect(opened.clock.waiting()).toBe(1);
  expect(attempts).toBe(1);
  await opened.clock.advance(1);
  await eventually('it tries again', () => attempts === 2);
});

it.each<readonly [string, object, string | undefined]>([
  ['OBS asks for a password; expected passwordFile', { authentication: { challenge: 'c', salt: 's' } }, undefined],
  ['does not use obs-websocket 5', {}, 'SSH-2.0-OpenSSH_9.2'],
])('an OBS that does not admit the driver is lost for that reason: %s', async (reason, hello, text) => {
  const { reasons, log } = notingReasons();
  const obs = await openObs(() => [], { rpcVersion: 1, ...hello });
  const opened = driveRaw(obs, log);
  if (text !== undefined) {
    await eventually('it is identified', () => obs.received.length > 0);
    obs.send(text);
  }
  await until(opened, 'the reason is logged', () => reasons.length > 0);
  expect(String(reasons[0])).toContain(reason);
});
