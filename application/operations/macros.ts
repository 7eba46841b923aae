// Macros: reads, run and stop.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { pinOf } from '../../domain/access/caller.js';
import { described } from '../../domain/codec/codec.js';
import { Macro, type MacroDefinition } from '../../domain/studio/macro.js';
import type { ParameterValues } from '../../domain/studio/macro-parameters.js';
import { control } from '../api/control.js';
import type { Macros } from '../sequences/macros.js';
import { decodeParameters, optional, someText, type RawParameters } from '../api/parameters.js';
import { booleanForm } from '../api/plain-forms.js';
import type { StudioState } from '../state/studio-state.js';
import { read } from '../api/read.js';

interface Ports {
  readonly studio: StudioState;
  readonly macros: Macros;
}

const macroId = described(someText, { description: 'Macro id, in any letters’ case', examples: ['mac-1'] });

const macros = read({
  name: 'macro.list',
  summary: 'All macros of the studio with their states',
  feature: 'macros',
  path: '/macros',
  result: { macros: t.readonlyArray(Macro) },
  plain: (body) => String(body.macros.length),
  run: (ports: Ports) => E.right({ macros: ports.studio.records.macros.all.map(ports.macros.state) }),
});

const macro = read({
  name: 'macro.get',
  summary: 'One macro',
  feature: 'macros',
  path: '/macros/:id',
  params: { id: macroId },
  result: { macro: Macro },
  plain: (body) => (body.macro.state === 'running' ? '1' : '0'),
  plainForm: booleanForm('while it runs'),
  run: (ports: Ports, { id }) =>
    pipe(
      ports.studio.records.macros.find(id),
      E.map((found) => ({ macro: ports.macros.state(found) })),
    ),
});

const recordParameters = 'The parameters of the macro, by name. A macro lists them as `parameters`';

const parameterTexts = ({ parameters = [] }: MacroDefinition, query: RawParameters) =>
  decodeParameters(Object.fromEntries(parameters.map(({ name }) => [name, optional(someText)])), query);

const given = (texts: Readonly<Record<string, string | undefined>>): ParameterValues =>
  Object.fromEntries(Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined));

const run = control({
  name: 'macro.run',
  summary: 'Run a macro',
  feature: 'macros',
  path: '/macros/:id/run',
  params: { id: macroId },
  recordParameters,
  result: { macro: Macro },
  run: (ports: Ports, { id }, { query, caller }) =>
    pipe(
      E.Do,
      E.bind('found', () => ports.studio.records.macros.find(id)),
      E.bind('texts', ({ found }) => parameterTexts(found, query)),
      E.map(({ found, texts }) => ({
        commands: [{ do: 'run' as const, macro: found.id, values: given(texts), pin: pinOf(caller) }],
        result: () => ({ macro: ports.macros.state(found) }),
      })),
    ),
});

const stop = control({
  name: 'macro.stop',
  summary: 'Stop a macro before its next step',
  feature: 'macros',
  path: '/macros/:id/stop',
  params: { id: macroId },
  result: { macro: Macro },
  run: (ports: Ports, { id }) =>
    pipe(
      ports.studio.records.macros.find(id),
      E.map((found) => ({
        commands: [{ do: 'end' as const, macro: found.id }],
        result: () => ({ macro: ports.macros.state(found) }),
      })),
    ),
});

export const macroOperations = [macros, macro, run, stop];
