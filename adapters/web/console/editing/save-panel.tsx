// What has changed, what is wrong with it, and the buttons that save or discard it.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, IconButton } from '../ui/button.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import { Notice } from '../ui/notice.js';
import { TextDifference } from './text-difference.js';
import { useDraft, type DraftState, type StudioDraft } from './studio-draft.js';

const listed = (names: readonly string[]): string => names.join(', ');

const connectionWords = ({ saved }: DraftState): string => {
  const { kept = [], opened = [], closed = [] } = saved?.connections ?? {};
  const names = { kept: listed(kept), opened: listed(opened), closed: listed(closed) };
  const parts = [
    ...(kept.length > 0 ? [t`kept: ${names.kept}`] : []),
    ...(opened.length > 0 ? [t`opened: ${names.opened}`] : []),
    ...(closed.length > 0 ? [t`closed: ${names.closed}`] : []),
  ].join('; ');
  return parts === '' ? '' : t`Connections ${parts}.`;
};

const savedText = (version: number): string => t`Saved as version ${version}, and in force.`;

const Saved = ({ state, onClose }: { readonly state: DraftState; readonly onClose: () => void }): ReactElement | null =>
  state.saved === undefined ? null : (
    <Notice
      kind="good"
      actions={
        <IconButton label={t`Close`} onPress={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      }
    >
      {[savedText(state.saved.version.version), connectionWords(state)].filter((part) => part !== '').join(' ')}
    </Notice>
  );

const changedBy = (by: string): string =>
  by === 'host'
    ? t`The file was changed meanwhile, by host. Nothing of yours is saved yet.`
    : t`The file was changed meanwhile, by ${by}. Nothing of yours is saved yet.`;

const Outdated = ({
  state,
  draft,
}: {
  readonly state: DraftState;
  readonly draft: StudioDraft;
}): ReactElement | null => {
  const { outdated } = state;
  if (outdated === undefined) return null;
  const { newest, theirs, merged, conflicts } = outdated;
  const names = listed(conflicts);
  return (
    <div className="edit-conflict" role="alert">
      <p>
        <strong>{changedBy(newest.by)}</strong>
      </p>
      <ul className="changes">
        {theirs.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {conflicts.length > 0 && <p>{t`Both of you have changed ${names}. Together, it is as you have it.`}</p>}
      <div className="actions">
        <Button onPress={() => void draft.load()}>
          <Trans>Discard my changes</Trans>
        </Button>
        {merged !== null && (
          <Button look="primary" onPress={draft.takeMerged}>
            <Trans>Take both</Trans>
          </Button>
        )}
      </div>
    </div>
  );
};

const issuesText = (isChanged: boolean, count: number): string =>
  isChanged
    ? t`This can’t be saved yet: ${plural(count, { one: 'one issue', other: '# issues' })}`
    : t`The file on the host is not in force: ${plural(count, { one: 'one issue', other: '# issues' })}`;

const Issues = ({ state }: { readonly state: DraftState }): ReactElement | null =>
  state.issues.length === 0 ? null : (
    <Notice kind="bad">
      <details>
        <summary>{issuesText(state.isChanged, state.issues.length)}</summary>
        <ul className="changes">
          {state.issues.map(({ line, message }) => (
            <li key={`${String(line)} ${message}`}>{line === undefined ? message : t`line ${line}: ${message}`}</li>
          ))}
        </ul>
      </details>
    </Notice>
  );

const nothingChanged = ({ isChecking, value }: DraftState): string => {
  if (isChecking) return t`Checking…`;
  return value === null ? t`The text can’t be read.` : t`No value has changed.`;
};

/** Renders one change as it is, and several on request: they would cover the form. */
const Changes = ({ state }: { readonly state: DraftState }): ReactElement => {
  const { changes } = state;
  if (changes.length < 2) return <p className="changes">{changes[0] ?? nothingChanged(state)}</p>;
  return (
    <details>
      <summary>{plural(changes.length, { one: '# change', other: '# changes' })}</summary>
      <ul className="changes">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </details>
  );
};

/** Renders the panel. */
export const SavePanel = ({ draft }: { readonly draft: StudioDraft }): ReactElement => {
  const state = useDraft(draft);
  const { isChanged, isSaving, issues, outdated } = state;
  return (
    <div className="save-panel">
      <Saved state={state} onClose={draft.closeSaved} />
      {state.failure !== undefined && <Notice kind="bad">{state.failure}</Notice>}
      <Outdated state={state} draft={draft} />
      <Issues state={state} />
      {isChanged && outdated === undefined && (
        <section className="save-bar" aria-label={t`Unsaved changes`}>
          <Changes state={state} />
          <TextDifference before={state.base?.text ?? ''} after={state.text ?? ''} />
          <div className="actions">
            <ConfirmButton
              isDisabled={isSaving}
              confirmation={{
                title: t`Discard what isn’t saved?`,
                explanation: t`The form and the text become as the file on the host is.`,
                confirm: t`Discard it`,
                onConfirm: draft.load,
              }}
            >
              <Trans>Discard</Trans>
            </ConfirmButton>
            <Button
              look="primary"
              isPending={isSaving}
              isDisabled={issues.length > 0}
              onPress={() => void draft.save()}
            >
              {isSaving ? t`Saving…` : t`Save`}
            </Button>
          </div>
        </section>
      )}
    </div>
  );
};
