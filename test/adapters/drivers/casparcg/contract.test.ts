// Random commands to the CasparCG driver with a simulated server, while OSC has faults.
import fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { OscFault } from '../../../../simulator/casparcg/osc-fault.js';
import { sentCommand, stepResult } from '../../../contracts/device-commands.js';
import { settleSockets } from '../advance-clock.js';
import { casparcgBench, oscFaults, output, selections, type CasparcgBench } from './bench.js';
import { commandTo } from '../../../support/commands.js';

/** Files with a moving picture, by clip; the other clips never get on air. */
const pictures: Readonly<Partial<Record<keyof typeof selections, string>>> = {
  headlines: 'headlines',
  bed: 'music/bed loud',
};

const waiting = fc.integer({ min: 0, max: 60 }).map((steps) => steps * 5);

/** What a caller does next, and how long it waits then, in milliseconds. */
const act = fc.record({
  what: fc.constantFrom('headlines' as const, 'bed' as const, 'corrupt' as const, 'frozen' as const, null),
  waitMs: fc.oneof(fc.constant(0), waiting),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/** What was visible at a time. */
interface Sight {
  readonly file: string | null;
  /** When its picture appeared, in milliseconds since 1970 UTC; 0 for an empty layer. */
  readonly sinceMs: number;
}

const sightOf = ({ server }: CasparcgBench): Sight => {
  const producer = server.visible('1-10');
  return producer.kind === 'file'
    ? { file: producer.media.name, sinceMs: producer.pictureAtMs }
    : { file: null, sinceMs: 0 };
};

/** Whether a command has taken effect, given what was visible since it was sent. */
const tookEffect = ({ what }: Act, sentAtMs: number, seen: readonly Sight[]): boolean =>
  what === null
    ? seen.some(({ file }) => file === null)
    : seen.some(({ file, sinceMs }) => file === pictures[what] && sinceMs >= sentAtMs);

const stepMs = 5;

/** Executes the acts, and returns what was wrong. */
const mistakes = async (bench: CasparcgBench, acts: readonly Act[]): Promise<readonly string[]> => {
  const seen: Sight[] = [];
  const wrong: string[] = [];
  const pass = async (ms: number): Promise<void> => {
    for (let restMs = ms; restMs > 0; restMs -= stepMs) {
      await bench.clock.advance(stepMs);
      seen.push(sightOf(bench));
      await settleSockets();
    }
  };
  for (const one of acts) {
    const { what, waitMs } = one;
    const { players, clock } = bench;
    const sending =
      what === null
        ? players.send(commandTo.stop(output, ['left']))
        : players.send(commandTo.play(output, 'left', selections[what]));
    const [sentAtMs, from] = [clock.now(), seen.length];
    const { confirmed } = sentCommand(sending);
    void confirmed.then((result) => {
      if (E.isRight(result) && !tookEffect(one, sentAtMs, [...seen.slice(from), sightOf(bench)]))
        wrong.push(`${String(what)} was confirmed without effect`);
    });
    await pass(waitMs);
    if (one !== acts.at(-1)) continue;
    await pass(500);
    const result = await stepResult(confirmed);
    const expected = what === null || pictures[what] !== undefined ? 'done' : 'pending';
    if (result !== expected) wrong.push(`${String(what)} is ${result} at last`);
  }
  return wrong;
};

const underFault = async (oscFault: OscFault | null, acts: readonly Act[]): Promise<readonly string[]> => {
  const bench = await casparcgBench({ oscFault });
  return mistakes(bench, acts).finally(() => {
    bench.close();
  });
};

it('a command is confirmed if and only if it takes effect', async () => {
  const sequences = fc.array(act, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...oscFaults), sequences, async (oscFault, acts) => {
      expect(await underFault(oscFault, acts)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
