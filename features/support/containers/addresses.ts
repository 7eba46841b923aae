// The addresses and routes of the current container. Needs NET_ADMIN and enabled IPv6.
import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { promisify } from 'node:util';
import { eventually } from '../../../test/support/eventually.js';

const run = promisify(execFile);

const ip = async (...words: readonly string[]): Promise<void> => {
  await run('/bin/busybox', ['ip', ...words]);
};

/** Returns the name of the network interface that has an address. */
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

/** An IPv6 address is usable only after duplicate address detection. */
const add = async (address: string, interfaceName: string): Promise<void> => {
  await ip('addr', 'add', withLength(address), 'dev', interfaceName);
  await eventually(`the address ${address}`, () =>
    canBind(isLinkLocal(address) ? `${address}%${interfaceName}` : address),
  );
};

const owned = new Map<string, Promise<void>>();

/** Adds an address to an interface of this container, unless it has it already. */
export const own = (address: string, interfaceName: string): Promise<void> => {
  const key = `${address} ${interfaceName}`;
  const added = owned.get(key) ?? add(address, interfaceName);
  owned.set(key, added);
  return added;
};

/**
 * Routes a destination through an interface. For IPv6 the metric makes the route precede the container engine's own,
 * which leads to a gateway.
 */
export const route = async (destination: string, interfaceName: string): Promise<void> => {
  const args = ['route', 'replace', destination, 'dev', interfaceName];
  await ip(...(destination.includes(':') ? ['-6', ...args, 'metric', '1'] : args));
};
