// Queries and changes of control devices.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { studioPath, sendRequest, type ConsoleReply } from '../api/client.js';
import type { DeviceOverview, DeviceSettings } from '../api/contract.js';
import { keys } from '../api/query-client.js';

interface DeviceReply {
  readonly device: DeviceOverview;
}

/** A device with a new token, which is shown only once. */
export interface DeviceWithToken extends DeviceReply {
  readonly token: string;
}

type DeviceListReply = ConsoleReply<{ readonly devices: readonly DeviceOverview[] }>;

const deviceListQuery = (studioId: string) => ({
  queryKey: keys.section(studioId, 'devices'),
  queryFn: () => sendRequest<DeviceListReply['value']>('GET', studioPath(studioId, 'devices')),
});

const devicesIn = ({ value }: DeviceListReply): readonly DeviceOverview[] => value.devices;

/** Reads the devices of a studio. */
export const useDevices = (studioId: string, enabled = true): UseQueryResult<readonly DeviceOverview[]> =>
  useQuery({ ...deviceListQuery(studioId), enabled, select: devicesIn });

/** Reads the devices of a studio with the tag of their state. */
export const useDeviceList = (studioId: string): UseQueryResult<DeviceListReply> => useQuery(deviceListQuery(studioId));

/** Returns the settings of a device. */
export const settingsOf = (device: DeviceOverview): DeviceSettings => ({
  name: device.name,
  access: device.access,
  station: device.station,
  fixedAddress: device.fixedAddress,
  features: device.features,
  expiresAt: device.expiresAt,
});

const toSettings = (reply: ConsoleReply<DeviceReply>): ConsoleReply<DeviceSettings> => ({
  ...reply,
  value: settingsOf(reply.value.device),
});

/** Reads the settings of one device. An edit begins from those of now, and not from those that an earlier one has read. */
export const useDeviceSettings = (studioId: string, device: string): UseQueryResult<ConsoleReply<DeviceSettings>> =>
  useQuery({
    queryKey: keys.device(studioId, device),
    queryFn: async () => toSettings(await sendRequest<DeviceReply>('GET', studioPath(studioId, 'devices', device))),
    gcTime: 0,
  });

const useDeviceChange = (studioId: string): ChangeRequest => useChangeRequest(keys.studio(studioId), keys.studios);

/** Returns a function that adds a device. */
export const useAddDevice = (studioId: string): ((settings: DeviceSettings) => Promise<DeviceWithToken>) => {
  const change = useDeviceChange(studioId);
  return async (body) =>
    (await change(() => sendRequest<DeviceWithToken>('POST', studioPath(studioId, 'devices'), { body }))).value;
};

/** Returns a function that changes the settings of a device, based on the state with the tag `ifMatch`. */
export const useChangeDevice = (
  studioId: string,
  device: string,
): ((settings: DeviceSettings, ifMatch: string | null) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (body, ifMatch) =>
    change(() => sendRequest('PATCH', studioPath(studioId, 'devices', device), { body, ifMatch }));
};

/** How a token is replaced: how long the old one works, in milliseconds, and when the new one expires. */
export interface TokenReplacement {
  readonly overlapMs: number;
  readonly expiresAt: string | null;
}

/** Returns a function that replaces the token of a device. */
export const useReplaceToken = (
  studioId: string,
  device: string,
): ((replacement: TokenReplacement) => Promise<DeviceWithToken>) => {
  const change = useDeviceChange(studioId);
  const path = studioPath(studioId, 'devices', device, 'replace');
  return async (body) => (await change(() => sendRequest<DeviceWithToken>('POST', path, { body }))).value;
};

/** Returns a function that ends the old token of a device by its id. */
export const useEndOldToken = (studioId: string): ((device: string) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (device) =>
    change(() => sendRequest('POST', studioPath(studioId, 'devices', device, 'end-old-token'), { body: {} }));
};

/** Returns a function that revokes a device by its id. */
export const useRevokeDevice = (studioId: string): ((device: string) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (device) => change(() => sendRequest('POST', studioPath(studioId, 'devices', device, 'revoke'), { body: {} }));
};

/** Returns a function that revokes several devices by their ids. */
export const useRevokeDevices = (studioId: string): ((devices: readonly string[]) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  const path = studioPath(studioId, 'devices', 'revoke');
  return (devices) => change(() => sendRequest('POST', path, { body: { devices } }));
};

/** Settings that several devices get. */
export interface ManyChanges {
  readonly devices: readonly string[];
  readonly changes: Partial<Omit<DeviceSettings, 'name'>>;
}

/** Returns a function that changes settings of several devices, based on the state of all with the tag `ifMatch`. */
export const useChangeDevices = (
  studioId: string,
): ((changes: ManyChanges, ifMatch: string | null) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (body, ifMatch) => change(() => sendRequest('PATCH', studioPath(studioId, 'devices'), { body, ifMatch }));
};

/** Returns a function that adds several devices: all of them, or none. */
export const useImportDevices = (
  studioId: string,
): ((devices: readonly DeviceSettings[]) => Promise<readonly DeviceWithToken[]>) => {
  const change = useDeviceChange(studioId);
  const path = studioPath(studioId, 'devices', 'import');
  return async (devices) => {
    const body = { devices };
    return (await change(() => sendRequest<{ readonly devices: readonly DeviceWithToken[] }>('POST', path, { body })))
      .value.devices;
  };
};

/** Returns a function that removes a device by its id. */
export const useRemoveDevice = (studioId: string): ((device: string) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (device) => change(() => sendRequest('DELETE', studioPath(studioId, 'devices', device)));
};
