// Unsaved changes with buttons to save or discard them, and the notice after saving.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { isInEffect } from '../studio/sync-status.js';
import { SyncSentence } from '../studio/sync-status-view.js';
import { Button, IconButton } from '../ui/button.js';
import { ConcernList } from '../ui/concern-list.js';
import { ConfirmButton } from '../ui/confirm-button.js';
import type { Form } from '../ui/form.js';
import { Notice } from '../ui/notice.js';
import { absent, type Difference } from './difference.js';

const ValueChange = ({ before, after }: Omit<Difference, 'setting'>): ReactElement => {
  if (before === absent)
    return (
      <Trans>
        added as <strong>{after}</strong>
      </Trans>
    );
  if (after === absent)
    return (
      <Trans>
        <s>{before}</s> removed
      </Trans>
    );
  return (
    <>
      <s>{before}</s> <span aria-label={t`becomes`}>→</span> <strong>{after}</strong>
    </>
  );
};

const ChangedSetting = ({ setting, ...values }: Difference): ReactElement => (
  <li>
    {setting}: <ValueChange {...values} />
  </li>
);

interface SaveBarProps {
  readonly changes: readonly Difference[];
  readonly form: Form;
  /** What the operator is asked to confirm before the changes are saved; none for no question. */
  readonly concerns: readonly string[];
  readonly onDiscard: () => void;
}

/** Renders the button that saves. It asks first if there are concerns. */
const Save = ({ form, concerns }: Pick<SaveBarProps, 'form' | 'concerns'>): ReactElement => {
  const text = form.isPending ? t`Saving…` : t`Save`;
  if (concerns.length === 0)
    return (
      <Button look="primary" onPress={() => void form.submit()} isPending={form.isPending}>
        {text}
      </Button>
    );
  const confirmation = {
    title: t`Save these settings?`,
    explanation: <ConcernList concerns={concerns} />,
    confirm: t`Save anyway`,
    onConfirm: form.submit,
  };
  return (
    <ConfirmButton look="primary" isPending={form.isPending} confirmation={confirmation}>
      {text}
    </ConfirmButton>
  );
};

/** Renders the unsaved changes of a section. */
export const SaveBar = ({ changes, form, concerns, onDiscard }: SaveBarProps): ReactElement => (
  <section className="save-bar" aria-label={t`Unsaved changes`}>
    <ul className="changes">
      {changes.map((change) => (
        <ChangedSetting key={change.setting} {...change} />
      ))}
    </ul>
    {form.failure !== undefined && <Notice kind="bad">{form.failure}</Notice>}
    <div className="actions">
      <Button onPress={onDiscard} isDisabled={form.isPending}>
        <Trans>Discard</Trans>
      </Button>
      <Save form={form} concerns={concerns} />
    </div>
  </section>
);

interface SavedNoticeProps {
  readonly studio: StudioOverview;
  /** First version that contains the change. */
  readonly version: number;
  readonly onClose: () => void;
}

/** Renders whether the saved change is in effect yet. */
export const SavedNotice = ({ studio, version, onClose }: SavedNoticeProps): ReactElement => {
  const isDone = isInEffect(studio, version);
  const close = (
    <IconButton label={t`Close`} onPress={onClose}>
      <X size={18} aria-hidden />
    </IconButton>
  );
  return (
    <div className="saved-notice" data-focus-fallback tabIndex={-1}>
      <Notice kind={isDone ? 'good' : 'info'} actions={close}>
        {isDone ? (
          t`Saved. The change is in effect.`
        ) : (
          <Trans>
            Saved. <SyncSentence studio={studio} />
          </Trans>
        )}
      </Notice>
    </div>
  );
};
