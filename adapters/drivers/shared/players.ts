// What drivers of players share: the failure of what a player can't do, commands to several scenes, and the check of its scenes.
import * as E from 'fp-ts/lib/Either.js';
import { combinedCommands } from '../../../application/commands/combined-commands.js';
import type { SendResult } from '../../../application/ports/commands.js';
import type { Issue } from '../../../domain/codec/issues.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { check } from '../../../domain/studio/reference.js';

/** Returns the failure of what the player of an output can't do, and why. */
export const cannot = (output: string, verb: string, reason: string): Failure =>
  failure('conflict', `the player of the output "${output}" can't ${verb}: ${reason}`);

/** Returns the commands to the scenes of an output as one. */
export const toScenes = (output: string, sent: readonly SendResult[]): SendResult =>
  combinedCommands(
    sent,
    E.left(failure('device_unavailable', `no connection serves a scene of the command to the output "${output}"`)),
  );

/**
 * Returns an issue for each scene of an output that a field of its player lacks, and for each key of that field that is no
 * scene. `wanted` describes what a scene needs, and `known` what the scenes are.
 */
export const sceneIssues = (
  field: string,
  keys: readonly string[],
  scenes: readonly string[],
  wanted: (scene: string) => string,
  known = 'a scene of the output',
): readonly Issue[] => {
  const [given, existing] = [new Set(keys), new Set(scenes)];
  return [
    ...scenes.filter((scene) => !given.has(scene)).map((scene) => ({ path: field, expected: wanted(scene) })),
    ...keys.flatMap((key) => check({ path: `${field}.${key}`, value: key, known: existing, what: known })),
  ];
};
