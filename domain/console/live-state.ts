// What a studio is doing, as operators watch it at the console: one codec for the service and the console. Nothing of it is
// stored.
import * as t from 'io-ts';
import { shownText } from '../access/shown-text.js';
import { boundedListOf, integer, looseText, oneOf } from '../codec/codec.js';
import { OutputPlayer } from '../studio/output-player.js';
import { StudioStatus } from '../studio/studio.js';
import { Tally } from '../studio/tally.js';

/** The longest name that is sent, in characters. The end of a longer one is left out. */
const maxNameLength = 128;

/** The most entries that are sent. */
const maxEntries = 200;

/** The longest state, in octets of JSON: a message between console processes has 7,900. */
export const maxLiveStateLength = 7_500;

const name = looseText(0, maxNameLength);
const nameOrNull = t.union([name, t.null]);
const tally = t.union([Tally, t.null]);
const milliseconds = t.union([integer(0, 2 ** 48), t.null]);

/** What a scene plays. `scene` is null if its output has only this one. */
const LiveSceneFields = t.type({
  kind: oneOf('scene'),
  output: name,
  scene: nameOrNull,
  connected: t.boolean,
  tally,
  /** The clip's key; null if none is on. */
  clip: nameOrNull,
  /** The clip that the next take puts on air. */
  cued: nameOrNull,
  /** What remained when the state was read; null while this is unknown, while the clip loops, or is paused. */
  remainingMs: milliseconds,
  durationMs: milliseconds,
  paused: t.boolean,
  loop: t.boolean,
});

const position = integer(0, 2 ** 31);

/** Services of earlier versions send neither playlists nor a second player. */
const LiveScene = t.intersection([
  LiveSceneFields,
  t.partial({
    playlist: t.union([t.type({ bank: name, at: position, of: position }), t.null]),
    /** Of an output with two players, the one that doesn't lead. */
    other: t.type({ player: OutputPlayer, connected: t.boolean, clip: nameOrNull }),
  }),
]);

/** A macro that runs, with its current step. */
const LiveMacro = t.type({ kind: oneOf('macro'), name, step: integer(0, 2 ** 31), steps: integer(0, 2 ** 31) });

/** An automation that isn't stopped. */
const LiveAutomation = t.type({ kind: oneOf('automation'), name, state: oneOf('running', 'paused', 'failed') });

const LiveCamera = t.type({ kind: oneOf('camera'), name, connected: t.boolean, tally });

const LiveSignal = t.type({
  kind: oneOf('signal'),
  name,
  connected: t.boolean,
  /** Null while it is unknown. */
  value: t.union([t.boolean, t.null]),
});

/** One record. */
export const LiveEntry = t.readonly(t.union([LiveScene, LiveMacro, LiveAutomation, LiveCamera, LiveSignal]));
export type LiveEntry = t.TypeOf<typeof LiveEntry>;

/** The groups of entries. */
export const liveGroups = ['outputs', 'macros', 'automations', 'cameras', 'signals'] as const;
export type LiveGroup = (typeof liveGroups)[number];

/** A state. Its entries are decoded one by one, because a newer service may send other kinds. */
export const LiveState = t.readonly(
  t.type({
    /** Null while it may not be read. */
    status: t.union([StudioStatus, t.null]),
    /** The name of the station that holds the studio. */
    holder: nameOrNull,
    /** The groups that may not be read, because the console's settings switch them off. */
    unreadable: boundedListOf(oneOf(...liveGroups), liveGroups.length),
    entries: boundedListOf(t.unknown, maxEntries),
    /** How many more entries there are. */
    notShown: integer(0, 2 ** 31),
  }),
  'LiveState',
);

/** What a studio is doing, with the entries in the order of the studio file. */
export interface LiveState extends Omit<t.TypeOf<typeof LiveState>, 'entries'> {
  readonly entries: readonly LiveEntry[];
}

const shown = (text: string): string => shownText(text, maxNameLength);
const shownOrNull = (text: string | null): string | null => text && shown(text);

/** Returns an entry without tokens, with texts that fit, and without unknown fields. */
const boundedEntry = (entry: LiveEntry): LiveEntry => {
  switch (entry.kind) {
    case 'scene':
      return {
        kind: entry.kind,
        output: shown(entry.output),
        scene: shownOrNull(entry.scene),
        connected: entry.connected,
        tally: entry.tally,
        clip: shownOrNull(entry.clip),
        cued: shownOrNull(entry.cued),
        remainingMs: entry.remainingMs,
        durationMs: entry.durationMs,
        paused: entry.paused,
        loop: entry.loop,
        ...(entry.other && { other: { ...entry.other, clip: shownOrNull(entry.other.clip) } }),
      };
    case 'macro':
      return { kind: entry.kind, name: shown(entry.name), step: entry.step, steps: entry.steps };
    case 'automation':
      return { kind: entry.kind, name: shown(entry.name), state: entry.state };
    case 'camera':
      return { kind: entry.kind, name: shown(entry.name), connected: entry.connected, tally: entry.tally };
    case 'signal':
      return { kind: entry.kind, name: shown(entry.name), connected: entry.connected, value: entry.value };
  }
};

/** The octets of a state besides its entries. */
const overhead = 512 + maxNameLength * 3;

const lengthOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length + 1;

/** Returns how many entries fit, from the first. */
const fitting = (entries: readonly LiveEntry[]): number => {
  let length = overhead;
  const tooLong = entries.slice(0, maxEntries).findIndex((entry) => (length += lengthOf(entry)) > maxLiveStateLength);
  return tooLong === -1 ? Math.min(entries.length, maxEntries) : tooLong;
};

/** Returns a state within all bounds, without tokens. Entries that don't fit are counted (LIVE-2). */
export const boundedLiveState = ({ status, holder, unreadable, entries, notShown }: LiveState): LiveState => {
  const bounded = entries.map(boundedEntry);
  const count = fitting(bounded);
  return {
    status,
    holder: shownOrNull(holder),
    unreadable,
    entries: bounded.slice(0, count),
    notShown: Math.min(2 ** 31, notShown + bounded.length - count),
  };
};
