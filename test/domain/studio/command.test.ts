// What commands change, and when two are the same wish.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areSameCommands,
  Command,
  isGraphicCommand,
  isOvertaken,
  placesOf,
  targetOf,
  wishOf,
  type DeviceCommand,
} from '../../../domain/studio/command.js';

const id = fc.constantFrom('a', 'b');
const scene = { output: id, scene: id };
const clip = fc.record({ bank: id, clip: fc.record({ key: id }) });
const texts = fc.constant({});

const command: fc.Arbitrary<DeviceCommand> = fc.oneof(
  fc.record({ do: fc.constantFrom('play', 'cue'), ...scene, clip }),
  fc.record({ do: fc.constant('take'), ...scene }),
  fc.record({ do: fc.constantFrom('pause', 'resume'), ...scene }),
  fc.record({ do: fc.constant('seek'), ...scene, ms: fc.constantFrom(0, 1) }),
  fc.record({ do: fc.constant('stop'), output: id, scenes: fc.uniqueArray(id) }),
  fc.record({ do: fc.constantFrom('show', 'update'), ...scene, texts }),
  fc.record({ do: fc.constant('hide'), ...scene }),
  fc.record({ do: fc.constant('switch'), signal: id, on: fc.boolean() }),
  fc.record({ do: fc.constant('recall'), camera: id, angle: id }),
);

const shared = (one: DeviceCommand, other: DeviceCommand): number => {
  const places = new Set(placesOf(one));
  return placesOf(other).filter((place) => places.has(place)).length;
};

/** The device that a command is for. */
const deviceOf = (one: DeviceCommand): string => {
  if ('output' in one) return `output ${one.output}`;
  return 'signal' in one ? `signal ${one.signal}` : `camera ${one.camera}`;
};

/** The scenes that a command is for. */
const scenesOf = (one: DeviceCommand): readonly string[] => {
  if ('scenes' in one) return one.scenes;
  return 'scene' in one ? [one.scene] : [];
};

it('a command is for one device, macro or automation', () => {
  const commands: Command[] = [
    { do: 'stop', output: 'a', scenes: ['s'] },
    { do: 'toggle', signal: 'b' },
    { do: 'recall', camera: 'c', angle: 'wide' },
    { do: 'run', macro: 'd' },
    { do: 'transition', automation: 'e', transition: 'start' },
  ];
  const names = ['output "a"', 'signal "b"', 'camera "c"', 'macro "d"', 'automation "e"'];
  expect(commands.map(targetOf)).toEqual(names.map((name) => `the ${name}`));
});

describe('the places that commands change', () => {
  it('are of one device, and of the same scenes', () => {
    fc.assert(
      fc.property(command, command, (one, other) => {
        if (shared(one, other) === 0) return;
        expect(deviceOf(one)).toBe(deviceOf(other));
        if ('output' in one) expect(scenesOf(one).some((each) => scenesOf(other).includes(each))).toBe(true);
      }),
    );
  });

  it.each<[string, DeviceCommand, DeviceCommand, number]>([
    [
      'a play and a take',
      { do: 'play', output: 'a', scene: 's', clip: { bank: 'b', clip: { key: 'k' } } },
      { do: 'take', output: 'a', scene: 's' },
      1,
    ],
    [
      'a take and a stop of its scene and another',
      { do: 'take', output: 'a', scene: 's' },
      { do: 'stop', output: 'a', scenes: ['s', 't'] },
      1,
    ],
    [
      'a pause and a resumption',
      { do: 'pause', output: 'a', scene: 's' },
      { do: 'resume', output: 'a', scene: 's' },
      1,
    ],
    [
      'a show and a hide',
      { do: 'show', output: 'a', scene: 's', texts: {} },
      { do: 'hide', output: 'a', scene: 's' },
      1,
    ],
    [
      'two recalls of a camera',
      { do: 'recall', camera: 'c', angle: 'x' },
      { do: 'recall', camera: 'c', angle: 'y' },
      1,
    ],
    [
      'new texts, which replace nothing',
      { do: 'update', output: 'a', scene: 's', texts: {} },
      { do: 'update', output: 'a', scene: 's', texts: {} },
      0,
    ],
    ['a pause and a seek', { do: 'pause', output: 'a', scene: 's' }, { do: 'seek', output: 'a', scene: 's', ms: 1 }, 0],
    ['a take and a hide', { do: 'take', output: 'a', scene: 's' }, { do: 'hide', output: 'a', scene: 's' }, 0],
    [
      'a signal and a camera of one id',
      { do: 'switch', signal: 'a', on: true },
      { do: 'recall', camera: 'a', angle: 'x' },
      0,
    ],
  ])('%s', (_what, one, other, count) => {
    expect(shared(one, other)).toBe(count);
  });
});

