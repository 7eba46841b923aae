// Lets the simulated equipment of a studio listen at the addresses of the studio file, if this machine has them.
import { networkInterfaces } from 'node:os';
import { cannotListen, isLoopbackHost, StartupError } from '../machine/startup-errors.js';
import type { Settings } from '../settings/settings.js';

/** Simulated equipment that can listen, or that sends to a port of the service. */
export interface Equipment {
  /** What is simulated, for messages, such as `the connection relays`. */
  readonly name: string;
  /** The address in the studio file. */
  readonly host: string;
  readonly port: number;
  readonly transport: 'tcp' | 'udp';
  /** Whether it sends to the port. Then it doesn't keep others from using that. */
  readonly isSender: boolean;
  /** How lines begin that describe it to the operator, such as `relays (modbus)`. */
  readonly title: string;
  /** What it serves, such as `serves sig-1, sig-2`. */
  readonly purpose: string;
  readonly listen: (port: number, host: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

const isOfThisMachine = (host: string): boolean =>
  isLoopbackHost(host) ||
  Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));

/** Equipment, and the address of this machine that it listens on. */
export interface BoundEquipment {
  readonly equipment: Equipment;
  readonly host: string;
}

/** Returns where equipment listens: what has no address of this machine listens on `fallback`. */
export const boundTo =
  (fallback: string) =>
  (equipment: Equipment): BoundEquipment => ({
    equipment,
    host: isOfThisMachine(equipment.host) ? equipment.host : fallback,
  });

/** Returns the address of equipment, as messages show it. */
export const addressOf = ({ equipment: { port }, host }: BoundEquipment): string => `${host} port ${String(port)}`;

/** Returns what only one piece of equipment can have at a time. */
export const socketOf = (one: BoundEquipment): string =>
  one.equipment.isSender ? one.equipment.title : `${one.equipment.transport} ${addressOf(one)}`;

/** Lines for the operator begin as those of the part's addresses do. */
const indent = ' '.repeat(11);

/** Describes equipment that listens. */
export const listeningLine = (one: BoundEquipment): string =>
  `${indent}${one.equipment.title} ${one.equipment.isSender ? 'sends to' : 'on'} ${addressOf(one)} ${one.equipment.purpose}`;

/** Describes equipment that doesn't listen. */
export const missingLine = (title: string, reason: string): string => `${indent}${title} is not simulated: ${reason}`;

/** Throws if two would listen on the same port: equipment of other machines shares one address here. */
const refuseConflicts = (all: readonly BoundEquipment[]): void => {
  const byAddress = Map.groupBy(all, socketOf);
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
  return all.map(listeningLine);
};
