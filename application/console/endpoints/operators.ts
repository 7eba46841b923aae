// The endpoints by which admins manage operators.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { OperatorOverview, Password, Role, Username, type Operator } from '../../../domain/console/operator.js';
import { addOperator, changeOperator, findOperator, removeOperator } from '../../../domain/console/operators.js';
import { someText } from '../../api/parameters.js';
import { partialBody } from './body.js';
import { endpoint } from './endpoint.js';
import { changeOperators } from '../sign-in/operators.js';
import type { ConsoleServices } from '../console-services.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'passwords'>;

const path = '/operators/:username';
const params = { username: someText };
const OneOperator = t.readonly(t.type({ operator: OperatorOverview }));

const overview = ({ username, role }: Operator): OperatorOverview => ({ username, role });

export const listOperators = endpoint({
  name: 'operator.list',
  summary: 'List all operators with their roles',
  intent: 'read',
  role: 'admin',
  path: '/operators',
  result: t.readonly(t.type({ operators: t.readonlyArray(OperatorOverview) })),
  run: async ({ store }: Ports) => E.right({ value: { operators: (await store.operators()).map(overview) } }),
});

export const addConsoleOperator = endpoint({
  name: 'operator.add',
  summary: 'Add an operator',
  intent: 'create',
  role: 'admin',
  path: '/operators',
  body: t.readonly(t.type({ username: Username, role: Role, password: Password })),
  result: OneOperator,
  run: async (ports: Ports, _params, context, { username, role, password }) => {
    const added = { username, role, password: await ports.passwords.hash(password) };
    const summary = `added the operator "${username}" with the role ${role}`;
    return pipe(
      await changeOperators(ports, context, { summary, change: addOperator(added) }),
      E.map(() => ({ value: { operator: overview(added) } })),
    );
  },
});

interface Changes {
  readonly role?: Role;
  readonly password?: string;
}

const summaryOf = (username: string, { role, password }: Changes): string => {
  const parts = [
    ...(role === undefined ? [] : [`role ${role}`]),
    ...(password === undefined ? [] : ['a new password']),
  ];
  return `operator "${username}": ${parts.join(', ') || 'nothing changed'}`;
};

const hashed = async ({ passwords }: Ports, { role, password }: Changes) => ({
  ...(role === undefined ? {} : { role }),
  ...(password === undefined ? {} : { password: await passwords.hash(password) }),
});

export const changeConsoleOperator = endpoint({
  name: 'operator.change',
  summary: 'Change the role or password of an operator, and end their sessions',
  intent: 'change',
  role: 'admin',
  path,
  params,
  body: partialBody({ role: Role, password: Password }),
  result: OneOperator,
  run: async (ports: Ports, { username }, context, changes) => {
    const change = changeOperator(username, await hashed(ports, changes));
    return pipe(
      await changeOperators(ports, context, { summary: summaryOf(username, changes), change }),
      E.chainW((all) => findOperator(all, username)),
      E.map((operator) => ({ value: { operator: overview(operator) } })),
    );
  },
});

export const removeConsoleOperator = endpoint({
  name: 'operator.remove',
  summary: 'Remove an operator, and end their sessions',
  intent: 'remove',
  role: 'admin',
  path,
  params,
  run: async (ports: Ports, { username }, context) =>
    pipe(
      await changeOperators(ports, context, {
        summary: `removed the operator "${username}"`,
        change: removeOperator(username),
      }),
      E.map(() => ({ value: undefined })),
    ),
});

export const operatorEndpoints = [listOperators, addConsoleOperator, changeConsoleOperator, removeConsoleOperator];
