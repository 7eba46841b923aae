// What a signed-in operator's page needs to know about the account.
import * as t from 'io-ts';
import { oneOf } from '../../../domain/codec/codec.js';
import {
  mustChoosePassword,
  OperatorOverview,
  operatorOverview,
  SignInMethod,
  signInMethodOf,
  type Operator,
} from '../../../domain/console/operator.js';
import { mustEnrol, type SecondFactorPolicy } from '../../../domain/console/second-factor-policy.js';

const Extra = t.type({
  /** Nothing else is possible before the operator has chosen another password. */
  mustChangePassword: t.boolean,
  signIn: SignInMethod,
  /** `missing`: nothing else is possible before one is set up. */
  secondFactor: oneOf('on', 'off', 'missing'),
});

/** The signed-in operator. */
export const SessionOperator = t.readonly(
  t.type({ ...OperatorOverview.type.props, ...Extra.props }),
  'SessionOperator',
);
export type SessionOperator = t.TypeOf<typeof SessionOperator>;

/** Returns the signed-in operator as the API shows it. */
export const sessionOverview = (policy: SecondFactorPolicy, operator: Operator): SessionOperator => {
  const withoutFactor = mustEnrol(policy, operator) ? 'missing' : 'off';
  return {
    ...operatorOverview(operator),
    mustChangePassword: mustChoosePassword(operator),
    signIn: signInMethodOf(operator),
    secondFactor: operator.secondFactor === undefined ? withoutFactor : 'on',
  };
};
