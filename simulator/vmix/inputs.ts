// The inputs of a simulated vMix: one for each media of the studio's clips, lists for those in folders, and the idle inputs.
import type { ClipSelection } from '../../application/ports/players.js';
import { textIn } from '../../domain/codec/unchecked.js';
import { simulatedDurationMs } from '../clip-length.js';
import type { FaceOptions } from '../wire-face.js';

/** The entry of a list, or what a plain input plays. */
interface Entry {
  readonly file: string;
  /** The clips of the studio that have this media. */
  readonly selections: readonly ClipSelection[];
}

/** An input. `number` begins at 1. Entries are empty for an idle input, which has no position. */
export interface Input {
  readonly key: string;
  readonly number: number;
  readonly type: 'Video' | 'VideoList' | 'Colour';
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** Returns the length of an entry, in milliseconds; 0 for none. */
export const durationOf = (input: Input, entry: number): number => {
  const clip = input.entries[entry - 1]?.selections[0]?.clip;
  return clip === undefined ? 0 : simulatedDurationMs(clip);
};

const mediaOf = ({ clip: { key, media = key } }: ClipSelection): string => media;

const inFolder = (media: string): readonly [string | undefined, string] => {
  const slash = media.lastIndexOf('/');
  return slash < 0 ? [undefined, media] : [media.slice(0, slash), media.slice(slash + 1)];
};

const groupBy = <T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> => {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
};

type Unnumbered = Omit<Input, 'key' | 'number'>;

const numbered = (input: Unnumbered, index: number): Input => ({
  ...input,
  number: index + 1,
  key: `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
});

const entriesOf = (selections: readonly ClipSelection[]): readonly Entry[] =>
  [...groupBy(selections, mediaOf)].map(([media, same]) => ({ file: inFolder(media)[1], selections: same }));

/** Returns the inputs for a connection. */
export const inputsOf = ({ attachments }: FaceOptions): readonly Input[] => {
  const idle = new Set([...attachments.players.values()].map(({ settings }) => textIn(settings, 'idle') ?? 'Black'));
  const groups = groupBy(attachments.selections, (selection) => {
    const [folder, file] = inFolder(mediaOf(selection));
    return folder === undefined ? `Video ${file}` : `VideoList ${folder}`;
  });
  const clips = [...groups].map(([name, selections]): Unnumbered => {
    const [type = '', ...words] = name.split(' ');
    return { type: type === 'Video' ? 'Video' : 'VideoList', name: words.join(' '), entries: entriesOf(selections) };
  });
  const colours = [...idle].map((name): Unnumbered => ({ type: 'Colour', name, entries: [] }));
  return [...colours, ...clips].map(numbered);
};
