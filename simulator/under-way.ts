// A command under way: its two promises, and the means to settle them.
import * as E from 'fp-ts/lib/Either.js';
import { failure } from '../domain/failure.js';
import type { Ended, Sent } from '../application/ports.js';
import type { Order } from './behaviour.js';

/** A command that was sent and isn't confirmed yet. */
export interface UnderWay<Command> extends Order<Command> {
  readonly sent: Sent;
  readonly accept: () => void;
  /** The device's state shows it, so it was accepted too. */
  readonly confirm: () => void;
  /** The device's state shows something else: another command took its place, or nothing came of it. */
  readonly supersede: () => void;
  /** It failed, or nobody knows. */
  readonly fail: (message: string) => void;
}

const right: Ended = E.right(undefined);

const deviceError = (message: string): Ended => E.left(failure('device_error', message));

/** Takes a command on its way. What settles a promise first holds. */
export const underWay = <Command>(order: Order<Command>): UnderWay<Command> => {
  const accepted = Promise.withResolvers<Ended>();
  const confirmed = Promise.withResolvers<Ended>();
  const settle = (ended: Ended): void => {
    accepted.resolve(ended);
    confirmed.resolve(ended);
  };
  return {
    ...order,
    sent: { accepted: accepted.promise, confirmed: confirmed.promise },
    accept: () => {
      accepted.resolve(right);
    },
    confirm: () => {
      settle(right);
    },
    supersede: () => {
      accepted.resolve(right);
      confirmed.resolve(
        deviceError(
          'it was taken, but the state shows something else: nothing came of it, or another command took its place',
        ),
      );
    },
    fail: (message) => {
      settle(deviceError(message));
    },
  };
};
