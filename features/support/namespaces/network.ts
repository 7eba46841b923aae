// Two network namespaces connected by a virtual cable: one for the host of the service, one for its callers.
// An address of a caller is added when it is first used. Everything is removed at the end.
import { strict as assert } from 'node:assert';
import { execFile, spawnSync } from 'node:child_process';
import { isIPv6 } from 'node:net';
import { promisify } from 'node:util';
import { lanAddresses } from '../service-address.js';

const run = promisify(execFile);

const ip = async (...words: readonly string[]): Promise<void> => {
  await run('ip', [...words]);
};

/** A machine on the network. */
export interface NamespaceMachine {
  readonly namespace: string;
  /** The prefix of a command that runs there. */
  readonly inside: readonly string[];
  /** Adds an address to the machine, unless it has it already. */
  readonly own: (address: string) => Promise<void>;
}

/** The network of one run. */
export interface NamespaceNetwork {
  readonly host: NamespaceMachine;
  readonly callers: NamespaceMachine;
  readonly remove: () => Promise<void>;
}

/** The interface at either end of the cable has the same name. */
export const interfaceName = 'cable0';

const withLength = (address: string): string => `${address}/${isIPv6(address) ? '128' : '32'}`;

const addAddress = async (namespace: string, address: string): Promise<void> => {
  const noProbing = isIPv6(address) ? ['nodad'] : [];
  const linkLocal = /^fe[89ab]/i.test(address) ? `${address}/10` : withLength(address);
  await ip('-n', namespace, 'addr', 'add', linkLocal, 'dev', interfaceName, ...noProbing);
};

const machine = (namespace: string): NamespaceMachine => {
  const owned = new Map<string, Promise<void>>();
  return {
    namespace,
    inside: ['ip', 'netns', 'exec', namespace],
    own: (address) => {
      const added = owned.get(address) ?? addAddress(namespace, address);
      owned.set(address, added);
      return added;
    },
  };
};

/** Routes everything but loopback over the cable. */
const plugIn = async (namespace: string): Promise<void> => {
  await ip('-n', namespace, 'link', 'set', 'lo', 'up');
  await ip('-n', namespace, 'link', 'set', interfaceName, 'up');
  await ip('-n', namespace, 'route', 'add', 'default', 'dev', interfaceName);
  await ip('-n', namespace, '-6', 'route', 'add', 'default', 'dev', interfaceName);
};

/** Removes the namespaces when this process ends early. */
const removeAtExit = (namespaces: readonly string[]): (() => void) => {
  const remove = () => {
    for (const namespace of namespaces) spawnSync('ip', ['netns', 'del', namespace]);
  };
  const end = () => process.exit(130);
  process.once('exit', remove);
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  return () => {
    process.off('exit', remove);
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  };
};

/** Creates the network. Needs root and iproute2. */
export const makeNetwork = async (): Promise<NamespaceNetwork> => {
  assert.equal(process.getuid?.(), 0, 'network namespaces need root');
  const host = machine(`studio-host-${String(process.pid)}`);
  const callers = machine(`studio-callers-${String(process.pid)}`);
  const namespaces = [host.namespace, callers.namespace];
  const removed = removeAtExit(namespaces);
  for (const namespace of namespaces) await ip('netns', 'add', namespace);
  const far = ['peer', 'name', interfaceName, 'netns', callers.namespace];
  await ip('-n', host.namespace, 'link', 'add', interfaceName, 'type', 'veth', ...far);
  for (const namespace of namespaces) await plugIn(namespace);
  for (const address of Object.values(lanAddresses)) await host.own(address);
  return {
    host,
    callers,
    remove: async () => {
      for (const namespace of namespaces) await ip('netns', 'del', namespace);
      removed();
    },
  };
};
