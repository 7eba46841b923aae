// How equipment that speaks text writes and reads it: the encoding of a connection, and what stands for single characters.
import { fieldOf, textIn } from '../../domain/codec/unchecked.js';
import type { FaceOptions } from '../wire-face.js';
import type { Writing } from './expansion.js';

type Settings = FaceOptions['settings'];

/** Returns the encoding of a connection; UTF-8 if its settings name none. */
export const encodingOf = (settings: Settings): 'latin1' | 'utf8' =>
  textIn(settings, 'encoding') === 'latin1' ? 'latin1' : 'utf8';

/** Returns how the values of a connection are written. */
export const writingOf =
  (settings: Settings): Writing =>
  (value) =>
    Array.from(value, (character) => textIn(fieldOf(settings, 'escape'), character) ?? character).join('');
