// The access of the demo: the default one, with devices whose tokens are known.
import { hashToken } from '../../adapters/node/secrets.js';
import type { Clock } from '../../application/ports/clock.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import { newDevice, type Device, type DeviceSettings } from '../../domain/devices/device.js';
import { StartupError } from '../machine/startup-errors.js';
import type { Service } from '../service/service.js';
import type { Settings } from '../settings/settings.js';

interface PresetDevice {
  readonly id: string;
  readonly token: string;
  /** What the device may do, for the start. */
  readonly summary: string;
  readonly settings: Partial<DeviceSettings> & Pick<DeviceSettings, 'name'>;
  /** When its token was made, ISO 8601; absent for the time of the start. */
  readonly issuedAt?: string;
}

/** The tokens are fixed and public: they admit to simulated devices only. `docs/ci.md` lists them. */
const fullAccess: PresetDevice = {
  id: 'demo',
  token: 'svc_fullaccess0000000000000000000000',
  summary: 'reads and controls',
  settings: { name: 'Demo panel' },
};

/** Besides the device with full access: one for each way in which a service refuses a known device. */
const restricted: readonly PresetDevice[] = [
  {
    id: 'demo-read-only',
    token: 'svc_readonly000000000000000000000000',
    summary: 'reads only',
    settings: { name: 'Demo read only', access: 'read_only' },
  },
  {
    id: 'demo-limited',
    token: 'svc_limited0000000000000000000000000',
    summary: 'reads and controls signals only',
    settings: { name: 'Demo limited', features: ['signals'] },
  },
  {
    // Before the time at which a manual clock starts.
    id: 'demo-expired',
    token: 'svc_expired0000000000000000000000000',
    summary: 'has expired',
    settings: { name: 'Demo expired', expiresAt: '2021-01-01T00:00:00.000Z' },
    issuedAt: '2020-12-01T00:00:00.000Z',
  },
];

/** Returns the preset devices. `DEMO_TOKEN` replaces the token of the one with full access. */
const presetDevices = ({ DEMO_TOKEN }: Pick<Settings, 'DEMO_TOKEN'>): readonly PresetDevice[] => {
  if (restricted.some(({ token }) => token === DEMO_TOKEN))
    throw new StartupError('DEMO_TOKEN: expected a token that no other preset device has');
  return [{ ...fullAccess, token: DEMO_TOKEN ?? fullAccess.token }, ...restricted];
};

const deviceOf = ({ id, token, settings, issuedAt }: PresetDevice, startedAt: string): Device =>
  newDevice(
    {
      access: 'read_and_control',
      station: null,
      fixedAddress: null,
      features: [],
      expiresAt: null,
      panel: null,
      operations: [],
      ...settings,
    },
    id,
    { tokenHash: hashToken(token), issuedAt: issuedAt ?? startedAt },
  );

/** Puts the preset access in force, in memory only (DEMO-4). */
export const presetAccess = (
  { access, studio }: Pick<Service, 'access' | 'studio'>,
  settings: Pick<Settings, 'DEMO_TOKEN'>,
  clock: Pick<Clock, 'now'>,
): void => {
  const startedAt = utcTime(clock.now());
  const devices = presetDevices(settings).map((device) => deviceOf(device, startedAt));
  access.apply({ ...defaultConfiguration(studio.layout.id), devices });
};

/** Returns the lines to print about the preset access. They don't contain `DEMO_TOKEN` (DEMO-5). */
export const presetLines = (settings: Pick<Settings, 'DEMO_TOKEN' | 'TRUST_LOOPBACK'>): readonly string[] => [
  settings.TRUST_LOOPBACK === 'on'
    ? 'access     callers on this machine need no token'
    : 'access     callers on this machine need a token too; TRUST_LOOPBACK=on admits them without one',
  ...presetDevices(settings).map(
    ({ token, summary }) => `token      ${token === settings.DEMO_TOKEN ? 'DEMO_TOKEN' : token} ${summary}`,
  ),
];
