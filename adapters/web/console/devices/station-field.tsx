// The field for the station of a device: the stations that the service reports can be chosen, others can be entered.
import type { ReactElement } from 'react';
import { usePanelTargets } from '../new-device/queries.js';
import { SuggestField } from '../ui/suggest-field.js';
import type { FieldProps } from '../ui/text-field.js';
import { useDevices } from './queries.js';
import { isReported, stationChoices } from './stations.js';

const scope = 'Station-scoped calls are refused while another station holds the studio.';

const hintOf = (isKnown: boolean): string =>
  isKnown
    ? `The station’s name in the studio file. ${scope}`
    : `Unknown station: the studio’s service doesn’t report it. ${scope}`;

interface StationFieldProps extends Pick<FieldProps, 'error'> {
  readonly studioId: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Renders the field. */
export const StationField = ({ studioId, value, onChange, error }: StationFieldProps): ReactElement => {
  const { data: devices = [] } = useDevices(studioId);
  const { data: targets } = usePanelTargets(studioId);
  const reported = targets?.stations ?? null;
  const ofDevices = devices.flatMap(({ station }) => station ?? []);
  return (
    <SuggestField
      label="Station (optional)"
      hint={hintOf(value === '' || isReported(reported, value))}
      value={value}
      suggestions={stationChoices(reported, ofDevices)}
      onChange={onChange}
      error={error}
    />
  );
};
