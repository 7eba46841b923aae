// Actions whose journal entry is written slowly.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { CallContext, OperationOutcome } from '../../../application/api/operation.js';
import { startAction, type ActionToStart } from '../../../application/journal/start-action.js';
import type { EffectPorts } from '../../../application/journal/effects.js';
import type { InterruptedCalls } from '../../../application/journal/interrupted-calls.js';
import { failure } from '../../../domain/failure.js';
import type { DeviceCommand } from '../../../domain/journal-entry.js';
import { commandedDevices, settle, stepBench, unrecorded, type StepBench } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

type Ports = StepBench['ports'] & EffectPorts;

const context = { identity: 'panel', station: null } as CallContext;
const started: OperationOutcome = { body: {}, plain: 'OK' };

const prepared = {
  station: undefined,
  timeoutMs: 2_000,
  run: ({ signalLines }: Ports) => {
    const sending = signalLines.send(commandTo.switch('sig-1', true));
    return E.isLeft(sending) ? sending : E.right(started);
  },
};

/** Starts an action whose entry is on disk once `write` is called. `recheck` decides about its access then. */
const begin = (recheck: ActionToStart<Ports>['recheck']) => {
  const on = stepBench();
  const written = Promise.withResolvers<undefined>();
  const journal = { begin: () => written.promise, end: () => undefined };
  const overtaking: (readonly DeviceCommand[])[] = [];
  const interrupted: InterruptedCalls = {
    unexpired: () => [],
    find: () => E.right(undefined),
    overtake: (commands) => void overtaking.push(commands),
  };
  const start = startAction<Ports>({ ...on.ports, graphics: {}, macros: {}, automations: {} } as Ports, {
    clock: on.clock,
    journal: journal as never,
    interrupted,
    asRun: unrecorded,
  });
  const head = { id: 'a', operation: 'signal.on', caller: 'panel' } as ActionToStart<Ports>['head'];
  const result = start({ head, checked: { prepared, context }, recheck });
  return { on, result, write: written.resolve, overtaking };
};

describe('an action that waits for the journal', () => {
  it('is sent once it is on disk', async () => {
    const { on, result, write, overtaking } = begin(() => E.right({ prepared, context }));
    await settle(on.clock);
    expect([commandedDevices(on), overtaking]).toEqual([[], []]);
    write(undefined);
    expect(await result).toEqual(E.right(started));
    expect(commandedDevices(on)).toEqual(['sig-1']);
    expect(overtaking).toMatchObject([[{ name: 'signalLines.switch', target: ['sig-1', true] }]]);
  });

  it('is refused, and not sent, if its access was withdrawn meanwhile: it overtakes no interrupted call', async () => {
    const withdrawn = E.left(failure('unauthorized', 'the token is revoked'));
    const { on, result, write, overtaking } = begin(() => withdrawn);
    write(undefined);
    expect(await result).toEqual(withdrawn);
    await on.clock.advance(1_000);
    expect([commandedDevices(on), overtaking]).toEqual([[], []]);
  });
});
