// The driver without a network: service and studio in this process, callers with made-up addresses.
import { hostname } from 'node:os';
import type { StudioLayout } from '../../../domain/studio/layout.js';
import { operatorUser } from '../console-users.js';
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../driver-factory.js';
import { openTestHost } from '../test-host.js';
import type { Playout } from '../playout.js';
import { openInjectedStream, injectCall } from './inject.js';

/** No call uses the network, but the service still listens on loopback. */
const environment = { PORT: '0', HOST: '127.0.0.1' };

const open = async (playout: Playout, layout: StudioLayout): Promise<Driver> => {
  const host = await openTestHost(environment, playout, layout);
  const { studio, steering, cloud, service, auditLog, restart, restartExtended, restartWithoutData, close } = host;
  return {
    studioId: studio.layout.id,
    hostname: hostname(),
    operator: operatorUser,
    begin: (call) => injectCall(service().server.node, call, () => service().settled()),
    openStream: (call) => openInjectedStream(service().server.node, call),
    callConsole: cloud.callConsole,
    openConsoleStream: cloud.openConsoleStream,
    studio: steering,
    channel: cloud.channel,
    auditLog,
    restart,
    restartExtended,
    restartWithoutData,
    close,
  };
};

/** Opens a new studio for every scenario; nothing is shared. */
export const inProcess = (): DriverFactory => ({ open, close: () => Promise.resolve() });
