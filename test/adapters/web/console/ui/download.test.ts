// A text that is saved as a file.
import { expect, it, vi } from 'vitest';
import { download } from '../../../../../adapters/web/console/ui/download.js';

it('a download is available until the browser has begun to save it', () => {
  vi.useFakeTimers();
  const steps: unknown[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    steps.push([this.href, this.download]);
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void steps.push(url));
  download('list', 'csv', 'a');
  vi.advanceTimersByTime(9_999);
  expect(steps).toEqual([['blob:1', 'list.csv']]);
  vi.advanceTimersByTime(1);
  expect(steps.at(-1)).toBe('blob:1');
});
