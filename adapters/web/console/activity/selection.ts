// Which lines of the list of calls are shown: all, those of calls that failed, or those of one device.
import type { DeviceOverview } from '../api/contract.js';
import type { CallLine } from './calls.js';

/** The selections beside single devices. */
export const everything = { all: 'All calls', refused: 'Calls that failed' } as const;

type Device = Pick<DeviceOverview, 'id' | 'name'>;

/** Whether a call is one of a device: by its token, or by the name in the request log. */
const isOf =
  (device: Device) =>
  (line: CallLine): boolean =>
    line.kind === 'gap' ||
    line.call.decidedBy?.device?.id === device.id ||
    (line.call.decidedBy?.device === undefined && line.call.caller === `device:${device.name}`);

const isRefused = (line: CallLine): boolean => line.kind === 'gap' || line.call.error !== null;

/** Returns a predicate for the lines that a selection shows. Each shows the gaps: calls of it may be missing there too. */
export const selectionOf = (chosen: string, devices: readonly Device[]): ((line: CallLine) => boolean) => {
  if (chosen === 'refused') return isRefused;
  const device = devices.find(({ id }) => `device-${id}` === chosen);
  return device === undefined ? () => true : isOf(device);
};
