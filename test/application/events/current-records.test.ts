// Records show it if their device doesn't report its state. Tests carry the rule: the scenarios' devices all report theirs.
import { describe, expect, it } from 'vitest';
import { unconnectedDrivers } from '../../../adapters/unconnected/devices.js';
import { currentCamera, currentOutput, currentSignal } from '../../../application/events/current-records.js';
import { confirmedBy } from '../../../domain/studio/connection.js';
import { initialRuntimeState } from '../../../domain/studio/runtime-state.js';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';

const drivers = unconnectedDrivers({ layout: demoStudio });
const studio = { layout: demoStudio, runtime: () => initialRuntimeState(demoStudio) };
const [signal] = demoStudio.signals;
const [camera] = demoStudio.cameras;
const [output] = demoStudio.outputs;

/** Returns what the records show as JSON if they are attached with these fields. */
const shown = (attachment: object | undefined): readonly unknown[] => {
  const link = attachment && { connection: 'hub', ...attachment };
  const graphics = { record: () => null };
  const all = [
    signal && currentSignal(drivers)({ ...signal, ...(link && { line: link }) }),
    camera && currentCamera({ ...drivers, studio })({ ...camera, ...(link && { head: link }) }),
    output &&
      currentOutput({ ...drivers, studio, graphics, clock: manualClock() })({
        ...output,
        ...(link && { player: link }),
      }),
  ];
  return all.map((record) => (JSON.parse(JSON.stringify(record)) as Readonly<Record<string, unknown>>)['confirmedBy']);
};

describe('@SIGNAL-13: a record', () => {
  it.each(['accepted', 'sent'])('shows that its commands are confirmed by being %s', (confirm) => {
    expect(shown({ confirm })).toEqual([confirm, confirm, confirm]);
  });

  it.each([{ confirm: 'state' }, {}, undefined])('shows nothing if its device reports its state: %j', (attachment) => {
    expect(shown(attachment)).toEqual([undefined, undefined, undefined]);
  });

  it('ignores what no driver declares', () => {
    expect(confirmedBy({ connection: 'hub', confirm: 7 })).toBeUndefined();
  });
});
