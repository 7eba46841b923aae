// The sessions of an operator: each is ended by its own button, after a question.
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SessionsCard } from '../../../../../adapters/web/console/account/sessions-card.js';
import { buttons, noDialog, press, show, shows, text } from '../../page-bench.js';
import { server } from '../../page-server.js';

const session = (id: string, browser: string, current = false) => ({
  ...{ id, browser, current, address: `10.0.0.${id}` },
  ...{ createdAt: '2021-03-01T12:00:00.000Z', lastUsedAt: '2021-03-01T12:00:00.000Z' },
});
const here = session('1', 'Firefox', true);

it('a session is ended after a question that names it, and the list is read again', async () => {
  server.reply('GET /sessions', { sessions: [here, session('s/3', 'Safari'), session('2', '')] });
  server.reply('DELETE /sessions/s%2F3', undefined);
  server.reply('DELETE /sessions', undefined);
  show(<SessionsCard />);
  await shows('Unknown program');
  expect(buttons()).toEqual(['End all other sessions', 'End the session of Safari', 'End the session of ']);
  await press('End the session of Safari');
  expect(text()).toContain('Safari at 10.0.0.s/3 is signed out at once.');
  server.reply('GET /sessions', { sessions: [here] });
  await press('End session');
  await noDialog();
  await waitFor(() => {
    expect(text()).not.toMatch(/Safari|Unknown program/);
  });
  await press('End all other sessions');
  await press('End sessions');
  await noDialog();
  expect(server.changes().map(([call]) => call)).toEqual(['DELETE /sessions/s%2F3', 'DELETE /sessions']);
});
