// A list of records, each with its id, a value, and a note whose line is always there, so that nothing moves.
import type { ReactElement, ReactNode } from 'react';

interface Fact {
  readonly id: string;
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: string;
}

/** Renders the list. */
export const FactList = ({ facts }: { readonly facts: readonly Fact[] }): ReactElement => (
  <ul className="facts">
    {facts.map(({ id, name, value, note }) => (
      <li key={id} aria-label={name}>
        <span className="fact-name">
          <strong>{name}</strong> <code>{id}</code>
        </span>
        <span>{value}</span>
        {note !== undefined && <span className="hint fact-note">{note}</span>}
      </li>
    ))}
  </ul>
);
