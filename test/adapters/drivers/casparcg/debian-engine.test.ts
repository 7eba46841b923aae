// The driver with a real server before 2.4, which sends OSC to its default port only. It shows stills, and no film.
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '../../../../adapters/node/clock.js';
import { casparcgPlayers, type DrivenOutputs } from './driven-outputs.js';
import type { SentCommand } from '../../../../application/ports/commands.js';
import { silent } from '../../../../features/support/silent-log.js';
import { commandResults, sentCommand } from '../../../contracts/device-commands.js';
import { eventually } from '../../../support/eventually.js';
import { scenesOf } from '../../../support/scenes.js';
import { missingDebianCasparcg, oddNames, startDebianCasparcg, type DebianCasparcg } from './debian-process.js';
import { commandTo } from '../../../support/commands.js';

const output = 'out-1';

const selection = (media: string) => ({
  bank: 'news',
  clip: { number: 1, key: media, name: media, media, durationMs: 10_000 },
});

const selections = ['still', 'other', 'sound', 'corrupt', 'empty-file', 'missing', ...oddNames].map(selection);

/** Longer than a busy machine needs to confirm a still, in milliseconds. */
const unconfirmedMs = 2_500;

let server: DebianCasparcg;
let players: DrivenOutputs;

const open = async (oscPort: number): Promise<void> => {
  const player = { host: '127.0.0.1', port: server.port, channel: 1, layers: { full: 10 } };
  players = casparcgPlayers([{ id: output, slot: 'main', name: 'Main', scenes: ['full'], player }], {
    selections,
    clock: new SystemClock(),
    log: silent,
    oscPort,
  });
  await eventually('the driver is connected', () => players.state(output).connected);
};

const play = (media: string): SentCommand =>
  sentCommand(players.send(commandTo.play(output, 'full', selection(media))));

const playing = () => scenesOf(players, output)[0]?.clip;

/** Empties the layer, so that each test begins with an empty one. */
const stop = async (): Promise<void> => {
  const { confirmed } = sentCommand(players.send(commandTo.stop(output, ['full'])));
  expect(E.isRight(await confirmed)).toBe(true);
};

describe.skipIf(missingDebianCasparcg() !== undefined)('the CasparCG server of Debian', () => {
  let occupant: Socket;

  beforeAll(async () => {
    server = await startDebianCasparcg();
    occupant = createSocket('udp4').bind(0);
    await once(occupant, 'listening');
  });

  afterAll(async () => {
    occupant.close();
    await server.stop();
  });

  describe.each(['osc_default_port', 'info'] as const)('known by %s', (stateSource) => {
    beforeEach(async () => {
      await open(stateSource === 'info' ? occupant.address().port : server.oscPort);
      expect(players.stateSource(output)).toBe(stateSource);
    });

    afterEach(async () => {
      await stop();
      players.close();
    });

    it('shows stills', async () => {
      for (const media of ['still', 'other', 'still', ...oddNames]) {
        expect(E.isRight(await play(media).confirmed)).toBe(true);
        expect(playing()).toBe(media);
      }
    });

    it('refuses a file that is missing', async () => {
      expect(await play('missing').confirmed).toMatchObject({ left: { code: 'device_error' } });
    });

    it.each(['sound', 'corrupt', 'empty-file'])("doesn't confirm what it accepts and can't show: %s", async (media) => {
      const sent = play(media);
      await sent.accepted;
      await delay(unconfirmedMs);
      expect(await commandResults(sent)).toEqual(['done', 'pending']);
      expect(sent.failureAtTimeout?.()).toMatchObject({ code: 'device_error' });
    });
  });
});
