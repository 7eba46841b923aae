// Editing the studio file: versions, merges and secrets. The files are real.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SaveResult, ShownVersion } from '../../../application/editing/answers.js';
import { hidden } from '../../../domain/editing/hidden-values.js';
import type { Fields } from '../../../domain/editing/identity.js';
import { studioTexts } from '../../../infra/studio-file/studio-file.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { host, openEditor, read, save, studio } from './edited-studio.js';

const editedStudio = async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'studio.yaml'), studio, { mode: 0o640 });
  return { folder, ...(await openEditor(folder)) };
};

const withRelay = (value: unknown, changed: Fields): Fields => {
  const { connections, ...others } = value as Fields & { readonly connections: readonly Fields[] };
  return { ...others, connections: connections.map((one) => ({ ...one, ...changed })) };
};

describe('secrets', () => {
  it('are in no answer, and stay where they are', async () => {
    const { path, ask, audited } = await editedStudio();
    const { version, value } = await ask<ShownVersion>(read);
    const saved = await ask<SaveResult>(save(version, { value: { ...(value as Fields), name: 'Evening' } }));
    expect(saved).toMatchObject({ result: 'saved', changes: ['name: Morning → Evening'] });
    expect(JSON.stringify([value, saved, await ask({ ask: 'version', version }), audited])).not.toMatch(
      /server-of-the-studio|swordfish/,
    );
    expect(readFileSync(path, 'utf8')).toBe(studio.replace("'Morning'", "'Evening'"));
  });

  it('are set in files of their own, which only the versions that name them keep', async () => {
    const { folder, path, ask } = await editedStudio();
    const { version, value } = await ask<ShownVersion>(read);
    const secrets = [{ connection: 'relay', field: 'passwordFile', secret: 'hunter2' }];
    const changed = withRelay(value, { host: '192.0.2.9', headers: {} });
    const saved = await ask<SaveResult>(save(version, { value: changed, secrets }));
    expect(saved).toMatchObject({ result: 'saved', connections: { kept: [], opened: ['relay'], closed: ['relay'] } });
    expect(JSON.stringify(saved)).not.toContain('hunter2');
    const [name = ''] = readdirSync(join(folder, 'secrets'));
    expect(readFileSync(join(folder, 'secrets', name), 'utf8')).toBe('hunter2\n');
    expect(readFileSync(path, 'utf8')).toContain(`passwordFile: ${join(folder, 'secrets', name)}`);
    const own = withRelay((await ask<ShownVersion>(read)).value, { passwordFile: '/etc/studio/relay' });
    for (let base = 2; base <= 102; base += 1) await ask(save(base, { value: { ...own, name: String(base) } }), host);
    expect(readdirSync(join(folder, 'secrets'))).toEqual([]);
    expect(readdirSync(join(folder, 'versions'))).toHaveLength(100);
  });

  const relay = (changed: Fields) => (value: unknown) => withRelay(value, changed);

  it.each<[string, (value: unknown) => Fields]>([
    [
      'a kept header field at another address',
      relay({ host: '198.51.100.1', passwordFile: undefined, username: undefined }),
    ],
    ['a kept password at another address', relay({ host: '198.51.100.1', headers: {} })],
    ['a kept password at another port', relay({ port: 8080, headers: {} })],
    ['a kept password over TLS with another authority', relay({ tls: true, headers: {} })],
    ['a kept password by another protocol', relay({ protocol: 'mqtt', headers: undefined })],
    ['a file of the host as password', relay({ passwordFile: '/etc/shadow' })],
    ['the file of another secret', relay({ passwordFile: '/etc/studio/other' })],
    ['a file of the host as header field', relay({ headerFiles: { 'X-Key': '/etc/shadow' } })],
    ['a file of the host as authorities', relay({ tls: true, caFile: '/etc/shadow' })],
    ['a hidden value as a name', (value) => ({ ...(value as Fields), name: hidden })],
    ['a hidden value in another header field', relay({ headers: { 'X-Other': hidden } })],
    ['a hidden value as host', relay({ host: hidden })],
    ['a hidden value as user', relay({ username: hidden })],
    [
      'a hidden value of another connection',
      (value) => withRelay(value, { id: 'mine', passwordFile: undefined, username: undefined }),
    ],
  ])('are not sent elsewhere by somebody who isn’t at the host: %s', async (_, change) => {
    const { path, ask, offered } = await editedStudio();
    const { version, value } = await ask<ShownVersion>(read);
    const changed = JSON.parse(JSON.stringify(change(value))) as Fields;
    for (const one of [{ value: changed }, { text: studioTexts.edit('', changed) }]) {
      const answer = await ask<SaveResult>(save(version, one));
      expect(answer.result).toBe('refused');
      expect(JSON.stringify(answer)).not.toMatch(/server-of-the-studio|swordfish/);
    }
    expect([offered, readFileSync(path, 'utf8')]).toEqual([[], studio]);
  });
});

describe('versions', () => {
  it('are made of what the host writes, also of what has issues', async () => {
    const { path, ask } = await editedStudio();
    writeFileSync(path, studio.replace('off_air', 'maybe'));
    expect(await ask(read)).toMatchObject({
      version: 2,
      by: 'host',
      isValid: false,
      issues: [{ line: 5, path: 'status' }],
    });
    writeFileSync(path, 'id: [');
    expect(await ask(read)).toMatchObject({ version: 3, isValid: false, text: null, value: null });
    expect(await ask({ ask: 'restore', version: 2, base: 3 })).toMatchObject({ result: 'refused' });
    expect(await ask({ ask: 'restore', version: 1, base: 2 })).toMatchObject({ result: 'outdated' });
    expect(await ask({ ask: 'restore', version: 1, base: 3 })).toMatchObject({
      result: 'saved',
      version: { restored: 1 },
    });
    expect(readFileSync(path, 'utf8')).toBe(studio);
  });

  it('that aren’t there are named', async () => {
    const { editor } = await editedStudio();
    const answer = await editor.ask({ ask: 'version', version: 7 }, host);
    expect(answer).toMatchObject({
      left: { code: 'not_found', message: expect.stringContaining('version 7') as string },
    });
  });

  it('merge two changes, and name what both have changed', async () => {
    const { ask } = await editedStudio();
    const { value } = await ask<ShownVersion>(read);
    const mine = { ...(value as Fields), name: 'Evening', timezone: 'Europe/Berlin' };
    await ask(save(1, { value: { ...(value as Fields), name: 'Night', signals: [] } }));
    const answer = await ask<SaveResult>(save(1, { value: mine }));
    expect(answer).toMatchObject({
      result: 'outdated',
      theirs: ['name: Morning → Night', 'signals.red: removed'],
      conflicts: ['name'],
      merged: { value: { name: 'Evening', timezone: 'Europe/Berlin', signals: [] } },
    });
  });
});
