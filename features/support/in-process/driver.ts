// The driver that needs no network: service and studio in this process, callers' addresses made up.
import { hostname } from 'node:os';
import { operatorUser } from '../console-users.js';
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../drivers.js';
import { openTestHost } from '../test-host.js';
import type { Playout } from '../playout.js';
import { followCall, injectCall } from './inject.js';

/** Nobody calls over the network; the service still listens, somewhere on loopback. */
const environment = { PORT: '0', HOST: '127.0.0.1' };

const open = async (playout: Playout): Promise<Driver> => {
  const host = await openTestHost(environment, playout);
  const { studio, steering, cloud, service, restart, restartAfresh, close } = host;
  return {
    studioId: studio.layout.id,
    hostname: hostname(),
    operator: operatorUser,
    begin: (call) => injectCall(service().server.node, call),
    follow: (call) => followCall(service().server.node, call),
    askConsole: cloud.askConsole,
    followConsole: cloud.followConsole,
    studio: steering,
    channel: cloud.channel,
    ...{ restart, restartAfresh, close },
  };
};

/** Makes a new studio for every scenario; nothing is shared. */
export const inProcess = (): DriverFactory => ({ open, close: () => Promise.resolve() });
