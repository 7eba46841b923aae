// What the endpoints of one control device share: reading it, and changing it in its studio's configuration.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import type { AccessConfiguration } from '../../../domain/access/configuration.js';
import type { ConsoleFailure } from '../../../domain/console/failure.js';
import { DeviceSettings, findDevice, type Device, type Devices } from '../../../domain/devices/device.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import type { Failure } from '../../../domain/failure.js';
import { someText } from '../../api/parameters.js';
import type { ConsoleServices } from '../console-services.js';
import { deviceOverview, DeviceOverview, editableState, type DeviceCalls } from './device-overview.js';
import type { EndpointContext, EndpointResult } from './endpoint.js';
import { stateTag } from './state-tag.js';
import { changeStudio, studioParameter } from './studio-access.js';

/** The ports that all endpoints of devices use. */
export type DeviceChangePorts = Pick<ConsoleServices, 'store' | 'clock' | 'hashSecret' | 'actions'>;

/** The ports of endpoints that make a token. */
export type TokenPorts = DeviceChangePorts & Pick<ConsoleServices, 'secrets' | 'hashToken'>;

/** The codecs of the path parameters. */
export const deviceParameters = { ...studioParameter, device: someText };

/** The path parameters of one device. */
export interface DeviceParameters {
  readonly id: string;
  readonly device: string;
}

const { name, access, station, fixedAddress, features, expiresAt, panel, operations } = DeviceSettings.type.props;

/** The codec of a new device. By default it is not pinned, not limited, and its token doesn't expire. */
export const NewDevice = t.readonly(
  t.type({
    name,
    access,
    station: withDefault(station, null),
    fixedAddress: withDefault(fixedAddress, null),
    features: withDefault(features, []),
    expiresAt: withDefault(expiresAt, null),
    panel: withDefault(panel, null),
    operations: withDefault(operations, []),
  }),
);

/** The codec of a response with one device. */
export const OneDevice = t.readonly(t.type({ device: DeviceOverview }));

/** The codec of a response with several devices. */
export const ManyDevices = t.readonly(t.type({ devices: t.readonlyArray(DeviceOverview) }));

/** The codec of a response that shows a new token. */
export const DeviceWithToken = t.readonly(t.type({ device: DeviceOverview, token: t.string }));

/** A response with one device. */
export type DeviceResult = E.Either<ConsoleFailure, EndpointResult<t.TypeOf<typeof OneDevice>>>;

/** A response that shows a new token. */
export type TokenResult = E.Either<ConsoleFailure, EndpointResult<t.TypeOf<typeof DeviceWithToken>>>;

/** Changes a list of devices. A pure function. */
export type DevicesChange = (devices: Devices) => E.Either<Failure, Devices>;

const withDevices =
  (change: DevicesChange) =>
  (configuration: AccessConfiguration): E.Either<Failure, AccessConfiguration> =>
    pipe(
      change(configuration.devices),
      E.map((devices) => ({ ...configuration, devices })),
    );

/** The tag covers settings and tokens, but not the calls, which nobody edits. */
const deviceTag =
  (ports: DeviceChangePorts, deviceId: string) =>
  ({ devices }: AccessConfiguration): string | undefined =>
    pipe(
      findDevice(devices, deviceId),
      E.match(
        () => undefined,
        (device) => stateTag(ports, editableState(device)),
      ),
    );

/** Returns the tag of all devices of a studio: of their settings and tokens, but not of the calls. */
export const listTag =
  (ports: DeviceChangePorts) =>
  ({ devices }: AccessConfiguration): string =>
    stateTag(ports, devices.map(editableState));

const callsOf = async ({ store }: DeviceChangePorts, studioId: string): Promise<DeviceCalls> => ({
  any: await store.lastCalls(studioId),
  withOldToken: await store.oldTokenCalls(studioId),
});

/** Returns the function that describes a studio's devices as they are now. */
export const overviewIn = async (
  ports: DeviceChangePorts,
  studioId: string,
): Promise<(device: Device) => DeviceOverview> => deviceOverview(await callsOf(ports, studioId), ports.clock.now());

/** Returns one device of a configuration. */
export const showDevice = async (
  ports: DeviceChangePorts,
  { id, device }: DeviceParameters,
  configuration: AccessConfiguration,
): Promise<DeviceResult> => {
  const overviewOf = await overviewIn(ports, id);
  return pipe(
    findDevice(configuration.devices, device),
    E.map((found) => ({ value: { device: overviewOf(found) }, tag: deviceTag(ports, device)(configuration) })),
  );
};

/** Changes the devices of a studio, unless the named one has changed since the caller saw it. */
export const changeDevices = (
  ports: DeviceChangePorts,
  context: EndpointContext,
  { id, device }: DeviceParameters,
  change: DevicesChange,
): Promise<E.Either<ConsoleFailure, AccessConfiguration>> =>
  changeStudio(ports, id, context, {
    section: 'devices',
    tag: deviceTag(ports, device),
    to: withDevices(change),
  });

/** Changes the devices, and returns one of them afterwards. */
export const changeAndShow = async (
  ports: DeviceChangePorts,
  context: EndpointContext,
  ids: DeviceParameters,
  change: DevicesChange,
): Promise<DeviceResult> => {
  const changed = await changeDevices(ports, context, ids, change);
  if (E.isLeft(changed)) return changed;
  const { version } = changed.right;
  return pipe(
    await showDevice(ports, ids, changed.right),
    E.map((result) => ({ ...result, version })),
  );
};

/** Several devices of one studio. */
export interface ChosenDevices {
  readonly id: string;
  readonly devices: readonly string[];
}

/** Changes several devices, unless one of the studio has changed since the caller saw them, and returns those that are listed. */
export const changeManyAndShow = async (
  ports: DeviceChangePorts,
  { id, devices }: ChosenDevices,
  context: EndpointContext,
  change: DevicesChange,
): Promise<E.Either<ConsoleFailure, EndpointResult<t.TypeOf<typeof ManyDevices>>>> => {
  const tag = listTag(ports);
  const changed = await changeStudio(ports, id, context, { section: 'devices', tag, to: withDevices(change) });
  if (E.isLeft(changed)) return changed;
  const chosen = new Set(devices);
  const overviewOf = await overviewIn(ports, id);
  const shown = changed.right.devices.filter((device) => chosen.has(device.id)).map(overviewOf);
  return E.right({ value: { devices: shown }, tag: tag(changed.right), version: changed.right.version });
};

/** Adds a new token to a response. It is the only one that contains it (TOKEN-9). */
export const withToken = (result: DeviceResult, token: string): TokenResult =>
  pipe(
    result,
    E.map((shown) => ({ ...shown, value: { ...shown.value, token } })),
  );
