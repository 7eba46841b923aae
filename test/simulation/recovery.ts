// What the operator does when all faults have ended, and the calls that show what is then in force.
import { addresses, panels } from './generate/calls.js';
import type { CallPlan, ConsoleChange } from './steps.js';

/** Opens the API again, so that the state can be read. */
export const openAccess: readonly ConsoleChange[] = [
  {
    change: 'access',
    settings: { apiEnabled: true, accessWithoutToken: 'off', listedDevices: [], legacyAuthorization: true },
  },
  { change: 'features', off: [] },
];

const plain = { errors: [], isForwarded: false, isFromForeignPage: false } as const;

/** A read by each panel and from each address, and an action by each panel. */
export const lastCalls: readonly CallPlan[] = [
  ...addresses.map((address): CallPlan => ({
    ...{ address, credential: { by: 'nothing' }, target: 'list signals', ...plain },
  })),
  ...Array.from({ length: panels }, (_, panel) =>
    ['read signal', 'toggle phone'].map((target): CallPlan => ({
      ...{ address: '192.168.1.21', credential: { by: 'bearer', panel, token: 'newest' }, target, ...plain },
    })),
  ).flat(),
];
