// What the devices of a studio record by themselves.
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import { studioDevices } from '../../../application/commands/devices.js';
import type { RecordCommand } from '../../../application/ports/decided-commands.js';
import { commandTo } from '../../support/commands.js';
import { promptMs, stepBench } from '../demo-bench.js';

it('@AS-RUN-2: what the service sends by itself names what sent it, and the station of a graphic', async () => {
  const { ports, studio, clock, log } = stepBench(0);
  const recorded: unknown[] = [];
  const record: RecordCommand = ({ caller, station }, command, send) => {
    recorded.push([caller, station, command]);
    return send();
  };
  const { signalLines, tallyLines, graphics } = studioDevices(studio, { ...ports, log, unknown: studio, record });
  const place = { output: 'out-1', scene: 'full' };
  tallyLines.send(commandTo.switch('sig-2', true));
  signalLines.send(commandTo.pulse('sig-1', 500));
  graphics.show(place, 'alpha');
  await clock.advance(promptMs);
  ports.studio.change((runtime) => E.right({ ...runtime, variables: { 'var-1': 'Breaking' } }));
  await clock.advance(500);
  expect(recorded).toEqual([
    ['tally:sig-2', null, commandTo.switch('sig-2', true)],
    ['graphic:out-1', 'alpha', { do: 'update', ...place }],
    ['pulse:sig-1', null, commandTo.switch('sig-1', false)],
  ]);
});
