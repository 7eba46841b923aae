// Drivers of connections: equipment that several signals, cameras and outputs share, such as a broker or an I/O module.
import * as E from 'fp-ts/lib/Either.js';
import type * as t from 'io-ts';
import type { Issue } from '../../domain/codec/issues.js';
import type { OutputDefinition } from '../../domain/studio/output.js';
import type { Cameras } from '../ports/cameras.js';
import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';
import type { ClipSelection, Players } from '../ports/players.js';
import type { SignalLines } from '../ports/signal-lines.js';
import type { Discovery } from './discovery.js';
import type { Wire } from '../ports/wire.js';

/** A player that is attached to a connection: its output, and the driver's settings. */
export interface AttachedPlayer<Player> {
  readonly output: OutputDefinition;
  readonly settings: Player;
}

/** What is attached to a connection, by the ids of the signals, cameras and outputs. */
export interface Attachments<Line, Head, Player> {
  readonly lines: ReadonlyMap<string, Line>;
  readonly heads: ReadonlyMap<string, Head>;
  readonly players: ReadonlyMap<string, AttachedPlayer<Player>>;
  /** Every clip that the players may show. */
  readonly selections: readonly ClipSelection[];
}

/** The signal lines of a connection. */
export type ConnectedLines = Pick<SignalLines, 'send' | 'refusal' | 'value' | 'connected'>;
/** The cameras of a connection. */
export type ConnectedCameras = Pick<Cameras, 'send' | 'refusal' | 'angle' | 'connected'>;
/** The players of a connection. */
export type ConnectedPlayers = Omit<Players, 'watch' | 'hasDriver'>;

/**
 * A connection. It connects by itself, and again whenever it is lost. It never repeats a command: one that isn't sent at once
 * fails with `device_unavailable`, and one that is pending when the connection is lost with `device_error`.
 */
export interface Connection<Line, Head, Player> {
  readonly lines?: ConnectedLines;
  readonly cameras?: ConnectedCameras;
  readonly players?: ConnectedPlayers;
  /** Serves other attachments from now on. What didn't change goes on. */
  readonly follow: (attachments: Attachments<Line, Head, Player>) => void;
  /** Ends the connection. Pending commands fail with `device_error`. Nothing can be sent afterwards. */
  readonly close: () => void;
  /** Resolves once a device has been sent what ends the connection, within a second. Absent if nothing is sent. */
  readonly whenClosed?: () => Promise<void>;
}

export interface ConnectionDeps {
  /** The id of the connection, for messages and the log. */
  readonly id: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Reads a secret from a file. Rejects with an error that names the file. */
  readonly readSecret: (path: string) => Promise<string>;
  /** Notifies that equipment floods the service; the clause is about it. Null when that is over. */
  readonly flooded?: (message: string | null) => void;
  /** What goes over the wire, for reports and recordings. */
  readonly wire?: Wire;
  /** Notifies why the connection is lost or can't be opened; null whenever the equipment speaks. */
  readonly failed?: (reason: string | null) => void;
  /** Notifies that the state of a record, or whether its device is connected, may have changed. */
  readonly changed: (record: string) => void;
}

/** What keeps a connection to equipment open. */
export type LinkDeps = Pick<ConnectionDeps, 'id' | 'clock' | 'log' | 'flooded' | 'failed' | 'wire'>;

/** A part of equipment that a player uses, such as a mix. */
export interface PlayerPart {
  /** Where the player's settings name it. */
  readonly path: string;
  readonly name: string;
}

/** A clip that a player has. */
export interface ListedClip {
  readonly name: string;
  /** In milliseconds; null for a still, or if it is unknown. */
  readonly durationMs: number | null;
}

/** The clips, or why there are none: a clause of which the equipment is the subject. */
type ListedClips = E.Either<string, readonly ListedClip[]>;

/** How well a driver is known to work, from least to most. docs/grades.md has the rules. */
export const driverGrades = ['basic', 'proven', 'lived with'] as const;
export type DriverGrade = (typeof driverGrades)[number];

/** What a driver declares. Editors, the check of studio files and the documents use its codecs. */
export interface DriverDeclaration<Settings, Line, Head, Player> {
  /** The grade that it claims. A test compares it with the evidence. */
  readonly grade: DriverGrade;
  /** Whether issues may quote what the settings contain, because no secret can be among them. Absent if they may not. */
  readonly isQuotable?: boolean;
  /** The fields of a connection besides `id` and `protocol`. */
  readonly settings: t.Type<Settings, unknown>;
  /** The fields of a signal's `line` besides `connection`. Absent if the protocol has no signal lines. */
  readonly line?: t.Type<Line, unknown>;
  /** Returns what is wrong between a `line` and the settings of its connection, each of which its codec accepts. */
  readonly lineIssues?: (line: Line, settings: Settings) => readonly Issue[];
  /** The fields of a camera's `head` besides `connection`. */
  readonly head?: t.Type<Head, unknown>;
  /** Returns what is wrong between a `head` that its codec accepts and the ids of the camera's angles. */
  readonly headIssues?: (head: Head, angles: readonly string[]) => readonly Issue[];
  /** The fields of an output's `player` besides `connection`. */
  readonly player?: t.Type<Player, unknown>;
  /** Returns what is wrong between a `player` that its codec accepts and the scenes of the output. */
  readonly playerIssues?: (player: Player, scenes: readonly string[], graphics: readonly string[]) => readonly Issue[];
  /** Returns the parts of the equipment that belong to one player alone. */
  readonly playerParts?: (player: Player) => readonly PlayerPart[];
  /**
   * Returns the settings of a second connection to the same equipment, which disturbs nobody. Absent if the equipment may accept
   * only one, or if what one connection does is noticed by the others.
   */
  readonly beside?: (settings: Settings) => Settings;
  /** Lists the clips that the equipment has. Absent if it doesn't list them. */
  readonly media?: (settings: Settings) => Promise<ListedClips>;
  /** How `discover` finds the equipment. Absent if nothing on the wire identifies it. */
  readonly discovery?: Discovery;
  readonly open: (
    settings: Settings,
    attachments: Attachments<Line, Head, Player>,
    deps: ConnectionDeps,
  ) => Connection<Line, Head, Player>;
}

