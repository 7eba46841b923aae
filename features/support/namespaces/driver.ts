// The driver with real addresses: service and callers in two network namespaces, connected by a virtual cable.
import { strict as assert } from 'node:assert';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { operatorUser } from '../console-users.js';
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../driver-factory.js';
import { callsThrough, consoleStreamOpener, type AgentRoute } from '../network-calls.js';
import { isLoopbackText, serviceAddressFor } from '../service-address.js';
import type { CallerAgent } from '../caller-agent.js';
import type { NamespaceHostAgent } from './host-agent.js';
import { interfaceName, makeNetwork, type NamespaceMachine, type NamespaceNetwork } from './network.js';
import { startRemote, type Remote } from '../remote.js';
import { steerOverHttp } from '../steering.js';

interface World {
  readonly network: NamespaceNetwork;
  readonly host: Remote<NamespaceHostAgent>;
  readonly callers: Remote<CallerAgent>;
}

const agent = (machine: NamespaceMachine, file: string): readonly string[] => [
  ...machine.inside,
  ...[process.execPath, '--import', 'tsx', join(import.meta.dirname, file)],
];

const openWorld = async (): Promise<World> => {
  const network = await makeNetwork();
  return {
    network,
    host: startRemote<NamespaceHostAgent>(agent(network.host, 'host-agent.ts')),
    callers: startRemote<CallerAgent>(agent(network.callers, 'callers-agent.ts')),
  };
};

/** Returns where calls from an address are made. */
const originFor = async ({ network, host, callers }: World, from: string): Promise<AgentRoute> => {
  const isOwn = isLoopbackText(from) || from === serviceAddressFor(from);
  if (!isOwn) await network.callers.own(from);
  return { agent: isOwn ? host.functions : callers.functions, interfaceName };
};

const open = async (world: World): Promise<Driver> => {
  const { callConsole, send, auditLog, restart, restartExtended, restartWithoutData, close } = world.host.functions;
  const { cut, mend, loseReportResponses, requests, sent, watches, inject } = world.host.functions;
  await world.host.functions.open();
  return {
    studioId: 'studio-1',
    hostname: hostname(),
    operator: operatorUser,
    ...callsThrough((from) => originFor(world, from)),
    callConsole,
    openConsoleStream: consoleStreamOpener(world.host.functions),
    studio: steerOverHttp(send),
    auditLog,
    channel: { cut, mend, loseReportResponses, requests, sent, watches, inject },
    restart,
    restartExtended,
    restartWithoutData,
    close,
  };
};

/** Creates the network once, and a new studio on its host for every scenario. */
export const namespaces = (): DriverFactory => {
  let opened: Promise<World> | undefined;
  return {
    open: async (playout) => {
      assert.equal(playout, 'simulated', 'this driver supports simulated players only');
      return open(await (opened ??= openWorld()));
    },
    close: async () => {
      // Cucumber has reported a failed start with the scenarios.
      const world = await opened?.catch(() => undefined);
      if (world === undefined) return;
      await Promise.all([world.host.end(), world.callers.end()]);
      await world.network.remove();
    },
  };
};
