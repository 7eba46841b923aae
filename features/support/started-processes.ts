// The processes that a scenario starts, and the addresses that they print.
import { strict as assert } from 'node:assert';
import type { DataTable } from '@cucumber/cucumber';
import { eventually } from '../../test/support/eventually.js';
import { startPart, type StartedProcess } from './command-line.js';
import type { StudioWorld } from './world.js';

/** The processes of one scenario. */
export interface Processes {
  readonly started: StartedProcess[];
  /** A call that is waiting for its device. */
  pendingCall: Promise<Response> | undefined;
  environment: Record<string, string>;
}

const processes = new WeakMap<StudioWorld, Processes>();

/** Returns the processes of a scenario. */
export const processesOf = (world: StudioWorld): Processes => {
  const existing = processes.get(world) ?? { started: [], pendingCall: undefined, environment: {} };
  processes.set(world, existing);
  return existing;
};

/** Returns the process that was started last. */
export const lastProcess = (world: StudioWorld): StartedProcess => {
  const started = processesOf(world).started.at(-1);
  assert.ok(started, 'no process was started yet');
  return started;
};

const addressOf = (world: StudioWorld, part: string): string | undefined =>
  new RegExp(`^${part} +(\\S+)`, 'm').exec(lastProcess(world).output()[0])?.[1];

/** Starts a part with the flags in a table. */
export const startProcess = async (world: StudioWorld, part: string, table?: DataTable): Promise<void> => {
  const flags = (table?.raw() ?? []).flatMap(([name = '', value = '']) => [`--${name}`, world.fill(value)]);
  processesOf(world).started.push(await startPart(part, flags, processesOf(world).environment));
};

/** Returns the address that a part prints once it listens. */
export const listening = async (world: StudioWorld, part: string): Promise<string> => {
  await eventually(`the address of the ${part}`, () => Promise.resolve(addressOf(world, part) !== undefined));
  return addressOf(world, part) ?? '';
};
