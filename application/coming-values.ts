// What a signal will be once the newest command that is under way to it has been carried out.
import * as E from 'fp-ts/lib/Either.js';
import type { SignalLines } from './ports.js';

/** Signal lines that know what they were last told. */
export interface ForeseeingLines extends SignalLines {
  /** The value of the newest command that nothing conclusive was heard of; else the value last told by the line. */
  readonly coming: (signal: string) => boolean;
}

/** Notes every command until the line has confirmed or failed it. */
export const foreseeing = (lines: SignalLines): ForeseeingLines => {
  const underWay = new Map<string, { readonly on: boolean }>();
  return {
    ...lines,
    switch: (signal, on) => {
      const sending = lines.switch(signal, on);
      if (E.isLeft(sending)) return sending;
      const command = { on };
      underWay.set(signal, command);
      void sending.right.confirmed.then(() => {
        if (underWay.get(signal) === command) underWay.delete(signal);
      });
      return sending;
    },
    coming: (signal) => underWay.get(signal)?.on ?? lines.value(signal),
  };
};
