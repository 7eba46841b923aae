// The media folder of a simulated CasparCG server.

/**
 * How a file behaves when it is played:
 * - `movie`, `audio`, `still`: plays normally;
 * - `undecodable`: accepted and reported, but never visible, as corrupt, empty and truncated files are;
 * - `missing`: the file doesn't exist.
 */
export type MediaKind = 'movie' | 'audio' | 'still' | 'undecodable' | 'missing';

/** A file. */
export interface MediaItem {
  /** Path below the media folder, without extension. */
  readonly name: string;
  /** Path as the server reports it. */
  readonly path: string;
  readonly kind: MediaKind;
  readonly durationS: number;
  /** Whether a file with its key is beside it. */
  readonly hasKey?: boolean;
  /** Position at which a truncated file stops for good, in seconds. */
  readonly stuckAtS?: number;
  /** What the media scanner lists: the file's size, and when it was changed, as year to second in digits. */
  readonly sizeBytes?: number;
  readonly modifiedAt?: string;
}

/** The frame rate of every file, in frames per second, whatever that of the channel is. */
export const fileFramesPerSecond = 25;

/** The media folder, as the server reports it. */
export const mediaFolder = 'media/';

/** Returns a file of the folder. Its extension defaults to that of its kind. */
export const mediaItem = (
  name: string,
  durationS: number,
  {
    kind = 'movie',
    extension = kind === 'still' ? 'png' : 'mp4',
    ...others
  }: Partial<MediaItem & { extension: string }> = {},
): MediaItem => ({ name, path: `${mediaFolder}${name}.${extension}`, kind, durationS, ...others });

/** Whether a name is a URL or leads out of the folder. The server accepts it like a file, but it is never visible. */
const isOutside = (name: string): boolean => /:\/\/|^\/|\.\.|^media\//.test(name);

/** The files of a server. Lookup ignores case, and the extension is optional. */
export class MediaFolder {
  readonly #files = new Map<string, MediaItem>();

  constructor(files: readonly MediaItem[]) {
    for (const file of files) this.put(file);
  }

  /** Adds a file, or replaces the one with the same name. */
  put(file: MediaItem): void {
    this.#files.set(file.name.toLowerCase(), file);
  }

  all(): readonly MediaItem[] {
    return [...this.#files.values()];
  }

  find(name: string): MediaItem | undefined {
    if (isOutside(name)) return { name, path: name, kind: 'undecodable', durationS: 0 };
    const lowerCase = name.toLowerCase();
    const file = this.#files.get(lowerCase) ?? this.#files.get(lowerCase.replace(/\.[^./]*$/, ''));
    return file?.kind === 'missing' ? undefined : file;
  }
}
