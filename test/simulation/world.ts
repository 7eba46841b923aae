// The simulated world: devices, service, console, callers, operator and followers in one process, on one clock and one seed.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AuditEntry } from '../../application/ports/audit.js';
import type { Log } from '../../application/ports/log.js';
import { timerClock, manualEpochMs, type TimerClock } from '../../simulator/clock.js';
import type { LoggedCommand } from '../../simulator/command-log.js';
import { demoStudio } from '../../simulator/demo-studio.js';
import { seededRandom, type Random } from '../../simulator/random.js';
import { simulatedStudio, type SimulatedStudio } from '../../simulator/studio.js';
import type { MadeCall } from './evidence.js';
import { memoryDisk, type MemoryDisk } from './machine/disk.js';
import { Link } from './machine/network.js';
import { seededSecrets } from './machine/secrets.js';
import { useClockAsMachine } from './machine/machine-timers.js';
import { consoleHost, type ConsoleHost } from './parts/console-host.js';
import { makeCall, type CallerDeps } from './parts/caller.js';
import { followEvents, type Follower } from './parts/follower.js';
import { operatorAt, type Operator } from './parts/operator.js';
import { serviceHost, type ServiceHost } from './parts/service-host.js';
import { studioVariant } from './parts/studio-variants.js';
import type { SimulationEvent } from './steps.js';

/** The parts of a world. */
interface Parts {
  readonly clock: TimerClock;
  readonly studio: SimulatedStudio;
  readonly disk: MemoryDisk;
  readonly console: ConsoleHost;
  /** The way of the service to the console. */
  readonly cloud: Link;
  readonly host: ServiceHost;
  readonly operator: Operator;
  readonly calls: MadeCall[];
  readonly followers: Follower[];
  /** The audit log of the console. */
  readonly audit: AuditEntry[];
}

/** The simulated world. */
export interface World extends Omit<Parts, 'console' | 'cloud'> {
  readonly start: () => Promise<void>;
  /** Lets something happen. What it causes goes on while the clock advances. */
  readonly perform: (what: SimulationEvent) => void;
  /** Returns all commands that were sent to the devices, oldest first. */
  readonly commands: () => readonly LoggedCommand[];
  readonly close: () => Promise<void>;
}

/** Turns of the event loop before each timer, in which what has arrived is processed. */
const turns = 6;

const settle = async (): Promise<void> => {
  for (let done = 0; done < turns; done += 1) await nextTurn();
};

/** The parts that use random numbers: a part that uses more of them doesn't change those of the others. */
const users = ['machine', 'console', 'cloud', 'office', 'disk', 'service', 'retries', 'lan'] as const;

const randomOf = (seed: number, user: (typeof users)[number]): Random =>
  seededRandom(seed * users.length + users.indexOf(user));

/** Returns latencies up to a limit that differs by seed, in milliseconds. */
const latency = (random: Random, mostMs: number): (() => number) => {
  const limitMs = random.between(1, mostMs);
  return () => random.between(0, limitMs);
};

const buildParts = async (seed: number, clock: TimerClock, log: Log): Promise<Parts> => {
  const studio = simulatedStudio(demoStudio, clock, { seed });
  const audit: AuditEntry[] = [];
  const sink = { write: (entry: AuditEntry) => void audit.push(entry), close: () => Promise.resolve() };
  const secrets = seededSecrets(randomOf(seed, 'console'));
  const console = await consoleHost({ clock, secrets, log, audit: sink }, demoStudio);
  const { server, studioKey } = console;
  const cloud = new Link({ clock, latencyMs: latency(randomOf(seed, 'cloud'), 120), server });
  const office = new Link({ clock, latencyMs: latency(randomOf(seed, 'office'), 20), server });
  console.reachedBy(cloud, office);
  const disk = memoryDisk(latency(randomOf(seed, 'disk'), 15));
  const random = { secrets: seededSecrets(randomOf(seed, 'service')), random: randomOf(seed, 'retries') };
  const machine = { studio, disk, log, toConsole: cloud, studioKey, ...random };
  return {
    clock,
    studio,
    disk,
    console,
    cloud,
    calls: [],
    followers: [],
    audit,
    host: serviceHost(machine, clock, latency(randomOf(seed, 'lan'), 10)),
    operator: operatorAt({ toConsole: office, clock, studioId: demoStudio.id, studioKey }),
  };
};

const callersOf = ({ host, clock, operator }: Parts): CallerDeps => ({
  toService: host.toService,
  clock,
  tokensOf: operator.tokensOf,
  version: host.version,
  run: () => host.restarts.length,
  studio: demoStudio,
});

/** What happens, by its kind. */
type Handlers = {
  readonly [Kind in SimulationEvent['kind']]: (what: Extract<SimulationEvent, { readonly kind: Kind }>) => void;
};

const handlersOf = (parts: Parts): Handlers => {
  const { clock, studio, disk, console, cloud, host, operator, calls, followers } = parts;
  const callers = callersOf(parts);
  return {
    call: ({ call }) => void calls.push(makeCall(calls.length + 1, call, callers)),
    console: ({ change }) => void operator.change(change),
    fault: ({ device, fault }) => void studio.setFault(device, fault),
    cloud: ({ state }) => {
      cloud.mend();
      if (state === 'cut') cloud.cut();
      if (state === 'stalled') cloud.stall();
    },
    disk: ({ isFull }) => {
      disk.setFull(isFull);
    },
    'restart service': ({ end, downMs }) => {
      host.restart(end, downMs);
    },
    'restart console': console.restart,
    'studio file': ({ variant }) => {
      host.readStudioFile(studioVariant(variant));
    },
    'follow events': ({ address }) => void followers.push(followEvents({ toService: host.toService, clock, address })),
  };
};

/** Returns a function that collects all commands, of which the log of the studio keeps only the last ones. */
const commandCollector = (studio: SimulatedStudio): World['commands'] => {
  const commands = new Map<number, LoggedCommand>();
  return () => {
    for (const command of studio.commands()) commands.set(command.number, command);
    return [...commands.values()];
  };
};

/** Builds a world, in which nothing has happened yet. It owns the timers of this process until it is closed. */
export const openWorld = async (seed: number, log: Log): Promise<World> => {
  const clock = timerClock(manualEpochMs, settle);
  const restoreTimers = useClockAsMachine(clock, randomOf(seed, 'machine'));
  const parts = await buildParts(seed, clock, log);
  const { studio, host, followers, console } = parts;
  const handlers = handlersOf(parts);
  const commands = commandCollector(studio);
  return {
    ...parts,
    start: host.start,
    perform: (what) => {
      commands();
      (handlers[what.kind] as (happens: SimulationEvent) => void)(what);
    },
    commands,
    close: async () => {
      for (const follower of followers) follower.stop();
      studio.stop();
      host.kill();
      await console.close();
      restoreTimers();
    },
  };
};
