// Differences between two states of the same settings, as labels and values.
import { t } from '@lingui/core/macro';

/** One setting that differs. */
export interface Difference {
  readonly setting: string;
  readonly before: string;
  readonly after: string;
}

/** Displayed values of settings by label. */
export type DescribedSettings = ReadonlyMap<string, string>;

/** Placeholder for a setting that one state does not have. */
export const absent = '–';

/** Returns the settings that differ between two states. */
export const differences = (before: DescribedSettings, after: DescribedSettings): readonly Difference[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((setting) => ({
      setting,
      before: before.get(setting) ?? absent,
      after: after.get(setting) ?? absent,
    }))
    .filter((difference) => difference.before !== difference.after);

/** Returns the label of a switch state. */
export const onOff = (isOn: boolean): string => (isOn ? t`on` : t`off`);
