// What is about to be changed, and the buttons that save or drop it; afterwards, whether it is in effect.
import type { ReactElement } from 'react';
import type { StudioOverview } from '../api/contract.js';
import { effectOf } from '../studio/effect.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import type { Difference } from './difference.js';

const Change = ({ what, before, after }: Difference): ReactElement => (
  <li>
    {what}: <s>{before}</s> <span aria-label="becomes">→</span> <strong>{after}</strong>
  </li>
);

interface SaveBarProps {
  readonly isDirty: boolean;
  readonly changes: readonly Difference[];
  readonly isPending: boolean;
  readonly isBlocked: boolean;
  readonly failure: string | undefined;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Stands at the foot of a section while something is unsaved. */
export const SaveBar = (props: SaveBarProps): ReactElement | null => {
  const { isDirty, changes, isPending, isBlocked, failure, onSave, onDiscard } = props;
  if (!isDirty) return null;
  return (
    <section className="save-bar" aria-label="Unsaved changes">
      <ul className="changes">
        {changes.map((change) => (
          <Change key={change.what} {...change} />
        ))}
      </ul>
      {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
      <div className="actions">
        <Button onPress={onDiscard} isDisabled={isPending}>
          Discard
        </Button>
        <Button look="primary" onPress={onSave} isPending={isPending} isDisabled={isBlocked}>
          {isPending ? 'Saving…' : 'Save'}
        </Button>
      </div>
    </section>
  );
};

/** Whether what was just saved is in effect already. */
export const Saved = ({
  studio,
  version,
}: {
  readonly studio: StudioOverview;
  /** The version that has the change. */
  readonly version: number;
}): ReactElement => {
  const isThere = (studio.appliedVersion ?? -1) >= version;
  return (
    <Notice kind={isThere ? 'good' : 'info'}>
      {isThere ? 'Saved, and in effect at the studio.' : `Saved. ${effectOf(studio).sentence}`}
    </Notice>
  );
};
