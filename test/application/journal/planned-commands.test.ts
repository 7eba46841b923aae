// Finding out what a call would send: nothing is sent, and the studio doesn't change.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { describe, expect, it } from 'vitest';
import type { CallContext, OperationOutcome, PreparedCall } from '../../../application/api/operation.js';
import type { EffectPorts } from '../../../application/journal/effects.js';
import { plannedCommands } from '../../../application/journal/planned-commands.js';
import type { SendResult } from '../../../application/ports/commands.js';
import { takeStudio } from '../../../domain/studio/runtime-state.js';
import { commandedDevices, stepBench, type StepBench } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

type Ports = StepBench['ports'] & EffectPorts;

const outcome: OperationOutcome = { body: {}, plain: 'OK' };

const planned = (send: (ports: Ports) => SendResult) => {
  const on = stepBench();
  const call = { run: (ports: Ports) => pipe(send(ports), E.as(outcome)) } as unknown as PreparedCall<Ports>;
  const ports = { ...on.ports, graphics: {}, macros: {}, automations: {} } as Ports;
  const before = on.ports.studio.runtime();
  const commands = plannedCommands(ports, call, {} as CallContext);
  return { commands, sent: commandedDevices(on), isUnchanged: on.ports.studio.runtime() === before };
};

describe('what a call would send', () => {
  it('is its commands, which are not sent', () => {
    const { commands, sent } = planned(({ signalLines }) => signalLines.send(commandTo.switch('sig-1', true)));
    expect(commands).toMatchObject(E.right([{ name: 'signalLines.switch', target: ['sig-1', true] }]));
    expect(sent).toEqual([]);
  });

  it('is nothing if it changes the studio, which stays as it is', () => {
    const activate = ({ studio }: Ports) => studio.change((runtime) => E.right({ ...runtime, activeBank: 'music' }));
    expect(planned(activate)).toMatchObject({ commands: E.right([]), isUnchanged: true });
  });

  it('is the reason why the studio does not change', () => {
    const { commands } = planned(({ studio }) => studio.change(takeStudio('bravo')));
    expect(commands).toMatchObject(E.left({ code: 'conflict' }));
  });
});
