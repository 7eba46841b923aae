// The fields for the station and the panel of a device: those that the service reports can be chosen, others can be entered.
import { t } from '@lingui/core/macro';
import type { ReactElement } from 'react';
import { usePanelTargets } from '../new-device/queries.js';
import { SuggestField } from '../ui/suggest-field.js';
import type { FieldProps } from '../ui/text-field.js';
import { useDevices } from './queries.js';
import { panelChoices, stationChoices } from './reported.js';

interface ReportedFieldProps extends Pick<FieldProps, 'error'> {
  readonly studioId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const scope = t`Station-scoped calls are refused while another station holds the studio.`;

/** Renders the field for the station. */
export const StationField = ({ studioId, value, ...rest }: ReportedFieldProps): ReactElement => {
  const { data: devices = [] } = useDevices(studioId);
  const { data: targets } = usePanelTargets(studioId);
  const ofDevices = devices.flatMap(({ station }) => station ?? []);
  const { suggestions, isReported } = stationChoices(targets?.stations ?? null, ofDevices);
  const known =
    value === '' || isReported(value)
      ? t`The station’s name in the studio file.`
      : t`Unknown station: the studio’s service doesn’t report it.`;
  return (
    <SuggestField
      {...rest}
      label={t`Station (optional)`}
      hint={`${known} ${scope}`}
      value={value}
      suggestions={suggestions}
    />
  );
};

const limit = t`The device may call what its keys call, and read what they show.`;

/** Renders the field for the panel. */
export const PanelField = ({ studioId, value, ...rest }: ReportedFieldProps): ReactElement => {
  const { data: devices = [] } = useDevices(studioId);
  const { data: targets } = usePanelTargets(studioId);
  const ofDevices = devices.flatMap(({ panel }) => panel ?? []);
  const { suggestions, isReported } = panelChoices(targets?.panels ?? null, ofDevices);
  const known =
    value === '' || isReported(value)
      ? t`The id of a panel of the studio.`
      : t`Unknown panel: the studio’s service doesn’t report it.`;
  return (
    <SuggestField
      {...rest}
      label={t`Limit to a panel (optional)`}
      hint={`${known} ${limit}`}
      value={value}
      suggestions={suggestions}
    />
  );
};
