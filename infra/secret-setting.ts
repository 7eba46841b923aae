// Secrets that stand in the environment, or in a file that a setting with the suffix `_FILE` names.
import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { signInSettingCodecs } from './sign-in-settings.js';
import { StartupError } from './startup-errors.js';
import type { Settings } from './settings.js';

/** The settings that may stand in a file. */
type SecretName = 'OIDC_CLIENT_SECRET' | 'SECOND_FACTOR_KEY';

const readSecret = (name: string, path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new StartupError(`${name}: ${path} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  }
};

/**
 * Returns a secret; undefined if neither setting is given. Throws a `StartupError` if both are given, or if the file can't be
 * read, is empty, or contains what the setting itself doesn't accept.
 */
export const secretSetting = (settings: Settings, name: SecretName): string | undefined => {
  const fileName = `${name}_FILE` as const;
  const [value, path] = [settings[name], settings[fileName]];
  if (path === undefined) return value;
  if (value !== undefined) throw new StartupError(`${fileName}: expected nothing, because ${name} is set`);
  const secret = readSecret(fileName, path);
  if (secret === '') throw new StartupError(`${fileName}: ${path} is empty`);
  const codec = signInSettingCodecs[name];
  if (E.isLeft(codec.decode(secret))) throw new StartupError(`${fileName}: expected ${codec.name} in ${path}`);
  return secret;
};
