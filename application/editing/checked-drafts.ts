// Drafts of the studio file with what `check` finds in them, and the layouts of those that may come into force.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { ownerOf } from '../../domain/editing/secret-place.js';
import type { StudioLayout } from '../../domain/studio/layout.js';
import type { EquipmentSecrets, FileIssue, StudioTexts } from '../ports/studio-file.js';
import type { LayoutIntake } from '../state/layout-intake.js';
import type { CheckedChange } from './answers.js';
import {
  connectionEffects,
  drafted,
  shownText,
  textChanges,
  wrongSecrets,
  type Draft,
  type SecretPaths,
} from './draft.js';
import type { Change } from './requests.js';

export interface CheckedDraftsDeps {
  readonly texts: StudioTexts;
  readonly secrets: Pick<EquipmentSecrets, 'pathFor'>;
  readonly intake: Pick<LayoutIntake, 'fixedIssues'>;
  /** Returns the layout in force. */
  readonly layout: () => StudioLayout;
}

/** A change that was checked: what its editor sees, and the layout if it may come into force. */
export interface Checked {
  readonly seen: CheckedChange;
  readonly layout: E.Either<readonly FileIssue[], StudioLayout>;
}

/** A draft that was checked, and where its new secrets will stand. */
export interface CheckedDraft extends Checked {
  readonly draft: E.Either<readonly FileIssue[], Draft>;
  readonly secrets: SecretPaths;
}

/** Makes drafts and checks them. */
export class CheckedDrafts {
  constructor(private readonly deps: CheckedDraftsDeps) {}

  /** Makes and checks the draft of a change. Stores nothing. */
  draft(base: string, change: Change, isHost: boolean): CheckedDraft {
    const { texts } = this.deps;
    const secrets = this.#secretsOf(change);
    const draft = drafted(texts, { base, change, secrets, isHost });
    const wrong = E.isLeft(draft) ? [] : texts.locate(draft.right.text, wrongSecrets(draft.right.value, secrets));
    return { draft, secrets, ...this.check(base, draft, wrong) };
  }

  /** Checks a changed text. `wrong` is what is wrong with its new secrets. */
  check(
    base: string,
    draft: E.Either<readonly FileIssue[], Pick<Draft, 'text' | 'entered'>>,
    wrong: readonly FileIssue[] = [],
  ): Checked {
    if (E.isLeft(draft)) return { layout: draft, seen: { issues: draft.left, changes: [] } };
    const { text, entered } = draft.right;
    const layout = this.#acceptable(text, wrong);
    const changes = textChanges(this.deps.texts, base, text);
    const seen = { issues: [], changes, ...shownText(this.deps.texts, text) };
    return E.isLeft(layout)
      ? { layout, seen: { ...seen, issues: layout.left } }
      : { layout, seen: { ...seen, connections: connectionEffects(this.deps.layout(), layout.right, entered) } };
  }

  /** Returns the layout of a text, if it may come into force while the service runs. */
  #acceptable(text: string, wrong: readonly FileIssue[]): E.Either<readonly FileIssue[], StudioLayout> {
    const issues = (layout: StudioLayout): readonly FileIssue[] => [
      ...wrong,
      ...this.deps.intake.fixedIssues(layout).map((message) => ({ message })),
    ];
    return pipe(
      this.deps.texts.check(text),
      E.mapLeft((found) => [...wrong, ...found]),
      E.filterOrElse((layout) => issues(layout).length === 0, issues),
    );
  }

  #secretsOf({ secrets = [] }: Change): SecretPaths {
    return secrets.map((one) => ({ ...one, path: this.deps.secrets.pathFor(ownerOf(one).id, one.field) }));
  }
}
