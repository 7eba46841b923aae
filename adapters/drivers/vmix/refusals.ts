// Why a command to a scene isn't sent, as messages for the caller.
import { failure, type Failure } from '../../../domain/failure.js';
import type { ClipSelection } from '../../../application/ports/players.js';

const deviceError = (message: string): Failure => failure('device_error', message);

/** `what`: what no clip is or does, such as `plays`. */
export const nothing = (what: string, { output, scene }: { output: string; scene: string }): Failure =>
  failure('conflict', `nothing ${what} in the scene "${scene}" of the output "${output}"`);

export const untimed = ({ clip }: ClipSelection): Failure =>
  failure('conflict', `the clip "${clip.key}" is no video or list of the vMix, so it has no position`);

export const otherEntry = ({ clip }: ClipSelection): Failure =>
  deviceError(`the list of "${clip.key}" is on air with another entry, which a cue would replace`);

export const noIdleInput = (idle: string): Failure =>
  deviceError(`the vMix has no input "${idle}", which is configured as idle`);

export const noInput = ({ clip: { key, media = key } }: ClipSelection): Failure =>
  deviceError(
    `the vMix has no input "${media}", and no list with an entry of that name; expected a key, title or number`,
  );

export const noMix = ({ scene, mix }: { scene: string; mix: number | undefined }): Failure =>
  deviceError(
    mix === undefined ? `the player's mixes name none for the scene "${scene}"` : `the vMix has no mix ${String(mix)}`,
  );
