// The button of the search, and the key that opens it.
import { fireEvent } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { FindButton } from '../../../../../adapters/web/console/find/find-button.js';
import { dialogs, press, show, user, type View } from '../../page-bench.js';
import { haveStudios, signedIn } from '../fixtures.js';

let view: View;
beforeEach(() => {
  haveStudios();
  view = show(<FindButton />, { answers: [signedIn()] });
});

it.each([
  [{ ctrlKey: true }, true],
  [{ metaKey: true, key: 'K' }, true],
  [{}, false],
  [{ ctrlKey: true, altKey: true }, false],
  [{ ctrlKey: true, key: 'j' }, false],
])('the key %j opens the search: %s', (change, isOpen) => {
  const isLeft = fireEvent.keyDown(window, { key: 'k', ...change });
  expect([dialogs(), isLeft]).toEqual([isOpen ? ['Find'] : [], !isOpen]);
});

it('no second dialog is opened, and no key is followed once the button is gone', async () => {
  await press('Find (Ctrl-K)');
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
  expect(dialogs()).toEqual(['Find']);
  await user.keyboard('{Escape}');
  expect(dialogs()).toEqual([]);
  view.unmount();
  expect(fireEvent.keyDown(window, { key: 'k', ctrlKey: true })).toBe(true);
});
