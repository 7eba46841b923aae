// Dialog that restores the settings before a change. It shows first what becomes of them, and which later changes are lost.
import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useState, type ReactElement } from 'react';
import type { HistoryItem, RestorationItem, RestoreScope } from '../api/contract.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import type { Option } from '../ui/option.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { ExactTime } from '../ui/time.js';
import { usePress } from '../ui/use-press.js';
import { FieldTable } from './field-table.js';
import { notRestoredText } from './not-restored.js';
import { useRestoration, useRestore } from './queries.js';

/** The most later changes that are listed. */
const maxLost = 5;

const scopes: readonly Option<RestoreScope>[] = [
  { value: 'change', label: t`Only what this change changed` },
  { value: 'section', label: t`Everything in this section since then` },
];

const Lost = ({ restoration: { lost, lostCount } }: { readonly restoration: RestorationItem }): ReactElement | null =>
  lostCount === 0 ? null : (
    <Notice kind="warn">
      <p>
        <Plural value={lostCount} one="A later change is lost:" other="# later changes are lost:" />
      </p>
      <ul>
        {lost.slice(0, maxLost).map(({ id, time, operator, summary }) => (
          <li key={id}>
            <ExactTime time={time} />, {operator}: {summary}
          </li>
        ))}
      </ul>
      {lostCount > maxLost && (
        <p>
          <Plural value={lostCount - maxLost} other="And # more." />
        </p>
      )}
    </Notice>
  );

const Preview = ({ restoration }: { readonly restoration: RestorationItem }): ReactElement => (
  <>
    {restoration.fields.length === 0 ? (
      <p>
        <Trans>Nothing would change: the settings are as they were before.</Trans>
      </p>
    ) : (
      <FieldTable fields={restoration.fields} label={t`What is restored`} heads={[t`Now`, t`Restored`]} />
    )}
    <Lost restoration={restoration} />
    {restoration.notRestored !== null && <p className="hint">{notRestoredText(restoration.notRestored)}</p>}
  </>
);

interface RestoreDialogProps {
  readonly studioId: string;
  readonly change: HistoryItem;
  readonly onClose: () => void;
}

export const RestoreDialog = ({ studioId, change, onClose }: RestoreDialogProps): ReactElement | null => {
  const [scope, setScope] = useState<RestoreScope>('change');
  const query = useRestoration(studioId, change.id, scope);
  const restore = useRestore(studioId, change.id);
  const { isPending, failure, press } = usePress(async () => {
    await restore(scope, query.data?.etag ?? null);
    onClose();
  });
  // The dialog opens when its content is known, so that nothing moves.
  if (query.isPending) return null;
  const nothing = query.data?.value.restoration.fields.length === 0;
  return (
    <Dialog title={t`Restore the settings before this change?`} onClose={onClose}>
      <p className="hint">
        <ExactTime time={change.time} />, {change.operator}
      </p>
      <RadioChoice label={t`Restore`} value={scope} options={scopes} onChange={setScope} />
      <div className="restoration">
        <Loaded query={query}>{({ value }) => <Preview restoration={value.restoration} />}</Loaded>
      </div>
      <FailureNotice failure={failure} />
      <div className="actions">
        <Button onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          look="primary"
          isPending={isPending}
          isDisabled={query.data === undefined || query.isPlaceholderData || nothing}
          onPress={press}
        >
          <Trans>Restore</Trans>
        </Button>
      </div>
    </Dialog>
  );
};
