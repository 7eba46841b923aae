// The service's own status, as it reports it to its console.
import { boundedStatus, type ServiceStatus, type StudioSummary } from '../../domain/console/service-status.js';
import type { DevicePorts } from '../commands/devices.js';
import { holderOf } from '../events/current-records.js';
import type { CurrentAccess } from '../ports/current-access.js';
import type { StudioState } from '../state/studio-state.js';
import type { PanelTargetsSource } from '../state/panel-targets.js';
import type { LayoutIntake } from '../state/layout-intake.js';
import type { Alarms } from './alarms.js';
import { healthStatus } from './health.js';

/** A status that changes. */
export interface ServiceStatusSource {
  readonly read: () => ServiceStatus;
  /** Calls `onChange` after every change, until the returned function is called. */
  readonly watch: (onChange: () => void) => () => void;
}

/** What the summary of the studio is read from. */
export interface StudioSummaryDeps extends Pick<DevicePorts, 'players' | 'signalLines' | 'cameras'> {
  readonly access: CurrentAccess;
  readonly studio: Pick<StudioState, 'layout' | 'records' | 'runtime' | 'watch'>;
}

/** Returns what the studio does now, as far as the host itself may read it. */
const summaryOf = ({ access, studio, players, signalLines, cameras }: StudioSummaryDeps): StudioSummary => {
  const { features } = access.current().configuration;
  const { outputs, signals, cameras: heads } = studio.layout;
  const away = [
    ...outputs.filter(({ id }) => features.outputs.read && players.hasDriver(id) && !players.state(id).connected),
    ...signals.filter(({ id }) => features.signals.read && signalLines.hasDriver(id) && !signalLines.connected(id)),
    ...heads.filter(({ id }) => features.cameras.read && cameras.hasDriver(id) && !cameras.connected(id)),
  ];
  return {
    ...(features.studio.read && { onAir: studio.runtime().status === 'on_air' }),
    ...(features.station.read && { holder: holderOf({ studio })?.name ?? null }),
    devicesAway: away.length,
  };
};

/** What the status is read from. */
export interface ServiceStatusDeps {
  readonly summary: StudioSummaryDeps;
  readonly alarms: Pick<Alarms, 'open' | 'watch'>;
  readonly layoutIntake: Pick<LayoutIntake, 'refusal' | 'watchRefusal'>;
  readonly panels: PanelTargetsSource;
  /** The version of this software. */
  readonly version: string;
  /** Whether the host allows operators to edit the studio file. */
  readonly isEditable: boolean;
}

/** Returns the status of a service. */
export const serviceStatusSource = ({
  summary,
  alarms,
  layoutIntake,
  panels,
  version,
  isEditable,
}: ServiceStatusDeps): ServiceStatusSource => ({
  read: () =>
    boundedStatus({
      ...summaryOf(summary),
      health: healthStatus(alarms),
      alarms: alarms.open(),
      furtherAlarms: 0,
      studioFileIssues: layoutIntake.refusal(),
      version,
      panels: panels.read(),
      editing: isEditable,
    }),
  watch: (onChange) => {
    // Devices that are away have alarms.
    const ends = [
      alarms.watch(onChange),
      layoutIntake.watchRefusal(onChange),
      panels.watch(onChange),
      summary.studio.watch(({ before, now }) => {
        if (before.status !== now.status || before.holder !== now.holder) onChange();
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  },
});
