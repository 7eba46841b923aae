// The first steps on a new console: what its first admin has done, and leaving them.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, oneOf, orNull } from '../../../domain/codec/codec.js';
import { firstOperator } from '../../../domain/console/operator.js';
import { signedIn } from '../../../domain/console/requirement.js';
import { failure } from '../../../domain/failure.js';
import { maxHistoryEntries } from '../../ports/console-store.js';
import type { ConsoleServices } from '../console-services.js';
import { changeOperators } from '../sign-in/operators.js';
import type { ConsoleCaller } from './callers.js';
import { endpoint } from './endpoint.js';

const FirstSteps = t.readonly(
  t.type({
    password: described(oneOf('generated', 'chosen'), {
      description: 'Whether the first operator still has the generated password',
    }),
  }),
  'FirstSteps',
);
export type FirstSteps = t.TypeOf<typeof FirstSteps>;

type Ports = Pick<ConsoleServices, 'store' | 'clock'>;

const endAction = 'first-steps.end';

/**
 * Whether an operator is the first admin of a new console (FIRST-1): the only operator, whose first password was generated.
 * A configured password is that of a console that was set up in another way.
 */
const isFirstAdmin = async ({ store }: Ports, { username, role }: ConsoleCaller['operator']): Promise<boolean> => {
  if (username !== firstOperator || role !== 'admin') return false;
  return (await store.operators()).length === 1 && (await store.configuredPassword()) === undefined;
};

/** Whether the console has several studios, so that it isn't new, or whether a device has called already. */
const isInUse = async ({ store }: Ports): Promise<boolean> => {
  const studios = await store.revisions();
  const [first] = studios;
  return studios.length > 1 || (first !== undefined && (await store.lastCalls(first.studio.id)).size > 0);
};

/** Returns the steps that are offered to an operator; null if none are. */
const offeredSteps = async (ports: Ports, operator: ConsoleCaller['operator']): Promise<FirstSteps | null> => {
  if (!(await isFirstAdmin(ports, operator))) return null;
  const actions = (await ports.store.history(null, { limit: maxHistoryEntries })).map(({ action }) => action);
  if (actions.includes(endAction)) return null;
  const isChosen = actions.includes('session.password');
  return isChosen && (await isInUse(ports)) ? null : { password: isChosen ? 'chosen' : 'generated' };
};

export const getFirstSteps = endpoint({
  name: 'first-steps.get',
  summary: 'Get what you have done of the first steps on a new console',
  intent: 'read',
  requires: signedIn,
  path: '/first-steps',
  result: t.readonly(
    t.type({ firstSteps: orNull(FirstSteps, 'Null for everybody but the first admin, and once they are over') }),
  ),
  run: async (ports: Ports, _params, { operator }) =>
    E.right({ value: { firstSteps: await offeredSteps(ports, operator) } }),
});

export const endFirstSteps = endpoint({
  name: endAction,
  summary: 'Leave the first steps on a new console for good',
  intent: 'remove',
  requires: signedIn,
  path: '/first-steps',
  run: async (ports: Ports, _params, context) => {
    if ((await offeredSteps(ports, context.operator)) === null)
      return E.left(failure('conflict', 'there are no first steps for you'));
    const ended = await changeOperators(ports, context, { summary: 'left the first steps', change: E.right });
    return E.isLeft(ended) ? ended : E.right({ value: undefined });
  },
});

export const firstStepsEndpoints = [getFirstSteps, endFirstSteps];
