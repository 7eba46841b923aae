// How a changed text differs from another one, line by line.
import { structuredPatch } from 'diff';
import type { ReactElement } from 'react';

/** How many unchanged lines stand around a changed one. */
const context = 2;

const looks: Readonly<Record<string, 'added' | 'removed'>> = { '+': 'added', '-': 'removed' };

interface TextDifferenceProps {
  readonly before: string;
  readonly after: string;
}

const Difference = ({ before, after }: TextDifferenceProps): ReactElement => (
  <div className="difference">
    {structuredPatch('', '', before, after, '', '', { context }).hunks.map(({ oldStart, lines }) => (
      <pre key={oldStart} aria-label={`from line ${String(oldStart)}`}>
        {lines.map((line, at) => (
          <span key={String(at)} className={looks[line.charAt(0)]}>{`${line}\n`}</span>
        ))}
      </pre>
    ))}
  </div>
);

/** Renders the difference, closed at first; nothing if there is none. */
export const TextDifference = (props: TextDifferenceProps): ReactElement | null =>
  props.before === props.after ? null : (
    <details>
      <summary>As text</summary>
      <Difference {...props} />
    </details>
  );
