// The endpoints by which admins manage operators.
import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described } from '../../../domain/codec/codec.js';
import { isEqual } from '../../../domain/codec/equality.js';
import {
  OperatorAccount,
  operatorOverview,
  Password,
  Role,
  signInMethodOf,
  StudioRoles,
  Username,
  type Operator,
} from '../../../domain/console/operator.js';
import {
  addOperator,
  changeOperator,
  findOperator,
  removeOperator,
  type OperatorChanges,
} from '../../../domain/console/operators.js';
import { byPerson, inAllStudios } from '../../../domain/console/requirement.js';
import { invalid } from '../../../domain/failure.js';
import { someText } from '../../api/parameters.js';
import { unknownStudio } from '../sign-in/existing-studios.js';
import { newInvitation, withInvitable } from '../sign-in/invitation.js';
import { changeOperators } from '../sign-in/operators.js';
import { rolesInWords, rolesListed } from '../sign-in/roles-in-words.js';
import type { ConsoleServices } from '../console-services.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { partialBody } from './body.js';
import { endpoint, type EndpointContext } from './endpoint.js';

type Ports = Pick<ConsoleServices, 'store' | 'clock' | 'passwords' | 'secrets' | 'hashSecret'>;

const path = '/operators/:username';
const params = { username: someText };
const OneOperator = t.readonly(t.type({ operator: OperatorAccount }));
const RoleOrNone = t.union([Role, t.null]);

const account = (operator: Operator): OperatorAccount => ({
  ...operatorOverview(operator),
  disabled: operator.disabled,
  signIn: signInMethodOf(operator),
  secondFactor: operator.secondFactor !== undefined,
  invited: operator.invitation !== undefined,
});

export const listOperators = endpoint({
  name: 'operator.list',
  summary: 'List all operators with their roles',
  intent: 'read',
  requires: byPerson(inAllStudios('admin')),
  path: '/operators',
  result: t.readonly(t.type({ operators: t.readonlyArray(OperatorAccount) })),
  run: async ({ store }: Ports) => E.right({ value: { operators: (await store.operators()).map(account) } }),
});

const invite = described(t.boolean, {
  description: 'Whether the operator chooses the password with an invitation, whose token this response contains',
});

const passwordOfInvited = invalid([{ path: 'password', expected: 'null, as the operator chooses it' }]);

const notInvited = { token: null, invitation: undefined };

const mustChange = described(t.boolean, {
  description: 'Whether the operator has to choose another password at the first sign-in, before anything else',
});

export const addConsoleOperator = endpoint({
  name: 'operator.add',
  summary: 'Add an operator; without a password, one is generated, which only this response contains',
  intent: 'create',
  requires: byPerson(inAllStudios('admin')),
  path: '/operators',
  body: t.readonly(
    t.type({
      username: Username,
      role: withDefault<Role | null>(RoleOrNone, null),
      studioRoles: withDefault<StudioRoles>(StudioRoles, {}),
      password: withDefault<string | null>(t.union([Password, t.null]), null),
      mustChangePassword: withDefault(mustChange, true),
      invite: withDefault(invite, false),
    }),
  ),
  result: t.readonly(
    t.type({
      operator: OperatorAccount,
      password: t.union([t.string, t.null]),
      invitation: t.union([t.string, t.null]),
    }),
  ),
  run: async (ports: Ports, _params, context, { invite: isInvited, ...body }) => {
    const { username, role, studioRoles, password, mustChangePassword } = body;
    if (isInvited && password !== null) return E.left(passwordOfInvited);
    const unknown = await unknownStudio(ports, studioRoles);
    if (unknown !== undefined) return E.left(unknown);
    // Nobody learns the password of an operator who is invited.
    const generated = password === null ? ports.secrets.password() : null;
    const hash = await ports.passwords.hash(password ?? generated ?? '');
    const { token, invitation } = isInvited ? newInvitation(ports) : notInvited;
    const added: Operator = {
      username,
      role,
      studioRoles,
      disabled: false,
      password: hash,
      mustChangePassword,
      invitation,
    };
    const summary = `${isInvited ? 'invited' : 'added'} the operator "${username}"; roles: ${rolesInWords(added)}`;
    return pipe(
      await changeOperators(ports, context, { summary, change: addOperator(added) }),
      E.map(() => ({
        value: { operator: account(added), password: isInvited ? null : generated, invitation: token },
      })),
    );
  },
});

const Changes = partialBody({ role: RoleOrNone, studioRoles: StudioRoles, disabled: t.boolean, password: Password });
type Changes = t.TypeOf<typeof Changes>;

