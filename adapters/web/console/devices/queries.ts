// The control devices of a studio, and everything that can be done with them.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useChange, type ChangeRequest } from '../api/change.js';
import { ofStudio, getJson, sendRequest, type ConsoleReply } from '../api/client.js';
import type { DeviceOverview, DeviceSettings } from '../api/contract.js';
import { keys } from '../api/query-client.js';

interface OneDevice {
  readonly device: DeviceOverview;
}

/** A device that was just added, with the token that is never shown again. */
export interface Added extends OneDevice {
  readonly token: string;
}

export const useDevices = (studioId: string): UseQueryResult<readonly DeviceOverview[]> =>
  useQuery({
    queryKey: keys.section(studioId, 'devices'),
    queryFn: async () =>
      (await getJson<{ readonly devices: readonly DeviceOverview[] }>(ofStudio(studioId, 'devices'))).devices,
  });

const settingsOf = ({ name, access, station, fixedAddress, features }: DeviceOverview): DeviceSettings => ({
  ...{ name, access, station, fixedAddress, features },
});

const asSettings = (answer: ConsoleReply<OneDevice>): ConsoleReply<DeviceSettings> => ({
  ...answer,
  value: settingsOf(answer.value.device),
});

/** The settings of one device, as they can be edited. */
export const useDeviceSettings = (studioId: string, device: string): UseQueryResult<ConsoleReply<DeviceSettings>> =>
  useQuery({
    queryKey: keys.device(studioId, device),
    queryFn: async () => asSettings(await sendRequest<OneDevice>('GET', ofStudio(studioId, 'devices', device))),
  });

/** Changes after which the list of devices is another. */
export const useDevicesChange = (studioId: string): ChangeRequest => useChange(keys.studio(studioId), keys.studios);

export const addDevice = (studioId: string, body: DeviceSettings): Promise<ConsoleReply<Added>> =>
  sendRequest('POST', ofStudio(studioId, 'devices'), { body });

export const changeDevice = (
  studioId: string,
  device: string,
  body: DeviceSettings,
  ifMatch: string | null,
): Promise<ConsoleReply<OneDevice>> => sendRequest('PATCH', ofStudio(studioId, 'devices', device), { body, ifMatch });

export const revokeDevice = (studioId: string, device: string): Promise<ConsoleReply<OneDevice>> =>
  sendRequest('POST', ofStudio(studioId, 'devices', device, 'revoke'), { body: {} });

export const removeDevice = (studioId: string, device: string): Promise<ConsoleReply<undefined>> =>
  sendRequest('DELETE', ofStudio(studioId, 'devices', device));
