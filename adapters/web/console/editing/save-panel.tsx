// What has changed, what is wrong with it, and the buttons that save or discard it.
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
  const parts = [
    ...(kept.length > 0 ? [`kept: ${listed(kept)}`] : []),
    ...(opened.length > 0 ? [`opened: ${listed(opened)}`] : []),
    ...(closed.length > 0 ? [`closed: ${listed(closed)}`] : []),
  ];
  return parts.length === 0 ? '' : ` Connections ${parts.join('; ')}.`;
};

const Saved = ({ state, onClose }: { readonly state: DraftState; readonly onClose: () => void }): ReactElement | null =>
  state.saved === undefined ? null : (
    <Notice
      kind="good"
      actions={
        <IconButton label="Close" onPress={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      }
    >
      {`Saved as version ${String(state.saved.version.version)}, and in force.${connectionWords(state)}`}
    </Notice>
  );

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
  return (
    <div className="edit-conflict" role="alert">
      <p>
        <strong>{`The file was changed meanwhile, by ${newest.by}. Nothing of yours is saved yet.`}</strong>
      </p>
      <ul className="changes">
        {theirs.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {conflicts.length > 0 && (
        <p>{`Both of you have changed ${listed(conflicts)}. Together, it is as you have it.`}</p>
      )}
      <div className="actions">
        <Button onPress={() => void draft.load()}>Discard my changes</Button>
        {merged !== null && (
          <Button look="primary" onPress={draft.takeMerged}>
            Take both
          </Button>
        )}
      </div>
    </div>
  );
};

const Issues = ({ state }: { readonly state: DraftState }): ReactElement | null =>
  state.issues.length === 0 ? null : (
    <Notice kind="bad">
      <details>
        <summary>
          {state.isChanged ? 'This can’t be saved yet: ' : 'The file on the host is not in force: '}
          {state.issues.length === 1 ? 'one issue' : `${String(state.issues.length)} issues`}
        </summary>
        <ul className="changes">
          {state.issues.map(({ line, message }) => (
            <li key={`${String(line)} ${message}`}>
              {line === undefined ? message : `line ${String(line)}: ${message}`}
            </li>
          ))}
        </ul>
      </details>
    </Notice>
  );

const nothingChanged = ({ isChecking, value }: DraftState): string => {
  if (isChecking) return 'Checking…';
  return value === null ? 'The text can’t be read.' : 'No value has changed.';
};

/** Renders one change as it is, and several on request: they would cover the form. */
const Changes = ({ state }: { readonly state: DraftState }): ReactElement => {
  const { changes } = state;
  if (changes.length < 2) return <p className="changes">{changes[0] ?? nothingChanged(state)}</p>;
  return (
    <details>
      <summary>{`${String(changes.length)} changes`}</summary>
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
        <section className="save-bar" aria-label="Unsaved changes">
          <Changes state={state} />
          <TextDifference before={state.base?.text ?? ''} after={state.text ?? ''} />
          <div className="actions">
            <ConfirmButton
              isDisabled={isSaving}
              confirmation={{
                title: 'Discard what isn’t saved?',
                explanation: 'The form and the text become as the file on the host is.',
                confirm: 'Discard it',
                onConfirm: draft.load,
              }}
            >
              Discard
            </ConfirmButton>
            <Button
              look="primary"
              isPending={isSaving}
              isDisabled={issues.length > 0}
              onPress={() => void draft.save()}
            >
              {isSaving ? 'Saving…' : 'Save'}
            </Button>
          </div>
        </section>
      )}
    </div>
  );
};
