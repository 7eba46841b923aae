// The ports of editing the studio file: the file itself, what can be read in its text, its versions, and secrets beside it.
import type * as E from 'fp-ts/lib/Either.js';
import type { Issue } from '../../domain/codec/issues.js';
import type { StudioLayout } from '../../domain/studio/layout.js';

/** An issue of a file. */
export interface FileIssue {
  /** Both from 1; undefined if the file can't be read at all. */
  readonly line?: number;
  readonly column?: number;
  /** Where in its value, such as `signals[0].id`; undefined for issues of the syntax. */
  readonly path?: string;
  /** What is wrong, such as `signals[0].id: expected …`. */
  readonly message: string;
  /** Whether there is no file. */
  readonly isMissing?: boolean;
}

/** The text of a studio file, or why it can't be read. */
export type StudioSource = E.Either<FileIssue, string>;

/** The studio file on disk. */
export interface StudioFile {
  /** Never rejects. */
  readonly read: () => Promise<StudioSource>;
  /**
   * Replaces the file atomically; resolves once it would survive a power cut, or with a clause that says why it is as before. Never
   * rejects.
   */
  readonly write: (text: string) => Promise<E.Either<string, void>>;
}

/** What is read in the text of a studio file, and how a text is changed. */
export interface StudioTexts {
  /** Returns the value of a text, which isn't validated. */
  readonly parse: (text: string) => E.Either<readonly FileIssue[], unknown>;
  /** Returns the layout, or all issues. */
  readonly check: (text: string) => E.Either<readonly FileIssue[], StudioLayout>;
  /** Returns issues of the value of a text with their places in it. */
  readonly locate: (text: string, issues: readonly Issue[]) => readonly FileIssue[];
  /** Returns a text with another value. What doesn't differ stays as it is written, with its comments. */
  readonly edit: (text: string, value: Readonly<Record<string, unknown>>) => string;
}

/** A version of the studio file, without its text. */
export interface StudioVersionHead {
  /** From 1, and one more for each version. */
  readonly version: number;
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: number;
  /** Who has made it: `host` for an edit of the file itself, else as in the audit log. */
  readonly by: string;
  /** Whether a service can put it in force. */
  readonly isValid: boolean;
  /** The version whose text it has, if that was restored. */
  readonly restored?: number;
}

/** A version of the studio file. */
export interface StudioVersion extends StudioVersionHead {
  readonly text: string;
}

/** The last versions of the studio file, on disk. */
export interface StudioVersions {
  /** Reads which versions there are. Resolves with them, the newest first. Is called once, before the others. */
  readonly load: () => Promise<readonly StudioVersionHead[]>;
  /** Resolves with a version; undefined if it isn't kept any more. */
  readonly read: (version: number) => Promise<StudioVersion | undefined>;
  /** Resolves once a version would survive a power cut. Rejects if it can't be written. */
  readonly save: (version: StudioVersion) => Promise<void>;
  readonly remove: (version: number) => Promise<void>;
}

/** The secrets of equipment that editors set. Nothing reads them back but drivers, by the paths of their files. */
export interface EquipmentSecrets {
  /** Returns the path of a new file for a secret. */
  readonly pathFor: (connection: string, field: string) => string;
  /** Resolves once a secret would survive a power cut. */
  readonly write: (path: string, secret: string) => Promise<void>;
  /** Removes the files that none of these texts names. */
  readonly keepOnly: (texts: readonly string[]) => Promise<void>;
}
