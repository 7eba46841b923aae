// Generates the steps of a simulation from a seed.
import type { InjectedFault } from '../../../simulator/fault.js';
import { seededRandom } from '../../../simulator/random.js';
import { choicesFrom, type Choices } from '../choices.js';
import type { SimulationEvent, ServiceEnd, Step } from '../steps.js';
import { anyCall } from './calls.js';
import { anyChange } from './changes.js';

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
  call: 240,
  console: 24,
  fault: 24,
  cloud: 8,
  disk: 3,
  'restart service': 3,
  'restart console': 1,
  'studio file': 3,
  'follow events': 2,
};

const anything = (choices: Choices): SimulationEvent => {
  const { weighted, one, between } = choices;
  const kind = weighted(kinds);
  switch (kind) {
    case 'call':
      return { kind, call: anyCall(choices) };
    case 'console':
      return { kind, change: anyChange(choices) };
    case 'fault':
      return { kind, device: weighted(devices), fault: anyFault(choices) };
    case 'cloud':
      return { kind, state: one('cut', 'stalled', 'mended', 'mended', 'mended') };
    case 'disk':
      return { kind, isFull: one(true, false, false) };
    case 'restart service':
      return { kind, end: weighted(ends), downMs: between(0, 5_000) };
    case 'restart console':
      return { kind };
    case 'studio file':
      return { kind, variant: between(0, 3) };
    case 'follow events':
      return { kind, address: '127.0.0.1' };
  }
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

/** Generates the steps of a simulation that lasts `hours`. The same seed yields the same steps. */
export const generateSteps = (seed: number, hours: number, pace = 1): readonly Step[] => {
  const choices = choicesFrom(seededRandom(seed));
  const endMs = hours * 3_600_000;
  const steps: Step[] = [...first];
  for (let atMs = 2_000; atMs < endMs; atMs += pauseMs(choices, pace)) steps.push({ ...anything(choices), atMs });
  return steps;
};
