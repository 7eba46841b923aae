// What an event feed has sent: the fields of records and the entries of logs, with the versions of their last change.
/** The fields of a record. */
export type Fields = Readonly<Record<string, unknown>>;

/** A record that was sent: its fields as JSON, and the version in which it last changed. */
interface Sent {
  readonly fields: ReadonlyMap<string, string>;
  readonly version: number;
}

const jsonOf = (fields: Fields): ReadonlyMap<string, string> =>
  new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]));

/** Finds the fields that changed since they were sent. */
export class SentRecords {
  readonly #sent = new Map<string, Sent>();

  /** Returns the changed fields of a record, none if it is unchanged, and remembers it under `version`. */
  update(key: string, fields: Fields, version: number): Fields {
    const before = this.#sent.get(key);
    const json = jsonOf(fields);
    const changed = [...json.keys()].filter((name) => before?.fields.get(name) !== json.get(name));
    if (changed.length > 0) this.#sent.set(key, { fields: json, version });
    return Object.fromEntries(changed.map((name) => [name, fields[name]]));
  }

  changedSince(key: string, version: number): boolean {
    return (this.#sent.get(key)?.version ?? 0) > version;
  }

  /** Forgets every record: the next update of each has all its fields. */
  clear(): void {
    this.#sent.clear();
  }

  /** Number of remembered records. */
  get size(): number {
    return this.#sent.size;
  }
}

/** Whether a record has no fields. */
export const isEmpty = (fields: Fields): boolean => Object.keys(fields).length === 0;

/** The version of an entry of a log, by its identity: an update replaces the entry. */
export class SentEntries<Entry extends { readonly number: number }> {
  #sent = new Map<number, { readonly entry: Entry; readonly version: number }>();

  update(entries: readonly Entry[], version: number): readonly Entry[] {
    const before = this.#sent;
    const versionOf = (entry: Entry) => {
      const known = before.get(entry.number);
      return known?.entry === entry ? known.version : version;
    };
    this.#sent = new Map(entries.map((entry) => [entry.number, { entry, version: versionOf(entry) }]));
    return this.changedSince(version - 1);
  }

  changedSince(since: number): readonly Entry[] {
    return [...this.#sent.values()].filter(({ version }) => version > since).map(({ entry }) => entry);
  }
}
