// What the commands to a scene change, and which of them replace which.

/** What a command does. */
export type SceneVerb = 'play' | 'take' | 'stop' | 'cue' | 'pause' | 'resume' | 'seek';

/** What a command changes. A command replaces an earlier one that changes the same. */
export const sceneParts = ['clip', 'cue', 'pause', 'position'] as const;
export type ScenePart = (typeof sceneParts)[number];

const parts: Readonly<Record<SceneVerb, ScenePart>> = {
  play: 'clip',
  take: 'clip',
  stop: 'clip',
  cue: 'cue',
  pause: 'pause',
  resume: 'pause',
  seek: 'position',
};

/** Returns what a command changes. */
export const partOf = (verb: SceneVerb): ScenePart => parts[verb];

/** Returns the parts whose pending commands a command replaces, besides its own. */
export const replacedParts = (verb: SceneVerb): readonly ScenePart[] => {
  if (partOf(verb) !== 'clip') return [];
  return verb === 'play' ? ['pause', 'position', 'cue'] : ['pause', 'position'];
};

/** Whether a command may repeat an earlier one of the same verb, so that it has no effect of its own. */
export const mayRepeat = (verb: SceneVerb): boolean => verb === 'take' || verb === 'pause' || verb === 'resume';

/** Whether a later command replaces an earlier one, so that the scene won't show the earlier one's effect. */
export const replaces = (later: SceneVerb, earlier: SceneVerb): boolean => {
  if (later === earlier && mayRepeat(later)) return false;
  return [partOf(later), ...replacedParts(later)].includes(partOf(earlier));
};
