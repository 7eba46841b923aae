// Edits the studio file, for people at the host or at the console. A change comes into force whole or not at all.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isFields } from '../../domain/editing/identity.js';
import { merge } from '../../domain/editing/merge.js';
import { failure, type Failure } from '../../domain/failure.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { Audit } from '../ports/audit.js';
import type { Log } from '../ports/log.js';
import type { EquipmentSecrets, FileIssue, StudioFile, StudioTexts, StudioVersion } from '../ports/studio-file.js';
import type { LayoutIntake } from '../state/layout-intake.js';
import { taskQueue } from '../state/task-queue.js';
import { CheckedDrafts, type CheckedDraft, type CheckedDraftsDeps } from './checked-drafts.js';
import type {
  Answer,
  CheckedChange,
  Merged,
  SaveResult,
  ShownVersion,
  TestedConnection,
  TestedWebhook,
} from './answers.js';
import type { PlanDraft } from './draft-plan.js';
import { drafted, shownText, textChanges } from './draft.js';
import type { Equipment } from './equipment.js';
import { headOf, KeptVersions, type KeptVersionsDeps } from './kept-versions.js';
import {
  isAboutEquipment,
  type Change,
  type Edit,
  type EditingRequest,
  type EquipmentRequest,
  type PlanRequest,
  type TestRequest,
} from './requests.js';

/** Who edits. */
export interface Editor {
  /** As in the audit log. */
  readonly name: string;
  /** Whether it is somebody at the host itself, to whom its files belong anyway. */
  readonly isHost: boolean;
}

export interface StudioEditorDeps extends KeptVersionsDeps, CheckedDraftsDeps {
  readonly file: StudioFile;
  readonly texts: StudioTexts;
  readonly secrets: EquipmentSecrets;
  readonly intake: Pick<LayoutIntake, 'offer' | 'fixedIssues'>;
  /** Returns what forms of the file are made of. */
  readonly schema: () => object;
  readonly equipment: Pick<Equipment, 'ask' | 'test' | 'testWebhook' | 'stop'>;
  readonly plan: PlanDraft;
  readonly log: Log;
  readonly audit: Pick<Audit, 'record' | 'recordRefusal'>;
}

/** What is put in force: a text, by whom, and the name of the operation. */
interface Applied {
  readonly by: string;
  readonly text: string;
  readonly operation: 'studio.save' | 'studio.restore';
  readonly restored?: number;
}

const gone = (version: number): Failure =>
  failure('not_found', `version ${String(version)} of the studio file is not kept any more`);

const unreadable = ({ message }: FileIssue): Failure => failure('conflict', `the studio file ${message}`);

/** Edits the studio file. */
export class StudioEditor {
  readonly #inOrder = taskQueue();
  readonly #versions: KeptVersions;
  readonly #drafts: CheckedDrafts;

  constructor(private readonly deps: StudioEditorDeps) {
    this.#versions = new KeptVersions(deps);
    this.#drafts = new CheckedDrafts(deps);
  }

