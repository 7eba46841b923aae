// The dialog that adds a studio, and then shows how its service is connected.
import { expect, it } from 'vitest';
import { AddStudio } from '../../../../../adapters/web/console/studios/add-studio.js';
import { AddButton } from '../../../../../adapters/web/console/ui/dialog-button.js';
import { dialogs, enter, errors, press, show, shows, text } from '../../page-bench.js';
import { refused, replied, server } from '../../page-server.js';
import { haveStudios, signedIn, studioOf } from '../fixtures.js';

it('a new studio is connected with its key, which is shown until the dialog is left', async () => {
  haveStudios();
  const dialog = (close: () => void) => <AddStudio onClose={close} />;
  show(<AddButton label="Add studio" dialog={dialog} />, { answers: [signedIn({ role: 'admin' })] });
  await press('Add studio');
  await press('Add');
  expect(errors()).toHaveLength(2);
  enter('Id', 'b');
  enter('Name', 'South');
  server.answer(
    'POST /studios',
    () => refused(409, 'the id is in use'),
    () => replied({ studio: studioOf('b', { name: 'South' }), key: 'k3y' }),
  );
  await press('Add');
  await shows('The id is in use.');
  expect(errors()).toHaveLength(1);
  await press('Add');
  await shows('k3y');
  expect(dialogs()).toEqual(['Connect South']);
  expect(text()).toContain(`CONSOLE_URL=${window.location.origin}`);
  await press('Done');
  expect(dialogs()).toEqual([]);
});
