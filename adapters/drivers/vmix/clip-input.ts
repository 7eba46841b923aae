// Which input of a vMix, and which entry of a list, is a clip: the clip's media names it.
import type { ClipSelection } from '../../../application/ports/players.js';
import { isSameName } from '../../../domain/codec/codec.js';
import { mediaOf } from '../../../domain/studio/clip.js';
import type { VmixInput, VmixState } from './state.js';

/** The input of a clip. */
export interface ClipInput {
  readonly key: string;
  /** The entry of a list, from 1; undefined if the clip is the whole input. */
  readonly entry: number | undefined;
  /** Whether the input has a position that advances while it plays. Cameras, titles and stills have none. */
  readonly isTimed: boolean;
}

const timedTypes: readonly string[] = ['video', 'videolist', 'audiofile'];

const listType = 'videolist';

/** How an input can be named, in this order. */
const names: readonly ((input: VmixInput, name: string) => boolean)[] = [
  ({ key }, name) => isSameName(key, name),
  ({ title }, name) => isSameName(title, name),
  ({ shortTitle }, name) => isSameName(shortTitle, name),
  ({ number }, name) => String(number) === name,
];

/** Finds an input by its key, title, short title or number. */
export const findInput = ({ inputs }: VmixState, name: string): VmixInput | undefined => {
  for (const isNamed of names) {
    const found = inputs.find((input) => isNamed(input, name));
    if (found !== undefined) return found;
  }
  return undefined;
};

const withoutExtension = (file: string): string => file.replace(/\.[^.]*$/, '');

const fileName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

const isFile = (path: string, name: string): boolean =>
  isSameName(fileName(path), name) || isSameName(withoutExtension(fileName(path)), name);

const clipInput = ({ key, type }: VmixInput, entry: number | undefined): ClipInput => ({
  key,
  entry,
  isTimed: timedTypes.includes(type.toLowerCase()),
});

/** Finds the entry that a media path such as `Rundown/weather.mp4` names. */
const findEntry = (state: VmixState, media: string): ClipInput | undefined => {
  const slash = media.lastIndexOf('/');
  const list = slash < 0 ? undefined : findInput(state, media.slice(0, slash));
  if (list === undefined || !isSameName(list.type, listType)) return undefined;
  const index = list.items.findIndex((item) => isFile(item, media.slice(slash + 1)));
  return index < 0 ? undefined : clipInput(list, index + 1);
};

/** Returns the input of a clip; undefined if the vMix has none. */
export const inputOfClip = (state: VmixState, { clip }: ClipSelection): ClipInput | undefined => {
  const media = mediaOf(clip);
  const input = findInput(state, media);
  return input === undefined ? findEntry(state, media) : clipInput(input, undefined);
};

/** Whether an input shows a clip: it is the clip's input, and its entry is selected. */
export const isInputOf = (input: VmixInput, { key, entry }: ClipInput): boolean =>
  input.key === key && (entry === undefined || input.selectedIndex === entry);
