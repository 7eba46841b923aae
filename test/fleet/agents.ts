// The processes that run the services of a fleet, as one.
import { join } from 'node:path';
import { startRemote, type Remote } from '../../features/support/remote.js';
import type { AddedDevice, FleetAgent, PartState, PartUsage } from './agent.js';
import { manyDescriptors } from './many-descriptors.js';

/** Which consoles the services reach, and how many services a process runs. */
export interface FleetAgentOptions {
  readonly ports: readonly number[];
  readonly key: string;
  /** The file of the certificate authority to trust; null without TLS. */
  readonly ca: string | null;
  readonly perProcess: number;
}

const sum = (lists: readonly (readonly number[])[]): readonly number[] =>
  Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, at) =>
    lists.reduce((total, list) => total + (list[at] ?? 0), 0),
  );

/** The processes. */
export interface FleetAgents {
  /** Returns the functions of the process that runs a service. */
  readonly agentOf: (service: number) => Remote<FleetAgent>['functions'];
  /** Starts the services of further processes until `count` run, one process after the other. */
  readonly startServices: (count: number) => Promise<void>;
  readonly state: () => Promise<PartState>;
  readonly usage: () => Promise<PartUsage>;
  readonly resetAttempts: () => Promise<void>;
  /** Returns those of the devices that aren't in force at their services. */
  readonly missing: (added: readonly AddedDevice[]) => Promise<readonly AddedDevice[]>;
  readonly end: () => Promise<void>;
}

/** Creates the processes; none is started yet. */
export const fleetAgents = ({ perProcess, ...consoles }: FleetAgentOptions): FleetAgents => {
  const agents: Remote<FleetAgent>[] = [];
  /** The number of the first service of each process. */
  const firsts: number[] = [];
  let started = 0;
  const agentOf = (service: number): Remote<FleetAgent>['functions'] => {
    const agent = agents[firsts.findLastIndex((first) => first <= service)];
    if (agent === undefined) throw new Error(`service ${String(service)} was not started`);
    return agent.functions;
  };
  const program = [...manyDescriptors, process.execPath, '--import', 'tsx', join(import.meta.dirname, 'agent.ts')];
  return {
    agentOf,
    end: async () => {
      await Promise.all(agents.map((agent) => agent.end()));
    },
    resetAttempts: async () => {
      await Promise.all(agents.map(({ functions }) => functions.resetAttempts()));
    },
    missing: async (added) => {
      const byAgent = Map.groupBy(added, ({ service }) => agentOf(service));
      return (await Promise.all([...byAgent].map(([agent, devices]) => agent.missing(devices)))).flat();
    },
    usage: async () => {
      const usages = await Promise.all(agents.map(({ functions }) => functions.usage()));
      return {
        cpuSeconds: usages.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0),
        memoryMiB: usages.reduce((total, { memoryMiB }) => total + memoryMiB, 0),
      };
    },
    startServices: async (count) => {
      while (started < count) {
        const agent = startRemote<FleetAgent>(program);
        agents.push(agent);
        firsts.push(started);
        const part = Math.min(perProcess, count - started);
        await agent.functions.start({ from: started, count: part, ...consoles });
        started += part;
      }
    },
    state: async () => {
      const states = await Promise.all(agents.map(({ functions }) => functions.state()));
      return {
        connected: states.reduce((total, { connected }) => total + connected, 0),
        byConsole: sum(states.map(({ byConsole }) => byConsole)),
        attempts: sum(states.map(({ attempts }) => attempts)),
        gaps: states.flatMap(({ gaps }) => gaps),
      };
    },
  };
};
