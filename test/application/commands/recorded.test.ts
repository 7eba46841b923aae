// For which station commands are recorded, and what is expected of them.
import * as E from 'fp-ts/lib/Either.js';
import { describe, expect, it } from 'vitest';
import { actionSender } from '../../../application/commands/devices.js';
import { recorded } from '../../../application/commands/recorded.js';
import type { RecordCommand } from '../../../application/ports/decided-commands.js';
import type { CommandSource } from '../../../domain/as-run.js';
import type { Command } from '../../../domain/studio/command.js';
import { clipSelection } from '../../simulator/bench.js';
import { commandTo } from '../../support/commands.js';
import { promptMs, stepBench } from '../demo-bench.js';

describe('@AS-RUN-2: a recorded command', () => {
  const sender = { caller: 'automation:a', startedBy: null, action: null, station: null };

  const recording = () => {
    const bench = stepBench();
    const records: { readonly source: CommandSource; readonly command: Command }[] = [];
    const record: RecordCommand = (source, command, send) => {
      records.push({ source, command });
      return send();
    };
    return { ...bench, records, send: recorded(record, bench.ports, actionSender(bench.ports)) };
  };

  it.each([
    ['beta', 'alpha', 'beta'],
    ['beta', null, 'beta'],
    [null, 'alpha', 'alpha'],
    [null, null, null],
  ])('for the station %s while %s holds the studio is that of %s', (station, holder, expected) => {
    const { ports, send, records } = recording();
    ports.studio.change((runtime) => E.right({ ...runtime, holder }));
    send(commandTo.switch('sig-1', true), { ...sender, station });
    expect(records).toEqual([{ source: { ...sender, station: expected }, command: commandTo.switch('sig-1', true) }]);
  });

  it('says what a take and a toggle do, as it was known before they were sent', async () => {
    const { ports, clock, send, records } = recording();
    ports.players.send(commandTo.cue('out-1', 'full', clipSelection('news', 'opener')));
    await clock.advance(promptMs);
    send({ do: 'take', output: 'out-1', scene: 'full' }, sender);
    send({ do: 'toggle', signal: 'sig-1' }, sender);
    send({ do: 'toggle', signal: 'sig-1' }, sender);
    expect(records.map(({ command }) => ('expected' in command ? command.expected : undefined))).toMatchObject([
      { bank: 'news', clip: { key: 'opener' } },
      true,
      false,
    ]);
  });
});
