// The lists of a simulated vMix: another entry begins at its beginning.
import { expect, it } from 'vitest';
import { manualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { Mixer } from '../../../simulator/vmix/mixer.js';
import { attachmentsTo } from '../../../application/connections/attachments.js';
import { connectionId, layoutWith } from '../../adapters/drivers/bench.js';
import { output, vmixPlayer } from '../../adapters/drivers/vmix/bench.js';

it('a list is at the beginning of the entry that is selected', () => {
  const clock = manualClock();
  const clips = [1, 2].map((number) => {
    const key = `part-${String(number)}`;
    return { number, key, name: key, media: `Rundown/${key}`, durationMs: 60_000 };
  });
  const layout = layoutWith('vmix', {}, { players: { [output]: vmixPlayer } });
  const attachments = attachmentsTo({ ...layout, banks: [{ key: 'news', name: 'News', clips }] }, connectionId);
  const mixer = new Mixer({ settings: {}, attachments, devices: simulatedStudio(demoStudio, clock), now: clock.now });
  const list = mixer.inputs.find(({ type }) => type === 'VideoList');
  if (list === undefined) throw new Error('the vMix has no list');
  mixer.setPosition(list, 3_000);
  expect(mixer.view(list)).toMatchObject({ entry: 1, positionMs: 3_000 });
  mixer.select(list, 2);
  expect(mixer.view(list)).toMatchObject({ entry: 2, positionMs: 0 });
});
