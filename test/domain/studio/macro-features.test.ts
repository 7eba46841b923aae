// Which features a macro controls, also by the macros that it runs.
import { expect, it } from 'vitest';
import { featuresOfMacro } from '../../../domain/studio/macro-features.js';

const macros = [
  { id: 'lights', name: 'Lights', steps: [{ switch: { signal: 'lamp', on: true } }, { waitMs: 10 }] },
  { id: 'opening', name: 'Opening', steps: [{ stop: { output: 'one' } }, { run: { macro: 'Lights' } }] },
  { id: 'again', name: 'Again', steps: [{ run: { macro: 'opening' } }, { run: { macro: 'lights' } }] },
  { id: 'lost', name: 'Lost', steps: [{ run: { macro: 'gone' } }] },
  { id: 'pause', name: 'Pause', steps: [{ waitMs: 10 }] },
];

it.each([
  ['lights', ['signals']],
  ['opening', ['signals', 'macros', 'outputs']],
  ['again', ['signals', 'macros', 'outputs']],
  ['lost', ['macros']],
  ['pause', []],
])('@MACRO-9: the macro %s controls %j', (id, features) => {
  const macro = macros.find((one) => one.id === id);
  expect(macro && featuresOfMacro(macros, macro)).toEqual(features);
});
