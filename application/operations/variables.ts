// Variables of the holding station: reads and set.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { described } from '../../domain/codec/codec.js';
import {
  maxVariableLength,
  plainValue,
  readVariableValue,
  Variable,
  VariableValue,
} from '../../domain/studio/variable.js';
import { setVariable } from '../../domain/studio/runtime-state.js';
import { control } from '../api/control.js';
import { anyText, someText } from '../api/parameters.js';
import { textForm } from '../api/plain-forms.js';
import { currentValue, currentVariable } from '../events/current-records.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
}

const variableReference = described(someText, {
  description: 'Variable id or name, in any letters’ case',
  examples: ['Headline'],
});
const newValue = described(anyText, {
  description:
    `The value as text, of at most ${String(maxVariableLength)} characters; ` +
    'for a BOOLEAN one of `1`, `0`, `true`, `false`, `on`, `off`; empty unsets it',
  maxLength: maxVariableLength,
  examples: ['Good evening'],
});

const plainForm = textForm('The value; empty while unset, `1` or `0` for a BOOLEAN', 'Good morning');

const find = ({ studio }: Ports, station: string | null, name: string) =>
  studio.records.variablesOf(station).find(name);

const variables = read({
  name: 'variable.list',
  summary: "The station's variables with their values",
  feature: 'variables',
  stationScoped: true,
  path: '/variables',
  result: { variables: t.readonlyArray(Variable) },
  plain: (body) => String(body.variables.length),
  run: (ports: Ports, _input, { station }) =>
    E.right({ variables: ports.studio.records.variablesOf(station).all.map(currentVariable(ports)) }),
});

const variable = read({
  name: 'variable.get',
  summary: 'One variable',
  feature: 'variables',
  stationScoped: true,
  path: '/variables/:name',
  params: { name: variableReference },
  result: { variable: Variable },
  plain: (body) => plainValue(body.variable.value),
  plainForm,
  run: (ports: Ports, { name }, { station }) =>
    pipe(
      find(ports, station, name),
      E.map((found) => ({ variable: currentVariable(ports)(found) })),
    ),
});

const variableValue = read({
  name: 'variable.value',
  summary: "One variable's value",
  feature: 'variables',
  stationScoped: true,
  path: '/variables/:name/value',
  params: { name: variableReference },
  result: { value: VariableValue },
  plain: (body) => plainValue(body.value),
  plainForm,
  run: (ports: Ports, { name }, { station }) =>
    pipe(
      find(ports, station, name),
      E.map(({ id }) => ({ value: currentValue(ports, id) })),
    ),
});

const set = control({
  name: 'variable.set',
  summary: 'Set a variable; an empty value unsets it',
  feature: 'variables',
  stationScoped: true,
  path: '/variables/:name/set',
  params: { name: variableReference },
  query: { value: newValue },
  result: { variable: Variable },
  run: (ports: Ports, input, { station }) =>
    pipe(
      E.Do,
      E.bind('found', () => find(ports, station, input.name)),
      E.bind('value', ({ found }) => readVariableValue(found.type, input.value)),
      E.map(({ found, value }) => ({
        change: setVariable(found.id, value),
        result: () => ({ variable: currentVariable(ports)(found) }),
      })),
    ),
});

export const variableOperations = [variables, variable, variableValue, set];
