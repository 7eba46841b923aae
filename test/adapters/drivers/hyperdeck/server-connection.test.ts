// The driver and a HyperDeck by other authors: the server of `hyperdeck-server-connection`, which parses what the driver sends and
// composes what it receives.
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { HyperdeckServer } from 'hyperdeck-server-connection';
import { expect, it, onTestFinished } from 'vitest';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { commandTo } from '../../../support/commands.js';
import { eventually } from '../../../support/eventually.js';
import { scenesOf } from '../../../support/scenes.js';
import { settleSockets } from '../advance-clock.js';
import { layoutWith, openDrivers } from '../bench.js';
import { deckOptions, output, scene, selections } from './bench.js';

const fps = 25;
const lengthMs = 20_000;

/** Returns the timecode of a time, in milliseconds. */
const timecodeAt = (ms: number): string => {
  const two = (number: number): string => String(Math.floor(number)).padStart(2, '0');
  return `00:${two(ms / 60_000)}:${two((ms / 1_000) % 60)}:${two(((ms % 1_000) * fps) / 1_000)}`;
};

const { headlines } = selections;

it('plays and stops a clip of a HyperDeck by other authors', async () => {
  const deck = new HyperdeckServer('127.0.0.1', 0);
  // The library has no way to learn the port, nor to stop listening.
  const { _server: server } = deck as unknown as { readonly _server: Server };
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const opened = openDrivers(layoutWith('hyperdeck', { host: '127.0.0.1', port }, deckOptions));
  onTestFinished(() => {
    opened.close();
    server.close();
  });
  const { players } = opened.drivers;
  const received: string[] = [];
  let startedAtMs: number | undefined;
  const note = ({ name, parameters }: { readonly name: string; readonly parameters: object }): Promise<void> => {
    received.push(`${name} ${JSON.stringify(parameters)}`);
    return Promise.resolve();
  };
  deck.onGoTo = note;
  deck.onPlay = (command) => {
    startedAtMs = opened.clock.now();
    return note(command);
  };
  deck.onStop = (command) => {
    startedAtMs = undefined;
    return note(command);
  };
  deck.onClipsGet = () =>
    Promise.resolve({
      'clip count': '1',
      '1': `${headlines.clip.key}.mov 00:00:00:00 ${timecodeAt(lengthMs)}`,
    });
  deck.onTransportInfo = () =>
    Promise.resolve({
      status: startedAtMs === undefined ? 'stopped' : 'play',
      speed: startedAtMs === undefined ? '0' : '100',
      'slot id': '1',
      'clip id': '1',
      'single clip': 'true',
      timecode: timecodeAt(startedAtMs === undefined ? 0 : opened.clock.now() - startedAtMs),
      'video format': '1080p25',
      loop: 'false',
    } as never);
  const until = (what: string, holds: () => boolean): Promise<void> =>
    eventually(what, async () => {
      await opened.clock.advance(20);
      await settleSockets();
      return holds();
    });
  await until('it is connected', () => players.state(output).connected);
  const played = sentCommand(players.send(commandTo.play(output, scene, headlines)));
  await until('the clip is on', () => scenesOf(players, output)[0]?.clip === headlines.clip.key);
  expect(await commandResults(played)).toEqual(['done', 'done']);
  expect(received).toEqual(['goto {"clip id":"1"}', 'play {"single clip":"true","loop":"false"}']);
  const stopped = sentCommand(players.send(commandTo.stop(output, [scene])));
  await until('it has stopped', () => scenesOf(players, output)[0]?.clip === null);
  expect(await commandResults(stopped)).toEqual(['done', 'done']);
});
