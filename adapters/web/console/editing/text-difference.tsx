// How a changed text differs from another one, line by line.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { structuredPatch } from 'diff';
import { useMemo, useState, type ReactElement } from 'react';
import { Scrollable } from '../ui/scrollable.js';

/** How many unchanged lines stand around a changed one, and from how many changed lines on none are shown: the search gets slow. */
const limits = { context: 2, maxEditLength: 1_000 };

const looks: Readonly<Record<string, 'added' | 'removed'>> = { '+': 'added', '-': 'removed' };

interface TextDifferenceProps {
  readonly before: string;
  readonly after: string;
}

const Lines = ({ before, after }: TextDifferenceProps): ReactElement => {
  const patch = useMemo(() => structuredPatch('', '', before, after, '', '', limits), [before, after]);
  if (patch === undefined)
    return (
      <p className="hint">
        <Trans>Too many lines differ to be shown.</Trans>
      </p>
    );
  return (
    <Scrollable label={t`Difference`} className="difference">
      {patch.hunks.map(({ oldStart, lines }) => (
        <pre key={oldStart} aria-label={t`from line ${oldStart}`}>
          {lines.map((line, at) => (
            <span key={String(at)} className={looks[line.charAt(0)]}>{`${line}\n`}</span>
          ))}
        </pre>
      ))}
    </Scrollable>
  );
};

/** Renders the difference, closed at first; nothing if there is none. */
export const TextDifference = (props: TextDifferenceProps): ReactElement | null => {
  const [isOpen, setOpen] = useState(false);
  if (props.before === props.after) return null;
  return (
    <details
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>
        <Trans>As text</Trans>
      </summary>
      {isOpen && <Lines {...props} />}
    </details>
  );
};
