// Queries and changes of control devices.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChangeRequest, type ChangeRequest } from '../api/change.js';
import { call, read, type ConsoleReply } from '../api/client.js';
import type { BodyOf, DeviceOverview, DeviceSettings, ResultOf } from '../api/contract.js';
import { keys } from '../api/query-client.js';

/** A device with a new token, which is shown only once. */
export type DeviceWithToken = ResultOf<'device.add'>;

type DeviceListReply = ConsoleReply<ResultOf<'device.list'>>;

const deviceListQuery = (id: string) => ({
  queryKey: keys.section(id, 'devices'),
  queryFn: () => call('device.list', { params: { id } }),
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
  panel: device.panel,
  operations: device.operations,
});

const toSettings = (reply: ConsoleReply<ResultOf<'device.get'>>): ConsoleReply<DeviceSettings> => ({
  ...reply,
  value: settingsOf(reply.value.device),
});

/** Reads the settings of one device. An edit begins from those of now, and not from those that an earlier one has read. */
export const useDeviceSettings = (studioId: string, device: string): UseQueryResult<ConsoleReply<DeviceSettings>> =>
  useQuery({
    queryKey: keys.device(studioId, device),
    queryFn: async () => toSettings(await call('device.get', { params: { id: studioId, device } })),
    gcTime: 0,
  });

const useDeviceChange = (studioId: string): ChangeRequest => useChangeRequest(keys.studio(studioId), keys.studios);

/** Returns a function that adds a device. */
export const useAddDevice = (studioId: string): ((settings: DeviceSettings) => Promise<DeviceWithToken>) => {
  const change = useDeviceChange(studioId);
  return (body) => change(() => read('device.add', { params: { id: studioId }, body }));
};

/** Returns a function that makes a device of a screen that shows a code. */
export const usePairDevice = (studioId: string): ((pairing: BodyOf<'device.pair'>) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (body) => change(() => read('device.pair', { params: { id: studioId }, body }));
};

/** Returns a function that changes the settings of a device, based on the state with the tag `ifMatch`. */
export const useChangeDevice = (
  studioId: string,
  device: string,
): ((settings: DeviceSettings, ifMatch: string | null) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (body, ifMatch) => change(() => call('device.change', { params: { id: studioId, device }, body, ifMatch }));
};

/** Returns a function that replaces the token of a device. */
export const useReplaceToken = (
  studioId: string,
  device: string,
): ((replacement: BodyOf<'device.replace'>) => Promise<DeviceWithToken>) => {
  const change = useDeviceChange(studioId);
  return (body) => change(() => read('device.replace', { params: { id: studioId, device }, body }));
};

/** Returns a function that ends the old token of a device by its id. */
export const useEndOldToken = (studioId: string): ((device: string) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (device) => change(() => call('device.end-old-token', { params: { id: studioId, device } }));
};

/** Returns a function that revokes a device by its id. */
export const useRevokeDevice = (studioId: string): ((device: string) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (device) => change(() => call('device.revoke', { params: { id: studioId, device } }));
};

/** Returns a function that revokes several devices by their ids. */
export const useRevokeDevices = (studioId: string): ((devices: readonly string[]) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (devices) => change(() => call('device.revoke-many', { params: { id: studioId }, body: { devices } }));
};

/** Returns a function that changes settings of several devices, based on the state of all with the tag `ifMatch`. */
export const useChangeDevices = (
  studioId: string,
): ((changes: BodyOf<'device.change-many'>, ifMatch: string | null) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (body, ifMatch) => change(() => call('device.change-many', { params: { id: studioId }, body, ifMatch }));
};

/** Returns a function that adds several devices: all of them, or none. */
export const useImportDevices = (
  studioId: string,
): ((devices: readonly DeviceSettings[]) => Promise<readonly DeviceWithToken[]>) => {
  const change = useDeviceChange(studioId);
  return async (devices) =>
    (await change(() => read('device.import', { params: { id: studioId }, body: { devices } }))).devices;
};

/** Returns a function that removes a device by its id. */
export const useRemoveDevice = (studioId: string): ((device: string) => Promise<unknown>) => {
  const change = useDeviceChange(studioId);
  return (device) => change(() => call('device.remove', { params: { id: studioId, device } }));
};
