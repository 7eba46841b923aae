// What the driver of vMix sends, and by what it confirms: against a vMix that is written by hand.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClipSelection } from '../../../../application/ports/players.js';
import type { Scene } from '../../../../domain/studio/output.js';
import { outputTally } from '../../../../domain/studio/tally.js';
import { commandResults, refusedBy, sendError, sentCommand } from '../../../contracts/device-commands.js';
import { scenesOf } from '../../../support/scenes.js';
import { output } from './bench.js';
import { vmixPeer, type PeerInput, type PeerState, type VmixPeer } from './peer.js';
import { commandTo } from '../../../support/commands.js';

const weather = { number: 1, key: 'weather', name: 'Weather', media: 'weather.mp4', loop: true };
const opener = { number: 2, key: 'opener', name: 'Opener', media: 'Rundown/opener' };
const ident = { number: 3, key: 'ident', name: 'Ident', media: '5' };
const gone = { number: 4, key: 'gone', name: 'Gone' };

const selection = (clip: ClipSelection['clip']): ClipSelection => ({ bank: 'news', clip });

const black = { key: 'k-black', number: 1, type: 'Colour', title: 'Black', state: 'Paused', position: 0, duration: 0 };
const camera = { key: 'k-cam', number: 4, type: 'Capture', title: 'Cam 1', state: 'Running', position: 0, duration: 0 };
const image = {
  key: 'k-ident',
  number: 5,
  type: 'Image',
  title: 'Station.png',
  state: 'Paused',
  position: 0,
  duration: 0,
};

const video = (changes: PeerInput = {}): PeerInput => ({
  ...{ key: 'k-weather', number: 2, type: 'Video', title: 'Weather.mp4', shortTitle: 'Weather.mp4' },
  ...{ state: 'Paused', position: 0, duration: 2_000, loop: 'True' },
  ...changes,
});

const list = (changes: PeerInput = {}): PeerInput => ({
  ...{ key: 'k-list', number: 3, type: 'VideoList', title: 'Rundown - closer.mp4', shortTitle: 'Rundown' },
  ...{ state: 'Paused', position: 0, duration: 9_000, loop: 'False', selectedIndex: 1 },
  ...changes,
});

const lists = { 3: ['C:\\Media\\closer.mp4', 'C:\\Media\\opener.mp4'] };

const showing = (
  active: number,
  changes: { video?: PeerInput; list?: PeerInput; preview?: number } = {},
): PeerState => ({
  inputs: [black, video(changes.video), list(changes.list), camera, image],
  lists,
  active,
  preview: changes.preview ?? 1,
});

let peer: VmixPeer;

beforeEach(async () => {
  peer = await vmixPeer([weather, opener, ident, gone], showing(1));
  peer.received.length = 0;
});

const play = (clip: ClipSelection['clip']) =>
  peer.drivers.players.send(commandTo.play(output, 'left', selection(clip)));
const left = () => peer.drivers.players.state(output).scenes.find(({ id }) => id === 'left');

describe('a play on vMix', () => {
  it('selects the entry of a list, and names Mix inputs from 1', async () => {
    const sent = sentCommand(peer.drivers.players.send(commandTo.play(output, 'right', selection(opener))));
    await peer.pass(100);
    expect(peer.received[0]).toBe('FUNCTION SelectIndex Input=k-list&Value=2');
    expect(peer.received.at(-1)).toBe('FUNCTION ActiveInput Input=k-list&Mix=1');
    await peer.pass(100, (ms) => {
      peer.show(showing(3, { list: { state: 'Running', position: ms, selectedIndex: 1 } }));
    });
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    await peer.pass(100, (ms) => {
      peer.show(showing(3, { list: { state: 'Running', position: ms + 80, selectedIndex: 2 } }));
    });
    expect(await commandResults(sent)).toEqual(['done', 'done']);
  });

  it('is never confirmed while the playhead stands at the beginning', async () => {
    const sent = sentCommand(play(weather));
    peer.show(showing(2, { video: { state: 'Running', position: 0 } }));
    await peer.pass(3_000);
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
    expect(sent.failureAtTimeout?.()?.message).toContain('its mix shows "Weather.mp4", Running at 0 ms');
    expect(left()?.run).toBeNull();
  });

  it('@TALLY-12: counts for the tally while its picture stands on air', async () => {
    peer.show(showing(2, { video: { state: 'Running', position: 0 } }));
    await peer.pass(5_000);
    expect(left()?.run).toBeNull();
    expect(outputTally(true, peer.drivers.players.state(output))).toBe('program');
    peer.show(showing(4, { video: { state: 'Running', position: 0 } }));
    await peer.pass(1_500);
    expect(outputTally(true, peer.drivers.players.state(output))).toBe('off');
  });

  it('is never confirmed while its input only runs off air', async () => {
    const sent = sentCommand(play(weather));
    await peer.pass(1_500, (ms) => {
      peer.show(showing(4, { video: { state: 'Running', position: ms } }));
    });
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
  });

  it('is never confirmed by an earlier run, not even when its loop begins again', async () => {
    const run = (ms: number): void => {
      peer.show(showing(2, { video: { state: 'Running', position: (1_000 + ms) % 2_000 } }));
    };
    await peer.pass(1_600, run);
    expect(left()?.run?.clip.key).toBe('weather');
    const sent = sentCommand(play(weather));
    await peer.pass(4_000, (ms) => {
      run(ms + 1_600);
    });
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
  });

  it('is confirmed when a running input starts again', async () => {
    await peer.pass(1_600, (ms) => {
      peer.show(showing(2, { video: { state: 'Running', position: 300 + ms } }));
    });
    const sent = sentCommand(play(weather));
    const before = left()?.run?.startedAtMs ?? 0;
    await peer.pass(300, (ms) => {
      peer.show(showing(2, { video: { state: 'Running', position: ms } }));
    });
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(left()?.run?.startedAtMs).toBeGreaterThan(before + 500);
  });

  it('of a still is confirmed when it is on air', async () => {
    const sent = sentCommand(play(ident));
    await peer.pass(60);
    expect(peer.received).toEqual(['FUNCTION ActiveInput Input=k-ident&Mix=0']);
    peer.show(showing(5));
    await peer.pass(60);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(refusedBy(peer.drivers.players, commandTo.pause(output, 'left'))).toBe('conflict');
  });

  it('of a clip without an input fails at once, and names it', async () => {
    const sent = play(gone);
    expect(sendError(sent)).toBe('device_error');
    expect(JSON.stringify(sent)).toContain('no input \\"gone\\"');
    await peer.pass(50);
    expect(peer.received).toEqual([]);
  });

  it('fails with the reason of the vMix, and sends no further function', async () => {
    const { answer } = peer;
    peer.answer = (line) => (line.includes('Restart') ? 'FUNCTION ER Input is locked\r\n' : answer(line));
    const sent = sentCommand(play(weather));
    await peer.pass(50);
    expect(await commandResults(sent)).toEqual(['device_error', 'device_error']);
    expect(peer.received).toHaveLength(2);
  });
});

