// Which features a macro controls, also by the macros that it runs: who may run it controls them too (MACRO-9).
import { matchable } from '../codec/codec.js';
import { features, type Feature } from '../feature.js';
import type { StudioLayout } from './layout.js';
import { featureOfStep } from './step.js';

type Macros = StudioLayout['macros'];

/** Returns the macros that a macro runs, directly or through others, itself included. */
const macrosRunBy = (macros: Macros, first: Macros[number]): readonly Macros[number][] => {
  const byId = new Map(macros.map((macro) => [matchable(macro.id), macro]));
  const found = new Set([first]);
  // A set also visits what is added meanwhile.
  for (const { steps } of found) {
    for (const step of steps) {
      const macro = 'run' in step ? byId.get(matchable(step.run.macro)) : undefined;
      if (macro !== undefined) found.add(macro);
    }
  }
  return [...found];
};

/** Returns the features that the steps of a macro control, in the order of all features. */
export const featuresOfMacro = (macros: Macros, macro: Macros[number]): readonly Feature[] => {
  const controlled = new Set(macrosRunBy(macros, macro).flatMap(({ steps }) => steps.map(featureOfStep)));
  return features.filter((feature) => controlled.has(feature));
};