it('shows, updates and hides are for graphics', () => {
  fc.assert(
    fc.property(command, (one) => {
      if (!('output' in one)) return;
      expect(isGraphicCommand(one)).toBe(['show', 'update', 'hide'].includes(one.do));
    }),
  );
});

describe('@ACK-15: a wish', () => {
  it('is the same for equal commands, and another one for commands of a place that differ', () => {
    fc.assert(
      fc.property(command, command, (one, other) => {
        expect(wishOf(one)).toBe(wishOf(structuredClone(one)));
        if ('scenes' in one || 'scenes' in other || shared(one, other) === 0) return;
        expect(wishOf(one) === wishOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
  });

  it('of a stop is the same whatever other scenes it stops', () => {
    const stop = (scenes: readonly string[]): DeviceCommand => ({ do: 'stop', output: 'a', scenes });
    expect(wishOf(stop(['s']))).toBe(wishOf(stop(['s', 't'])));
  });
});

const onLeft = { output: 'out-1', scene: 'left' };
const playing = (key: string, where = onLeft): Command => ({
  do: 'play',
  ...where,
  clip: { bank: 'news', clip: { key } },
});
const toggled = (expected: boolean | null): Command => ({ do: 'toggle', signal: 'sig-1', expected });

describe('a stored command', () => {
  it('has no more of a clip than its keys', () => {
    const whole = { bank: 'news', clip: { key: 'a', name: 'A', durationMs: 1_000 } };
    expect(Command.encode({ do: 'play', ...onLeft, clip: whole })).toEqual(playing('a'));
  });
});

describe('the commands of two calls', () => {
  it.each<[string, Command, Command, boolean]>([
    ['equal ones', playing('a'), playing('a'), true],
    ['another clip', playing('a'), playing('b'), false],
    ['takes, whatever was cued', { do: 'take', ...onLeft, expected: null }, { do: 'take', ...onLeft }, true],
    ['toggles, whatever the value was', toggled(true), toggled(false), true],
    ['a toggle of another signal', toggled(true), { do: 'toggle', signal: 'sig-2' }, false],
  ])('are the same or not: %s', (_what, one, other, expected) => {
    expect(areSameCommands([one], [other])).toBe(expected);
    expect(areSameCommands([one], [other, other])).toBe(false);
  });
});

describe('@CRASH-6: a command', () => {
  const on: Command = { do: 'switch', signal: 's', on: true };

  it.each<[string, Command, Command, boolean]>([
    ['another clip in its scene', playing('a'), playing('b'), true],
    ['the same clip in its scene', playing('a'), playing('a'), false],
    ['a pause in its scene', playing('a'), { do: 'pause', ...onLeft }, true],
    ['a clip in another scene', playing('a'), playing('b', { output: 'out-1', scene: 'right' }), false],
    ['a clip of another output', playing('a'), playing('b', { output: 'out-2', scene: 'left' }), false],
    ['a stop of several scenes', playing('a'), { do: 'stop', output: 'out-1', scenes: ['right', 'left'] }, true],
    ['a stop of another scene', playing('a'), { do: 'stop', output: 'out-1', scenes: ['right'] }, false],
    ['texts in its scene', playing('a'), { do: 'show', ...onLeft, station: null }, false],
    ['other texts', { do: 'show', ...onLeft, station: null }, { do: 'hide', ...onLeft }, true],
    ['new values of texts', { do: 'show', ...onLeft, station: null }, { do: 'update', ...onLeft }, true],
    ['off after on', on, { ...on, on: false }, true],
    ['a pulse of another signal', on, { do: 'pulse', signal: 't', ms: 500 }, false],
    ['a toggle back', toggled(true), toggled(false), true],
    ['a recall of a camera with its id', toggled(true), { do: 'recall', camera: 'sig-1', angle: 'close' }, false],
    ['another angle', { do: 'recall', camera: 'c', angle: 'x' }, { do: 'recall', camera: 'c', angle: 'y' }, true],
    [
      'the other player that follows',
      { do: 'follow', output: 'out-1', player: 'main' },
      { do: 'follow', output: 'out-1', player: 'backup' },
      true,
    ],
    ['an end of its macro', { do: 'run', macro: 'm' }, { do: 'end', macro: 'm' }, true],
    [
      'a transition of an automation with the id of its macro',
      { do: 'run', macro: 'm' },
      { do: 'transition', automation: 'm', transition: 'stop' },
      false,
    ],
  ])('is overtaken by what changes the same: %s', (_what, first, later, expected) => {
    expect(isOvertaken([first], [later])).toBe(expected);
  });
});
