// What a test of a part of the change has shown.
import type { ReactElement } from 'react';
import { Notice } from '../ui/notice.js';
import type { FileIssue } from './ask.js';

interface SeenProps {
  readonly isGood: boolean;
  readonly summary: string;
  readonly seen?: readonly string[];
  /** Why the change could not be tested. */
  readonly issues?: readonly FileIssue[] | undefined;
}

/** Renders the result. */
export const Seen = ({ isGood, summary, seen = [], issues = [] }: SeenProps): ReactElement => {
  const lines = [...seen, ...issues.map(({ message }) => message)];
  return (
    <Notice kind={isGood ? 'good' : 'warn'}>
      <p>{summary}</p>
      {lines.length > 0 && (
        <ul className="changes">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </Notice>
  );
};
