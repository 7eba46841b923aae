// Lets the simulated equipment of a studio listen at the addresses of the studio file, if this machine has them.
import { networkInterfaces } from 'node:os';
import { cannotListen, isLoopbackHost, StartupError } from '../startup-errors.js';
import type { Settings } from '../settings.js';

/** Simulated equipment that can listen. */
export interface Equipment {
  /** What is simulated, for messages, such as `the connection relays`. */
  readonly name: string;
  /** The address in the studio file. */
  readonly host: string;
  readonly port: number;
  readonly transport: 'tcp' | 'udp';
  /** Describes it for the operator, given where it listens. */
  readonly line: (address: string) => string;
  readonly listen: (port: number, host: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const isOfThisMachine = (host: string): boolean =>
  isLoopbackHost(host) ||
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));

/** Equipment, and the address of this machine that it listens on. */
interface BoundEquipment {
  readonly equipment: Equipment;
  readonly host: string;
}

const boundTo =
  (fallback: string) =>
  (equipment: Equipment): BoundEquipment => ({
    equipment,
    host: isOfThisMachine(equipment.host) ? equipment.host : fallback,
  });

const addressOf = ({ equipment: { port }, host }: BoundEquipment): string => `${host} port ${String(port)}`;

/** Throws if two would listen on the same port: equipment of other machines shares one address here. */
const refuseConflicts = (all: readonly BoundEquipment[]): void => {
  const byAddress = Map.groupBy(all, (one) => `${one.equipment.transport} ${addressOf(one)}`);
  const conflict = [...byAddress.values()].find(({ length }) => length > 1);
  const [first] = conflict ?? [];
  if (conflict === undefined || first === undefined) return;
  const names = conflict.map(({ equipment }) => equipment.name).join(' and ');
  throw new StartupError(
    `STUDIO_FILE: ${names} can't all be simulated at ${addressOf(first)}; expected addresses of this ` +
      'machine, such as 127.0.0.1 and 127.0.0.2, or different ports',
  );
};

/**
 * Starts all equipment; what has no address of this machine listens on `SIMULATOR_HOST`. Returns a line for each. Rejects with
 * a `StartupError` that names an address that can't be listened on.
 */
export const listenOnWire = async (
  equipment: readonly Equipment[],
  { SIMULATOR_HOST }: Pick<Settings, 'SIMULATOR_HOST'>,
): Promise<readonly string[]> => {
  const all = equipment.map(boundTo(SIMULATOR_HOST));
  refuseConflicts(all);
  for (const { equipment: one, host } of all)
    await one.listen(one.port, host).catch(cannotListen('STUDIO_FILE', host, one.port));
  return all.map((one) => `           ${one.equipment.line(addressOf(one))}`);
};
