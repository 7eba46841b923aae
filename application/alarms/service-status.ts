// The service's own status, as it reports it to its console.
import { boundedStatus, type ServiceStatus } from '../../domain/console/service-status.js';
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

/** What the status is read from. */
export interface ServiceStatusDeps {
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
  alarms,
  layoutIntake,
  panels,
  version,
  isEditable,
}: ServiceStatusDeps): ServiceStatusSource => ({
  read: () =>
    boundedStatus({
      health: healthStatus(alarms),
      alarms: alarms.open(),
      furtherAlarms: 0,
      studioFileIssues: layoutIntake.refusal(),
      version,
      panels: panels.read(),
      editing: isEditable,
    }),
  watch: (onChange) => {
    const ends = [alarms.watch(onChange), layoutIntake.watchRefusal(onChange), panels.watch(onChange)];
    return () => {
      for (const end of ends) end();
    };
  },
});
