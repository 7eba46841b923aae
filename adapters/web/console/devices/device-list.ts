// The devices of the table: searched, filtered, counted and sorted.
import { compareTexts } from '../../messages/i18n.js';
import type { DeviceOverview } from '../api/contract.js';
import { containsWords, fold } from '../api/rules.js';
import { answerText } from './answer.js';
import { accessLabel, limitsLabel } from './labels.js';
import { marksOf, type Mark } from './marks.js';

/** A device with its marks and the text that a search looks at. */
export interface ListedDevice {
  readonly device: DeviceOverview;
  readonly marks: readonly Mark[];
  readonly text: string;
}

/** What the table shows. An empty text, or undefined, filters nothing. */
export interface DeviceFilter {
  readonly search: string;
  readonly mark: Mark | undefined;
  readonly sort: Sort;
}

/** The columns by which the table is sorted. */
export const columns = ['name', 'access', 'token', 'lastCall', 'answer'] as const;

/** One of these columns. */
export type Column = (typeof columns)[number];

/** The column that sorts the table, and its direction. */
export interface Sort {
  readonly column: Column;
  readonly isDescending: boolean;
}

const lastAnswerOf = ({ lastCall }: DeviceOverview): string => answerText(lastCall?.answer ?? null);

const textOf = (device: DeviceOverview): string => {
  const { name, station, fixedAddress, lastCall, access } = device;
  const calls = [lastCall?.address, lastAnswerOf(device)];
  return fold(
    [name, station, fixedAddress, ...calls, accessLabel(access), limitsLabel(device)].filter(Boolean).join(' '),
  );
};

/** Returns the devices with what search, filters and sorting need, ordered by name. */
export const listDevices = (devices: readonly DeviceOverview[]): readonly ListedDevice[] =>
  devices
    .map((device) => ({ device, marks: marksOf(device), text: textOf(device) }))
    .sort((one, other) => compareTexts(one.device.name, other.device.name));

const tokenOrder: readonly DeviceOverview['tokenState'][] = ['expired', 'expires_soon', 'active', 'revoked'];

const sortTexts: Readonly<Record<Column, (device: DeviceOverview) => string>> = {
  name: ({ name }) => name,
  access: (device) => `${accessLabel(device.access)} ${limitsLabel(device)}`,
  token: ({ tokenState, expiresAt }) => `${String(tokenOrder.indexOf(tokenState))} ${expiresAt ?? 'never'}`,
  lastCall: ({ lastCall }) => lastCall?.time ?? '',
  answer: lastAnswerOf,
};

const sorted = (listed: readonly ListedDevice[], { column, isDescending }: Sort): readonly ListedDevice[] => {
  const rows =
    column === 'name'
      ? [...listed]
      : listed
          .map((row) => [sortTexts[column](row.device), row] as const)
          .sort(([one], [other]) => compareTexts(one, other))
          .map(([, row]) => row);
  return isDescending ? rows.reverse() : rows;
};

/** What the table shows, and how many devices that the search finds have each mark. */
export interface DeviceSelection {
  readonly shown: readonly ListedDevice[];
  readonly counts: ReadonlyMap<Mark, number>;
}

const countsOf = (listed: readonly ListedDevice[]): ReadonlyMap<Mark, number> => {
  const counts = new Map<Mark, number>();
  for (const { marks } of listed) for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
};

/** Returns what the table shows of devices that `listDevices` returned. */
export const selectDevices = (
  listed: readonly ListedDevice[],
  { search, mark, sort }: DeviceFilter,
): DeviceSelection => {
  const contains = containsWords(search);
  const found = listed.filter(({ text }) => contains(text));
  const marked = mark === undefined ? found : found.filter(({ marks }) => marks.includes(mark));
  return { shown: sorted(marked, sort), counts: countsOf(found) };
};
