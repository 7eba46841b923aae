// Somebody else saved while this operator was editing: what they changed, and the choice of what becomes of it.
import type { ReactElement } from 'react';
import { merge, type Editing } from '../api/drafts.js';
import { Button } from '../ui/button.js';
import { differences, nothing, type DescribedDifference } from './difference.js';

interface MeanwhileProps<A extends object> {
  readonly editing: Editing<A>;
  readonly tell: (value: A) => DescribedDifference;
}

const Comparison = ({
  base,
  theirs,
  mine,
}: {
  readonly base: DescribedDifference;
  readonly theirs: DescribedDifference;
  readonly mine: DescribedDifference;
}) => (
  <table className="comparison">
    <thead>
      <tr>
        <th scope="col">Setting</th>
        <th scope="col">When you began</th>
        <th scope="col">Saved by somebody else</th>
        <th scope="col">Yours</th>
      </tr>
    </thead>
    <tbody>
      {differences(base, theirs).map(({ what, before, after }) => (
        <tr key={what}>
          <th scope="row">{what}</th>
          <td>{before}</td>
          <td>
            <strong>{after}</strong>
          </td>
          <td>{mine.get(what) ?? nothing}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Nothing while nobody was faster. */
export const Meanwhile = <A extends object>({ editing, tell }: MeanwhileProps<A>): ReactElement | null => {
  const { base, meanwhile, value, rebase, discard } = editing;
  if (meanwhile === undefined) return null;
  return (
    <div className="meanwhile" role="alert">
      <p>
        <strong>Somebody changed this while you were editing.</strong> Nothing of theirs is overwritten unless you say
        so.
      </p>
      <Comparison base={tell(base.value)} theirs={tell(meanwhile.value)} mine={tell(value)} />
      <div className="actions">
        <Button onPress={discard}>Drop my changes</Button>
        <Button
          look="primary"
          onPress={() => {
            rebase(merge(base.value, value, meanwhile.value));
          }}
        >
          Go on with mine on top of theirs
        </Button>
      </div>
    </div>
  );
};
