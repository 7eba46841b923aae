// The access of the demo: the default one, with a device whose token is a setting.
import { hashToken } from '../../adapters/node/secrets.js';
import type { Clock } from '../../application/ports/clock.js';
import { defaultConfiguration, type AccessConfiguration } from '../../domain/access/configuration.js';
import { utcTime } from '../../domain/codec/utc-time.js';
import { newDevice, type Device } from '../../domain/devices/device.js';
import type { Service } from '../service/service.js';
import type { Settings } from '../settings/settings.js';

const presetDevice = (token: string, issuedAt: string): Device =>
  newDevice(
    {
      name: 'Demo panel',
      access: 'read_and_control',
      station: null,
      fixedAddress: null,
      features: [],
      expiresAt: null,
      panel: null,
      operations: [],
    },
    'demo',
    { tokenHash: hashToken(token), issuedAt },
  );

const configurationWith = (studioId: string, devices: readonly Device[]): AccessConfiguration => ({
  ...defaultConfiguration(studioId),
  devices,
});

/** Puts the preset access in force, in memory only (DEMO-4). */
export const presetAccess = (
  { access, studio }: Pick<Service, 'access' | 'studio'>,
  { DEMO_TOKEN }: Pick<Settings, 'DEMO_TOKEN'>,
  clock: Pick<Clock, 'now'>,
): void => {
  const devices = DEMO_TOKEN === undefined ? [] : [presetDevice(DEMO_TOKEN, utcTime(clock.now()))];
  access.apply(configurationWith(studio.layout.id, devices));
};

/** Returns the line to print about the preset access. It doesn't contain the token. */
export const presetLine = ({ DEMO_TOKEN }: Pick<Settings, 'DEMO_TOKEN'>): string =>
  DEMO_TOKEN === undefined
    ? '           no DEMO_TOKEN: only callers on this machine are admitted'
    : '           the token of the device "Demo panel" is DEMO_TOKEN';