  /** Reads the versions. Resolves once the file as it is now is one of them. */
  open(): Promise<void> {
    return this.#inOrder(async () => {
      await this.#versions.load();
      await this.#versions.current();
    });
  }

  /** Makes what the host has written a version. */
  noticeFile(): Promise<void> {
    return this.#inOrder(async () => void (await this.#versions.current()));
  }

  /** Answers a request. Rejects if the disk fails; then the file is as it was. */
  ask(request: EditingRequest, editor: Editor): Promise<Answer> {
    if (isAboutEquipment(request)) return this.deps.equipment.ask(request, editor.name);
    if (request.ask === 'test' || request.ask === 'testWebhook') return this.#test(request, editor);
    if (request.ask === 'plan') return this.#plan(request, editor);
    return this.#inOrder(() => this.#answer(request, editor));
  }

  /** Ends what is under way with equipment. */
  stop(): void {
    this.deps.equipment.stop();
  }

  async #answer(
    request: Exclude<EditingRequest, EquipmentRequest | TestRequest | PlanRequest>,
    editor: Editor,
  ): Promise<Answer> {
    switch (request.ask) {
      case 'read':
        return pipe(await this.#versions.current(), E.bimap(unreadable, this.#shown));
      case 'schema':
        return E.right(this.deps.schema());
      case 'versions':
        return E.right({ versions: this.#versions.heads });
      case 'version':
        return pipe(await this.#kept(request.version), E.map(this.#shown));
      case 'check':
        return this.#check(request, editor);
      case 'save':
        return this.#save(request, editor);
      case 'restore':
        return this.#restore(request, editor);
    }
  }

  async #kept(version: number): Promise<E.Either<Failure, StudioVersion>> {
    return E.fromNullable(gone(version))(await this.#versions.read(version));
  }

  readonly #shown = (version: StudioVersion): ShownVersion => {
    const checked = this.deps.texts.check(version.text);
    const { text = null, value = null } = shownText(this.deps.texts, version.text) ?? {};
    return { ...headOf(version), text, value, issues: E.isLeft(checked) ? checked.left : [] };
  };

  async #check({ base, change }: Edit, { isHost }: Editor): Promise<Answer> {
    return pipe(
      await this.#kept(base),
      E.map(({ text }) => this.#drafts.draft(text, change, isHost).seen),
    );
  }

  /** Makes the draft of a change in order. Stores nothing. */
  async #draft({ base, change }: Edit, { isHost }: Editor): Promise<E.Either<Failure, CheckedDraft>> {
    return pipe(
      await this.#inOrder(() => this.#kept(base)),
      E.map(({ text }) => this.#drafts.draft(text, change, isHost)),
    );
  }

  /** Tests a connection or a webhook of a draft while other requests are answered. */
  async #test(request: TestRequest, editor: Editor): Promise<Answer> {
    const found = await this.#draft(request, editor);
    if (E.isLeft(found)) return found;
    const { layout, secrets, seen } = found.right;
    const { issues } = seen;
    const set = new Map(secrets.map(({ path, secret }) => [path, secret]));
    if (request.ask === 'testWebhook')
      return E.isLeft(layout)
        ? E.right({ accepted: false, seen: [], issues } satisfies TestedWebhook)
        : this.deps.equipment.testWebhook(layout.right, request.webhook, set);
    if (E.isLeft(layout)) return E.right({ connected: false, seen: [], issues } satisfies TestedConnection);
    const { secrets: _, ...entered } = request.change;
    return this.deps.equipment.test(layout.right, request.connection, {
      secrets: set,
      entered: JSON.stringify(entered),
    });
  }

  /** Plans a macro or automation of a draft. */
  async #plan(request: PlanRequest, editor: Editor): Promise<Answer> {
    return pipe(
      await this.#draft(request, editor),
      E.chain(({ layout }) =>
        pipe(
          layout,
          E.mapLeft(([issue]) => failure('conflict', `the studio file has an issue: ${issue?.message ?? ''}`)),
          E.chain((changed) => this.deps.plan(changed, request)),
        ),
      ),
    );
  }

  async #save(edit: Edit, { name, isHost }: Editor): Promise<E.Either<Failure, SaveResult>> {
    const newest = await this.#versions.current();
    if (E.isLeft(newest)) return E.left(unreadable(newest.left));
    const { version, text: base } = newest.right;
    if (version !== edit.base) return E.right(await this.#outdated(edit, isHost, newest.right));
    const { draft, secrets, layout, seen } = this.#drafts.draft(base, edit.change, isHost);
    if (E.isLeft(draft) || E.isLeft(layout)) return this.#refused(name, 'studio.save', seen);
    for (const { path, secret } of secrets) await this.deps.secrets.write(path, secret);
    return this.#apply({ by: name, text: draft.right.text, operation: 'studio.save' }, layout.right, seen);
  }

  async #restore(
    { version, base }: { readonly version: number; readonly base: number },
    { name }: Editor,
  ): Promise<E.Either<Failure, SaveResult>> {
    const found = await this.#kept(version);
    if (E.isLeft(found)) return found;
    const { text } = found.right;
    // A file that can't be read is replaced.
    const newest = pipe(
      await this.#versions.current(),
      E.getOrElse(() => found.right),
    );
    if (newest.version !== base && newest !== found.right) return E.right(this.#changed(newest));
    const { layout, seen } = this.#drafts.check(newest.text, E.right({ text, entered: [] }));
    if (E.isLeft(layout)) return this.#refused(name, 'studio.restore', seen);
    return this.#apply({ by: name, text, operation: 'studio.restore', restored: version }, layout.right, seen);
  }

  #refused(by: string, operation: Applied['operation'], seen: CheckedChange): E.Either<Failure, SaveResult> {
    const summary = seen.issues.map(({ message }) => message).join('; ');
    this.deps.audit.recordRefusal({ kind: 'studio-file', caller: by, operation, error: 'refused', summary });
    return E.right({ result: 'refused', ...seen });
  }

  /** Puts a text in force as the next version. */
  async #apply(
    { operation, ...made }: Applied,
    layout: StudioLayout,
    seen: CheckedChange,
  ): Promise<E.Either<Failure, SaveResult>> {
    const version = await this.#versions.add({ ...made, isValid: true });
    const written = await this.deps.file.write(made.text);
    if (E.isLeft(written)) {
      await this.#versions.forget(version);
      return E.left(failure('conflict', `the studio file ${written.left}`));
    }
    this.deps.intake.offer(E.right(layout));
    const summary = seen.changes.length === 0 ? 'no value has changed' : seen.changes.join('; ');
    this.deps.log.info('the studio file was saved', { by: made.by, version: version.version });
    this.deps.audit.record({ kind: 'studio-file', caller: made.by, operation, error: null, summary });
    await this.#versions.prune();
    return E.right({ result: 'saved', version: headOf(version), ...seen });
  }

  #changed(newest: StudioVersion): Extract<SaveResult, { readonly result: 'outdated' }> {
    return { result: 'outdated', newest: this.#shown(newest), theirs: [], merged: null, conflicts: [] };
  }

  async #outdated(edit: Edit, isHost: boolean, newest: StudioVersion): Promise<SaveResult> {
    const base = await this.#versions.read(edit.base);
    if (base === undefined) return this.#changed(newest);
    const theirs = textChanges(this.deps.texts, base.text, newest.text);
    return { ...this.#changed(newest), theirs, ...this.#merged(edit.change, base.text, newest.text, isHost) };
  }

  /** Merges a change of an older text into the newest; nothing if one of the texts can't be read. */
  #merged(change: Change, base: string, newest: string, isHost: boolean): Merged | undefined {
    const { texts } = this.deps;
    const mine = drafted(texts, { base, change, secrets: [], isHost });
    const [before, theirs] = [texts.parse(base), texts.parse(newest)];
    if (E.isLeft(mine) || E.isLeft(before) || E.isLeft(theirs)) return undefined;
    // Whether there is a conflict would show whether a guessed header field is right.
    if (!isHost && mine.right.entered.length > 0) return undefined;
    const { value, conflicts } = merge(before.right, mine.right.value, theirs.right);
    if (!isFields(value)) return undefined;
    const text = texts.edit('text' in change ? mine.right.text : newest, value);
    return { merged: shownText(texts, text) ?? null, conflicts };
  }
}
