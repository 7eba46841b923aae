// What a screen shows of the studio: its records, as the events of the stream change them.

/** Whether what is shown can be vouched for. */
export type Link =
  | { readonly is: 'connecting' }
  | { readonly is: 'live' }
  | { readonly is: 'lost' }
  /** The service doesn't know the token, or no longer. */
  | { readonly is: 'unknown' }
  | { readonly is: 'refused'; readonly message: string };

/** A record of the studio, as its own route returns it. */
export type StudioRecord = Readonly<Record<string, unknown>>;

/** The records of each kind by id. Kinds are those of paths: `outputs`, `signals`; `studio` and `station` have one each. */
export type StudioRecords = ReadonlyMap<string, ReadonlyMap<string, StudioRecord>>;

/** What a screen shows of the studio. */
export interface Live {
  readonly link: Link;
  readonly records: StudioRecords;
  /** What must be added to the screen's clock to have the service's, in milliseconds. */
  readonly aheadMs: number;
  /** The studio's time zone; undefined until it is known. */
  readonly timeZone: string | undefined;
  /** Changes when what isn't in the records may have changed, such as a panel. */
  readonly begun: number;
}

export const nothing: Live = {
  link: { is: 'connecting' },
  records: new Map(),
  aheadMs: 0,
  timeZone: undefined,
  begun: 0,
};

const kindOfEvent: Readonly<Record<string, string>> = {
  signal: 'signals',
  camera: 'cameras',
  output: 'outputs',
  bank: 'banks',
  variable: 'variables',
  macro: 'macros',
  automation: 'automations',
};

const idOf = (record: StudioRecord): string => {
  const { id, key = id } = record;
  return String(key);
};

/** The studio and its stations are wholes: the holder counts. */
const wholeOf = (state: StudioRecord, kind: 'studio' | 'station'): readonly (readonly [string, StudioRecord])[] => {
  const record = state[kind];
  return typeof record === 'object' && record !== null ? [['', record as StudioRecord]] : [];
};

const recordsIn = (state: StudioRecord): StudioRecords =>
  new Map([
    ...Object.values(kindOfEvent).map((kind): [string, ReadonlyMap<string, StudioRecord>] => {
      const list = (state[kind] ?? []) as readonly StudioRecord[];
      return [kind, new Map(list.map((record) => [idOf(record), record]))];
    }),
    ...(['studio', 'station'] as const).map((kind): [string, ReadonlyMap<string, StudioRecord>] => [
      kind,
      new Map(wholeOf(state, kind)),
    ]),
  ]);

const withKind = (records: StudioRecords, kind: string, ofKind: ReadonlyMap<string, StudioRecord>): StudioRecords => {
  const changed = new Map(records);
  changed.set(kind, ofKind);
  return changed;
};

const withRecord = (records: StudioRecords, kind: string, id: string, record: StudioRecord): StudioRecords =>
  withKind(records, kind, new Map([...(records.get(kind) ?? []), [id, record] as const]));

/** The holder changes with two events: of the station that held the studio, and of the one that holds it. */
const withStation = (records: StudioRecords, station: StudioRecord): StudioRecords => {
  const held = records.get('station')?.get('');
  if (station['holdsStudio'] === true) return withRecord(records, 'station', '', station);
  return held !== undefined && idOf(held) === idOf(station) ? withKind(records, 'station', new Map()) : records;
};

/** Returns what a screen shows after an event. */
export const afterEvent = (live: Live, event: string, data: StudioRecord, now: number): Live => {
  const aheadMs = typeof data['time'] === 'string' ? Date.parse(data['time']) - now : live.aheadMs;
  if (event === 'state') {
    const timeZone = typeof data['timeZone'] === 'string' ? data['timeZone'] : undefined;
    return { link: { is: 'live' }, records: recordsIn(data), aheadMs, timeZone, begun: live.begun + 1 };
  }
  const name = event === 'clip.ending' ? 'output' : event;
  const record = data[name] as StudioRecord | undefined;
  if (record === undefined) return live;
  const kind = kindOfEvent[name];
  if (name === 'studio') return { ...live, aheadMs, records: withRecord(live.records, 'studio', '', record) };
  if (name === 'station') return { ...live, aheadMs, records: withStation(live.records, record) };
  if (kind === undefined) return live;
  const begun = name === 'bank' ? live.begun + 1 : live.begun;
  return { ...live, aheadMs, begun, records: withRecord(live.records, kind, idOf(record), record) };
};
