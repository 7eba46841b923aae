// Adds a studio to the console of the same process, with a key that its service knows.
import * as E from 'fp-ts/lib/Either.js';
import { ConsoleStudio } from '../../../domain/console/studio.js';
import { invalid, type Failure } from '../../../domain/failure.js';
import type { ConsoleServices } from '../console-services.js';
import { changeByConsole, historyEntry } from './studio-access.js';
import { replaceStudioKey } from './studio-keys.js';
import { addStudio, type KeyPorts } from './studios.js';

/**
 * Ensures that a studio exists, and returns its key: `knownKey` if it is the current one, else a new key that replaces
 * it. Fails with `invalid_parameter` when the id or name is not valid for a studio.
 */
export const ensureStudio = async (
  ports: KeyPorts & Pick<ConsoleServices, 'audit'>,
  studio: ConsoleStudio,
  knownKey?: string,
): Promise<E.Either<Failure, { readonly key: string }>> => {
  const { id, name } = studio;
  if (E.isLeft(ConsoleStudio.decode(studio)))
    return E.left(invalid([{ path: 'studio', expected: 'a valid id and name', got: `"${id}" and "${name}"` }]));
  const ensuring = changeByConsole(ports, 'studio.ensure');
  const entry = await ports.store.studio(id);
  if (entry === undefined) return addStudio(ports, studio, historyEntry(ports, ensuring, `added the studio "${name}"`));
  if (knownKey !== undefined && ports.hashSecret(knownKey) === entry.keyHash) return E.right({ key: knownKey });
  return replaceStudioKey(ports, id, 0, historyEntry(ports, ensuring, 'replaced the studio key'));
};
