// The navigation between the sections of a studio.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startEditing } from '../../../../../adapters/web/console/api/drafts.js';
import { SectionBar } from '../../../../../adapters/web/console/studio/section-bar.js';
import { show, text } from '../../page-bench.js';
import { signedIn, studioOf } from '../fixtures.js';

it('the sections mark the present one and those with unsaved changes, of this studio alone', () => {
  for (const key of ['a/features', 'b/access']) startEditing(key, { value: 1, etag: null, version: null }, () => 2);
  const around = { answers: [signedIn({ studioRoles: { b: 'admin' } })], address: '/studios/a/history/1' };
  const view = show(<SectionBar studio={studioOf('a')} />, around);
  const links = () => screen.getAllByRole('link');
  const unsaved = () => links().flatMap((link) => (text(link).includes('unsaved') ? [text(link)] : []));
  expect([links().length, unsaved()]).toEqual([8, ['Features (unsaved)']]);
  expect(text(screen.getByRole('link', { current: 'page' }))).toBe('History');
  view.update(<SectionBar studio={studioOf('b')} />);
  expect([links().length, unsaved()]).toEqual([10, ['Access (unsaved)']]);
});
