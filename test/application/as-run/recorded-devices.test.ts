// The station in the as-run log: that of the call or automation, else that which holds the studio.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { AsRun, CommandSource } from '../../../application/as-run/as-run.js';
import { recordDevices } from '../../../application/as-run/recorded-devices.js';
import { clipSelection } from '../../simulator/bench.js';
import { promptMs, stepBench } from '../demo-bench.js';
import { commandTo } from '../../support/commands.js';

it.each([
  ['beta', 'alpha', 'beta'],
  ['beta', null, 'beta'],
  [null, 'alpha', 'alpha'],
  [null, null, null],
])('@AS-RUN-2: a command for the station %s while %s holds the studio is that of %s', (station, holder, expected) => {
  const { ports } = stepBench();
  const sources: CommandSource[] = [];
  const asRun: AsRun = {
    record: (source, _command, send) => {
      sources.push(source);
      return send();
    },
  };
  ports.studio.change((runtime) => E.right({ ...runtime, holder }));
  const sender = { caller: 'automation:a', startedBy: null, action: null, station };
  const { signalLines, cameras, players } = recordDevices(ports, asRun, sender);
  signalLines.send(commandTo.switch('sig-1', true));
  cameras.send(commandTo.recall('cam-1', 'wide'));
  players.send(commandTo.stop('out-1', ['full']));
  expect(sources).toEqual(Array.from({ length: 3 }, () => ({ ...sender, station: expected })));
});

it('@AS-RUN-2: a take and a toggle are recorded with what they do, as it was known before they were sent', async () => {
  const { ports, clock } = stepBench();
  const recorded: unknown[] = [];
  const asRun: AsRun = {
    record: (_source, { name, expected }, send) => {
      recorded.push([name, expected]);
      return send();
    },
  };
  const sender = { caller: 'macro:a', startedBy: null, action: null, station: null };
  const { signalLines, players } = recordDevices(ports, asRun, sender);
  ports.players.send(commandTo.cue('out-1', 'full', clipSelection('news', 'opener')));
  await clock.advance(promptMs);
  players.send(commandTo.take('out-1', 'full'));
  signalLines.toggle('sig-1');
  signalLines.toggle('sig-1');
  expect(recorded).toEqual([
    ['players.take', ['news', 'opener']],
    ['signalLines.toggle', [true]],
    ['signalLines.toggle', [false]],
  ]);
});
