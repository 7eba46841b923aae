// The section Devices of a studio: its control devices.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { addDevice, changeDevice, DeviceSettings, removeDevice, revokeDevice } from '../../../domain/devices/device.js';
import { partialBody } from './body.js';
import {
  changeAndShow,
  changeDevices,
  deviceParameters,
  DeviceWithToken,
  listTag,
  ManyDevices,
  NewDevice,
  OneDevice,
  overviewIn,
  showDevice,
  withToken,
  type DeviceChangePorts,
  type TokenPorts,
} from './device-change.js';
import { deviceBulkEndpoints } from './device-bulk.js';
import { deviceTokenEndpoints } from './device-tokens.js';
import { endpoint } from './endpoint.js';
import { pairControlDevice } from './pairing.js';
import { findStudio, studioParameter } from './studio-access.js';

const Changes = partialBody(DeviceSettings.type.props);

export const listDevices = endpoint({
  name: 'device.list',
  summary: 'List the control devices of a studio',
  intent: 'read',
  requires: inStudio('viewer'),
  tagged: true,
  path: '/studios/:id/devices',
  params: studioParameter,
  result: ManyDevices,
  run: async (ports: DeviceChangePorts, { id }) => {
    const found = await findStudio(ports, id);
    const overviewOf = await overviewIn(ports, id);
    return pipe(
      found,
      E.map(({ configuration }) => ({
        value: { devices: configuration.devices.map(overviewOf) },
        tag: listTag(ports)(configuration),
      })),
    );
  },
});

export const getDevice = endpoint({
  name: 'device.get',
  summary: 'Get one control device of a studio',
  intent: 'read',
  requires: inStudio('viewer'),
  tagged: true,
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  result: OneDevice,
  run: async (ports: DeviceChangePorts, ids) => {
    const found = await findStudio(ports, ids.id);
    return E.isLeft(found) ? found : showDevice(ports, ids, found.right.configuration);
  },
});

export const addControlDevice = endpoint({
  name: 'device.add',
  summary: 'Add a control device; this response is the only one that contains its token',
  intent: 'create',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices',
  params: studioParameter,
  body: NewDevice,
  result: DeviceWithToken,
  run: async (ports: TokenPorts, { id }, context, settings) => {
    const token = ports.secrets.token();
    const ids = { id, device: ports.secrets.id() };
    const issued = { tokenHash: ports.hashToken(token), issuedAt: utcTime(ports.clock.now()) };
    return withToken(await changeAndShow(ports, context, ids, addDevice(settings, ids.device, issued)), token);
  },
});

export const changeControlDevice = endpoint({
  name: 'device.change',
  summary: 'Change the settings of a control device',
  intent: 'change',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  body: Changes,
  result: OneDevice,
  run: (ports: DeviceChangePorts, ids, context, changes) =>
    changeAndShow(ports, context, ids, changeDevice(ids.device, changes)),
});

export const revokeControlDevice = endpoint({
  name: 'device.revoke',
  summary: 'Revoke the token of a control device at once; the device stays on the list',
  intent: 'act',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices/:device/revoke',
  params: deviceParameters,
  result: OneDevice,
  run: (ports: DeviceChangePorts, ids, context) => changeAndShow(ports, context, ids, revokeDevice(ids.device)),
});

export const removeControlDevice = endpoint({
  name: 'device.remove',
  summary: 'Remove a control device; its token is invalid at once',
  intent: 'remove',
  requires: inStudio('operator'),
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  run: async (ports: DeviceChangePorts, ids, context) =>
    pipe(
      await changeDevices(ports, context, ids, removeDevice(ids.device)),
      E.map(({ version }) => ({ value: undefined, version })),
    ),
});

export const deviceEndpoints = [
  listDevices,
  getDevice,
  addControlDevice,
  pairControlDevice,
  changeControlDevice,
  revokeControlDevice,
  removeControlDevice,
  ...deviceTokenEndpoints,
  ...deviceBulkEndpoints,
];
