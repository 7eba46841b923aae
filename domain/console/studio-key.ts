// Studio keys: the secrets by which services authenticate to the console, and how one is replaced with an overlap.
import { randomCharacters, type PickRandom } from '../access/token.js';
import { dayMs } from '../time-units.js';

/** Generates a key. */
export const generateStudioKey = (pick: PickRandom): string => `studio_${randomCharacters(40, pick)}`;

/** How long an old studio key is valid by default, in milliseconds (KEY-1). */
export const defaultKeyOverlapMs = dayMs;

/** The longest time that an old studio key may be valid, in milliseconds (KEY-1). */
export const maxKeyOverlapMs = 30 * dayMs;

/** A studio key that was replaced. */
export interface OldStudioKey {
  readonly hash: string;
  /** Milliseconds since 1970 UTC. From then on it is refused. */
  readonly validUntil: number;
}

/** The hashes of a studio's keys: at most two. */
export interface StudioKeys {
  /** Null while there is no key. */
  readonly keyHash: string | null;
  /** Absent unless the key was replaced, and its service has not used the new one yet. */
  readonly oldKey?: OldStudioKey | undefined;
}

/** Returns the old key if it is still valid. */
export const validOldKey = ({ oldKey }: StudioKeys, now: number): OldStudioKey | undefined =>
  oldKey !== undefined && now < oldKey.validUntil ? oldKey : undefined;

/** Whether a key with this hash is valid. */
export const acceptsKey = (keys: StudioKeys, hash: string, now: number): boolean =>
  hash === keys.keyHash || hash === validOldKey(keys, now)?.hash;

/** A new key, and how long the old one is valid; 0 ends it at once. */
export interface KeyReplacement {
  readonly keyHash: string;
  readonly now: number;
  readonly overlapMs: number;
}

/**
 * Returns the keys after a replacement. The key that stays valid is the one that the service uses: of two keys the old one,
 * as the service has not used the new one yet (KEY-3).
 */
export const replaceKey = (keys: StudioKeys, { keyHash, now, overlapMs }: KeyReplacement): StudioKeys => {
  const used = validOldKey(keys, now)?.hash ?? keys.keyHash;
  return used === null || overlapMs === 0
    ? { keyHash }
    : { keyHash, oldKey: { hash: used, validUntil: now + overlapMs } };
};

/** Returns the keys without the old one; the same object if there is none. */
export const withoutOldKey = (keys: StudioKeys): StudioKeys =>
  keys.oldKey === undefined ? keys : { keyHash: keys.keyHash };
