// What a client of the event stream knows: the records of `state`, each replaced when an event contains a newer one.

/** Records by the name of their part, as in the event `state`. */
export type KnownState = Readonly<Record<string, unknown>>;

interface KnownRecord {
  readonly id?: string;
  readonly key?: string;
  readonly holdsStudio?: boolean;
}

/** The list that an event's record belongs to. */
const lists: Readonly<Record<string, string>> = {
  station: 'stations',
  signal: 'signals',
  macro: 'macros',
  automation: 'automations',
  output: 'outputs',
  bank: 'banks',
  camera: 'cameras',
  variable: 'variables',
};

const identityOf = ({ id, key }: KnownRecord): string | undefined => id ?? key;

/** Replaces a record, or adds it. */
const withRecord = (list: readonly KnownRecord[], record: KnownRecord): readonly KnownRecord[] => {
  const isIt = (one: KnownRecord): boolean => identityOf(one) === identityOf(record);
  return list.some(isIt) ? list.map((one) => (isIt(one) ? record : one)) : [...list, record];
};

/** Returns the station that holds the studio; null if none does. */
const holderIn = (stations: readonly KnownRecord[]): KnownRecord | null =>
  stations.find(({ holdsStudio }) => holdsStudio === true) ?? null;

/** Returns what is known after an event. */
export const applyEvent = (known: KnownState, event: string, data: KnownState): KnownState => {
  if (event === 'state') return data;
  if (event === 'studio') return { ...known, studio: data['studio'] };
  const list = lists[event];
  if (list === undefined || known[list] === undefined) return known;
  const records = withRecord(known[list] as readonly KnownRecord[], data[event] as KnownRecord);
  return { ...known, [list]: records, ...(list === 'stations' && { station: holderIn(records) }) };
};
