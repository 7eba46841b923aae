// What the service answers editors of the studio file. What is secret in a file is hidden in all of it.
import type * as E from 'fp-ts/lib/Either.js';
import type { DryRun } from '../../domain/dry-run.js';
import type { Failure } from '../../domain/failure.js';
import type { DeviceTemplate, PartKind } from '../connections/device-template.js';
import type { ListedClip } from '../connections/connection-driver.js';
import type { FileIssue, StudioVersionHead } from '../ports/studio-file.js';

/** The answer to a request of an editor. */
export type Answer = E.Either<Failure, object>;

/** A version of the studio file, as editors see it. */
export interface ShownVersion extends StudioVersionHead {
  /** Null if it can't be shown without its secrets, because of its syntax. */
  readonly text: string | null;
  /** The value in the form of the file; null where there is no text. */
  readonly value: unknown;
  readonly issues: readonly FileIssue[];
}

/** What became of the connections when a file came into force, by their ids. */
export interface ConnectionEffects {
  readonly kept: readonly string[];
  readonly opened: readonly string[];
  readonly closed: readonly string[];
}

/** The answer to a check: what is wrong with a change, and what it would do. */
export interface CheckedChange {
  readonly issues: readonly FileIssue[];
  /** What differs from the base, in words. */
  readonly changes: readonly string[];
  /** The changed file; absent if its syntax is wrong. */
  readonly text?: string;
  readonly value?: unknown;
  readonly connections?: ConnectionEffects;
}

/** Two changes of a file together. */
export interface Merged {
  /** Null if they can't be merged. It is as mine where both have changed the same. */
  readonly merged: { readonly text: string; readonly value: unknown } | null;
  /** The paths of what both have changed. */
  readonly conflicts: readonly string[];
}

/** The answer to a save or a restoration. Everything but `saved` has changed nothing. */
export type SaveResult =
  | (CheckedChange & { readonly result: 'saved'; readonly version: StudioVersionHead })
  | (CheckedChange & { readonly result: 'refused' })
  /** Others have changed the file since the base; `theirs` is that in words. */
  | (Merged & { readonly result: 'outdated'; readonly newest: ShownVersion; readonly theirs: readonly string[] });

/** What a template can attach, as editors fill it. The values are described by JSON Schemas. */
export interface ShownTemplatePart {
  readonly name: string;
  readonly values: object;
  /** What is entered for each angle or scene; absent if nothing is. */
  readonly each?: object;
}

/** A template of a device, as editors choose and fill it. */
export interface ShownTemplate
  extends
    Pick<DeviceTemplate, 'id' | 'vendor' | 'models' | 'protocol' | 'tested' | 'notes' | 'sources'>,
    Readonly<Record<PartKind, readonly ShownTemplatePart[]>> {
  /** The JSON Schema of what is entered for the connection. */
  readonly connection: object;
}

/** What a template becomes. */
export interface ExpandedFragment {
  readonly issues: readonly FileIssue[];
  /** The lists of a studio file with the new records: `connections`, and those that aren't empty of the others. Absent with issues. */
  readonly fragment?: object;
}

/** The answer to a test of a part of a change. */
interface Tested {
  /** What was noticed, in words: what the equipment is, why it isn't connected, or what a receiver has answered. */
  readonly seen: readonly string[];
  /** Why the change can't be tested; absent if it was. */
  readonly issues?: readonly FileIssue[];
}

/** The answer to a test of a connection. */
export interface TestedConnection extends Tested {
  readonly connected: boolean;
  /** The connection in force whose state it is, where the equipment may accept no other one beside it. */
  readonly running?: string;
}

/** The answer to a test of a webhook. */
export interface TestedWebhook extends Tested {
  readonly accepted: boolean;
}

/** What a macro or automation of a change would do now. A device that only the change has isn't connected. */
export type DraftPlan = Pick<DryRun, 'commands' | 'changes' | 'unavailable'>;

/** The clips that a player has. */
export interface ListedMedia {
  readonly clips: readonly ListedClip[];
  /** Why clips lack; null if none do. */
  readonly reason: string | null;
}
