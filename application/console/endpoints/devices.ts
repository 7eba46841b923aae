// The section Devices of a studio: the control devices on its list, and their tokens.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { addDevice, changeDevice, DeviceSettings, removeDevice, revokeDevice } from '../../../domain/devices/device.js';
import type { Device, Devices } from '../../../domain/devices/device.js';
import { oneOf } from '../../../domain/codec/codec.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { someText } from '../../api/parameters.js';
import { endpoint, type EndpointContext, type EndpointResult } from './endpoint.js';
import { withDefault, partialBody } from './body.js';
import type { ConsoleServices } from '../console-services.js';
import type { LastCall } from '../../ports/console-store.js';
import { changeStudio, findStudio, studioParameter } from './studio-access.js';
import { tagOf } from './tag.js';

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
    station: withDefault(station, null),
    fixedAddress: withDefault(fixedAddress, null),
    features: withDefault(features, []),
  }),
);

const Changes = partialBody(DeviceSettings.type.props);
const OneDevice = t.readonly(t.type({ device: DeviceOverview }));

const deviceParameters = { ...studioParameter, device: someText };

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret'>;
type AddingPorts = Ports & Pick<ConsoleServices, 'secrets' | 'hashToken'>;

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

/** The tag tells of settings and state; when a device last called is nothing that anybody changes. */
const deviceTag =
  (ports: Ports, deviceId: string) =>
  (configuration: AccessConfiguration): string | undefined => {
    const device = deviceIn(configuration, deviceId);
    return device && tagOf(ports, overview(new Map())(device));
  };

/** One device of a studio, and the endpoint that was asked for it. */
interface OneOf {
  readonly id: string;
  readonly device: string;
}

type Shown = E.Either<ConsoleFailure, EndpointResult<{ device: DeviceOverview }>>;

/** Tells how one device stands on the list. */
const show = async (ports: Ports, { id, device }: OneOf, configuration: AccessConfiguration): Promise<Shown> => {
  const overviewOf = overview(await ports.store.lastCalls(id));
  return pipe(
    E.fromNullable(noDevice(device))(deviceIn(configuration, device)),
    E.map((found) => ({ value: { device: overviewOf(found) }, tag: deviceTag(ports, device)(configuration) })),
  );
};

const changeDevices = (ports: Ports, asking: EndpointContext, { id, device }: OneOf, change: DevicesChange) =>
  changeStudio(ports, id, asking, {
    section: 'devices',
    tag: deviceTag(ports, device),
    to: withDevices(change),
  });

/** Changes the list, and tells how one device then stands on it. */
const changeAndShow = async (
  ports: Ports,
  asking: EndpointContext,
  which: OneOf,
  change: DevicesChange,
): Promise<Shown> => {
  const kept = await changeDevices(ports, asking, which, change);
  if (E.isLeft(kept)) return kept;
  const { version } = kept.right;
  return E.map((shown: EndpointResult<{ device: DeviceOverview }>) => ({ ...shown, version }))(
    await show(ports, which, kept.right),
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
    const overviewOf = overview(await ports.store.lastCalls(id));
    return pipe(
      found,
      E.map(({ configuration }) => ({ value: { devices: configuration.devices.map(overviewOf) } })),
    );
  },
});

export const device = endpoint({
  name: 'device.get',
  summary: 'One control device of a studio',
  intent: 'read',
  tagged: true,
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  result: OneDevice,
  run: async (ports: Ports, which) => {
    const found = await findStudio(ports, which.id);
    return E.isLeft(found) ? found : show(ports, which, found.right.configuration);
  },
});

export const addControlDevice = endpoint({
  name: 'device.add',
  summary: 'Add a control device; its token is shown in this answer alone',
  intent: 'create',
  tagged: true,
  path: '/studios/:id/devices',
  params: studioParameter,
  body: NewDevice,
  result: t.readonly(t.type({ device: DeviceOverview, token: t.string })),
  run: async (ports: AddingPorts, { id }, asking, settings) => {
    const token = ports.secrets.token();
    const which = { id, device: ports.secrets.id() };
    const added = addDevice(settings, which.device, ports.hashToken(token));
    return pipe(
      await changeAndShow(ports, asking, which, added),
      E.map((shown) => ({ ...shown, value: { ...shown.value, token } })),
    );
  },
});

export const changeControlDevice = endpoint({
  name: 'device.change',
  summary: 'Change the settings of a control device',
  intent: 'change',
  tagged: true,
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  body: Changes,
  result: OneDevice,
  run: (ports: Ports, which, asking, changes) =>
    changeAndShow(ports, asking, which, changeDevice(which.device, changes)),
});

export const revokeControlDevice = endpoint({
  name: 'device.revoke',
  summary: 'Take the token of a control device out of use at once; the device stays on the list',
  intent: 'act',
  tagged: true,
  path: '/studios/:id/devices/:device/revoke',
  params: deviceParameters,
  result: OneDevice,
  run: (ports: Ports, which, asking) => changeAndShow(ports, asking, which, revokeDevice(which.device)),
});

export const removeControlDevice = endpoint({
  name: 'device.remove',
  summary: 'Take a control device off the list; its token stops working at once',
  intent: 'remove',
  path: '/studios/:id/devices/:device',
  params: deviceParameters,
  run: async (ports: Ports, which, asking) =>
    pipe(
      await changeDevices(ports, asking, which, removeDevice(which.device)),
      E.map(({ version }) => ({ value: undefined, version })),
    ),
});

export const deviceEndpoints = [
  devices,
  device,
  addControlDevice,
  changeControlDevice,
  revokeControlDevice,
  removeControlDevice,
];
