// Shows what another operator saved during an edit, and offers to keep or discard the operator's own changes.
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { merge, type Editing } from '../api/drafts.js';
import { Button } from '../ui/button.js';
import { differences, absent, type DescribedSettings } from './difference.js';

interface EditConflictProps<A extends object> {
  readonly editing: Editing<A>;
  readonly describe: (value: A) => DescribedSettings;
}

const Comparison = ({
  base,
  theirs,
  mine,
}: {
  readonly base: DescribedSettings;
  readonly theirs: DescribedSettings;
  readonly mine: DescribedSettings;
}) => (
  <table className="comparison">
    <thead>
      <tr>
        <th scope="col">
          <Trans>Setting</Trans>
        </th>
        <th scope="col">
          <Trans>Before</Trans>
        </th>
        <th scope="col">
          <Trans>Saved by someone else</Trans>
        </th>
        <th scope="col">
          <Trans>Yours</Trans>
        </th>
      </tr>
    </thead>
    <tbody>
      {differences(base, theirs).map(({ setting, before, after }) => (
        <tr key={setting}>
          <th scope="row">{setting}</th>
          <td>{before}</td>
          <td>
            <strong>{after}</strong>
          </td>
          <td>{mine.get(setting) ?? absent}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Renders the conflict, or nothing if there is none. */
export const EditConflict = <A extends object>({ editing, describe }: EditConflictProps<A>): ReactElement | null => {
  const { base, conflict, value, rebase, discard } = editing;
  if (conflict === undefined) return null;
  return (
    <div className="edit-conflict" role="alert">
      <p>
        <Trans>
          <strong>Someone else changed these settings while you were editing.</strong> Keep your changes to apply them
          on top of theirs, or discard them.
        </Trans>
      </p>
      <Comparison base={describe(base.value)} theirs={describe(conflict.value)} mine={describe(value)} />
      <div className="actions">
        <Button onPress={discard}>
          <Trans>Discard my changes</Trans>
        </Button>
        <Button
          look="primary"
          onPress={() => {
            rebase(merge(base.value, value, conflict.value));
          }}
        >
          <Trans>Keep my changes</Trans>
        </Button>
      </div>
    </div>
  );
};
