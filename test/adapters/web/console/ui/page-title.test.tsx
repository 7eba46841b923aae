// The heading of a view, the link to it, and the smaller parts around.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NavLink } from '../../../../../adapters/web/console/ui/nav-link.js';
import { PageTitle } from '../../../../../adapters/web/console/ui/page-title.js';
import { show } from '../../page-bench.js';

it('the title names the view, and the heading has the focus after each navigation', () => {
  const view = show(<PageTitle title="Studios" />);
  for (const title of ['Operators', 'Main: Access']) {
    document.body.focus();
    view.update(<PageTitle title={title} />);
    expect(document.activeElement).toBe(screen.getByRole('heading'));
  }
  expect(document.title).toBe('Main: Access · Studio Control');
});

it.each([
  ['/studios', 'page'],
  ['/studios/a/live', 'page'],
  ['/studios-of-others', null],
  ['/', null],
])('at %s, the link to the studios is that of the present page: %s', (address, current) => {
  show(<NavLink href="/studios">Studios</NavLink>, { address });
  expect(screen.getByRole('link').getAttribute('aria-current')).toBe(current);
});
