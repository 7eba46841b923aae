// Settings to start with for common kinds of devices.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { DeviceSettings } from '../api/contract.js';
import { Button } from '../ui/button.js';

type Preset = Pick<DeviceSettings, 'access' | 'features'>;

const presets: readonly (readonly [string, Preset])[] = [
  [t`Red light`, { access: 'read_only', features: ['studio', 'signals'] }],
  [t`Clip panel`, { access: 'read_and_control', features: ['outputs'] }],
  [t`Display`, { access: 'read_only', features: [] }],
  [t`Script`, { access: 'read_and_control', features: [] }],
];

const isSame = (one: Preset, other: Preset): boolean =>
  one.access === other.access && one.features.join() === other.features.join();

interface PresetsProps {
  readonly value: Preset;
  readonly onChange: (preset: Preset) => void;
}

/** Renders a button for each kind. */
export const Presets = ({ value, onChange }: PresetsProps): ReactElement => (
  <div role="group" aria-labelledby="presets" className="choices">
    <span id="presets" className="label">
      <Trans>Start with</Trans>
    </span>
    <span className="hint">
      <Trans>Fills in access and features, which you can change below.</Trans>
    </span>
    <div className="status-filter">
      {presets.map(([name, preset]) => (
        <Button
          key={name}
          look={isSame(preset, value) ? 'primary' : 'plain'}
          aria-pressed={isSame(preset, value)}
          onPress={() => {
            onChange(preset);
          }}
        >
          {name}
        </Button>
      ))}
    </div>
  </div>
);
