// What the operator does when all faults have ended, and the calls that show what is then in force.
import { addresses, panels } from './generate/calls.js';
import type { CallPlan, ConsoleChange } from './steps.js';

/** The panel whose action must succeed at the end. It is none of those that operators add during the simulation. */
const lastPanel = panels;

/** Opens the API again, so that the state can be read, and adds a panel that may do everything. */
export const openAccess: readonly ConsoleChange[] = [
  {
    change: 'access',
    settings: { apiEnabled: true, accessWithoutToken: 'off', listedDevices: [], legacyAuthorization: true },
  },
  { change: 'features', off: [] },
  {
    change: 'add',
    panel: lastPanel,
    settings: { access: 'read_and_control', fixedAddress: null, features: [] },
  },
];

const plain = { errors: [], isForwarded: false, isFromForeignPage: false } as const;

/** A read by each panel and from each address, and an action by each panel, on a signal that every studio file has. */
export const lastCalls: readonly CallPlan[] = [
  ...addresses.map((address): CallPlan => ({
    address,
    credential: { by: 'nothing' },
    target: 'list signals',
    ...plain,
  })),
  ...Array.from({ length: lastPanel + 1 }, (_, panel) =>
    ['read signal', 'red light on'].map((target): CallPlan => ({
      address: '192.168.1.21',
      credential: { by: 'bearer', panel, token: 'newest' },
      target,
      ...plain,
    })),
  ).flat(),
];
