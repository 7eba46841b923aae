// What a setting is declared with.
import type * as t from 'io-ts';
import { optional, someText } from '../../application/api/parameters.js';

/** A setting. `Value` is what the program reads of it. */
export interface Setting<Value = unknown> {
  /** Accepts undefined too. */
  readonly codec: t.Mixed;
  /** What it is, for the help. */
  readonly help: string;
  /** Its value if it isn't given; undefined for none. */
  readonly byDefault: Value;
  /** The default as a text. */
  readonly defaultText: string | undefined;
  /** Whether its value never appears in a message. */
  readonly isSecret: boolean;
}

/** Settings by name. `PORT` in the environment is the flag `--port`. */
export type SettingTable = Readonly<Record<string, Setting>>;

/** The values of settings. */
export type SettingValues<Table extends SettingTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> ? Value : never;
};

/** Declares a setting, with a default or without. */
export const setting = <A, Default extends (A & (string | number)) | undefined = undefined>(
  help: string,
  codec: t.Type<A, string>,
  byDefault?: Default,
): Setting<A | Default> => ({
  codec: optional(codec),
  help,
  byDefault: byDefault as Default,
  defaultText: byDefault === undefined ? undefined : String(byDefault),
  isSecret: false,
});

/** Declares a setting whose value never appears in a message. */
export const secret = <A>(help: string, codec: t.Type<A, string>): Setting<A | undefined> => ({
  ...setting(help, codec),
  isSecret: true,
});

/** Declares a secret that may stand in a file instead. `STUDIO_KEY_FILE` names the file with `STUDIO_KEY`. */
export const secretOrFile = <Name extends string>(
  name: Name,
  help: string,
  codec: t.Type<string, string>,
): Readonly<Record<Name | `${Name}_FILE`, Setting<string | undefined>>> =>
  ({
    [name]: secret(help, codec),
    [`${name}_FILE`]: setting(`the file with ${name}, in place of it`, someText),
  }) as Readonly<Record<Name | `${Name}_FILE`, Setting<string | undefined>>>;

/** Returns the flag of a setting, without dashes. */
export const flagOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');
