// The section of a studio's name and its removal.
import { expect, it } from 'vitest';
import { EnrolmentSection } from '../../../../../adapters/web/console/studio/enrolment-section.js';
import { address, button, buttons, enter, field, isEnabled, press, show, shows } from '../../page-bench.js';
import { held, refused, replied, server } from '../../page-server.js';
import { haveStudios, signedIn, studioOf } from '../fixtures.js';

const section = (name = 'Main') => <EnrolmentSection studio={studioOf('a', { name })} />;
const open = () => {
  haveStudios(studioOf('a'));
  return show(section(), { answers: [signedIn({ role: 'admin' })], address: '/studios/a/studio' });
};

it('the name of a studio follows the studio again once it was changed', async () => {
  const view = open();
  const answer = held();
  server.answer('PATCH /studios/a', answer.answer);
  enter('Studio name', 'South');
  view.update(section('North'));
  expect(field('Studio name').value).toBe('South');
  await press('Rename');
  answer.give(replied({}));
  await expect.poll(() => field('Studio name').value).toBe('North');
  expect(server.changes()).toEqual([['PATCH /studios/a', { name: 'South' }]]);
  expect(isEnabled(button('Rename'))).toBe(false);
});

it('a studio is removed after its id is typed, and the page goes to the others', async () => {
  open();
  server.answer(
    'DELETE /studios/a',
    () => refused(409, 'not now'),
    () => replied(undefined),
  );
  await press('Delete studio');
  expect(buttons()).toEqual(['Cancel']);
  enter('Type a to confirm', 'a');
  await press('Delete studio');
  await shows('Not now.');
  expect(address()).toBe('/studios/a/studio');
  await press('Delete studio');
  await expect.poll(address).toBe('/studios');
});
