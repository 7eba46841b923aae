// Records of the console, as its page reads them.
import type {
  DeviceOverview,
  HistoryItem,
  OperatorAccount,
  SessionOperator,
  StudioOverview,
} from '../../../../adapters/web/console/api/contract.js';
import { server } from '../page-server.js';

/** Returns a studio that is connected, with all settings in effect. */
export const studioOf = (id: string, change: Partial<StudioOverview> = {}): StudioOverview => ({
  ...{ id, name: `Studio ${id}`, labels: [], apiEnabled: true, connected: true, key: 'set', keyInUse: 'current' },
  ...{ oldKey: null, service: null, editing: null, refusal: null, appliedVersion: 6, desiredVersion: 6 },
  ...{ appliedAt: null, confirmedAt: null, disconnectedAt: null, ...change },
});

/** Returns what a service reported of itself. */
export const serviceOf = (change: object = {}): NonNullable<StudioOverview['service']> =>
  ({
    ...{ version: '2.0', health: 'ok', alarms: [], furtherAlarms: 0, studioFileIssues: [] },
    ...{ onAir: null, holder: null, devicesAway: null },
    ...{ reportedAt: '2021-03-01T12:00:00.000Z', ...change },
  }) as unknown as NonNullable<StudioOverview['service']>;

/** Returns a device with a token that works. */
export const deviceOf = (name: string, change: Partial<DeviceOverview> = {}): DeviceOverview => ({
  ...{ id: name.toLowerCase(), name, access: 'read_only', station: null, fixedAddress: null, features: [] },
  ...{
    expiresAt: null,
    panel: null,
    operations: [],
    state: 'active',
    tokenState: 'active',
    usage: 'in_use',
    issuedAt: null,
    lastCall: null,
  },
  ...{ oldToken: null, ...change },
});

/** Returns the signed-in operator. */
export const sessionOf = (change: Partial<SessionOperator> = {}): SessionOperator => ({
  ...{ username: 'ann', role: 'operator', studioRoles: {}, signIn: 'password', secondFactor: 'off' },
  ...{ disabled: false, mustChangePassword: false, ...change },
});

/** Returns the account of an operator. */
export const accountOf = (username: string, change: Partial<OperatorAccount> = {}): OperatorAccount => ({
  ...{
    username,
    role: null,
    studioRoles: {},
    signIn: 'password',
    secondFactor: false,
    disabled: false,
    invited: false,
    ...change,
  },
});

/** Signs an operator in: returns the query that a view finds answered. */
export const signedIn = (change: Partial<SessionOperator> = {}): readonly [readonly string[], SessionOperator] => {
  const session = sessionOf(change);
  server.reply('GET /session', session);
  return [['session'], session];
};

/** Answers the list of studios. */
export const haveStudios = (...studios: readonly StudioOverview[]): void => {
  server.reply('GET /studios?limit=2000', { studios, next: null });
};

/** Returns a change of the history with a number of changed settings, of which a list has at most seven. */
export const changeOf = (id: number, fieldCount = 1): HistoryItem => ({
  ...{ id, time: '2021-03-01T12:00:00.000Z', operator: 'ann', action: 'features.set', summary: `change ${String(id)}` },
  ...{ version: id, subjects: [], fieldCount, fields: fieldsTo(Math.min(fieldCount, 7)) },
});

/** Returns changed settings. */
export const fieldsTo = (count: number): NonNullable<HistoryItem['fields']> =>
  Array.from({ length: count }, (_, index) => ({
    ...{ subject: `features.signals.x${String(index)}`, device: null, redacted: false, before: false, after: true },
  }));
