// Flags of commands that are no settings, such as --replace.
import type { ParseArgsConfig } from 'node:util';

/** The flags of commands, without dashes. */
export const commandFlagOptions = {
  replace: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  csv: { type: 'boolean' },
  reopen: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** The name of a flag. */
export type CommandFlag = keyof typeof commandFlagOptions;

/** The flags that were given. */
export interface GivenFlags {
  readonly replace?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly csv?: boolean;
  readonly reopen?: boolean;
}

const isFlag = (name: string): name is CommandFlag => Object.hasOwn(commandFlagOptions, name);

/** Returns the flags of commands among all that were given. */
export const givenFlags = (values: Readonly<Record<string, string | boolean | undefined>>): GivenFlags => ({
  ...(values['replace'] === true ? { replace: true } : {}),
  ...(typeof values['from'] === 'string' ? { from: values['from'] } : {}),
  ...(typeof values['to'] === 'string' ? { to: values['to'] } : {}),
  ...(values['csv'] === true ? { csv: true } : {}),
  ...(values['reopen'] === true ? { reopen: true } : {}),
});

/** Returns what is wrong with the flags of a command or part that accepts only some; undefined if nothing is. */
export const wrongFlags = (name: string, accepted: readonly CommandFlag[], given: GivenFlags): string | undefined => {
  const wrong = Object.keys(given).find((flag) => isFlag(flag) && !accepted.includes(flag));
  return wrong === undefined ? undefined : `${name}: --${wrong} is not one of its flags`;
};
