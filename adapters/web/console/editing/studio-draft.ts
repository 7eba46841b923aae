// A studio file that is being edited: the version that the editor has begun with, the change so far, and what the service finds in it.
import { useSyncExternalStore } from 'react';
import { isSamePlace, ownerOf, type SecretPlace } from '../../../../domain/editing/secret-place.js';
import { explain } from '../api/failure.js';
import type { AskStudio, Change, CheckedChange, FileIssue, NewSecret, SaveResult, ShownVersion } from './ask.js';
import { isFields, listOf, textOf, type Fields } from './schema.js';

type Outdated = Extract<SaveResult, { readonly result: 'outdated' }>;
type Saved = Extract<SaveResult, { readonly result: 'saved' }>;

/** What the views show. */
export interface DraftState {
  /** The version that is edited; undefined until it is read. */
  readonly base: ShownVersion | undefined;
  /** The value as it is edited; null while the text can't be read. */
  readonly value: Fields | null;
  /** The text as it is edited; null if it can't be shown. */
  readonly text: string | null;
  readonly isChanged: boolean;
  /** What differs from the base, in words. */
  readonly changes: readonly string[];
  readonly issues: readonly FileIssue[];
  /** Whether the service hasn't checked the last change yet. */
  readonly isChecking: boolean;
  readonly isSaving: boolean;
  /** What the service hasn't derived from the last change yet: the text after a form, the value after the text. It can't be edited. */
  readonly behind: 'text' | 'value' | undefined;
  readonly outdated: Outdated | undefined;
  readonly saved: Saved | undefined;
  /** Why the last request failed. */
  readonly failure: string | undefined;
}

const nothing: DraftState = {
  base: undefined,
  value: null,
  text: null,
  isChanged: false,
  changes: [],
  issues: [],
  isChecking: false,
  isSaving: false,
  behind: undefined,
  outdated: undefined,
  saved: undefined,
  failure: undefined,
};

/** How long changes are collected before they are checked, in milliseconds. */
const collectMs = 300;

/** When a check is tried again that was not answered, in milliseconds. */
const againMs = 2_000;

/** Whether a value still has what a secret is for. */
const isFor =
  (value: Fields) =>
  (secret: NewSecret): boolean => {
    const { list, id } = ownerOf(secret);
    const found = listOf(value, list).find((one) => textOf(one, 'id') === id);
    const [name = '', entry] = secret.field.split('.');
    if (entry === undefined || name !== 'headerFiles') return found !== undefined;
    const headers = isFields(found) ? found[name] : undefined;
    return isFields(headers) && Object.hasOwn(headers, entry);
  };

/** Edits one studio file. */
export class StudioDraft {
  #state = nothing;
  #change: Change | undefined;
  #secrets: readonly NewSecret[] = [];
  #savedSecrets: readonly NewSecret[] = [];
  #revision = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #watchers = new Set<() => void>();

  constructor(readonly ask: AskStudio) {}

  readonly state = (): DraftState => this.#state;

