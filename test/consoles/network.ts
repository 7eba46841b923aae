// Machines on one switch, each in its own network namespace. Requires root and iproute2; cleans up on exit.
import { execFileSync, spawnSync } from 'node:child_process';

/** A machine on the network. */
export interface Machine {
  readonly address: string;
  /** The command prefix to run programs there. */
  readonly inside: readonly string[];
}

/** The network of one run. */
export interface MachineNetwork<Name extends string> {
  readonly machines: Readonly<Record<Name, Machine>>;
  readonly remove: () => void;
}

const ip = (...words: readonly string[]): void => {
  execFileSync('ip', [...words], { stdio: ['ignore', 'ignore', 'inherit'] });
};

/** Creates machines that can reach only each other. */
export const machineNetwork = <Name extends string>(names: readonly Name[]): MachineNetwork<Name> => {
  const prefix = `consoles-${String(process.pid)}`;
  const hub = `${prefix}-switch`;
  const namespaces = [hub, ...names.map((name) => `${prefix}-${name}`)];
  const remove = (): void => {
    for (const namespace of namespaces) spawnSync('ip', ['netns', 'del', namespace]);
  };
  process.once('exit', remove);
  for (const namespace of namespaces) ip('netns', 'add', namespace);
  ip('-n', hub, 'link', 'add', 'switch0', 'type', 'bridge');
  ip('-n', hub, 'link', 'set', 'switch0', 'up');
  const machines = names.map((name, place) => {
    const [namespace, socket, address] = [`${prefix}-${name}`, `port${String(place)}`, `10.77.0.${String(10 + place)}`];
    ip('-n', hub, 'link', 'add', socket, 'type', 'veth', 'peer', 'name', 'cable0', 'netns', namespace);
    ip('-n', hub, 'link', 'set', socket, 'master', 'switch0', 'up');
    ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'cable0');
    for (const link of ['lo', 'cable0']) ip('-n', namespace, 'link', 'set', link, 'up');
    return [name, { address, inside: ['ip', 'netns', 'exec', namespace] }] as const;
  });
  return {
    machines: Object.fromEntries(machines) as unknown as Record<Name, Machine>,
    remove: () => {
      remove();
      process.off('exit', remove);
    },
  };
};
