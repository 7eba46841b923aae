// Generates the steps of a simulation from a seed.
import type { InjectedFault } from '../../../simulator/fault.js';
import { seededRandom } from '../../../simulator/random.js';
import { choicesFrom, type Choices } from '../choices.js';
import type { SimulationEvent, ServiceEnd, Step } from '../steps.js';
import { anyCall } from './calls.js';
import { anyChange } from './changes.js';
import { keyedCalls, type KeyedCalls } from './keyed-calls.js';

/** The devices that calls act on have faults more often. */
const devices = {
  'out-1': 6,
  'out-2': 1,
  'sig-1': 2,
  'sig-2': 1,
  'sig-3': 2,
  'sig-4': 4,
  'cam-1': 3,
  'cam-2': 1,
} as const;

const anyFault = ({ weighted, between, chance }: Choices): InjectedFault | null => {
  const limit = chance(40) ? { commands: between(1, 3) } : {};
  const type = weighted({
    none: 8,
    late: 2,
    lost: 2,
    duplicate: 2,
    refused: 1,
    offline: 2,
    ineffective: 3,
    frozen: 2,
    broken: 2,
  });
  if (type === 'none') return null;
  if (type === 'frozen') return { type };
  return type === 'late' ? { type, delayMs: between(1, 3_000), ...limit } : { type, ...limit };
};

const ends: Readonly<Record<ServiceEnd, number>> = {
  stop: 3,
  kill: 3,
  'power cut, names lost': 2,
  'power cut, names kept': 2,
};

const kinds = {
  call: 220,
  'keyed call': 20,
  console: 24,
  fault: 24,
  cloud: 8,
  disk: 3,
  'restart service': 3,
  'restart console': 1,
  'studio file': 3,
  'follow events': 2,
};

type EventsByKind = Readonly<Record<keyof typeof kinds, () => SimulationEvent>>;

const eventsOf = (choices: Choices, { next, repetition }: KeyedCalls): EventsByKind => {
  const { weighted, one, between, chance } = choices;
  return {
    call: () => ({ kind: 'call', call: anyCall(choices) }),
    'keyed call': () => ({ kind: 'call', call: chance(45) ? next() : repetition() }),
    console: () => ({ kind: 'console', change: anyChange(choices) }),
    fault: () => ({ kind: 'fault', device: weighted(devices), fault: anyFault(choices) }),
    cloud: () => ({ kind: 'cloud', state: one('cut', 'stalled', 'mended', 'mended', 'mended') }),
    disk: () => ({ kind: 'disk', isFull: one(true, false, false) }),
    'restart service': () => ({ kind: 'restart service', end: weighted(ends), downMs: between(0, 5_000) }),
    'restart console': () => ({ kind: 'restart console' }),
    'studio file': () => ({ kind: 'studio file', variant: between(0, 3) }),
    'follow events': () => ({ kind: 'follow events', address: '127.0.0.1' }),
  };
};

/**
 * Returns the time until the next step, in milliseconds: bursts, then pauses of up to ten minutes. `pace` multiplies the
 * pauses.
 */
const pauseMs = ({ weighted, between }: Choices, pace: number): number => {
  switch (weighted({ burst: 60, soon: 30, later: 9, much: 1 })) {
    case 'burst':
      return between(0, 20);
    case 'soon':
      return between(20, 1_000);
    case 'later':
      return pace * between(1_000, 30_000);
    case 'much':
      return pace * between(30_000, 600_000);
  }
};

/** The first steps: a panel that may do everything, and a follower of the events. */
const first: readonly Step[] = [
  {
    atMs: 0,
    kind: 'console',
    change: {
      change: 'add',
      panel: 0,
      settings: { access: 'read_and_control', fixedAddress: null, features: [] },
    },
  },
  { atMs: 1, kind: 'follow events', address: '127.0.0.1' },
];

/**
 * Returns an event and what goes with it: a restart comes at times while a call with a key is under way, which its caller
 * repeats afterwards.
 */
const withCompany = (choices: Choices, keyed: KeyedCalls, event: SimulationEvent, atMs: number): readonly Step[] => {
  const { between, chance } = choices;
  if (event.kind !== 'restart service' || !chance(60)) return [{ ...event, atMs }];
  const endsAtMs = atMs + between(0, 60);
  const repeatedAtMs = endsAtMs + event.downMs + between(0, 3_000);
  return [
    { kind: 'call', call: keyed.next(), atMs },
    { ...event, atMs: endsAtMs },
    { kind: 'call', call: keyed.repetition(), atMs: repeatedAtMs },
  ];
};

/** Generates the steps of a simulation that lasts `hours`. The same seed yields the same steps. */
export const generateSteps = (seed: number, hours: number, pace = 1): readonly Step[] => {
  const choices = choicesFrom(seededRandom(seed));
  const endMs = hours * 3_600_000;
  const steps: Step[] = [...first];
  const keyed = keyedCalls(choices);
  const events = eventsOf(choices, keyed);
  for (let atMs = 2_000; atMs < endMs; atMs += pauseMs(choices, pace))
    steps.push(...withCompany(choices, keyed, events[choices.weighted(kinds)](), atMs));
  return steps.sort((a, b) => a.atMs - b.atMs);
};
