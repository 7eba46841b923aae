// One reference of an unvalidated studio to a record, and whether that exists.
import type { Issue } from '../codec/issues.js';

/** Maximum number of existing records that an issue lists. */
const maxListed = 20;

/** A reference, and what it may name. */
export interface Reference {
  readonly path: string;
  readonly value: string | undefined;
  /** Undefined where the record that would contain them doesn't exist itself. */
  readonly known: ReadonlySet<string> | undefined;
  readonly what: string;
}

const listed = (known: ReadonlySet<string>): string => {
  if (known.size === 0) return 'there is none';
  const more = known.size - maxListed;
  return [...known.values().take(maxListed), ...(more > 0 ? [`and ${String(more)} more`] : [])].join(', ');
};

/** Whether a name is known in another Unicode form, which looks the same: with composed or with decomposed letters. */
const isKnownInOtherForm = (value: string, known: ReadonlySet<string>): boolean =>
  ['NFC', 'NFD'].some((form) => known.has(value.normalize(form)));

const got = (value: string, known: ReadonlySet<string>): Omit<Issue, 'path' | 'expected'> =>
  isKnownInOtherForm(value, known)
    ? {
        got: `"${value}" with accents stored in another Unicode form (NFC, NFD)`,
        suggestion: 'copy it from the record',
      }
    : { got: `"${value}"` };

/** Returns an issue if a reference names nothing that is known. */
export const check = ({ path, value, known, what }: Reference): readonly Issue[] =>
  value === undefined || known === undefined || known.has(value)
    ? []
    : [{ path, expected: `${what} (${listed(known)})`, ...got(value, known) }];
