// The request of a press: the action's path, with the values of the button's fields.
import type { CompanionOptionValues } from '@companion-module/base';
import type { ActionParameter, ServiceAction } from '../studio/document.js';
import { dependentId, ownFieldPrefix } from './fields.js';

const textOf = (value: CompanionOptionValues[string]): string =>
  value === undefined || Array.isArray(value) ? '' : String(value).trim();

/** Parameters on which others depend: those of an output, and those of a camera. */
const parents = ['slot', 'id'];

/** Returns a parameter's value: that of its own field, else that of the field for the chosen parent. */
const valueOf = (name: string, options: CompanionOptionValues): string =>
  [name, ...parents.map((parent) => dependentId(name, textOf(options[parent])))]
    .map((id) => textOf(options[id]))
    .find((text) => text !== '') ?? '';

/** Returns the values of the chosen macro's own parameters, by name. */
const objectEntries = (name: string, options: CompanionOptionValues): readonly (readonly [string, string])[] => {
  const prefix = ownFieldPrefix(name, textOf(options['id']));
  return Object.entries(options).flatMap(([id, value]) =>
    id.startsWith(prefix) ? [[id.slice(prefix.length), textOf(value)] as const] : [],
  );
};

const queryEntries = (
  { name, schema }: ActionParameter,
  options: CompanionOptionValues,
): readonly (readonly [string, string])[] =>
  schema.type === 'object' ? objectEntries(name, options) : [[name, valueOf(name, options)]];

/** A value that may be empty is sent as it is: an empty value unsets a variable. */
const isSent = (parameters: readonly ActionParameter[], name: string, value: string): boolean =>
  value !== '' || parameters.some((parameter) => parameter.name === name && parameter.required === true);

/** Returns the path and query of an action's request. The values are those of the button's fields. */
export const requestPath = ({ path, parameters }: ServiceAction, options: CompanionOptionValues): string => {
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const filled = inPath.reduce(
    (text, { name }) => text.replace(`{${name}}`, () => encodeURIComponent(valueOf(name, options))),
    path,
  );
  const entries = inQuery
    .flatMap((parameter) => queryEntries(parameter, options))
    .filter(([name, value]) => isSent(inQuery, name, value));
  const query = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, value])).toString();
  return query === '' ? filled : `${filled}?${query}`;
};

/** Returns the names of the path's parameters that the button leaves empty. */
export const missingValues = ({ parameters }: ServiceAction, options: CompanionOptionValues): readonly string[] =>
  parameters.filter(({ name, in: where }) => where === 'path' && valueOf(name, options) === '').map(({ name }) => name);
