// Clip banks and clips: how a clip is addressed and how it plays.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, field, integer, isSameName, listOf, oneOf, refined, text, unique } from '../codec/codec.js';
import type { Failure } from '../failure.js';
import { dayMs } from '../time-units.js';
import { Name } from './common-fields.js';
import { knownNames, notFound } from './nearest.js';

/** The number of a clip in its bank. */
export const ClipNumber = integer(1, 999_999);

const parts = {
  number: field(ClipNumber, 'Identifies the clip in its bank, for calls'),
  key: field(text(1, 64), 'Identifies the clip in its bank, for calls and in the studio file'),
  name: Name,
};

const DurationMs = integer(1, dayMs);

/** A clip of a bank, as callers read it. */
export const Clip = described(t.readonly(t.type({ ...parts, durationMs: t.union([DurationMs, t.null]) }), 'Clip'), {
  description:
    'A clip: its number in its bank, its key, and its duration in milliseconds; null if the studio file has none',
  examples: [{ number: 3, key: 'weather', name: 'Weather', durationMs: 60_000 }],
});
export type Clip = t.TypeOf<typeof Clip>;

const isMediaPath = (path: string): boolean =>
  /^[\p{L}\p{M}\p{N}_ .,&+'’()[\]#@!/–-]+$/u.test(path) &&
  path.split('/').every((part) => part.trim() === part && part !== '' && !/^[.[#-]/.test(part));

/**
 * A file below the player's media folder, with or without its extension. No player can take a value for a URL, a path
 * outside the folder or an option.
 */
export const MediaPath = refined(
  text(1, 255),
  isMediaPath,
  "a path below the media folder: names of letters, digits, spaces and _ . , & + ' ’ ( ) [ ] # @ ! – - with slashes " +
    'between, none of which starts with . - [ or #',
);

/** How a clip starts, and for how long (1 ms to a minute). Without a transition it is a cut. */
export const Transition = t.readonly(
  t.type({
    type: field(oneOf('mix', 'push', 'wipe', 'slide'), 'How the clip replaces what is on air'),
    durationMs: field(integer(1, 60_000), 'How long the transition takes, in milliseconds'),
  }),
);
export type Transition = t.TypeOf<typeof Transition>;

/** A clip of the layout. */
export const ClipDefinition = t.readonly(
  t.intersection([
    t.type(parts),
    t.partial({
      /** Needed only where the player doesn't know it (CLIP-TIME-9). */
      durationMs: field(
        DurationMs,
        "How long the clip is, in milliseconds. Needed only where the player can't report it",
      ),
      media: field(MediaPath, "The clip's file below the player's media folder; its key if left out"),
      loop: field(t.boolean, 'Whether the clip repeats until another one replaces it', { default: false }),
      transition: field(Transition, 'How the clip starts; a cut if left out'),
    }),
  ]),
);
export type ClipDefinition = t.TypeOf<typeof ClipDefinition>;

/** Returns the media file of a clip. */
export const mediaOf = ({ key, media = key }: Pick<ClipDefinition, 'key' | 'media'>): string => media;

/** Returns the record of a clip that callers read. */
export const clipRecord = ({ number, key, name, durationMs }: ClipDefinition): Clip => ({
  number,
  key,
  name,
  durationMs: durationMs ?? null,
});

const Clips = unique(
  unique(listOf(ClipDefinition), ({ number }) => String(number), 'number'),
  ({ key }) => key,
  'key',
);

/** A bank of clips of the layout. */
export const BankDefinition = t.readonly(
  t.type({
    key: field(text(1, 64), 'Identifies the bank in calls and in the studio file'),
    name: Name,
    clips: field(Clips, 'Its clips, in the order of playlists. No two have the same number or key'),
  }),
);
export type BankDefinition = t.TypeOf<typeof BankDefinition>;

/** A bank, as callers read it. */
export const Bank = described(t.readonly(t.type({ key: t.string, name: t.string, active: t.boolean }), 'Bank'), {
  description: 'A bank of clips. Calls play from the active bank unless they name another',
  examples: [{ key: 'news', name: 'News', active: true }],
});
export type Bank = t.TypeOf<typeof Bank>;

/** Whether a reference to a clip is a number. If no clip has it, it may still be a key. */
export const isClipNumber = (reference: string): boolean => /^[0-9]+$/.test(reference);

const byNumber = ({ clips }: BankDefinition, reference: string): ClipDefinition | undefined =>
  isClipNumber(reference) ? clips.find((clip) => clip.number === Number(reference)) : undefined;

const byKey = ({ clips }: BankDefinition, reference: string): ClipDefinition | undefined =>
  clips.find((clip) => isSameName(clip.key, reference));

/** Finds a clip of a bank by number (ignoring leading zeros), else by key (ignoring case) (PLAY-4). */
export const findClip = (bank: BankDefinition, reference: string): E.Either<Failure, ClipDefinition> =>
  E.fromNullable(
    notFound('clip', reference, `the bank "${bank.key}" has no clip "${reference}"`, () =>
      bank.clips.flatMap(({ key, name }) => knownNames(key, [], [name])),
    ),
  )(byNumber(bank, reference) ?? byKey(bank, reference));
