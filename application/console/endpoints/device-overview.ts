// A control device as the console's API returns it: settings, tokens and calls, without any hash.
import * as t from 'io-ts';
import { dateTime, oneOf, orNull } from '../../../domain/codec/codec.js';
import { CallAnswer } from '../../../domain/access/report.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import {
  daysToExpiry,
  oldTokenStateOf,
  tokenStateOf,
  usageOf,
  type TokenState,
} from '../../../domain/devices/device-tokens.js';
import { StoredDeviceSettings, type Device } from '../../../domain/devices/device.js';
import type { CallOrigin, LastCall, OldTokenCall } from '../../ports/console-store.js';

const dateTimeOrNull = t.union([dateTime, t.null]);
const callOrigin = { time: t.string, address: t.string };
const oldTokenCall = t.union([t.readonly(t.type(callOrigin)), t.null]);
const answer = orNull(
  CallAnswer,
  'How the call was answered; null if it is not answered yet, or if the service is too old to report it',
);
const lastCall = t.union([t.readonly(t.type({ ...callOrigin, answer })), t.null]);
const tokenState = oneOf<TokenState>('active', 'revoked', 'expired');

const OldTokenOverview = t.readonly(t.type({ state: tokenState, endsAt: dateTime, lastCall: oldTokenCall }));
type OldTokenOverview = t.TypeOf<typeof OldTokenOverview>;

/**
 * A device as the API returns it. Times are ISO 8601, UTC. `lastCall` is null if it never called, `issuedAt` if the time
 * was not recorded. `oldToken` is null if its token was never replaced; its `lastCall` is the last since then.
 */
export const DeviceOverview = t.readonly(
  t.type({
    id: t.string,
    ...StoredDeviceSettings.type.props,
    expiresAt: dateTimeOrNull,
    state: oneOf('active', 'revoked'),
    tokenState: oneOf<TokenState | 'expires_soon'>('active', 'expires_soon', 'expired', 'revoked'),
    issuedAt: dateTimeOrNull,
    usage: oneOf('in_use', 'not_used_for_30_days', 'never_used'),
    lastCall,
    oldToken: t.union([OldTokenOverview, t.null]),
  }),
  'DeviceOverview',
);
export type DeviceOverview = t.TypeOf<typeof DeviceOverview>;

/** The last calls of a studio's devices, by device id. */
export interface DeviceCalls {
  readonly any: ReadonlyMap<string, LastCall>;
  readonly withOldToken: ReadonlyMap<string, OldTokenCall>;
}

const callOverview = ({ time, address }: CallOrigin) => ({ time: utcTime(time), address });

const lastCallOverview = (call: LastCall | undefined): DeviceOverview['lastCall'] =>
  call === undefined ? null : { ...callOverview(call), answer: call.answer ?? null };

const tokenStateOverview = (device: Device, now: number): DeviceOverview['tokenState'] => {
  const state = tokenStateOf(device, now);
  return state === 'active' && daysToExpiry(device, now) !== undefined ? 'expires_soon' : state;
};

const oldTokenOverview = (device: Device, call: OldTokenCall | undefined, now: number): OldTokenOverview | null => {
  const state = oldTokenStateOf(device, now);
  if (device.oldToken === null || state === null) return null;
  // A report may arrive after the token was replaced once more.
  const ownCall = call?.oldToken === device.tokenNumber - 1 ? call : undefined;
  return { state, endsAt: device.oldToken.endsAt, lastCall: ownCall === undefined ? null : callOverview(ownCall) };
};

const settingsOverview = (device: Device) => ({
  id: device.id,
  name: device.name,
  access: device.access,
  station: device.station,
  fixedAddress: device.fixedAddress,
  features: device.features,
  panel: device.panel,
  operations: device.operations,
  expiresAt: device.expiresAt,
  state: device.state,
});

/** Returns the part of a device that operators change. It contains neither calls nor what depends on the clock. */
export const editableState = (device: Device): object => ({
  ...settingsOverview(device),
  issuedAt: device.issuedAt,
  oldToken: device.oldToken && { state: device.oldToken.state, endsAt: device.oldToken.endsAt },
});

/** Returns a device as it is at `now`, in milliseconds since 1970 UTC. Leaves out the hashes, which only the service gets. */
export const deviceOverview =
  ({ any, withOldToken }: DeviceCalls, now: number) =>
  (device: Device): DeviceOverview => {
    const call = any.get(device.id);
    return {
      ...settingsOverview(device),
      tokenState: tokenStateOverview(device, now),
      issuedAt: device.issuedAt,
      usage: usageOf(device, call?.time, now),
      lastCall: lastCallOverview(call),
      oldToken: oldTokenOverview(device, withOldToken.get(device.id), now),
    };
  };
