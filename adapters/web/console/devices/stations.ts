// The stations that a device can name: those that the studio's service reports, and those that other devices name.
import type { PanelTargets } from '../api/contract.js';

type Station = NonNullable<PanelTargets['stations']>[number];

/** Whether the service reports a station under this name or id; true if it reports no stations at all. */
export const isReported = (reported: readonly Station[] | null, station: string): boolean =>
  reported === null || reported.some(({ id, name }) => id === station || name === station);

/** A station that can be chosen, with a remark if the service doesn't report it. */
export interface StationChoice {
  readonly id: string;
  readonly remark?: string;
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** Returns the reported stations by name in the order of the studio, then those of devices that the service doesn't report. */
export const stationChoices = (
  reported: readonly Station[] | null,
  ofDevices: readonly string[],
): readonly StationChoice[] => {
  const known = [...new Set((reported ?? []).map(({ name }) => name))].map((id) => ({ id }));
  const others = [...new Set(ofDevices)].sort(compare);
  if (reported === null) return others.map((id) => ({ id }));
  const unknown = others.filter((station) => !isReported(reported, station));
  return [...known, ...unknown.map((id) => ({ id, remark: 'unknown' }))];
};
