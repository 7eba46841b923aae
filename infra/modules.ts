// What is bound to what: the machine's own parts, and the service built on them and on a studio's devices.
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ContainerModule } from 'inversify';
import { SystemClock } from '../adapters/node/clock.js';
import { hashToken, SystemSecrets } from '../adapters/node/secrets.js';
import { keptConfiguration } from '../adapters/storage/kept-configuration.js';
import { winstonLog } from '../adapters/log/winston-log.js';
import { accessInForce } from '../application/access-in-force.js';
import { acknowledgements } from '../application/acknowledgement.js';
import { automations } from '../application/automations.js';
import { dispatcher } from '../application/dispatch.js';
import { macros } from '../application/macros.js';
import type { ControlPorts } from '../application/ports.js';
import { withPulses } from '../application/pulses.js';
import type { StepPorts } from '../application/steps.js';
import { studioState } from '../application/studio-state.js';
import { ownNames } from '../domain/access/browser-guard.js';
import type { AccessConfiguration } from '../domain/access/configuration.js';
import { knownAppUsernames } from '../domain/access/legacy-authorization.js';
import { ids } from './identifiers.js';
import type { Settings } from './settings.js';

/** The machine's own clock. */
export const clockModule = new ContainerModule(({ bind }) => {
  bind(ids.clock).to(SystemClock).inSingletonScope();
});

/** The machine: its settings, its randomness, and the log. */
export const machineModule = (settings: Settings): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.settings).toConstantValue(settings);
    bind(ids.secrets).to(SystemSecrets).inSingletonScope();
    bind(ids.log).toConstantValue(winstonLog(settings.LOG_LEVEL, process.stderr.isTTY));
  });

/** Where the access configuration is kept. */
export const keptModule = new ContainerModule(({ bind }) => {
  bind(ids.kept)
    .toResolvedValue(
      ({ DATA_DIR }, { id }, log) => keptConfiguration({ folder: join(DATA_DIR, 'service'), studioId: id, log }),
      [ids.settings, ids.layout, ids.log],
    )
    .inSingletonScope();
});

/** What acts on a studio's devices by itself: pulses, macros and automations. */
export const sequencesModule = new ContainerModule(({ bind }) => {
  bind(ids.pulsingLines).toResolvedValue(withPulses, [ids.signalLines, ids.clock]).inSingletonScope();
  bind(ids.stepPorts)
    .toDynamicValue((parts): StepPorts => ({
      clock: parts.get(ids.clock),
      studio: parts.get(ids.studio),
      players: parts.get(ids.players),
      cameras: parts.get(ids.cameras),
      signalLines: parts.get(ids.pulsingLines),
      acknowledgements: parts.get(ids.acknowledgements),
    }))
    .inSingletonScope();
  bind(ids.macros).toResolvedValue(macros, [ids.stepPorts, ids.log]).inSingletonScope();
  bind(ids.automations).toResolvedValue(automations, [ids.stepPorts, ids.log]).inSingletonScope();
});

/** The service itself, enforcing `first` until the console sends something newer. */
export const serviceModule = (first: AccessConfiguration): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(ids.lifetime).toConstantValue({ stopping: false });
    bind(ids.studio).toResolvedValue(studioState, [ids.layout]).inSingletonScope();
    bind(ids.acknowledgements).toResolvedValue(acknowledgements, [ids.clock]).inSingletonScope();
    bind(ids.access)
      .toResolvedValue(
        ({ serverId, id }, { APP_USERNAMES = [] }) => {
          const appUsernames = [...knownAppUsernames, ...APP_USERNAMES];
          return accessInForce({ hashToken, legacyDoor: { serverId, studioId: id, appUsernames } }, first);
        },
        [ids.layout, ids.settings],
      )
      .inSingletonScope();
    bind(ids.ports)
      .toDynamicValue((parts): ControlPorts => ({
        clock: parts.get(ids.clock),
        secrets: parts.get(ids.secrets),
        studio: parts.get(ids.studio),
        players: parts.get(ids.players),
        signalLines: parts.get(ids.pulsingLines),
        cameras: parts.get(ids.cameras),
        macros: parts.get(ids.macros),
        automations: parts.get(ids.automations),
        access: parts.get(ids.access),
      }))
      .inSingletonScope();
    bind(ids.dispatch)
      .toResolvedValue(
        (ports, settings, acknowledgements, log, lifetime) =>
          dispatcher(ports, {
            ...{ access: ports.access, studio: ports.studio, secrets: ports.secrets, acknowledgements, log },
            names: ownNames(hostname(), settings.SERVICE_NAMES ?? []),
            stopping: () => lifetime.stopping,
          }),
        [ids.ports, ids.settings, ids.acknowledgements, ids.log, ids.lifetime],
      )
      .inSingletonScope();
  });
