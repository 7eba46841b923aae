// What keeps an error of one part from the rest of the page.
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '../../../../../adapters/web/console/ui/error-boundary.js';
import { alerts, show, text } from '../../page-bench.js';

it('an error of one part is shown until another part is', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = ({ fails }: { readonly fails: boolean }): string => {
    if (fails) throw new Error('broken');
    return 'all is well';
  };
  const part = (shown: string, fails: boolean) => (
    <ErrorBoundary shown={shown}>
      <Part fails={fails} />
    </ErrorBoundary>
  );
  const view = show(part('devices', true));
  expect(alerts()).toEqual([expect.stringMatching(/^This section can’t be shown/)]);
  view.update(part('devices', false));
  expect(alerts()).toHaveLength(1);
  view.update(part('history', false));
  expect(text()).toBe('all is well');
});
