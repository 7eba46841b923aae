// What the person who runs a service should know at its start: warnings about legacy authorization, and what a demo prints instead.
import { isGuessableId, minSecretIdLength } from '../../domain/access/guessable-id.js';
import type { AccessSettings } from '../../domain/access/configuration.js';
import type { StudioLayout } from '../../domain/studio/layout.js';

const idFields = ['serverId', 'id'] as const;

/** Returns a warning for each id of a studio that can be guessed. It doesn't contain the id. */
export const guessableIdWarnings = (layout: Pick<StudioLayout, (typeof idFields)[number]>): readonly string[] =>
  idFields
    .filter((field) => isGuessableId(layout[field]))
    .map(
      (field) =>
        `${field} can be guessed: it is a password that opens the legacy routes from any address; ` +
        `expected at least ${String(minSecretIdLength)} characters with letters and digits mixed at random`,
    );

/** Returns a warning that states who may use the legacy routes without a password; none while nobody may. */
export const openLegacyWarnings = ({ legacyAuthorization }: AccessSettings): readonly string[] =>
  legacyAuthorization
    ? [
        'legacy authorization is on: callers on private addresses get in as EXTERNAL_APP with any password, and control ' +
          'the studio through the legacy routes; switch it off in the console if no panel or app needs it',
      ]
    : [];

/** Returns the lines that a demo prints instead of warnings: it is meant to be so (START-16, LEGACY-AUTH-15, LEGACY-AUTH-16). */
export const demoLines = ({ legacyAuthorization }: AccessSettings): readonly string[] => [
  '           a demo: its devices are simulated, and its ids can be guessed',
  ...(legacyAuthorization
    ? ['           legacy authorization is on: private addresses get in as EXTERNAL_APP with any password']
    : []),
];
