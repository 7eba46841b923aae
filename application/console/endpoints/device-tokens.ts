// The tokens of control devices: replacing one, and ending the old one.
import { described, integer } from '../../../domain/codec/codec.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { DeviceSettings } from '../../../domain/devices/device.js';
import {
  defaultOverlapMs,
  endOldToken,
  maxOverlapMs,
  replaceToken,
} from '../../../domain/devices/token-replacement.js';
import { partialBody } from './body.js';
import {
  changeAndShow,
  deviceParameters,
  DeviceWithToken,
  OneDevice,
  withToken,
  type DeviceChangePorts,
  type TokenPorts,
} from './device-change.js';
import { endpoint } from './endpoint.js';

const { expiresAt } = DeviceSettings.type.props;

/** How long the old token works, in milliseconds, and the expiry of the new one; by default, that of the device. */
const Replacement = partialBody({
  overlapMs: described(integer(0, maxOverlapMs), { default: defaultOverlapMs }),
  expiresAt,
});

export const replaceDeviceToken = endpoint({
  name: 'device.replace',
  summary: 'Replace the token of a control device; this response is the only one that contains the new token',
  intent: 'create',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices/:device/replace',
  params: deviceParameters,
  body: Replacement,
  result: DeviceWithToken,
  run: async (ports: TokenPorts, ids, context, { overlapMs = defaultOverlapMs, expiresAt: newExpiry }) => {
    const token = ports.secrets.token();
    const issued = { tokenHash: ports.hashToken(token), now: ports.clock.now() };
    const replaced = replaceToken(ids.device, { ...issued, overlapMs, expiresAt: newExpiry });
    return withToken(await changeAndShow(ports, context, ids, replaced), token);
  },
});

export const endOldDeviceToken = endpoint({
  name: 'device.end-old-token',
  summary: 'End the old token of a control device at once, after it was replaced',
  intent: 'act',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices/:device/end-old-token',
  params: deviceParameters,
  result: OneDevice,
  run: (ports: DeviceChangePorts, ids, context) => changeAndShow(ports, context, ids, endOldToken(ids.device)),
});

export const deviceTokenEndpoints = [replaceDeviceToken, endOldDeviceToken];
