// The section Devices of a studio: its control devices, and their tokens.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { inStudio } from '../../../domain/console/requirement.js';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import {
  addDevice,
  changeDevice,
  DeviceSettings,
  removeDevice,
  revokeDevice,
  StoredDeviceSettings,
} from '../../../domain/devices/device.js';
import type { Device, Devices } from '../../../domain/devices/device.js';
import { oneOf } from '../../../domain/codec/codec.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { someText } from '../../api/parameters.js';
import { endpoint, type EndpointContext, type EndpointResult } from './endpoint.js';
import { withDefault, partialBody } from './body.js';
import type { ConsoleServices } from '../console-services.js';
import type { LastCall } from '../../ports/console-store.js';
import { changeStudio, findStudio, studioParameter } from './studio-access.js';
import { stateTag } from './state-tag.js';

const { name, access, station, fixedAddress, features } = DeviceSettings.type.props;

/** A device as the API returns it. `lastCall` is null if it never called; its time is ISO 8601, UTC. */
export const DeviceOverview = t.readonly(
  t.type({
    id: t.string,
    ...StoredDeviceSettings.type.props,
    state: oneOf('active', 'revoked'),
    lastCall: t.union([t.readonly(t.type({ time: t.string, address: t.string })), t.null]),
  }),
  'DeviceOverview',
);
export type DeviceOverview = t.TypeOf<typeof DeviceOverview>;

/** The body for a new device. By default it is not pinned and not limited. */
const NewDevice = t.readonly(
  t.type({
    name,
    access,
    station: withDefault(station, null),
    fixedAddress: withDefault(fixedAddress, null),
    features: withDefault(features, []),
  }),
);

const Changes = partialBody(DeviceSettings.type.props);
const OneDevice = t.readonly(t.type({ device: DeviceOverview }));

const deviceParameters = { ...studioParameter, device: someText };

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret'>;
type AddPorts = Ports & Pick<ConsoleServices, 'secrets' | 'hashToken'>;

const lastCallOverview = ({ time, address }: LastCall) => ({ time: new Date(time).toISOString(), address });

/** Leaves out the token hash, ids is sent to the service only. */
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
      lastCall: lastCall === undefined ? null : lastCallOverview(lastCall),
    };
  };

type DevicesChange = (devices: Devices) => E.Either<Failure, Devices>;

const withDevices =
  (change: DevicesChange) =>
  (configuration: AccessConfiguration): E.Either<Failure, AccessConfiguration> =>
    pipe(
      change(configuration.devices),
      E.map((devices) => ({ ...configuration, devices })),
    );

const noDevice = (id: string): Failure => failure('not_found', `no device has the id "${id}"`);

const deviceIn = ({ devices }: AccessConfiguration, deviceId: string): Device | undefined =>
  devices.find(({ id }) => id === deviceId);

/** The tag covers settings and state, but not the last call, which nobody edits. */
const deviceTag =
  (ports: Ports, deviceId: string) =>
  (configuration: AccessConfiguration): string | undefined => {
    const device = deviceIn(configuration, deviceId);
    return device && stateTag(ports, overview(new Map())(device));
  };

/** The path parameters of one device. */
interface DeviceParameters {
  readonly id: string;
  readonly device: string;
}

type DeviceResult = E.Either<ConsoleFailure, EndpointResult<{ device: DeviceOverview }>>;

/** Returns one device of a configuration. */
const show = async (
  ports: Ports,
  { id, device }: DeviceParameters,
  configuration: AccessConfiguration,
): Promise<DeviceResult> => {
  const overviewOf = overview(await ports.store.lastCalls(id));
  return pipe(
    E.fromNullable(noDevice(device))(deviceIn(configuration, device)),
    E.map((found) => ({ value: { device: overviewOf(found) }, tag: deviceTag(ports, device)(configuration) })),
  );
};

const changeDevices = (
  ports: Ports,
  context: EndpointContext,
  { id, device }: DeviceParameters,
  change: DevicesChange,
) =>
  changeStudio(ports, id, context, {
    section: 'devices',
    tag: deviceTag(ports, device),
    to: withDevices(change),
  });

/** Changes the devices, and returns one of them afterwards. */
const changeAndShow = async (
  ports: Ports,
  context: EndpointContext,
  ids: DeviceParameters,
  change: DevicesChange,
): Promise<DeviceResult> => {
  const changed = await changeDevices(ports, context, ids, change);
  if (E.isLeft(changed)) return changed;
  const { version } = changed.right;
  return pipe(
    await show(ports, ids, changed.right),
    E.map((result) => ({ ...result, version })),
  );
};

export const listDevices = endpoint({
  name: 'device.list',
  summary: 'List the control devices of a studio',
  intent: 'read',
  requires: inStudio('viewer'),
  path: '/studios/:id/devices',
  params: studioParameter,
  result: t.readonly(t.type({ devices: t.readonlyArray(DeviceOverview) })),
  run: async (ports: Ports, { id }) => {
    const found = await findStudio(ports, id);
    const overviewOf = overview(await ports.store.lastCalls(id));
    return pipe(
      found,
      E.map(({ configuration }) => ({ value: { devices: configuration.devices.map(overviewOf) } })),
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
  run: async (ports: Ports, ids) => {
    const found = await findStudio(ports, ids.id);
    return E.isLeft(found) ? found : show(ports, ids, found.right.configuration);
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
  result: t.readonly(t.type({ device: DeviceOverview, token: t.string })),
  run: async (ports: AddPorts, { id }, context, settings) => {
    const token = ports.secrets.token();
    const ids = { id, device: ports.secrets.id() };
    const added = addDevice(settings, ids.device, ports.hashToken(token));
    return pipe(
      await changeAndShow(ports, context, ids, added),
      E.map((result) => ({ ...result, value: { ...result.value, token } })),
    );
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
  run: (ports: Ports, ids, context, changes) => changeAndShow(ports, context, ids, changeDevice(ids.device, changes)),
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
  run: (ports: Ports, ids, context) => changeAndShow(ports, context, ids, revokeDevice(ids.device)),
});

export const removeControlDevice = endpoint({
  name: 'device.remove',
  summary: 'Remove a control device; its token is invalid at once',
  intent: 'remove',
  requires: inStudio('operator'),
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  run: async (ports: Ports, ids, context) =>
    pipe(
      await changeDevices(ports, context, ids, removeDevice(ids.device)),
      E.map(({ version }) => ({ value: undefined, version })),
    ),
});

export const deviceEndpoints = [
  listDevices,
  getDevice,
  addControlDevice,
  changeControlDevice,
  revokeControlDevice,
  removeControlDevice,
];
