// A call as operators watch it: one codec for the service and the console. Nothing of it is stored.
import * as t from 'io-ts';
import { boundedListOf, integer, looseText } from '../codec/codec.js';
import type { DecidingStep } from './deciding-step.js';
import { shownText } from './shown-text.js';

/** The most calls that a service sends at once. Further calls are counted. */
export const maxObservedCalls = 100;

/** The longest texts that are sent, in characters. The end of a longer one is left out. */
const longest = { name: 128, path: 512 } as const;

const name = looseText(0, longest.name);
const EpochMs = integer(0, 8_640_000_000_000_000);

/**
 * A deciding step, as it is sent. Steps are not limited to those that this program knows, because the service may be newer:
 * all fields but `step` depend on it.
 */
export const ObservedStep = t.readonly(
  t.intersection([
    t.type({ step: looseText(1, longest.name) }),
    t.partial({
      device: t.readonly(t.type({ id: name, name })),
      oldToken: t.boolean,
      username: name,
      entry: name,
      label: name,
      forwarded: t.boolean,
      feature: name,
      access: name,
    }),
  ]),
);
export type ObservedStep = t.TypeOf<typeof ObservedStep>;

/** One answered call. */
export const ObservedCall = t.readonly(
  t.type({
    /** When it was answered, in milliseconds since 1970 UTC. */
    time: EpochMs,
    address: name,
    /** As written in the request log; null if no caller was resolved. */
    caller: t.union([name, t.null]),
    method: name,
    /** With its query; tokens read `***`. */
    path: looseText(0, longest.path),
    status: integer(100, 599),
    /** The error code; null for a success. */
    error: t.union([name, t.null]),
    /** From its arrival to its answer, in milliseconds; an action that waits is answered once it is acknowledged. */
    answeredAfterMs: t.union([integer(0, 2 ** 40), t.null]),
    /** Null if the call was answered before its caller was resolved. */
    decidedBy: t.union([ObservedStep, t.null]),
  }),
  'ObservedCall',
);
export type ObservedCall = t.TypeOf<typeof ObservedCall>;

/** Calls in the order of their answers, and how many more were answered since the last batch. */
export const ObservedCalls = t.readonly(
  t.type({ calls: boundedListOf(ObservedCall, maxObservedCalls), notShown: integer(0, 2 ** 52) }),
  'ObservedCalls',
);
export type ObservedCalls = t.TypeOf<typeof ObservedCalls>;

const shownOrNull = (text: string | null): string | null => text && shownText(text, longest.name);

/** Returns a step as it is sent: without tokens, and with texts that fit. */
export const observedStep = (step: DecidingStep | ObservedStep): ObservedStep => {
  const { device, oldToken, forwarded, ...rest } = step as ObservedStep;
  const texts = (['username', 'entry', 'label', 'feature', 'access'] as const).flatMap((key) => {
    const value = rest[key];
    return value === undefined ? [] : [[key, shownText(value, longest.name)] as const];
  });
  return {
    step: shownText(rest.step, longest.name),
    ...Object.fromEntries<string>(texts),
    ...(device && { device: { id: shownText(device.id, longest.name), name: shownText(device.name, longest.name) } }),
    ...(oldToken !== undefined && { oldToken }),
    ...(forwarded !== undefined && { forwarded }),
  };
};

/** Returns a call within all bounds and without tokens. */
export const observedCall = ({ decidedBy, ...call }: ObservedCall): ObservedCall => ({
  time: call.time,
  address: shownText(call.address, longest.name),
  caller: shownOrNull(call.caller),
  method: shownText(call.method, longest.name),
  path: shownText(call.path, longest.path),
  status: call.status,
  error: shownOrNull(call.error),
  answeredAfterMs: call.answeredAfterMs,
  decidedBy: decidedBy && observedStep(decidedBy),
});
