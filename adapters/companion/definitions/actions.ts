// The actions of the module: one for each action of the service.
import type { CompanionActionDefinitions, CompanionOptionValues } from '@companion-module/base';
import { actionsOf, type ServiceAction } from '../studio/document.js';
import type { KnownStudio } from '../studio/studio.js';
import { fieldsOf } from './fields.js';

/** Runs an action of the service with the values of a button's fields. */
export type RunAction = (action: ServiceAction, options: CompanionOptionValues) => Promise<void>;

type ParseVariables = (text: string) => Promise<string>;

/** Replaces Companion's variables in the texts of a button. */
const withVariables = async (
  options: CompanionOptionValues,
  parseVariables: ParseVariables,
): Promise<CompanionOptionValues> => {
  const entries = Object.entries(options).map(async ([id, value]) => {
    const hasVariable = typeof value === 'string' && value.includes('$(');
    return [id, hasVariable ? await parseVariables(value) : value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};

/** Returns the definitions of all actions that the service's document describes. */
export const actionDefinitions = (studio: KnownStudio, run: RunAction): CompanionActionDefinitions =>
  Object.fromEntries(
    actionsOf(studio.document).map((action) => [
      action.id,
      {
        name: action.summary,
        options: [...fieldsOf(action, studio)],
        callback: async ({ options }, context) => {
          await run(action, await withVariables(options, (text) => context.parseVariablesInString(text)));
        },
      },
    ]),
  );