/** A driver whose settings are checked, but whose types aren't known: a row of the driver table. */
export interface ConnectionDriver extends Pick<DriverDeclaration<unknown, unknown, unknown, unknown>, 'open'> {
  readonly grade: DriverGrade;
  readonly isQuotable: boolean;
  readonly settings: t.Mixed;
  readonly line: t.Mixed | undefined;
  readonly lineIssues: (line: unknown, settings: unknown) => readonly Issue[];
  readonly head: t.Mixed | undefined;
  readonly headIssues: (head: unknown, angles: readonly string[]) => readonly Issue[];
  readonly player: t.Mixed | undefined;
  /** `scenes` are the ids of the output's scenes, `graphics` those of its scenes with a graphic. */
  readonly playerIssues: (player: unknown, scenes: readonly string[], graphics: readonly string[]) => readonly Issue[];
  readonly playerParts: (player: unknown) => readonly PlayerPart[];
  readonly beside: ((settings: unknown) => unknown) | undefined;
  readonly media: ((settings: unknown) => Promise<ListedClips>) | undefined;
  readonly discovery: Discovery | undefined;
}

/** The drivers by protocol. */
export type DriverTable = Readonly<Record<string, ConnectionDriver>>;

/** Decodes settings that were checked with the studio file. */
const decoded = <A>(codec: t.Type<A, unknown>, value: unknown): A => {
  const read = codec.decode(value);
  if (E.isLeft(read)) throw new Error(`settings that were not checked: expected ${codec.name}`);
  return read.right;
};

const decodedAll = <A>(codec: t.Type<A, unknown> | undefined, all: ReadonlyMap<string, unknown>) =>
  new Map(codec === undefined ? [] : [...all].map(([id, settings]) => [id, decoded(codec, settings)] as const));

/** Returns the row of the driver table for a driver. */
export const connectionDriver = <Settings, Line = never, Head = never, Player = never>(
  driver: DriverDeclaration<Settings, Line, Head, Player>,
): ConnectionDriver => {
  const attached = (all: Attachments<unknown, unknown, unknown>): Attachments<Line, Head, Player> => ({
    lines: decodedAll(driver.line, all.lines),
    heads: decodedAll(driver.head, all.heads),
    players: playersOf(driver.player, all.players),
    selections: all.selections,
  });
  const { beside, media } = driver;
  return {
    grade: driver.grade,
    isQuotable: driver.isQuotable ?? false,
    settings: driver.settings,
    line: driver.line,
    lineIssues: (line, settings) =>
      driver.line === undefined || !driver.settings.is(settings)
        ? []
        : (driver.lineIssues?.(decoded(driver.line, line), decoded(driver.settings, settings)) ?? []),
    head: driver.head,
    headIssues: (head, angles) =>
      driver.head === undefined ? [] : (driver.headIssues?.(decoded(driver.head, head), angles) ?? []),
    player: driver.player,
    playerIssues: (player, scenes, graphics) =>
      driver.player === undefined
        ? []
        : (driver.playerIssues?.(decoded(driver.player, player), scenes, graphics) ?? []),
    playerParts: (player) =>
      driver.player === undefined ? [] : (driver.playerParts?.(decoded(driver.player, player)) ?? []),
    beside: beside && ((settings) => beside(decoded(driver.settings, settings))),
    media: media && ((settings) => media(decoded(driver.settings, settings))),
    discovery: driver.discovery,
    open: (settings, attachments, deps) => {
      const connection = driver.open(decoded(driver.settings, settings), attached(attachments), deps);
      return {
        ...connection,
        follow: (followed) => {
          connection.follow(attached(followed));
        },
      };
    },
  };
};

const playersOf = <Player>(
  codec: t.Type<Player, unknown> | undefined,
  all: ReadonlyMap<string, AttachedPlayer<unknown>>,
): ReadonlyMap<string, AttachedPlayer<Player>> =>
  new Map(
    codec === undefined
      ? []
      : [...all].map(([id, { output, settings }]) => [id, { output, settings: decoded(codec, settings) }] as const),
  );
