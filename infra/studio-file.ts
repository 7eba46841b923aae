// Which studio it is: the one of a file, else the demo studio.
import { readFile } from 'node:fs/promises';
import * as E from 'fp-ts/lib/Either.js';
import { parse } from 'yaml';
import { readStudioLayout, type StudioLayout } from '../domain/studio/layout.js';
import { demoStudio } from '../simulator/demo-studio.js';
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

/** Reads a studio's layout from a YAML or JSON file; without a file it is the demo studio. */
export const studioLayout = async (file: string | undefined): Promise<StudioLayout> => {
  if (file === undefined) return demoStudio;
  const text = await readFile(file, 'utf8').catch((error: unknown) =>
    fault(file, `can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`),
  );
  return E.getOrElse((what: string): StudioLayout => fault(file, what))(readStudioLayout(parseYaml(file, text)));
};
