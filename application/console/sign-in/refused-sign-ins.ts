// Records refused sign-ins: in the log, where those of one address are counted, and in the audit log.
import type { Address } from '../../../domain/access/address.js';
import type { OperatorRoles } from '../../../domain/console/operator.js';
import { coalescer, countFields } from '../../audit/coalescer.js';
import { signInFailed, type SignInMethod } from '../../audit/sign-in-events.js';
import type { ConsoleServices } from '../console-services.js';
import type { SignInFailure } from './sign-in-failure.js';

type Ports = Pick<ConsoleServices, 'clock' | 'log' | 'audit'>;

/** How long refused sign-ins of one address are counted before the count is logged, in milliseconds. */
const countingMs = 60_000;

/** The most addresses that are distinguished within that time. */
const maxAddresses = 32;

/** Logs the first refused sign-in of an address at once, and counts further ones. */
const refusalLog = ({ clock, log }: Pick<Ports, 'clock' | 'log'>) =>
  coalescer<string>({
    clock,
    intervalMs: countingMs,
    maxKeys: maxAddresses,
    // The name is not logged: sometimes it is a password typed into the wrong field.
    onFirst: (address) => {
      log.warn('a sign-in was refused', { address });
    },
    onRepeated: (address, counted) => {
      log.warn('more sign-ins were refused', { address, ...countFields(counted) });
    },
    onOthers: (counted) => {
      log.warn('sign-ins from further addresses were refused', countFields(counted));
    },
  });

/** Records refused sign-ins. */
export interface RefusedSignIns {
  readonly record: (
    operator: Pick<OperatorRoles, 'username'> | undefined,
    from: Address,
    method: SignInMethod,
    refused: SignInFailure,
  ) => void;
  /** Logs the refused sign-ins that were counted so far. */
  readonly flush: () => void;
}

/** Creates the record. */
export const refusedSignIns = (ports: Ports): RefusedSignIns => {
  const refused = refusalLog(ports);
  return {
    flush: refused.flush,
    record: (operator, from, method, { kind }) => {
      if (kind === 'wrong_credentials' || kind === 'token_unknown') refused.record(from.text, from.text);
      ports.audit.recordRefusal(signInFailed(operator?.username ?? null, from, method, kind));
    },
  };
};
