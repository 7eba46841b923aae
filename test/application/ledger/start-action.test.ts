// Actions: each is decided once, in the journal before its commands are sent, and checked again in between.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import type { CallContext, DecidedChange, DecidedCommands, PreparedCall } from '../../../application/api/operation.js';
import type { DecidedAction } from '../../../application/ports/decided-commands.js';
import { shownStudio } from '../../../application/ledger/shown-studio.js';
import { startAction, type ActionToStart } from '../../../application/ledger/start-action.js';
import type { InterruptedCalls } from '../../../application/ledger/interrupted-calls.js';
import type { EffectPorts } from '../../../application/ledger/interrupted-effect.js';
import { acknowledgedAtOnce } from '../../../application/ports/commands.js';
import { failure, type Failure } from '../../../domain/failure.js';
import type { JournalEntry } from '../../../domain/journal-entry.js';
import type { Command } from '../../../domain/studio/command.js';
import { takeStudio } from '../../../domain/studio/runtime-state.js';
import { promptMs, settle, stepBench, type StepBench } from '../demo-bench.js';

type Ports = StepBench['ports'] & EffectPorts;

const context = { identity: 'panel', station: null } as CallContext;
const on: DecidedAction = { do: 'switch', signal: 'sig-1', on: true };
const source = { caller: 'panel', startedBy: null, action: 'a', station: null };

const decision = {
  until: 'confirmed' as const,
  timeoutMs: 2_000,
  wait: true,
  result: () => ({ body: {}, plain: 'OK' }),
};

const preparedTo = (what: DecidedCommands | DecidedChange | Failure): PreparedCall<Ports> => ({
  input: {},
  station: undefined,
  timeoutMs: 2_000,
  run: () => ('code' in what ? E.left(what) : E.right({ ...decision, ...what })),
});

/** Starts an action whose entry is on disk once `write` is called. `recheck` decides about its access then. */
const begin = (
  prepared: PreparedCall<Ports>,
  recheck: ActionToStart<Ports>['recheck'] = () => E.right({ prepared, context }),
) => {
  const bench = stepBench();
  const written = Promise.withResolvers<undefined>();
  const journalled: JournalEntry[] = [];
  const journal = {
    begin: (entry: JournalEntry) => {
      journalled.push(entry);
      return written.promise;
    },
    end: () => undefined,
  };
  const overtaking: (readonly Command[])[] = [];
  const interrupted: InterruptedCalls = {
    unexpired: () => [],
    find: () => E.right(undefined),
    overtake: (commands) => void overtaking.push(commands),
  };
  const sent: unknown[] = [];
  const start = startAction<Ports>({ ...bench.ports, macros: {}, automations: {} } as Ports, {
    clock: bench.clock,
    journal: journal as never,
    interrupted,
    shown: shownStudio(bench.ports as never),
    send: (command, from) => {
      sent.push([command, from]);
      return acknowledgedAtOnce;
    },
  });
  const head = { id: 'a', operation: 'signal.on', caller: 'panel' } as ActionToStart<Ports>['head'];
  const result = start({ head, checked: { prepared, context }, recheck });
  return { bench, sent, result, write: written.resolve, overtaking, journalled };
};

describe('an action that waits for the journal', () => {
  it('is sent once it is on disk', async () => {
    const { bench, sent, result, write, overtaking } = begin(preparedTo({ commands: [on] }));
    await settle(bench.clock);
    expect([sent, overtaking]).toEqual([[], []]);
    write(undefined);
    expect(await result).toMatchObject(E.right({ timeoutMs: 2_000, wait: true }));
    expect(sent).toEqual([[on, source]]);
    expect(overtaking).toEqual([[on]]);
  });

  it('is refused, and not sent, if its access was withdrawn meanwhile: it overtakes no interrupted call', async () => {
    const withdrawn = E.left(failure('unauthorized', 'the token is revoked'));
    const { bench, sent, result, write, overtaking } = begin(preparedTo({ commands: [on] }), () => withdrawn);
    write(undefined);
    expect(await result).toEqual(withdrawn);
    await bench.clock.advance(1_000);
    expect([sent, overtaking]).toEqual([[], []]);
  });
});

describe('an action whose studio changes while it waits for the journal', () => {
  const off: DecidedAction = { ...on, on: false };

  it.each<[string, DecidedCommands | Failure, string]>([
    ['would do something else now', { commands: [off] }, 'conflict'],
    ['would do more now', { commands: [on, off] }, 'conflict'],
    ['is not possible any more', failure('not_found', 'there is no signal'), 'not_found'],
  ])('is refused, and not sent, if it %s', async (_what, then, code) => {
    const decisions: (DecidedCommands | Failure)[] = [{ commands: [on] }, then];
    const prepared = preparedTo({ commands: [on] });
    const run: typeof prepared.run = (...args) => preparedTo(decisions.shift() ?? then).run(...args);
    const { result, sent, write } = begin({ ...prepared, run });
    write(undefined);
    expect(await result).toMatchObject(E.left({ code }));
    expect(sent).toEqual([]);
  });
});

describe('an action', () => {
  it('of several commands is one entry with what each is expected to show, and sends them in their order', async () => {
    const toggle: DecidedAction = { do: 'toggle', signal: 'sig-2' };
    const { bench, sent, result, write, journalled } = begin(preparedTo({ commands: [on, toggle] }));
    await bench.clock.advance(promptMs);
    expect(journalled.map(({ commands }) => commands)).toEqual([[on, { ...toggle, expected: true }]]);
    write(undefined);
    await result;
    expect(sent).toEqual([
      [on, source],
      [toggle, source],
    ]);
  });

  it('is stored with its key, but without a token that was sent as one', () => {
    const token = `svc_${'a'.repeat(32)}`;
    const keyed = (key: string) => begin({ ...preparedTo({ commands: [on] }), key: { key, call: 'signal.on' } });
    const entries = ['cue-1', `cue ${token}`].map((key) => keyed(key).journalled[0]);
    expect(entries.map((entry) => entry?.key)).toEqual(['cue-1', 'cue ***']);
  });

  it('that changes the studio is not in the journal, because the change itself is stored', async () => {
    const { bench, result, journalled } = begin(preparedTo({ change: takeStudio('alpha') }));
    expect(E.isRight(await result)).toBe(true);
    expect([bench.ports.studio.runtime().holder, journalled]).toEqual(['alpha', []]);
  });

  it('that is not possible is refused for its reason, without a trace', async () => {
    const refusal = failure('not_found', 'there is no signal');
    const { result, sent, journalled } = begin(preparedTo(refusal));
    expect([await result, sent, journalled]).toEqual([E.left(refusal), [], []]);
  });
});
