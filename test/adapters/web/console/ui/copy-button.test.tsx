// A button that copies a text.
import { expect, it, vi } from 'vitest';
import { CopyButton } from '../../../../../adapters/web/console/ui/copy-button.js';
import { buttons, press, show, shows, user } from '../../page-bench.js';

it('the button shows what became of the present text alone', async () => {
  const select = vi.fn();
  const { update } = show(<CopyButton text="one" select={select} />);
  await press('Copy');
  await shows('Copied');
  expect(await navigator.clipboard.readText()).toBe('one');
  update(<CopyButton text="two" select={select} />);
  expect(buttons()).toEqual(['Copy']);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
  Object.assign(document, { execCommand: () => false });
  await user.click(document.querySelector('button') ?? document.body);
  await shows('The browser blocked copying.');
  expect([select.mock.calls.length, buttons()]).toEqual([1, ['Copy']]);
});
