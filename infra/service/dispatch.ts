// Composes the function that handles calls.
import { hostname } from 'node:os';
import { legacyThrottle } from '../../application/access/legacy-throttle.js';
import { dispatcher, type Dispatch } from '../../application/api/dispatch.js';
import { dryRuns } from '../../application/dry-run/dry-run.js';
import { startAction } from '../../application/ledger/start-action.js';
import { recorded } from '../../application/commands/recorded.js';
import { commandSender } from '../../application/ledger/command-sender.js';
import { shownStudio } from '../../application/ledger/shown-studio.js';
import type { ControlServices } from '../../application/operations/control-services.js';
import { ownNames } from '../../domain/access/browser-guard.js';
import type { Host, Shutdown, StoredState } from './part-groups.js';

/** Returns the function that handles calls of the device-control API. */
export const composeDispatch = (
  services: ControlServices,
  { access, reports, journal, interrupted, keyedCalls, asRun }: StoredState,
  { settings: { SERVICE_NAMES = [] }, secrets, log }: Host,
  { stopping: { isStopping }, acknowledgements }: Shutdown,
): Dispatch<ControlServices> => {
  const { studio, actions, clock } = services;
  const names = ownNames(hostname(), SERVICE_NAMES);
  return dispatcher(services, {
    access,
    legacyThrottle: legacyThrottle({ clock, log }),
    names,
    studio,
    secrets,
    acknowledgements,
    actions,
    keyedCalls,
    reports,
    log,
    stopping: isStopping,
    journal,
    runDry: dryRuns(services, interrupted),
    startAction: startAction(services, {
      clock,
      journal,
      interrupted,
      shown: shownStudio(services),
      send: recorded(asRun, services, commandSender(services)),
    }),
  });
};
