// The remaining time of a clip whose end the player hasn't reported yet.
import { expect, it } from 'vitest';
import type { CallContext, OperationResult } from '../../../application/api/operation.js';
import { outputOperations, type OutputPorts } from '../../../application/operations/outputs.js';
import { decideStart } from '../../../application/commands/decisions.js';
import { rightOf } from '../../domain/fixtures.js';
import { stepBench } from '../demo-bench.js';

it.each([
  [-1_001, 2, '2'],
  [-1_000, 1, '1'],
  [-1, 1, '1'],
  [0, 0, '0'],
  [500, 0, '0'],
])('@CLIP-TIME-5: %i ms after its end it is %i s', async (afterEndMs, value, plain) => {
  const { clock, ports } = stepBench();
  const outputs = { ...ports, graphics: { record: () => null } } as unknown as OutputPorts;
  const { command } = rightOf(decideStart('play', ports, { output: 'main', clip: '4' }));
  rightOf(ports.send(command, { caller: null, startedBy: null, action: null, station: null }));
  await clock.advance(1_000);
  const state = ports.players.state('out-1');
  const { startedAtMs = 0, durationMs = null } = state.scenes.find(({ id }) => id === 'full')?.run ?? {};
  const untilMs = startedAtMs + (durationMs ?? 0) + afterEndMs - clock.now();
  await clock.advance(untilMs);
  const reported = { ...outputs, players: { ...outputs.players, state: () => state } };
  const remaining = outputOperations.find(({ name }) => name === 'output.remaining');
  if (remaining === undefined) throw new Error('there is no operation output.remaining');
  const call = rightOf(remaining.prepare({ path: new Map([['slot', ['main']]]), query: new Map() }));
  const result = rightOf(call.run(reported as OutputPorts as never, {} as CallContext)) as OperationResult;
  expect(result).toEqual({ body: { value }, plain });
});
