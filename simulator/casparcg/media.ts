// The media folder of a simulated CasparCG server.

/**
 * What becomes of a file that is played:
 * - `movie`, `audio`, `still`: what they say;
 * - `undecodable`: it is taken, named in every report, and no picture of it ever comes: corrupt, empty, truncated files;
 * - `missing`: there is no such file.
 */
export type MediaKind = 'movie' | 'audio' | 'still' | 'undecodable' | 'missing';

/** A file. */
export interface MediaItem {
  /** Below the media folder, without its extension. */
  readonly name: string;
  /** As the server tells it. */
  readonly path: string;
  readonly kind: MediaKind;
  readonly durationS: number;
  /** Where it stops for good, for one that was cut off. */
  readonly stuckAtS?: number;
}

/** The folder that files lie in, as the server tells it. */
export const mediaFolder = 'media/';

/** A file of the folder; its extension is that of its kind unless it is told. */
export const mediaFile = (
  name: string,
  durationS: number,
  {
    kind = 'movie',
    extension = kind === 'still' ? 'png' : 'mp4',
    ...others
  }: Partial<MediaItem & { extension: string }> = {},
): MediaItem => ({ name, path: `${mediaFolder}${name}.${extension}`, kind, durationS, ...others });

/** Addresses, and ways out of the folder: taken like any file, never seen. */
const isElsewhere = (name: string): boolean => /:\/\/|^\/|\.\.|^media\//.test(name);

/** The files of a server, found in any letters' case, with their extension or without. */
export class MediaFolder {
  readonly #files = new Map<string, MediaItem>();

  constructor(files: readonly MediaItem[]) {
    for (const file of files) this.put(file);
  }

  /** Puts a file in the place of the one of its name. */
  put(file: MediaItem): void {
    this.#files.set(file.name.toLowerCase(), file);
  }

  find(name: string): MediaItem | undefined {
    if (isElsewhere(name)) return { name, path: name, kind: 'undecodable', durationS: 0 };
    const folded = name.toLowerCase();
    const file = this.#files.get(folded) ?? this.#files.get(folded.replace(/\.[^./]*$/, ''));
    return file?.kind === 'missing' ? undefined : file;
  }
}
