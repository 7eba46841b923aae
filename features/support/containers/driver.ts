// The driver for the built images: service, console, callers on the LAN and callers outside, each in a container.
// The scenarios share the containers; the state of the console and the service is reset between scenarios.
import type { Driver } from '../driver.js';
import type { DriverFactory } from '../driver-factory.js';
import { callsThrough, consoleStreamOpener, type AgentRoute } from '../network-calls.js';
import { isLoopbackText, serviceAddressFor } from '../service-address.js';
import { auditLogScript, printedEntries, type StoredEntry, type StoredLog } from '../audit-log.js';
import { operatorUser } from '../console-users.js';
import { waitUntilInForce, startContainerConsole, changeMadeBy } from './console.js';
import { isPrivateText } from './caller-network.js';
import { closeWorld, connectConsole, openWorld, type Image, type ContainerWorld } from './world.js';

const originFor = async ({ host, lanCallers, outsideCallers }: ContainerWorld, from: string): Promise<AgentRoute> => {
  if (isLoopbackText(from) || from === serviceAddressFor(from))
    return { agent: host.functions, interfaceName: host.interfaceName };
  const { functions, interfaceName } = isPrivateText(from) ? lanCallers : outsideCallers;
  await functions.own(from);
  return { agent: functions, interfaceName };
};

const replaceConsole = async (world: ContainerWorld): Promise<void> => {
  const [console] = await Promise.all([startContainerConsole(world.networks.outside), world.cloud.console.end()]);
  world.cloud = await connectConsole(world.host, console);
};

/** Resets the console; replaces it if its state can't be reset. */
const reset = async (world: ContainerWorld): Promise<void> => {
  const { consoleChange, cloud } = world;
  await world.host.functions.mend();
  await world.service.endScenario();
  if (consoleChange === 'more') await replaceConsole(world);
  else await cloud.forgetRefused();
  if (consoleChange === 'sections') await cloud.reset();
  world.consoleChange = 'none';
};

const noteChange = (world: ContainerWorld, change: ContainerWorld['consoleChange']): void => {
  if (world.consoleChange !== 'more' && change !== 'none') world.consoleChange = change;
};

const readAuditLogIn = async ({ service, cloud }: ContainerWorld, part: StoredLog): Promise<readonly StoredEntry[]> => {
  const words = ['-p', auditLogScript(part)];
  return printedEntries(part === 'console' ? await cloud.console.exec(words) : (await service.exec(words))[1]);
};

const open = async (world: ContainerWorld): Promise<Driver> => {
  const { service, host } = world;
  const { callConsole, cut, mend, loseReportResponses, requests, sent, watches, inject } = host.functions;
  await reset(world);
  await service.beginScenario({ consoleUrl: world.cloud.url, studioKey: world.cloud.key });
  await waitUntilInForce(callConsole);
  return {
    studioId: 'studio-1',
    hostname: await service.hostname(),
    operator: operatorUser,
    ...callsThrough((from) => originFor(world, from)),
    callConsole: (call) => {
      noteChange(world, changeMadeBy(call));
      return callConsole(call);
    },
    openConsoleStream: consoleStreamOpener(host.functions),
    studio: service.studio,
    channel: { cut, mend, loseReportResponses, requests, sent, watches, inject },
    auditLog: (part) => readAuditLogIn(world, part),
    restart: service.restart,
    restartExtended: service.restartExtended,
    restartWithoutData: service.restartWithoutData,
    close: () => Promise.resolve(),
  };
};

/** Starts the containers once, for all scenarios of a run. */
export const containers = (image: Image): DriverFactory => {
  let opened: Promise<ContainerWorld> | undefined;
  return {
    open: async () => open(await (opened ??= openWorld(image))),
    close: async () => {
      // Cucumber has reported a failed start with the scenarios.
      const world = await opened?.catch(() => undefined);
      if (world !== undefined) await closeWorld(world);
    },
  };
};
