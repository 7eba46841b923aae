// Finds broken references of an output's graphics in an unvalidated studio: their scenes, and the variables that fill them.
import { matchable } from '../codec/codec.js';
import type { Issue } from '../codec/issues.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { scenesIn } from './known-names.js';
import { check } from './reference.js';

/** Ids and names of all variables, as they match: a graphic is filled from the variables of whichever station shows it. */
const variablesIn = (input: unknown): ReadonlySet<string> =>
  new Set(
    listIn(input, 'variables').flatMap((variable) =>
      ['id', 'name'].flatMap((field) => textIn(variable, field) ?? []).map(matchable),
    ),
  );

const checkFields = (graphic: unknown, path: string, variables: ReadonlySet<string>): readonly Issue[] => {
  const fields = fieldOf(graphic, 'fields');
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).flatMap(([field, variable]) =>
    typeof variable !== 'string' || variables.has(matchable(variable))
      ? []
      : [{ path: `${path}.fields.${field}`, expected: 'the id or name of a variable', got: `"${variable}"` }],
  );
};

const checkGraphics = (output: unknown, path: string, variables: ReadonlySet<string>): readonly Issue[] => {
  const [scenes, what] = [scenesIn(output), 'a scene of the output'];
  return listIn(output, 'graphics').flatMap((graphic, index) => {
    const at = `${path}.graphics[${String(index)}]`;
    const scene = check({ path: `${at}.scene`, value: textIn(graphic, 'scene'), known: scenes, what });
    return [...scene, ...checkFields(graphic, at, variables)];
  });
};

/** Returns an issue for every broken reference of the outputs' scenes. */
export const findBrokenScenes = (input: unknown): readonly Issue[] => {
  const variables = variablesIn(input);
  return listIn(input, 'outputs').flatMap((output, index) =>
    checkGraphics(output, `outputs[${String(index)}]`, variables),
  );
};
