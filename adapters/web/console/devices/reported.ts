// The stations and panels that a device can name: those that the studio's service reports, and those that other devices name.
import { t } from '@lingui/core/macro';
import { compareTexts } from '../../messages/i18n.js';
import type { PanelTargets } from '../api/contract.js';
import type { Suggestion } from '../ui/suggest-field.js';

/** What a device can name. */
interface Choices {
  readonly suggestions: readonly Suggestion[];
  /** Whether the service reports what has this name; true if it is too old to report any. */
  readonly isReported: (name: string) => boolean;
}

/** Returns choices: what the service reports in the order of the studio, then what devices name beside it. */
const choicesOf = (
  reported: readonly Suggestion[] | null,
  isReported: Choices['isReported'],
  ofDevices: readonly string[],
): Choices => {
  const others = [...new Set(ofDevices)].sort(compareTexts);
  if (reported === null) return { suggestions: others.map((id) => ({ id })), isReported: () => true };
  const unknown = others.filter((name) => !isReported(name)).map((id) => ({ id, remark: t`unknown` }));
  return { suggestions: [...reported, ...unknown], isReported };
};

/** Returns the stations, which devices name by id or name. */
export const stationChoices = (reported: PanelTargets['stations'], ofDevices: readonly string[]): Choices =>
  choicesOf(
    reported && [...new Set(reported.map(({ name }) => name))].map((id) => ({ id })),
    (text) => reported?.some(({ id, name }) => id === text || name === text) === true,
    ofDevices,
  );

/** Returns the panels, which devices name by id. */
export const panelChoices = (reported: PanelTargets['panels'], ofDevices: readonly string[]): Choices =>
  choicesOf(
    reported === null ? null : reported.map(({ id, name }) => ({ id, remark: name })),
    (text) => reported?.some(({ id }) => id === text) === true,
    ofDevices,
  );
