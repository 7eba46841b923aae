// Secrets that stand in files: `STUDIO_KEY_FILE` names the file with `STUDIO_KEY`.
import { readFileSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import { readRegularFile } from '../../adapters/storage/regular-file.js';
import { allSettings } from './declared-settings.js';
import { utf8Text } from '../../adapters/storage/text-encoding.js';

type Name = keyof typeof allSettings;

/** The settings that may stand in a file. */
type SecretName = { [One in Name]: `${One}_FILE` extends Name ? One : never }[Name];

const secretNames = Object.keys(allSettings).filter((name): name is SecretName => `${name}_FILE` in allSettings);

/** Settings as texts, by name. */
export type GivenTexts = ReadonlyMap<string, string>;

const read = (name: string, path: string): E.Either<string, string> => {
  const bytes = E.tryCatch(
    () => readFileSync(path),
    (error) => `${name}: ${path} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
  );
  if (E.isLeft(bytes)) return bytes;
  const text = utf8Text(bytes.right);
  return E.isLeft(text) ? E.left(`${name}: ${path}: ${text.left}`) : E.right(text.right.trim());
};

/**
 * Reads the secret of a setting from its file. Returns one line without the secret if the file can't be read, isn't UTF-8, is
 * empty, or contains what the setting itself doesn't accept.
 */
export const secretIn = (secret: SecretName, path: string): E.Either<string, string> => {
  const name = `${secret}_FILE`;
  const text = read(name, path);
  if (E.isLeft(text)) return text;
  if (text.right === '') return E.left(`${name}: ${path} is empty`);
  const { codec } = allSettings[secret];
  return E.isRight(codec.decode(text.right)) ? text : E.left(`${name}: expected ${codec.name} in ${path}`);
};

const secretFrom = (given: GivenTexts, secret: SecretName, path: string): E.Either<string, string> =>
  given.has(secret) ? E.left(`${secret}_FILE: expected nothing, because ${secret} is set`) : secretIn(secret, path);

/**
 * Adds the secrets that stand in files. Returns one line without secrets if a secret is given twice, or if its file can't
 * be read, is empty, or contains what the setting itself doesn't accept.
 */
export const withSecretsFromFiles = (given: GivenTexts): E.Either<string, GivenTexts> => {
  const all = new Map(given);
  for (const secret of secretNames) {
    const path = given.get(`${secret}_FILE`);
    if (path === undefined || path === '') continue;
    const text = secretFrom(given, secret, path);
    if (E.isLeft(text)) return text;
    all.set(secret, text.right);
  }
  return E.right(all);
};

/** The largest file with a secret of a device, in bytes. Certificates of all usual authorities have about 220 KB. */
const maxSecretBytes = 1_048_576;

/** Reads the secret of a device from its file. Rejects with one line that names the file. */
export const readSecretFile = async (path: string): Promise<string> => {
  const content = await readRegularFile(path, maxSecretBytes).catch((error: unknown) => {
    throw new Error(`${path} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`);
  });
  if (E.isLeft(content)) throw new Error(`${path}: ${content.left}`);
  const secret = content.right.trim();
  if (secret === '') throw new Error(`${path} is empty`);
  return secret;
};
