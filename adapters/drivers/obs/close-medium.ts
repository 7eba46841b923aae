// Closes the file of a media input, so that whatever the input shows from then on is of the next file.
import * as E from 'fp-ts/lib/Either.js';
import { fieldOf } from '../../../domain/codec/unchecked.js';
import type { PendingCommand } from '../shared/pending-commands.js';
import type { SceneHost } from './scene-host.js';
import { countPictures, openFile } from './requests.js';

/** Returns the number of pictures that the last answer of a batch states. */
const pictures = (results: readonly unknown[]): unknown =>
  fieldOf(fieldOf(results.at(-1), 'responseData'), 'renderTotalFrames');

/** How many questions for a picture follow each other at once. */
const unpaced = 20;

/** The pause between two later ones, in milliseconds: many of them would count as a flood. */
const askEveryMs = 10;

/** The most questions for one picture, about 3 s: OBS makes one a second at least. Time in which it is silent doesn't count. */
const maxQuestions = 300;

/**
 * Closes the file of an input. OBS sets files with its next picture, but lets media actions take effect before, so that an
 * action would start the old file again, which OBS already reports under the name of the new one. Of two pictures, one has
 * begun after the request. A refusal or a lost connection is left to the request that follows.
 * Fails the command if OBS makes no pictures; nothing more is asked once the command is over.
 */
export const closeMedium = async (
  { link, clock }: Pick<SceneHost, 'link' | 'clock'>,
  input: string,
  command: Pick<PendingCommand<unknown>, 'isOver' | 'fail'>,
): Promise<void> => {
  let questions = 0;
  let answer = await link.request('command', [openFile(input, '', false), countPictures]);
  for (let changes = 0; changes < 2 && !command.isOver();) {
    const before = answer;
    if (questions >= unpaced) await new Promise<void>((resolve) => void clock.after(askEveryMs, resolve));
    answer = await link.request('reading', [countPictures]);
    if (E.isLeft(before) || E.isLeft(answer)) return;
    const count = pictures(answer.right);
    if (typeof count !== 'number') return;
    questions = count === pictures(before.right) ? questions + 1 : 0;
    if (questions === 0) changes += 1;
    if (questions > maxQuestions) command.fail('OBS makes no new pictures');
  }
};
