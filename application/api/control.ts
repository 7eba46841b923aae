// Declares an action: an operation that sends a command and is answered once that is acknowledged.
import { described } from '../../domain/codec/codec.js';
import type { Feature } from '../../domain/feature.js';
import { declare, none, type Declaration, type None, type RunFunction } from './declare.js';
import type { Operation, StartedCommand } from './operation.js';
import { fromText, optional, wholeNumber, type Codecs, type Values } from './parameters.js';
import { okForm } from './plain-forms.js';
import type { SentCommand } from '../ports/commands.js';

/** How long an acknowledgement is waited for, milliseconds (part 8 of the specification). */
const TimeoutMs = wholeNumber(100, 30_000, 'milliseconds');

/** How long it is waited for where the caller doesn't say, milliseconds. */
const defaultTimeoutMs = 2_000;

/** Any value but `0` waits. */
const Wait = fromText('0, to be answered at once', (text) => text !== '0');

const patience = {
  wait: described(optional(Wait), {
    description: '`0`: answered 202 at once, without waiting for the acknowledgement. Any other value waits',
    examples: ['0'],
  }),
  timeout: described(optional(TimeoutMs), {
    description: 'How long the acknowledgement is waited for, milliseconds',
    default: defaultTimeoutMs,
  }),
};

/** A command that left: what counts as its acknowledgement, and how the changed record reads then. */
export interface CommandDeclaration<Body extends Codecs> {
  readonly sent: SentCommand;
  /** Which of the device's words is waited for; its own state's unless said otherwise. */
  readonly until?: 'accepted' | 'confirmed';
  readonly result: () => Values<Body>;
}

interface ControlDeclaration<Ports, Path extends Codecs, Query extends Codecs, Body extends Codecs> extends Declaration<
  Path,
  Query,
  Body
> {
  readonly feature: Feature;
  readonly run: RunFunction<Ports, Values<Path> & Values<Query>, CommandDeclaration<Body>>;
}

const started = <Body extends Codecs>(
  { sent, until = 'confirmed', result }: CommandDeclaration<Body>,
  { wait = true, timeout = defaultTimeoutMs }: Partial<Values<typeof patience>>,
): StartedCommand => ({
  acknowledged: sent[until],
  ...(sent.failureAtTimeout && { failureAtTimeout: sent.failureAtTimeout }),
  timeoutMs: timeout,
  wait,
  result: () => ({ body: result(), plain: 'OK' }),
});

/** An action of the catalogue; `wait` and `timeout` come with it. */
export const control = <Ports, Body extends Codecs, Path extends Codecs = None, Query extends Codecs = None>(
  declared: ControlDeclaration<Ports, Path, Query, Body>,
): Operation<Ports> => {
  const query: Query & typeof patience = { ...(declared.query ?? (none as Query)), ...patience };
  return declare(
    declared,
    { access: 'control', admission: 'admitted', plainForm: okForm } as const,
    query,
    declared.run,
    started<Body>,
  );
};
