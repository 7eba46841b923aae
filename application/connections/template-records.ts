// The part of a studio file that a template becomes: the connection, and a record for everything that is attached to it.
import type { StudioLayout } from '../../domain/studio/layout.js';
import { partKinds, type PartKind } from './device-template.js';
import type { EnteredPart, EnteredTemplate, ExpandedTemplate } from './expand-template.js';

/** The names of a new record's kind, and the record itself. `entries` are the ids of its angles or scenes. */
interface RecordKind {
  readonly list: 'signals' | 'cameras' | 'outputs';
  readonly names: (number: number) => Readonly<Record<string, string>>;
  readonly fields: (entries: readonly string[]) => object;
}

const titled = (id: string): string => `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;

const orElse = (entries: readonly string[], id: string): readonly string[] => (entries.length === 0 ? [id] : entries);

const kinds: Readonly<Record<PartKind, RecordKind>> = {
  lines: {
    list: 'signals',
    names: (number) => ({ id: `sig-${String(number)}`, identifier: `signal-${String(number)}` }),
    fields: () => ({}),
  },
  heads: {
    list: 'cameras',
    names: (number) => ({ id: `cam-${String(number)}` }),
    fields: (entries) => ({ angles: orElse(entries, 'wide').map((id) => ({ id, name: titled(id) })) }),
  },
  players: {
    list: 'outputs',
    names: (number) => ({ id: `out-${String(number)}`, slot: `output-${String(number)}` }),
    fields: (entries) => ({ scenes: orElse(entries, 'full') }),
  },
};

/** Returns the names that the records of a studio have. */
export const takenNames = ({ signals, cameras, outputs }: StudioLayout): ReadonlySet<string> =>
  new Set([
    ...signals.flatMap(({ id, identifier }) => [id, identifier]),
    ...cameras.map(({ id }) => id),
    ...outputs.flatMap(({ id, slot }) => [id, slot]),
  ]);

/** Returns the names of new records: numbered from 1, without those that others have. */
const freeNames = (count: number, names: RecordKind['names'], taken: ReadonlySet<string>) => {
  const found: Readonly<Record<string, string>>[] = [];
  for (let number = 1; found.length < count; number += 1) {
    const one = names(number);
    if (Object.values(one).every((name) => !taken.has(name))) found.push(one);
  }
  return found;
};

const recordsOf = (
  kind: PartKind,
  expanded: ExpandedTemplate,
  entered: readonly EnteredPart[],
  taken: ReadonlySet<string>,
): readonly object[] => {
  const { names, fields } = kinds[kind];
  const free = freeNames(expanded[kind].length, names, taken);
  return expanded[kind].map((settings, index) => {
    const { part = '', each = {} } = entered[index] ?? {};
    return { ...free[index], name: part, ...fields(Object.keys(each)), [partKinds[kind]]: settings };
  });
};

/** Returns the part of a studio file that a template becomes, with names that nothing in it has yet. */
export const templateRecords = (
  expanded: ExpandedTemplate,
  entered: EnteredTemplate,
  taken: ReadonlySet<string> = new Set(),
): object => ({
  connections: [expanded.connection],
  ...Object.fromEntries(
    (Object.keys(partKinds) as PartKind[])
      .filter((kind) => expanded[kind].length > 0)
      .map((kind) => [kinds[kind].list, recordsOf(kind, expanded, entered[kind] ?? [], taken)]),
  ),
});
