// Which commands to a scene replace which.
import { expect, it } from 'vitest';
import {
  mayRepeat,
  partOf,
  replacedParts,
  replaces,
  type SceneVerb,
} from '../../../../../adapters/drivers/shared/scenes/parts.js';

/** The commands that each command replaces, if they are pending when it is accepted. */
const replaced: Readonly<Record<SceneVerb, readonly SceneVerb[]>> = {
  play: ['play', 'cue', 'take', 'stop', 'pause', 'resume', 'seek'],
  stop: ['play', 'take', 'stop', 'pause', 'resume', 'seek'],
  take: ['play', 'stop', 'pause', 'resume', 'seek'],
  cue: ['cue'],
  pause: ['resume'],
  resume: ['pause'],
  seek: ['seek'],
};

const verbs = Object.keys(replaced) as readonly SceneVerb[];

it.each(Object.entries(replaced))('a %s replaces %j', (verb, expected) => {
  const found = verbs.filter((earlier) => replaces(verb as SceneVerb, earlier));
  expect(found.toSorted()).toEqual(expected.toSorted());
});

it('what a command replaces are the commands of its part, of the parts that it replaces, and none that it repeats', () => {
  for (const verb of verbs) {
    const parts = [partOf(verb), ...replacedParts(verb)];
    const ofParts = verbs.filter((earlier) => parts.includes(partOf(earlier)));
    expect(ofParts.filter((earlier) => earlier !== verb || !mayRepeat(verb)).toSorted()).toEqual(
      replaced[verb].toSorted(),
    );
  }
});
