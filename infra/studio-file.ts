// Which studio it is, read from a file.
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { parse } from 'yaml';
import { readStudioLayout, type StudioLayout } from '../domain/studio/layout.js';
import { StartFault } from './faults.js';

const fault = (file: string, what: string): never => {
  throw new StartFault(`STUDIO_FILE: ${file}: ${what}`);
};

const parseYaml = (file: string, text: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    return fault(file, (error as Error).message.split('\n', 1)[0] ?? '');
  }
};

/** Reads a studio's layout from a YAML or JSON file. */
export const studioLayout = async (file: string): Promise<StudioLayout> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) =>
    fault(file, `can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`),
  );
  return E.getOrElse((what: string): StudioLayout => fault(file, what))(readStudioLayout(parseYaml(file, text)));
};
