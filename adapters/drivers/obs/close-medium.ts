// Closes the file of a media input, so that whatever the input shows from then on is of the next file.
import * as E from 'fp-ts/lib/Either.js';
import { fieldOf } from '../../../domain/codec/unchecked.js';
import type { ObsLink } from './link.js';
import { countPictures, openFile } from './requests.js';

/** Returns the number of pictures that the last answer of a batch states. */
const pictures = (results: readonly unknown[]): unknown =>
  fieldOf(fieldOf(results.at(-1), 'responseData'), 'renderTotalFrames');

/**
 * Closes the file of an input. OBS sets files with its next picture, but lets media actions take effect before, so that an
 * action would start the old file again, which OBS already reports under the name of the new one. Of two pictures, one has
 * begun after the request. A refusal or a lost connection is left to the request that follows.
 */
export const closeMedium = async (link: Pick<ObsLink, 'request'>, input: string): Promise<void> => {
  let answer = await link.request('command', [openFile(input, '', false), countPictures]);
  for (let changes = 0; changes < 2;) {
    const before = answer;
    answer = await link.request('reading', [countPictures]);
    if (E.isLeft(before) || E.isLeft(answer)) return;
    const count = pictures(answer.right);
    if (typeof count !== 'number') return;
    if (count !== pictures(before.right)) changes += 1;
  }
};
