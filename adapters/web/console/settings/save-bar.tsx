// What is about to be changed, and the buttons that save or drop it; afterwards, whether it is in effect.
import { X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { effectOf, isRefused } from '../studio/effect.js';
import { Button, IconButton } from '../ui/button.js';
import type { Form } from '../ui/form.js';
import { Notice } from '../ui/notice.js';
import { nothing, type Difference } from './difference.js';

const Step = ({ before, after }: Omit<Difference, 'what'>): ReactElement => {
  if (before === nothing)
    return (
      <>
        added as <strong>{after}</strong>
      </>
    );
  if (after === nothing)
    return (
      <>
        <s>{before}</s> removed
      </>
    );
  return (
    <>
      <s>{before}</s> <span aria-label="becomes">→</span> <strong>{after}</strong>
    </>
  );
};

const Change = ({ what, ...step }: Difference): ReactElement => (
  <li>
    {what}: <Step {...step} />
  </li>
);

interface SaveBarProps {
  readonly changes: readonly Difference[];
  readonly form: Form;
  readonly onDiscard: () => void;
}

/** Stands at the foot of a section while something is unsaved. */
export const SaveBar = ({ changes, form, onDiscard }: SaveBarProps): ReactElement => (
  <section className="save-bar" aria-label="Unsaved changes">
    <ul className="changes">
      {changes.map((change) => (
        <Change key={change.what} {...change} />
      ))}
    </ul>
    {form.failure !== undefined && <Notice kind="bad">{form.failure}</Notice>}
    <div className="actions">
      <Button onPress={onDiscard} isDisabled={form.isPending}>
        Discard
      </Button>
      <Button look="primary" onPress={() => void form.submit()} isPending={form.isPending}>
        {form.isPending ? 'Saving…' : 'Save'}
      </Button>
    </div>
  </section>
);

interface SavedProps {
  readonly studio: StudioOverview;
  /** The version that has the change. */
  readonly version: number;
  readonly onClose: () => void;
}

/** Whether what was just saved is in effect already. */
export const Saved = ({ studio, version, onClose }: SavedProps): ReactElement => {
  const isThere = (studio.appliedVersion ?? -1) >= version && !isRefused(studio);
  const close = (
    <IconButton label="Close" onPress={onClose}>
      <X size={18} aria-hidden />
    </IconButton>
  );
  return (
    <div className="saved" data-landing tabIndex={-1}>
      <Notice kind={isThere ? 'good' : 'info'} actions={close}>
        {isThere ? 'Saved, and in effect at the studio.' : `Saved. ${effectOf(studio).sentence}`}
      </Notice>
    </div>
  );
};
