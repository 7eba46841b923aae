// The addresses and routes of the container that this runs in. Needs NET_ADMIN, and IPv6 that is switched on.
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { eventually } from '../eventually.js';

const run = promisify(execFile);

const ip = async (...words: readonly string[]): Promise<void> => {
  await run('/bin/busybox', ['ip', ...words]);
};

/** The network interface that has an address. */
export const interfaceWith = (address: string): string => {
  const [name] =
    Object.entries(networkInterfaces()).find(([, all]) => all?.some((one) => one.address === address)) ?? [];
  if (name === undefined) throw new Error(`no network interface has ${address}`);
  return name;
};

const isLinkLocal = (address: string): boolean => /^fe[89ab]/i.test(address);

const withLength = (address: string): string => {
  if (isLinkLocal(address)) return `${address}/10`;
  return `${address}/${isIPv6(address) ? '128' : '32'}`;
};

const canBind = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind(0, address, () => {
      socket.close();
      resolve(true);
    });
  });

/** IPv6 first makes sure that nobody else has the address. */
const add = async (address: string, cable: string): Promise<void> => {
  await ip('addr', 'add', withLength(address), 'dev', cable);
  await eventually(`the address ${address}`, () => canBind(isLinkLocal(address) ? `${address}%${cable}` : address));
};

const owned = new Map<string, Promise<void>>();

/** Gives this container an address on an interface, where it hasn't got it yet. */
export const own = (address: string, cable: string): Promise<void> => {
  const key = `${address} ${cable}`;
  const added = owned.get(key) ?? add(address, cable);
  owned.set(key, added);
  return added;
};

/**
 * Sends what goes to a destination out of an interface, whoever may own the address there. It goes before the engine's
 * own way there, by a gateway, as IPv4's does anyway.
 */
export const route = async (destination: string, cable: string): Promise<void> => {
  const way = ['route', 'replace', destination, 'dev', cable];
  await ip(...(destination.includes(':') ? ['-6', ...way, 'metric', '1'] : way));
};
