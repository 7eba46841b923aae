// Lets the simulated servers of a studio's players listen at the addresses of the studio file, if this machine has them.
import { networkInterfaces } from 'node:os';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { cannotListen, isLoopbackHost, StartupError } from '../startup-errors.js';
import type { Settings } from '../settings.js';

type Wire = SimulatedStudio['casparcgServers'];

const isOfThisMachine = (host: string): boolean =>
  isLoopbackHost(host) ||
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));

/** A simulated server, and the address it listens on. */
interface BoundServer {
  readonly server: Wire[number];
  readonly host: string;
}

const boundTo =
  (fallback: string) =>
  (server: Wire[number]): BoundServer => ({ server, host: isOfThisMachine(server.host) ? server.host : fallback });

const addressOf = ({ server: { port }, host }: BoundServer): string => `${host} port ${String(port)}`;

/** Throws if two servers would listen on the same port: players of other machines share one address here. */
const refuseConflicts = (all: readonly BoundServer[]): void => {
  const conflict = [...Map.groupBy(all, addressOf)].find(([, { length }]) => length > 1);
  if (conflict === undefined) return;
  const [address, players] = conflict;
  const hosts = players.map(({ server }) => server.host).join(' and ');
  throw new StartupError(
    `STUDIO_FILE: the players at ${hosts} can't all be simulated at ${address}; expected addresses of this machine, ` +
      'such as 127.0.0.1 and 127.0.0.2, or different ports',
  );
};

/** Starts all servers; those whose address isn't this machine's listen on `SIMULATOR_HOST`. Returns a line for each. */
export const listenOnWire = async (wire: Wire, { SIMULATOR_HOST }: Settings): Promise<readonly string[]> => {
  const all = wire.map(boundTo(SIMULATOR_HOST));
  refuseConflicts(all);
  for (const { server, host } of all)
    await server.server.listen(server.port, host).catch(cannotListen('STUDIO_FILE', host, server.port));
  return all.map((one) => `           CasparCG on ${addressOf(one)} plays ${one.server.outputs.join(', ')}`);
};
