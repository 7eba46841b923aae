// Reads devices from a CSV or JSON file, and finds everything that is wrong with it.
import { t } from '@lingui/core/macro';
import type { DeviceSettings } from '../api/contract.js';
import { check, comparable, DeviceSettings as DeviceRules, issueText, type Issue } from '../api/rules.js';
import { lineName, readCsvTable } from './csv-table.js';
import { recordFields, unescapeCell } from './device-records.js';
import { checkExpiry } from './expiry-rules.js';
import { readOperationLines } from './operation-lines.js';

/** A device of a file, and where it is: `Line 3` or `Device 2`. */
interface FoundDevice {
  readonly place: string;
  readonly settings: DeviceSettings;
}

/** What a file contains. Its devices can be added if there is no fault. */
export interface DeviceFile {
  readonly devices: readonly FoundDevice[];
  /** One sentence each, which begins with the place. */
  readonly faults: readonly string[];
  /** How many revoked devices are left out. */
  readonly revoked: number;
}

type Fields = Readonly<Record<string, unknown>>;

interface FoundRecord {
  readonly place: string;
  readonly fields: Fields;
}

interface FoundRecords {
  readonly records: readonly FoundRecord[];
  readonly faults: readonly string[];
}

const fieldNames = recordFields.join(', ');
const expectedFields = t`Expected ${fieldNames}.`;

const fieldFaults = (place: string, names: readonly string[]): readonly string[] => [
  ...names
    .filter((name) => !recordFields.some((field) => field === name))
    .map((name) => `${t`${place}: “${name}” is not known.`} ${expectedFields}`),
  ...['name', 'access'].filter((name) => !names.includes(name)).map((name) => t`${place}: “${name}” is missing.`),
];

const fieldsOf = (row: ReadonlyMap<string, string>): Fields => {
  const cells = Object.fromEntries(
    recordFields.map((field) => [field, unescapeCell(row.get(field) ?? '')]).filter(([, cell]) => cell !== ''),
  ) as Readonly<Record<string, string>>;
  const { features = '', operations = '' } = cells;
  return {
    ...cells,
    features: features.split(/[\s,]+/).filter(Boolean),
    operations: readOperationLines(operations),
  };
};

const readCsv = (text: string): FoundRecords => {
  const { headLine, columns, rows, faults } = readCsvTable(text);
  return {
    records: rows.map(({ line, cells }) => ({ place: lineName(line), fields: fieldsOf(cells) })),
    faults: [...fieldFaults(lineName(headLine), [...new Set(columns)]), ...faults],
  };
};

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const readJson = (text: string): FoundRecords => {
  const none = (fault: string): FoundRecords => ({ records: [], faults: [fault] });
  try {
    const parsed: unknown = JSON.parse(text);
    const list: unknown = isRecord(parsed) && !Array.isArray(parsed) ? parsed['devices'] : parsed;
    if (!Array.isArray(list)) return none(t`The file contains no list “devices”.`);
    const records = list.map((entry: unknown, index) => ({
      place: t`Device ${index + 1}`,
      fields: isRecord(entry) ? entry : {},
    }));
    return { records, faults: records.flatMap(({ place, fields }) => fieldFaults(place, Object.keys(fields))) };
  } catch (error) {
    if (!(error instanceof Error)) return none(t`The file is not valid JSON: it can’t be read.`);
    const { message } = error;
    return none(t`The file is not valid JSON: ${message}.`);
  }
};

const settingsOf = ({
  name,
  access,
  station = null,
  fixedAddress = null,
  features = [],
  expiresAt = null,
  panel = null,
  operations = [],
}: Fields): Readonly<Record<keyof DeviceSettings, unknown>> => ({
  name,
  access,
  station,
  fixedAddress,
  features,
  expiresAt,
  panel,
  operations,
});

const settingFaults = ({ place, fields }: FoundRecord): readonly string[] => {
  const settings = settingsOf(fields);
  const invalid = check(DeviceRules, settings);
  const errors =
    Object.keys(invalid).length > 0 ? invalid : checkExpiry(settings.expiresAt as DeviceSettings['expiresAt']);
  return Object.entries(errors).map(([field, error]) => `${place}, ${field}: ${error}`);
};

const nameFaults = (records: readonly FoundRecord[], taken: readonly string[]): readonly string[] => {
  const known = new Set(taken.map((name) => comparable(name)));
  const places = new Map<string, string>();
  return records.flatMap(({ place, fields: { name } }) => {
    if (typeof name !== 'string') return [];
    if (known.has(comparable(name))) return [t`${place}, name: “${name}” is the name of a device of the studio.`];
    const other = places.get(comparable(name));
    if (other === undefined) places.set(comparable(name), place);
    return other === undefined ? [] : [t`${place}, name: “${name}” is the name of ${other}.`];
  });
};

/** Reads a file. `taken` are the names of the studio’s devices. */
export const readDeviceFile = (text: string, taken: readonly string[]): DeviceFile => {
  const { records, faults } = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
  const isRevoked = ({ fields }: FoundRecord): boolean => fields['state'] === 'revoked';
  const active = records.filter((record) => !isRevoked(record));
  const all = faults.length > 0 ? faults : [...active.flatMap(settingFaults), ...nameFaults(active, taken)];
  return {
    devices: active.map(({ place, fields }) => ({ place, settings: settingsOf(fields) as DeviceSettings })),
    faults: all.length === 0 && records.length === 0 ? [t`The file contains no devices.`] : all,
    revoked: records.length - active.length,
  };
};

/** Returns what the console found wrong with the devices of a file, each at its place in the file. */
export const placedFaults = (issues: readonly Issue[], { devices }: DeviceFile): readonly string[] =>
  issues.map((issue) => {
    const [, index, field = ''] = /^devices\[(\d+)\]\.?(.*)$/.exec(issue.path) ?? [];
    const place = devices[Number(index)]?.place;
    const where = place === undefined ? issue.path : [place, field].filter((part) => part !== '').join(', ');
    return `${where}: ${issueText(issue)}`;
  });