  /** Returns a number that is another one after each edit. */
  readonly revision = (): number => this.#revision;

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  /** Reads the file, and forgets the change. */
  readonly load = async (): Promise<void> => {
    await this.#attempt(async () => {
      this.#begin(await this.ask<ShownVersion>({ ask: 'read' }));
    });
  };

  /** Reads the file, unless it is edited already, or before the answer. */
  readonly open = async (): Promise<void> => {
    if (this.#state.isChanged) return;
    await this.#attempt(async () => {
      const found = await this.ask<ShownVersion>({ ask: 'read' });
      if (!this.#state.isChanged) this.#begin(found);
    });
  };

  /** Edits a field of the file. */
  readonly set = (field: string, content: unknown): void => {
    if (this.#state.value === null) return;
    const { [field]: _, ...others } = this.#state.value;
    this.setValue(content === undefined ? others : { ...this.#state.value, [field]: content });
  };

  readonly setValue = (value: Fields): void => {
    this.#edit({ value }, { value, behind: 'text' });
  };

  readonly setText = (text: string): void => {
    this.#edit({ text }, { text, behind: 'value' });
  };

  /** Returns the secret that was typed for a field; an empty text if none was. */
  readonly secretOf = (place: SecretPlace): string =>
    this.#secrets.find((one) => isSamePlace(one, place))?.secret ?? '';

  /** Whether a secret is set for a field, or was when the change was saved. */
  readonly hasSet = (place: SecretPlace, secret: string): boolean =>
    [...this.#secrets, ...this.#savedSecrets].some((one) => isSamePlace(one, place) && one.secret === secret);

  /** Sets the secret of a connection or webhook, which the host gets when the change is saved. An empty one leaves it as it is. */
  readonly setSecret = (secret: NewSecret): void => {
    const others = this.#secrets.filter((one) => !isSamePlace(one, secret));
    this.#secrets = secret.secret === '' ? others : [...others, secret];
    const { value } = this.#state;
    if (value !== null) this.#edit({ ...(this.#change ?? { value }) }, {});
  };

  /** Returns the change as it is sent, of a file that may be unchanged. */
  readonly edit = (): { readonly base: number; readonly change: Change } => {
    const { base, value } = this.#state;
    return { base: base?.version ?? 0, change: this.#withSecrets(this.#change ?? { value: value ?? {} }) };
  };

  /** Saves the change. */
  readonly save = async (): Promise<void> => {
    const { base } = this.#state;
    if (base === undefined || this.#change === undefined) return;
    clearTimeout(this.#timer);
    const change = this.#withSecrets(this.#change);
    this.#put({ isSaving: true, saved: undefined });
    await this.#attempt(async () => {
      this.#take(await this.ask<SaveResult>({ ask: 'save', base: base.version, change }));
    });
    this.#put({ isSaving: false });
    this.#checkUnsaved();
  };

  readonly closeSaved = (): void => {
    this.#put({ saved: undefined });
  };

  /** Restores an earlier version. */
  readonly restore = async (version: number): Promise<void> => {
    const { base } = this.#state;
    if (base === undefined) return;
    const result = await this.ask<SaveResult>({ ask: 'restore', version, base: base.version });
    if (result.result === 'refused') throw new Error(result.issues.map(({ message }) => message).join('; '));
    this.#take(result);
  };

  /** Goes on with both changes, where others have changed the file meanwhile. */
  readonly takeMerged = (): void => {
    const { outdated } = this.#state;
    if (outdated?.merged == null) return;
    const { newest, merged } = outdated;
    this.#state = { ...this.#state, base: newest };
    this.#edit({ text: merged.text }, { text: merged.text, value: merged.value as Fields, behind: undefined });
  };

  #begin(base: ShownVersion): void {
    this.#revision += 1;
    this.#change = undefined;
    this.#secrets = [];
    clearTimeout(this.#timer);
    const { value, text, issues } = base;
    const { saved } = this.#state;
    this.#state = { ...nothing, base, value: value as Fields | null, text, issues, saved };
    this.#notify();
  }

  #take(result: SaveResult): void {
    if (result.result === 'outdated') this.#put({ outdated: result });
    if (result.result === 'refused') this.#put({ issues: result.issues });
    if (result.result !== 'saved') return;
    const { version, text = null, value = null } = result;
    this.#put({ saved: result });
    this.#savedSecrets = this.#secrets;
    this.#begin({ ...version, text, value, issues: [] });
  }

  #edit(change: Change, shown: Partial<DraftState>): void {
    this.#change = change;
    this.#revision += 1;
    this.#put({
      ...shown,
      isChanged: true,
      isChecking: true,
      outdated: undefined,
      saved: undefined,
      failure: undefined,
    });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(change), collectMs);
  }

  #withSecrets(change: Change): Change {
    const { value } = this.#state;
    const secrets = value === null ? this.#secrets : this.#secrets.filter(isFor(value));
    return secrets.length === 0 ? change : { ...change, secrets };
  }

  /** Checks a change that was not saved. */
  #checkUnsaved(): void {
    if (this.#change !== undefined) void this.#check(this.#change);
  }

  async #check(change: Change): Promise<void> {
    const { base } = this.#state;
    if (base === undefined) return;
    const isAnswered = await this.#attempt(async () => {
      const sent = this.#withSecrets(change);
      const { issues, changes, text, value } = await this.ask<CheckedChange>({
        ask: 'check',
        base: base.version,
        change: sent,
      });
      if (this.#change !== change) return;
      const other = 'text' in change ? { value: (value as Fields | undefined) ?? null } : { text: text ?? null };
      this.#put({ issues, changes, isChecking: false, behind: undefined, failure: undefined, ...other });
    });
    if (!isAnswered && this.#change === change) this.#timer = setTimeout(() => void this.#check(change), againMs);
  }

  /** Returns whether it has not failed. */
  async #attempt(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      this.#put({ failure: explain(error) });
      return false;
    }
  }

  #put(part: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...part };
    this.#notify();
  }

  #notify(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

/** Returns the state of a draft, and follows it. */
export const useDraft = (draft: StudioDraft): DraftState => useSyncExternalStore(draft.subscribe, draft.state);
