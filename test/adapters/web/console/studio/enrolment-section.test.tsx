// The section Studio and key: the name of the studio.
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { EnrolmentSection } from '../../../../../adapters/web/console/studio/enrolment-section.js';
import { alerts, enter, field, press, show, shows } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { haveStudios, signedIn, studioOf } from '../fixtures.js';

it('a name that was changed here follows what others change later', async () => {
  const named = (name: string) => studioOf('a', { name });
  haveStudios(named('A'));
  server.answer(
    'PATCH /studios/a',
    () => refused(503, 'later'),
    () => replied({ studio: named('B') }),
  );
  const view = show(<EnrolmentSection studio={named('A')} />, { answers: [signedIn({ role: 'admin' })] });
  enter('Studio name', 'B');
  await press('Rename');
  await shows('Later.');
  await press('Rename');
  await waitFor(() => {
    expect([alerts(), server.changes().length]).toEqual([[], 2]);
  });
  view.update(<EnrolmentSection studio={named('C')} />);
  await waitFor(() => {
    expect(field('Studio name').value).toBe('C');
  });
});
