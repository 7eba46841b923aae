// Who has to have a second factor.
import type * as t from 'io-ts';
import { oneOf } from '../codec/codec.js';
import type { Operator, OperatorRoles } from './operator.js';

/** Who has to have a second factor: nobody, admins of all or of one studio, or everybody with a password. */
export const SecondFactorPolicy = oneOf('off', 'admins', 'all');
export type SecondFactorPolicy = t.TypeOf<typeof SecondFactorPolicy>;

const isAdmin = ({ role, studioRoles }: OperatorRoles): boolean =>
  [role, ...Object.values(studioRoles)].includes('admin');

/** Whether an operator has to have a second factor. That of others is up to their identity provider. */
export const isSecondFactorRequired = (policy: SecondFactorPolicy, operator: Operator): boolean =>
  operator.password !== null && (policy === 'all' || (policy === 'admins' && isAdmin(operator)));

/** Whether an operator has to set up a second factor before anything else. */
export const mustEnrol = (policy: SecondFactorPolicy, operator: Operator): boolean =>
  operator.secondFactor === undefined && isSecondFactorRequired(policy, operator);
