// Random changes of a simulated studio.
import * as E from 'fp-ts/lib/Either.js';
import fc from 'fast-check';
import type { StepBench } from './demo-bench.js';
import type { Opened } from './event-client.js';
import { commandTo } from '../support/commands.js';

const change = ({ ports }: StepBench, fields: object): void =>
  void ports.studio.change((runtime) => E.right({ ...runtime, ...fields }));

const firstOf = <A>(records: readonly A[]): A => {
  const [first] = records;
  if (first === undefined) throw new Error('there is no record');
  return first;
};

/** Changes of the studio, some of which take a while or change nothing. */
const changes: Readonly<Record<string, (opened: Opened, number: number) => void>> = {
  signal: ({ bench: { ports } }, number) => void ports.signalLines.send(commandTo.switch('sig-1', number % 2 === 0)),
  camera: ({ bench: { ports } }, number) =>
    void ports.cameras.send(commandTo.recall('cam-1', number % 2 === 0 ? 'wide' : 'close')),
  onAir: ({ bench }, number) => {
    change(bench, { status: number % 2 === 0 ? 'on_air' : 'off_air' });
  },
  bank: ({ bench }, number) => {
    change(bench, { activeBank: number % 2 === 0 ? 'news' : 'music' });
  },
  variable: ({ bench }, number) => {
    const { variables } = bench.ports.studio.runtime();
    change(bench, { variables: { ...variables, 'var-3': number } });
  },
  play: ({ bench: { ports } }) => {
    const bank = firstOf(ports.studio.layout.banks);
    void ports.players.send(commandTo.play('out-1', 'full', { bank: bank.key, clip: firstOf(bank.clips) }));
  },
  stop: ({ bench: { ports } }) => void ports.players.send(commandTo.stop('out-1', ['full'])),
  macro: ({ bench: { ports }, sequences }) => void sequences.macros.run(firstOf(ports.studio.layout.macros)),
};

const names = Object.keys(changes);

/** One step of a run: a change, or time that passes. */
export const step = fc.oneof(
  fc.record({ name: fc.constantFrom(...names), number: fc.nat(3) }),
  fc.record({ passMs: fc.constantFrom(0, 1, 7, 30, 200) }),
);
/** A step. */
export type Step = { readonly name: string; readonly number: number } | { readonly passMs: number };

/** Takes a step. */
export const take = async (opened: Opened, one: Step): Promise<void> => {
  if ('passMs' in one) await opened.clock.advance(one.passMs);
  else changes[one.name]?.(opened, one.number);
};