const changedRoles = ({ role, studioRoles }: Changes): readonly string[] => [
  ...(role === null ? ['no role in all studios'] : []),
  ...(studioRoles !== undefined && Object.keys(studioRoles).length === 0 ? ['no role in single studios'] : []),
  ...rolesListed(role, studioRoles),
];

const summaryOf = (username: string, changes: Changes): string => {
  const { disabled, password } = changes;
  const parts = [
    ...changedRoles(changes),
    ...(disabled === undefined ? [] : [disabled ? 'disabled' : 'enabled']),
    ...(password === undefined ? [] : ['a new password']),
  ];
  return `operator "${username}": ${parts.join(', ')}`;
};

/** An operator has to change a password that another one has set. */
const hashed = async (
  { passwords }: Ports,
  { password, ...changes }: Changes,
  isOwn: boolean,
): Promise<OperatorChanges> =>
  password === undefined
    ? changes
    : { ...changes, password: await passwords.hash(password), mustChangePassword: !isOwn, invitation: undefined };

/** Changes an operator, and returns the account afterwards. */
const changeOne = async (ports: Ports, username: string, context: EndpointContext, changes: Changes) =>
  pipe(
    await changeOperators(ports, context, {
      summary: summaryOf(username, changes),
      change: changeOperator(username, await hashed(ports, changes, username === context.operator.username)),
    }),
    E.chainW((all) => findOperator(all, username)),
  );

export const changeConsoleOperator = endpoint({
  name: 'operator.change',
  summary: 'Change the roles or the password of an operator, or disable the account',
  intent: 'change',
  requires: byPerson(inAllStudios('admin')),
  path,
  params,
  body: Changes,
  result: OneOperator,
  run: async (ports: Ports, { username }, context, changes) => {
    const unknown = await unknownStudio(ports, changes.studioRoles ?? {});
    if (unknown !== undefined) return E.left(unknown);
    const before = await ports.store.operator(username);
    if (before !== undefined && isEqual({ ...before, ...changes }, before))
      return E.right({ value: { operator: account(before) } });
    return pipe(
      await changeOne(ports, username, context, changes),
      E.map((operator) => ({ value: { operator: account(operator) } })),
    );
  },
});

export const resetOperatorPassword = endpoint({
  name: 'operator.reset',
  summary: 'Give an operator a generated password, which only this response contains, and end their sessions',
  intent: 'act',
  requires: byPerson(inAllStudios('admin')),
  path: `${path}/password`,
  params,
  result: t.readonly(t.type({ password: t.string })),
  run: async (ports: Ports, { username }, context) => {
    const password = ports.secrets.password();
    return pipe(
      await changeOne(ports, username, context, { password }),
      E.map(() => ({ value: { password } })),
    );
  },
});

export const resetSecondFactor = endpoint({
  name: 'operator.second-factor.reset',
  summary: 'Remove the second factor of an operator who has lost it, and end their sessions',
  intent: 'remove',
  requires: byPerson(inAllStudios('admin')),
  path: `${path}/second-factor`,
  params,
  run: async (ports: Ports, { username }, context) =>
    pipe(
      await changeOperators(ports, context, {
        summary: `operator "${username}": the second factor was reset`,
        change: changeOperator(username, { secondFactor: undefined }),
      }),
      E.map(() => ({ value: undefined })),
    ),
});

export const inviteConsoleOperator = endpoint({
  name: 'operator.invite',
  summary:
    'Make an invitation of an operator, which replaces an earlier one; this response is the only one that contains its token',
  intent: 'act',
  requires: byPerson(inAllStudios('admin')),
  path: `${path}/invitation`,
  params,
  result: t.readonly(t.type({ invitation: t.string })),
  run: async (ports: Ports, { username }, context) => {
    const { token, invitation } = newInvitation(ports);
    return pipe(
      await changeOperators(ports, context, {
        summary: `invited the operator "${username}" again`,
        change: flow(withInvitable(username), E.chain(changeOperator(username, { invitation }))),
      }),
      E.map(() => ({ value: { invitation: token } })),
    );
  },
});

export const removeConsoleOperator = endpoint({
  name: 'operator.remove',
  summary: 'Remove an operator, and end their sessions',
  intent: 'remove',
  requires: byPerson(inAllStudios('admin')),
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

export const operatorEndpoints = [
  listOperators,
  addConsoleOperator,
  changeConsoleOperator,
  resetOperatorPassword,
  resetSecondFactor,
  inviteConsoleOperator,
  removeConsoleOperator,
];
