// Where the simulated servers of a studio's players listen: where the studio file looks for them, as far as this machine
// has those addresses.
import { networkInterfaces } from 'node:os';
import type { SimulatedStudio } from '../../simulator/studio.js';
import { cannotListen, isLoopbackHost, StartupError } from '../startup-errors.js';
import type { Settings } from '../settings.js';

type Wire = SimulatedStudio['wire'];

const isOfThisMachine = (host: string): boolean =>
  isLoopbackHost(host) ||
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));

/** A simulated server, and where it is to listen. */
interface Placed {
  readonly server: Wire[number];
  readonly host: string;
}

const placed =
  (elsewhere: string) =>
  (server: Wire[number]): Placed => ({ server, host: isOfThisMachine(server.host) ? server.host : elsewhere });

const addressOf = ({ server: { port }, host }: Placed): string => `${host} port ${String(port)}`;

/** Players of other machines all come to one address here, where no two of them can have one port. */
const refuseCrowd = (all: readonly Placed[]): void => {
  const crowd = [...Map.groupBy(all, addressOf)].find(([, { length }]) => length > 1);
  if (crowd === undefined) return;
  const [address, players] = crowd;
  const hosts = players.map(({ server }) => server.host).join(' and ');
  throw new StartupError(
    `STUDIO_FILE: the players at ${hosts} can't all be simulated at ${address}; expected addresses of this machine, ` +
      'as 127.0.0.1 and 127.0.0.2 are, or ports that differ',
  );
};

/** Lets every server listen, on `SIMULATOR_HOST` where its address isn't this machine's, and tells where. */
export const listenOnWire = async (wire: Wire, { SIMULATOR_HOST }: Settings): Promise<readonly string[]> => {
  const all = wire.map(placed(SIMULATOR_HOST));
  refuseCrowd(all);
  for (const { server, host } of all)
    await server.server.listen(server.port, host).catch(cannotListen('STUDIO_FILE', host, server.port));
  return all.map((one) => `           CasparCG on ${addressOf(one)} plays ${one.server.outputs.join(', ')}`);
};
