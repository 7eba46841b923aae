// The section Devices of a studio: the control devices on its list, and their tokens.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { AccessConfiguration } from '../../domain/access/configuration.js';
import { addDevice, changeDevice, DeviceSettings, removeDevice, revokeDevice } from '../../domain/devices/device.js';
import type { Device, Devices } from '../../domain/devices/device.js';
import { oneOf } from '../../domain/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import { someText } from '../parameters.js';
import { endpoint } from './endpoint.js';
import { orElse, partOf } from './body.js';
import type { ConsolePorts, LastCall } from './ports.js';
import { changeStudio, findStudio, studioParameter } from './studio-access.js';

const { name, access, station, fixedAddress, features } = DeviceSettings.type.props;

/** A device as operators see it; `lastCall` is null for one that never called, its time ISO-8601 UTC. */
export const DeviceOverview = t.readonly(
  t.type({
    id: t.string,
    ...{ name, access, station, fixedAddress, features },
    state: oneOf('active', 'revoked'),
    lastCall: t.union([t.readonly(t.type({ time: t.string, address: t.string })), t.null]),
  }),
  'DeviceOverview',
);
export type DeviceOverview = t.TypeOf<typeof DeviceOverview>;

/** What an operator tells of a new device; what may be left out is unpinned and unlimited. */
const NewDevice = t.readonly(
  t.type({
    ...{ name, access },
    station: orElse(station, null),
    fixedAddress: orElse(fixedAddress, null),
    features: orElse(features, []),
  }),
);

const Changes = partOf(DeviceSettings.type.props);
const OneDevice = t.readonly(t.type({ device: DeviceOverview }));

const deviceParameters = { ...studioParameter, device: someText };

type Ports = Pick<ConsolePorts, 'store' | 'announcements'>;
type AddingPorts = Ports & Pick<ConsolePorts, 'secrets' | 'hashToken'>;

const told = ({ time, address }: LastCall) => ({ time: new Date(time).toISOString(), address });

/** Without the token's hash: that leaves the console towards the service only. */
const overview =
  (lastCalls: ReadonlyMap<string, LastCall>) =>
  (device: Device): DeviceOverview => {
    const lastCall = lastCalls.get(device.id);
    return {
      id: device.id,
      name: device.name,
      access: device.access,
      station: device.station,
      fixedAddress: device.fixedAddress,
      features: device.features,
      state: device.state,
      lastCall: lastCall === undefined ? null : told(lastCall),
    };
  };

const withDevices =
  (change: (devices: Devices) => E.Either<Failure, Devices>) =>
  (configuration: AccessConfiguration): E.Either<Failure, AccessConfiguration> =>
    pipe(
      change(configuration.devices),
      E.map((devices) => ({ ...configuration, devices })),
    );

const noDevice = (id: string): Failure => failure('not_found', `no device has the id "${id}"`);

/** Changes the list, and tells how one device then stands on it. */
const changeAndShow = async (
  ports: Ports,
  studioId: string,
  deviceId: string,
  change: (devices: Devices) => E.Either<Failure, Devices>,
): Promise<E.Either<Failure, { device: DeviceOverview }>> => {
  const kept = await changeStudio(ports, studioId, withDevices(change));
  const show = overview(await ports.store.lastCalls(studioId));
  return pipe(
    kept,
    E.chain(({ devices }) => E.fromNullable(noDevice(deviceId))(devices.find(({ id }) => id === deviceId))),
    E.map((device) => ({ device: show(device) })),
  );
};

export const devices = endpoint({
  name: 'device.list',
  summary: 'The control devices of a studio',
  intent: 'read',
  path: '/studios/:id/devices',
  params: studioParameter,
  result: t.readonly(t.type({ devices: t.readonlyArray(DeviceOverview) })),
  run: async (ports: Ports, { id }) => {
    const found = await findStudio(ports, id);
    const show = overview(await ports.store.lastCalls(id));
    return pipe(
      found,
      E.map(({ configuration }) => ({ devices: configuration.devices.map(show) })),
    );
  },
});

export const addControlDevice = endpoint({
  name: 'device.add',
  summary: 'Add a control device; its token is shown in this answer alone',
  intent: 'create',
  path: '/studios/:id/devices',
  params: studioParameter,
  body: NewDevice,
  result: t.readonly(t.type({ device: DeviceOverview, token: t.string })),
  run: async (ports: AddingPorts, { id }, settings) => {
    const token = ports.secrets.token();
    const device = ports.secrets.id();
    const added = addDevice(settings, device, ports.hashToken(token));
    return pipe(
      await changeAndShow(ports, id, device, added),
      E.map((shown) => ({ ...shown, token })),
    );
  },
});

export const changeControlDevice = endpoint({
  name: 'device.change',
  summary: 'Change the settings of a control device',
  intent: 'change',
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  body: Changes,
  result: OneDevice,
  run: (ports: Ports, { id, device }, changes) => changeAndShow(ports, id, device, changeDevice(device, changes)),
});

export const revokeControlDevice = endpoint({
  name: 'device.revoke',
  summary: 'Take the token of a control device out of use at once; the device stays on the list',
  intent: 'act',
  path: '/studios/:id/devices/:device/revoke',
  params: deviceParameters,
  result: OneDevice,
  run: (ports: Ports, { id, device }) => changeAndShow(ports, id, device, revokeDevice(device)),
});

export const removeControlDevice = endpoint({
  name: 'device.remove',
  summary: 'Take a control device off the list; its token stops working at once',
  intent: 'remove',
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  run: async (ports: Ports, { id, device }) =>
    pipe(
      await changeStudio(ports, id, withDevices(removeDevice(device))),
      E.map(() => undefined),
    ),
});

export const deviceEndpoints = [
  devices,
  addControlDevice,
  changeControlDevice,
  revokeControlDevice,
  removeControlDevice,
];
