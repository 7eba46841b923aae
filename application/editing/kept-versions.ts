// The versions of the studio file: the last contents of the file, also those that the host has written itself.
import * as E from 'fp-ts/lib/Either.js';
import type { Clock } from '../ports/clock.js';
import type {
  EquipmentSecrets,
  FileIssue,
  StudioFile,
  StudioTexts,
  StudioVersion,
  StudioVersionHead,
  StudioVersions,
} from '../ports/studio-file.js';

export interface KeptVersionsDeps {
  readonly file: Pick<StudioFile, 'read'>;
  readonly texts: Pick<StudioTexts, 'check'>;
  readonly versions: StudioVersions;
  readonly secrets: Pick<EquipmentSecrets, 'keepOnly'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The most versions that are kept. */
export const maxVersions = 100;

/** The author of an edit of the file itself. */
export const hostsOwn = 'host';

/** Returns a version without its text. */
export const headOf = ({ text: _, ...head }: StudioVersion): StudioVersionHead => head;

/** Keeps the last versions. Its calls must not overlap. Each rejects if the disk fails. */
export class KeptVersions {
  #heads: readonly StudioVersionHead[] = [];

  constructor(private readonly deps: KeptVersionsDeps) {}

  /** The versions, the newest first. */
  get heads(): readonly StudioVersionHead[] {
    return this.#heads;
  }

  /** Reads which versions there are. */
  async load(): Promise<void> {
    this.#heads = await this.deps.versions.load();
  }

  read(version: number): Promise<StudioVersion | undefined> {
    return this.deps.versions.read(version);
  }

  /** Adds the next version. */
  async add(made: Omit<StudioVersion, 'version' | 'timeMs'>): Promise<StudioVersion> {
    const version = { ...made, version: (this.#heads[0]?.version ?? 0) + 1, timeMs: this.deps.clock.now() };
    await this.deps.versions.save(version);
    this.#heads = [headOf(version), ...this.#heads];
    return version;
  }

  async forget({ version }: StudioVersionHead): Promise<void> {
    await this.deps.versions.remove(version);
    this.#heads = this.#heads.filter((head) => head.version !== version);
  }

  /** Forgets all but the newest, and the secrets that only these named. */
  async prune(): Promise<void> {
    const old = this.#heads.slice(maxVersions);
    if (old.length === 0) return;
    for (const head of old) await this.forget(head);
    const texts: string[] = [];
    for (const { version } of this.#heads) {
      const kept = await this.read(version);
      // What can't be read may name secrets.
      if (kept === undefined) return;
      texts.push(kept.text);
    }
    await this.deps.secrets.keepOnly(texts);
  }

  /** Returns the version that the file contains. What the host has written since the newest becomes one. */
  async current(): Promise<E.Either<FileIssue, StudioVersion>> {
    const source = await this.deps.file.read();
    if (E.isLeft(source)) return source;
    const head = this.#heads[0];
    const newest = head === undefined ? undefined : await this.read(head.version);
    if (newest?.text === source.right) return E.right(newest);
    const isValid = E.isRight(this.deps.texts.check(source.right));
    return E.right(await this.add({ by: hostsOwn, isValid, text: source.right }));
  }
}
