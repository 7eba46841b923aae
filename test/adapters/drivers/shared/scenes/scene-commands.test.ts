// The pending commands to one scene: which one a command replaces, and which one it repeats.
import { beforeEach, expect, it } from 'vitest';
import type { SceneVerb } from '../../../../../adapters/drivers/shared/scenes/parts.js';
import { SceneCommands } from '../../../../../adapters/drivers/shared/scenes/scene-commands.js';
import { manualClock } from '../../../../../simulator/clock.js';
import { commandResults } from '../../../../contracts/device-commands.js';

let commands: SceneCommands<SceneVerb>;

beforeEach(() => {
  commands = new SceneCommands(manualClock(), (verb) => verb);
});

const send = (...verbs: readonly SceneVerb[]) => verbs.map((verb) => commands.add('the scene', verb));

it('a command replaces those that change the same, and keeps the others', async () => {
  const sent = send('cue', 'pause', 'seek', 'stop');
  const results = await Promise.all(sent.map(async (pending) => (await commandResults(pending.sent))[1]));
  expect(results).toEqual(['pending', 'device_error', 'device_error', 'pending']);
  const [play] = send('play');
  expect([commands.of('clip') === play, commands.of('cue'), commands.of('pause')]).toEqual([
    true,
    undefined,
    undefined,
  ]);
});

it.each<readonly [SceneVerb, SceneVerb, boolean]>([
  ['take', 'take', true],
  ['pause', 'pause', true],
  ['resume', 'resume', true],
  ['resume', 'pause', false],
  ['play', 'play', false],
  ['play', 'take', false],
  ['cue', 'cue', false],
  ['stop', 'stop', false],
  ['seek', 'seek', false],
])('a pending %s is repeated by a %s: %s', (first, next, isRepeated) => {
  const [pending] = send(first);
  expect(commands.repeatedBy(next)).toBe(isRepeated ? pending : undefined);
});

it('a take of what was cued since is another take', () => {
  send('cue', 'take', 'cue');
  expect(commands.repeatedBy('take')).toBeUndefined();
  const [take] = send('take');
  expect(commands.repeatedBy('take')).toBe(take);
});

it('nothing is repeated once it has ended', () => {
  send('take');
  commands.fail('the connection was lost');
  expect([commands.repeatedBy('take'), commands.isEmpty]).toEqual([undefined, true]);
});
