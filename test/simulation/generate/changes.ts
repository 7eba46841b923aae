// Generates changes at the console.
import { features } from '../../../domain/feature.js';
import type { Choices } from '../choices.js';
import type { AccessSettings, ConsoleChange, PanelSettings } from '../steps.js';
import { addresses, panels } from './calls.js';

const settings = ({ one, some, chance, between }: Choices): PanelSettings => ({
  access: one('read_only', 'read_and_control', 'read_and_control'),
  fixedAddress: chance(20) ? one(...addresses) : null,
  features: chance(25) ? some(features, 40) : [],
  ...(chance(25) && { expiresInMs: between(1, 600_000) }),
});

const listed = [
  { address: '192.168.1.0/24', label: 'Desk' },
  { address: '10.0.0.5', label: 'Rack' },
] as const;

const accessSettings = ({ one, some, chance }: Choices): AccessSettings => ({
  apiEnabled: chance(85),
  accessWithoutToken: one('off', 'listed', 'whole_lan'),
  listedDevices: some(listed, 60),
  legacyAuthorization: chance(70),
});

const kinds = {
  add: 6,
  edit: 4,
  revoke: 2,
  remove: 1,
  'end old token': 1,
  'replace token': 2,
  access: 3,
  features: 2,
} as const;

const switches = features.flatMap((feature) => [`${feature} read`, `${feature} control`]);

const changeOf = (choices: Choices, panel: number): Readonly<Record<keyof typeof kinds, () => ConsoleChange>> => {
  const { between, some, chance } = choices;
  return {
    add: () => ({ change: 'add', panel, settings: settings(choices) }),
    edit: () => ({ change: 'edit', panel, settings: settings(choices) }),
    revoke: () => ({ change: 'revoke', panel }),
    remove: () => ({ change: 'remove', panel }),
    'end old token': () => ({ change: 'end old token', panel }),
    'replace token': () => ({ change: 'replace token', panel, overlapMs: chance(50) ? 0 : between(1, 120_000) }),
    access: () => ({ change: 'access', settings: accessSettings(choices) }),
    features: () => ({ change: 'features', off: chance(50) ? [] : some(switches, 8) }),
  };
};

/** Generates a change. */
export const anyChange = (choices: Choices): ConsoleChange =>
  changeOf(choices, choices.between(0, panels - 1))[choices.weighted(kinds)]();
