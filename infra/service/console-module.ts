// Binds what connects the service with its console.
import { ContainerModule } from 'inversify';
import { liveStateSource } from '../../application/events/live-state.js';
import { panelTargetsSource } from '../../application/state/panel-targets.js';
import { consoleConnection, linkOf, reporterOf } from './console-link.js';
import { ids } from './identifiers.js';
import { serviceAddresses } from './service-addresses.js';

/** Binds the link to the console, what is reported over it, and where the service listens. */
export const consoleModule = new ContainerModule(({ bind }) => {
  const { host, access, clock, consoleConnection: connection } = ids;
  bind(connection).toResolvedValue((host, { layout }) => consoleConnection(host, layout), [host, ids.currentLayout]);
  bind(ids.watchedSources).toResolvedValue(
    (observer, events, studio, access) => ({ observer, liveState: liveStateSource({ events, studio, access }) }),
    [ids.callObserver, ids.events, ids.studio, access],
  );
  bind(ids.statusSources).toResolvedValue(
    (alarms, layoutIntake, watched, studio, { urls }) => ({
      alarms,
      layoutIntake,
      ...watched,
      panels: panelTargetsSource({ studio, urls }),
    }),
    [ids.alarms, ids.layoutIntake, ids.watchedSources, ids.studio, ids.addresses],
  );
  bind(ids.addresses).toResolvedValue(serviceAddresses, [ids.settings]);
  bind(ids.configurationLink).toResolvedValue(linkOf, [
    connection,
    access,
    ids.configurationFile,
    host,
    ids.statusSources,
  ]);
  bind(ids.callReporter).toResolvedValue(reporterOf, [connection, ids.reports, clock]);
  bind(ids.consoleLinks).toResolvedValue(
    (link, reporter, addresses) => ({ link, reporter, addresses }),
    [ids.configurationLink, ids.callReporter, ids.addresses],
  );
});
