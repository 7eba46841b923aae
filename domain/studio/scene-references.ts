// Finds broken references of an output's scenes in an unvalidated studio: their layers, their graphics, and the variables
// that fill the graphics.
import { matchable } from '../codec/codec.js';
import type { ValidationIssue } from '../codec/issues.js';
import { fieldOf, listIn, textIn } from '../codec/unchecked.js';
import { scenesIn } from './known-names.js';
import { check } from './reference.js';

const scenesWithGraphic = (output: unknown): ReadonlySet<string> =>
  new Set(listIn(output, 'graphics').flatMap((graphic) => textIn(graphic, 'scene') ?? []));

/** Scenes that need a layer, and how issues name a missing layer and an expected scene. */
interface LayeredScenes {
  readonly scenes: ReadonlySet<string>;
  readonly missing: string;
  readonly what: string;
}

/** Each of the scenes has a layer, and no other name has one. */
const checkLayers = (layers: unknown, path: string, { scenes, missing, what }: LayeredScenes) => {
  if (typeof layers !== 'object' || layers === null) return [];
  const missed = [...scenes].filter((scene) => !Object.hasOwn(layers, scene));
  return [
    ...missed.map((scene) => ({ path, expected: `${missing} "${scene}"` })),
    ...Object.keys(layers).flatMap((scene) => check({ path: `${path}.${scene}`, value: scene, known: scenes, what })),
  ];
};

const checkPlayer = (output: unknown, path: string): readonly ValidationIssue[] => {
  const player = fieldOf(output, 'player');
  if (typeof player !== 'object' || player === null || fieldOf(player, 'connection') !== undefined) return [];
  return [
    ...checkLayers(fieldOf(player, 'layers'), `${path}.layers`, {
      scenes: scenesIn(output),
      missing: 'a layer for the scene',
      what: 'a scene of the output',
    }),
    ...checkLayers(fieldOf(player, 'graphicLayers') ?? {}, `${path}.graphicLayers`, {
      scenes: scenesWithGraphic(output),
      missing: 'a layer for the graphic of the scene',
      what: 'a scene that has a graphic',
    }),
  ];
};

/** Ids and names of all variables, as they match: a graphic is filled from the variables of whichever station shows it. */
const variablesIn = (input: unknown): ReadonlySet<string> =>
  new Set(
    listIn(input, 'variables').flatMap((variable) =>
      ['id', 'name'].flatMap((field) => textIn(variable, field) ?? []).map(matchable),
    ),
  );

const checkFields = (graphic: unknown, path: string, variables: ReadonlySet<string>): readonly ValidationIssue[] => {
  const fields = fieldOf(graphic, 'fields');
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).flatMap(([field, variable]) =>
    typeof variable !== 'string' || variables.has(matchable(variable))
      ? []
      : [{ path: `${path}.fields.${field}`, expected: `the id or name of a variable, got "${variable}"` }],
  );
};

const checkGraphics = (output: unknown, path: string, variables: ReadonlySet<string>): readonly ValidationIssue[] => {
  const [scenes, what] = [scenesIn(output), 'a scene of the output'];
  return listIn(output, 'graphics').flatMap((graphic, index) => {
    const at = `${path}.graphics[${String(index)}]`;
    const scene = check({ path: `${at}.scene`, value: textIn(graphic, 'scene'), known: scenes, what });
    return [...scene, ...checkFields(graphic, at, variables)];
  });
};

/** Returns an issue for every broken reference of the outputs' scenes. */
export const findBrokenScenes = (input: unknown): readonly ValidationIssue[] => {
  const variables = variablesIn(input);
  return listIn(input, 'outputs').flatMap((output, index) => {
    const path = `outputs[${String(index)}]`;
    return [...checkPlayer(output, `${path}.player`), ...checkGraphics(output, path, variables)];
  });
};
