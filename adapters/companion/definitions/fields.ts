// The input fields of actions and feedbacks.
import type {
  CompanionInputFieldDropdown,
  CompanionInputFieldNumber,
  CompanionInputFieldTextInput,
} from '@companion-module/base';
import type { ActionParameter } from '../studio/document.js';
import { collectionOf, type ServiceAction } from '../studio/document.js';
import {
  angleChoices,
  choicesIn,
  choicesNamed,
  sceneChoices,
  type DropdownChoice,
  type DependentChoices,
} from '../studio/choices.js';
import type { KnownStudio } from '../studio/studio.js';

/** A field that actions and feedbacks may have. */
export type Field = CompanionInputFieldDropdown | CompanionInputFieldNumber | CompanionInputFieldTextInput;

/** An option that stands for no value. */
const unspecified: DropdownChoice = { id: '', label: 'Not specified' };

/** The longest number that a field accepts where the document states none. */
const maxNumber = 86_400_000;

/** Returns a dropdown that also accepts other values, so that a variable of Companion may choose. */
export const dropdown = (
  id: string,
  label: string,
  choices: readonly DropdownChoice[],
): CompanionInputFieldDropdown => ({
  id,
  type: 'dropdown',
  label,
  choices: [...choices],
  default: choices[0]?.id ?? '',
  allowCustom: true,
  minChoicesForSearch: 8,
});

/** Returns a dropdown whose value may be left out. */
export const optionalDropdown = (
  id: string,
  label: string,
  choices: readonly DropdownChoice[],
): CompanionInputFieldDropdown => dropdown(id, label, [unspecified, ...choices]);

/** Returns the id of the field that a parameter has while its parent has a value. */
export const dependentId = (name: string, parentValue: string): string => `${name}_${parentValue}`;

/** Returns how the ids of the fields for a macro's own parameters begin. An encoded id contains no `:`. */
export const ownFieldPrefix = (name: string, id: string): string => `${name}_${encodeURIComponent(id)}:`;

const whileParentIs = (parent: string, value: string): string => `$(options:${parent}) == ${JSON.stringify(value)}`;

/** Returns one field for each value of the parent. Only that of the chosen value is visible. */
export const dependentFields = (
  name: string,
  label: string,
  { parent, byParent }: DependentChoices,
  isRequired: boolean,
): readonly Field[] =>
  [...byParent].map(([value, choices]) => ({
    ...dropdown(dependentId(name, value), label, isRequired ? choices : [...choices, unspecified]),
    isVisibleExpression: whileParentIs(parent, value),
  }));

const textField = (id: string, label: string, defaultText = ''): CompanionInputFieldTextInput => ({
  id,
  type: 'textinput',
  label,
  default: defaultText,
  useVariables: true,
});

const numberField = ({ name, description, schema, required }: ActionParameter): CompanionInputFieldNumber => ({
  id: name,
  type: 'number',
  label: description ?? name,
  default: typeof schema.default === 'number' ? schema.default : (schema.minimum ?? 0),
  min: schema.minimum ?? 0,
  max: schema.maximum ?? maxNumber,
  required: required ?? false,
});

/** Returns the texts that a macro takes, each visible while its macro is chosen. */
const macroFields = ({ state }: KnownStudio): readonly Field[] =>
  (state.macros ?? []).flatMap(({ id, parameters }) =>
    parameters.map(({ name, default: value }) => ({
      ...textField(`${ownFieldPrefix('parameters', id)}${name}`, name, value === null ? '' : String(value)),
      isVisibleExpression: whileParentIs('id', id),
    })),
  );

const labelOf = ({ name, description }: ActionParameter): string => description ?? name;

const choiceField = (parameter: ActionParameter, choices: readonly DropdownChoice[]): Field =>
  parameter.required
    ? dropdown(parameter.name, labelOf(parameter), choices)
    : optionalDropdown(parameter.name, labelOf(parameter), choices);

const knownChoices = (
  path: string,
  { name, in: where, schema }: ActionParameter,
  studio: KnownStudio,
): readonly DropdownChoice[] => {
  if (schema.enum) return schema.enum.map((id) => ({ id, label: id }));
  return where === 'path' ? choicesIn(studio, collectionOf(path, name)) : choicesNamed(studio, name);
};

const dependentChoices: Readonly<Record<string, (studio: KnownStudio) => DependentChoices>> = {
  scene: sceneChoices,
  angle: angleChoices,
};

/** Returns the fields of one parameter of an action. */
const fieldsOfParameter = (path: string, parameter: ActionParameter, studio: KnownStudio): readonly Field[] => {
  const { name, schema, required = false } = parameter;
  if (schema.type === 'object') return macroFields(studio);
  const dependent = dependentChoices[name];
  if (dependent) return dependentFields(name, labelOf(parameter), dependent(studio), required);
  if (schema.type === 'integer') return [numberField(parameter)];
  const choices = knownChoices(path, parameter, studio);
  return [choices.length > 0 ? choiceField(parameter, choices) : textField(name, labelOf(parameter))];
};

/** Returns the fields of an action. */
export const fieldsOf = ({ path, parameters }: ServiceAction, studio: KnownStudio): readonly Field[] =>
  parameters.flatMap((parameter) => fieldsOfParameter(path, parameter, studio));
