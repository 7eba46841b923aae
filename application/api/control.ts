// Declares an action: an operation that decides commands or a change, and is answered when these are acknowledged.
import { described } from '../../domain/codec/codec.js';
import type { Feature } from '../../domain/feature.js';
import type { Call } from './authorized-call.js';
import { declare, none, type Declaration, type None, type RunFunction } from './declare.js';
import { withKey } from './idempotency-key.js';
import type { ActionDecision, ActionEnd, DecidedChange, DecidedCommands, Operation } from './operation.js';
import { fromText, optional, wholeNumber, type Codecs, type Values } from './parameters.js';
import { okForm } from './plain-forms.js';

/** Timeout of an acknowledgement, in milliseconds (ACK-6). */
const TimeoutMs = wholeNumber(100, 30_000, 'milliseconds');

/** Timeout if the caller specifies none, in milliseconds. */
const defaultTimeoutMs = 2_000;

/** Any value but `0` waits. */
const Wait = fromText('0, to return at once', (text) => text !== '0');

/** Whether an action is only decided. A misspelt value must not send what was meant as a trial. */
const Dry = fromText('1, to send nothing', (text) => (text === '1' ? true : undefined), { enum: ['1'] });

const acknowledgementQuery = {
  wait: described(optional(Wait), {
    description: '`0` returns 202 at once, without waiting for the acknowledgement. Any other value waits',
    examples: ['0'],
  }),
  timeout: described(optional(TimeoutMs), {
    description: 'Timeout of the acknowledgement, in milliseconds',
    default: defaultTimeoutMs,
  }),
  dry: described(optional(Dry), {
    description: '`1` sends, changes and records nothing: the answer is a `DryRun`, what the action would do now',
    examples: ['1'],
  }),
};

/** Whether a call of an action is a dry run, if its parameters are valid (DRY-1). */
export const isDryRun = ({ operation: { access }, raw: { query } }: Pick<Call<never>, 'operation' | 'raw'>): boolean =>
  access === 'control' && query.get('dry')?.includes('1') === true;

/** What an action does, and the changed record after it. */
export type Decision<Body extends Codecs> = (DecidedCommands | DecidedChange) & {
  /** What counts as the acknowledgement. Default: `confirmed`. */
  readonly until?: ActionEnd['until'];
  readonly result: () => Values<Body>;
};

interface ControlDeclaration<Ports, Path extends Codecs, Query extends Codecs, Body extends Codecs> extends Declaration<
  Path,
  Query,
  Body
> {
  readonly feature: Feature;
  readonly run: RunFunction<Ports, Values<Path> & Values<Query>, Decision<Body>>;
}

const decided = <Body extends Codecs>(
  { until = 'confirmed', result, ...decision }: Decision<Body>,
  { wait = true, timeout = defaultTimeoutMs }: Partial<Values<typeof acknowledgementQuery>>,
): ActionDecision => ({
  ...decision,
  until,
  timeoutMs: timeout,
  wait,
  result: () => ({ body: result(), plain: 'OK' }),
});

/** Returns an action. Adds the query parameters `wait`, `timeout`, `dry` and `key`, and the header of the key. */
export const control = <Ports, Body extends Codecs, Path extends Codecs = None, Query extends Codecs = None>(
  declared: ControlDeclaration<Ports, Path, Query, Body>,
): Operation<Ports> => {
  const query: Query & typeof acknowledgementQuery = {
    ...(declared.query ?? (none as Query)),
    ...acknowledgementQuery,
  };
  const timeoutOf = ({ timeout = defaultTimeoutMs }: Partial<Values<typeof acknowledgementQuery>>): number => timeout;
  const kind = { access: 'control', admission: 'admitted', plainForm: okForm, timeoutOf } as const;
  return withKey(declare(declared, kind, query, declared.run, decided<Body>));
};
