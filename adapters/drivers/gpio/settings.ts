// What a studio file says about the GPIO lines of the machine itself.
import * as t from 'io-ts';
import { choiceOf } from '../../../domain/codec/choice.js';
import { described, field, integer, oneOf, text } from '../../../domain/codec/codec.js';
import { fieldOf } from '../../../domain/codec/unchecked.js';

/** A chip of the machine. */
export const GpioSettings = t.readonly(
  t.type({ chip: field(text(1, 32), 'Name or label of the chip, such as `gpiochip0` or `pinctrl-bcm2711`') }),
);
export type GpioSettings = t.TypeOf<typeof GpioSettings> & {
  /** Whether the lines are only looked for: an editor tests the connection, while the service may hold them. */
  readonly isTrial?: boolean;
};

const isName = (input: unknown): boolean => typeof input === 'string';

const common = {
  line: field(choiceOf(integer(0, 4_095), text(1, 32), isName), 'Number of the line on its chip, or its name'),
};

const options = {
  activeLow: described(t.boolean, { description: 'Whether the signal is on while the line is low', default: false }),
  bias: field(oneOf('pull-up', 'pull-down', 'off'), 'The resistor inside the chip; it stays as it is if left out'),
};

const InputLine = t.readonly(
  t.intersection([
    t.type({ ...common, direction: field(oneOf('in'), '`in`: the line is read') }),
    t.partial({
      ...options,
      debounceMs: field(integer(1, 10_000), 'How long a value has to last before it counts, in milliseconds'),
    }),
  ]),
);
export type InputLine = t.TypeOf<typeof InputLine>;

/** The message about any other direction names both. */
const out = Object.assign(described(oneOf('out'), {}), { name: 'one of in, out' });

const OutputLine = t.readonly(
  t.intersection([
    t.type({ ...common, direction: field(out, '`out`: the line is switched') }),
    t.partial({
      ...options,
      safe: described(oneOf('on', 'off', 'keep'), {
        description: 'What the signal is when the service starts and ends; `keep`: as it is',
        default: 'off',
      }),
    }),
  ]),
);
export type OutputLine = t.TypeOf<typeof OutputLine>;

/** The line of a signal. */
export const GpioLine = choiceOf(OutputLine, InputLine, (input) => fieldOf(input, 'direction') === 'in');
export type GpioLine = t.TypeOf<typeof GpioLine>;
