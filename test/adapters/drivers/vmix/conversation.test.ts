// When the state of a vMix is asked for: regularly, and soon after it reports a change, also while a question is under way.
import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../support/eventually.js';
import { output } from './bench.js';
import { peerXml, vmixPeer, withBody, type PeerState, type VmixPeer } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const black = { key: 'k', number: 1, type: 'Colour', title: 'Black', state: 'Paused', position: 0, duration: 0 };
const state: PeerState = { inputs: [black], active: 1, preview: 1 };

let peer: VmixPeer;
let asked: number;
let isHeld: boolean;

beforeEach(async () => {
  peer = await vmixPeer([{ number: 1, key: 'opener', name: 'Opener' }], state);
  [asked, isHeld] = [0, false];
  const { answer } = peer;
  peer.answer = (line) => {
    if (line !== 'XML') return answer(line);
    asked += 1;
    return isHeld ? undefined : answer(line);
  };
});

/** Lets time pass until the next question, and returns after how many milliseconds it came. */
const untilAsked = async (): Promise<number> => {
  const [before, sinceMs] = [asked, peer.clock.now()];
  await eventually('the state is asked for', async () => {
    if (asked === before) await peer.pass(20);
    return asked > before;
  });
  return peer.clock.now() - sinceMs;
};

/** Reports that soon follow a change come long before the next question at rest, in milliseconds. */
const soonMs = 500;

/** A moment of rest, in milliseconds: a question follows the one before by 50 ms at least. */
const restMs = 100;

const change = (activator: string): void => {
  peer.send(`ACTS OK ${activator}\r\n`);
};

describe('the state of a vMix', () => {
  it('is asked for once a second at rest', async () => {
    await untilAsked();
    expect(await untilAsked()).toBeGreaterThanOrEqual(990);
  });

  it.each([
    ['four times a second while a clip is on air', () => undefined, 0, 250],
    [
      '50 times a second after a command',
      () => void peer.drivers.players.send(commandTo.stop(output, ['left'])),
      0,
      20,
    ],
    [
      '20 times a second while its effect is awaited',
      () => void peer.drivers.players.send(commandTo.stop(output, ['left'])),
      1_000,
      50,
    ],
    [
      'four times a second 10 s after it',
      () => void peer.drivers.players.send(commandTo.stop(output, ['left'])),
      10_000,
      250,
    ],
  ])('is asked for %s', async (_, send, laterMs, everyMs) => {
    const video = { ...black, key: 'v', number: 2, type: 'Video', title: 'opener', state: 'Running', duration: 60_000 };
    const show = (ms: number): void => {
      peer.show({ inputs: [black, { ...video, position: ms }], active: 2, preview: 1 });
    };
    await peer.pass(1_600, show);
    send();
    for (let passed = 0; passed < laterMs; passed += 500) await peer.clock.advance(500);
    await untilAsked();
    const before = asked;
    await peer.pass(500);
    expect(asked - before).toBeGreaterThanOrEqual(500 / everyMs / 2);
    expect(asked - before).toBeLessThanOrEqual(500 / everyMs);
  });

  const mixes = ['InputMix2 3 1', 'InputMix16 3 1', 'InputPreviewMix4 3 0', 'InputPreviewMix10 3 0'];
  it.each(['Input 1 1', 'InputPlaying 2 0', 'InputPreview 3 1', ...mixes])(
    'is asked for soon after a change that is reported: %s',
    async (activator) => {
      await untilAsked();
      await peer.pass(restMs);
      change(activator);
      expect(await untilAsked()).toBeLessThan(soonMs);
    },
  );

  it('is not asked for by a change of something else', async () => {
    await untilAsked();
    await peer.pass(restMs);
    for (const activator of ['InputVolume 1 0.5', 'MasterVolume 0.5', 'Overlay1 2 1', 'InputPlayingX 1'])
      change(activator);
    expect(await untilAsked()).toBeGreaterThanOrEqual(soonMs);
  });

  it('is asked for again after an answer that may be older than a change', async () => {
    isHeld = true;
    await untilAsked();
    change('Input 1 1');
    await peer.pass(restMs);
    isHeld = false;
    peer.send(withBody(peerXml(state)));
    expect(await untilAsked()).toBeLessThan(soonMs);
  });
});