describe('other commands to vMix', () => {
  it('a cue of another entry of the list on air is refused', async () => {
    peer.show(showing(3, { list: { state: 'Running', position: 500, selectedIndex: 1 } }));
    await peer.pass(2_000);
    expect(sendError(peer.drivers.players.send(commandTo.cue(output, 'left', selection(opener))))).toBe('device_error');
  });

  it('a clip that an operator prepares in preview is cued, one that was taken off air is not', async () => {
    peer.show(showing(4, { preview: 2 }));
    await peer.pass(1_500);
    expect(left()?.cued?.clip.key).toBe('weather');
    peer.show(showing(4, { preview: 2, video: { position: 700 } }));
    await peer.pass(1_500);
    expect(left()?.cued).toBeNull();
  });

  it('a stop puts the idle input on air, but leaves a camera there', async () => {
    peer.show(showing(4));
    await peer.pass(1_500);
    const sent = sentCommand(peer.drivers.players.send(commandTo.stop(output, ['left'])));
    await peer.pass(60);
    expect(await commandResults(sent)).toEqual(['done', 'done']);
    expect(peer.received).toEqual([]);
    await peer.pass(1_500, (ms) => {
      peer.show(showing(2, { video: { state: 'Running', position: ms } }));
    });
    sentCommand(peer.drivers.players.send(commandTo.stop(output, ['left'])));
    await peer.pass(60);
    // The second mix shows the input as well, so it goes on.
    expect(peer.received).toEqual(['FUNCTION ActiveInput Input=k-black&Mix=0']);
  });

  it('a seek is not confirmed by a playhead that comes to the position by itself', async () => {
    const run = (ms: number): void => {
      peer.show(showing(2, { video: { state: 'Running', position: ms, duration: 60_000 } }));
    };
    await peer.pass(1_600, run);
    const sent = sentCommand(peer.drivers.players.send(commandTo.seek(output, 'left', 3_000)));
    await peer.pass(4_000, (ms) => {
      run(ms + 1_600);
    });
    expect(peer.received.at(-1)).toBe('FUNCTION SetPosition Input=k-weather&Value=3000');
    expect(await commandResults(sent)).toEqual(['done', 'pending']);
  });

  it('a stop that one of its scenes can not receive is sent to the others, and fails', async () => {
    await peer.pass(1_500, (ms) => {
      peer.show(showing(2, { video: { state: 'Running', position: ms } }));
    });
    const sent = sentCommand(peer.drivers.players.send(commandTo.stop(output, ['left', 'gone'])));
    peer.show(showing(1));
    await peer.pass(200);
    expect(peer.received).toContain('FUNCTION ActiveInput Input=k-black&Mix=0');
    expect(await commandResults(sent)).toEqual(['device_unavailable', 'device_unavailable']);
  });

  it('graphics are refused', () => {
    expect(refusedBy(peer.drivers.players, commandTo.show(output, 'left', {}))).toBe('conflict');
  });
});

const impossible = ['9e15', '1e300', 'Infinity', '-1e300', '-Infinity', 'NaN', '', 'later'];

const isWritable = (value: number | null): boolean => value === null || (Number.isSafeInteger(value) && value >= 0);

describe('times that no clip has', () => {
  const expectWritable = (scene: Scene): void => {
    const { startedAt, endsAt, positionMs, durationMs, remainingMs } = scene;
    expect([positionMs, durationMs, remainingMs].filter((value) => !isWritable(value))).toEqual([]);
    expect([startedAt, endsAt].filter((time) => time !== null && !/^\d{4}-/.test(time))).toEqual([]);
  };

  it.each(impossible)('reach callers as times that can be written, or not at all: "%s"', async (time) => {
    const { drivers, clock, pass } = peer;
    const show = (position: string, duration: string): void => {
      peer.show(showing(2, { video: { state: 'Running', position, duration } }));
    };
    const scenes = () => scenesOf(drivers.players, output, clock.now());
    for (const [position, duration] of [
      ['500', time],
      [time, '9000'],
      [time, time],
    ] as const) {
      await pass(1_500, (ms) => {
        show(String(ms), '9000');
      });
      expect(scenes()[0]?.clip).toBe('weather');
      show(position, duration);
      await pass(600, () => {
        scenes().forEach(expectWritable);
      });
    }
  });
});
