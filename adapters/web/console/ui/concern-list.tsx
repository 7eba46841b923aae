// What an operator should check, one sentence a line.
import { Plural } from '@lingui/react/macro';
import type { ReactElement } from 'react';

/** The most concerns that are shown. */
const maxConcerns = 5;

/** Renders the first concerns, and how many there are besides. */
export const ConcernList = ({ concerns }: { readonly concerns: readonly string[] }): ReactElement => (
  <>
    <ul>
      {concerns.slice(0, maxConcerns).map((concern) => (
        <li key={concern}>{concern}</li>
      ))}
    </ul>
    {concerns.length > maxConcerns && (
      <p>
        <Plural value={concerns.length - maxConcerns} other="And # more." />
      </p>
    )}
  </>
);
