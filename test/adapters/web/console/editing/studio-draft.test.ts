// A studio file that is being edited, against the service's own editor.
import { writeFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { StudioDraft } from '../../../../../adapters/web/console/editing/studio-draft.js';
import { openEditor, studio, type OpenEditor } from '../../../../application/editing/edited-studio.js';
import { temporaryFolder } from '../../../../support/temporary-folder.js';

const opened = async (): Promise<OpenEditor & { readonly draft: StudioDraft }> => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'studio.yaml'), studio);
  const editor = await openEditor(folder);
  const draft = new StudioDraft(editor.ask);
  await draft.load();
  return { ...editor, draft };
};

const checked = (draft: StudioDraft): Promise<void> =>
  vi.waitFor(() => {
    expect(draft.state().isChecking).toBe(false);
  });

it('forms and text are two views of one change', async () => {
  const { draft, path } = await opened();
  draft.set('name', 'Evening');
  await checked(draft);
  expect(draft.state()).toMatchObject({ isChanged: true, changes: ['name: Morning → Evening'], issues: [] });
  expect(draft.state().text).toContain("name: 'Evening'");
  draft.setText((draft.state().text ?? '').replace('Red light', 'Lamp'));
  await checked(draft);
  expect(draft.state().value).toMatchObject({ name: 'Evening', signals: [{ name: 'Lamp' }] });
  await draft.save();
  expect(draft.state()).toMatchObject({ isChanged: false, base: { version: 2 }, saved: { result: 'saved' } });
  expect(readFileSync(path, 'utf8')).toBe(studio.replace('Morning', 'Evening').replace('Red light', 'Lamp'));
  draft.closeSaved();
  expect(draft.state().saved).toBeUndefined();
});

it('what is wrong is named, and a text that can’t be read has no form until it can', async () => {
  const { draft } = await opened();
  draft.set('status', 'maybe');
  await checked(draft);
  expect(draft.state().issues).toMatchObject([{ path: 'status', line: 5 }]);
  draft.set('status', undefined);
  await checked(draft);
  expect(draft.state().issues).toMatchObject([{ path: 'status' }]);
  draft.setText('id: [');
  await checked(draft);
  expect(draft.state()).toMatchObject({ value: null, text: 'id: [' });
  draft.set('name', 'ignored');
  expect(draft.state().text).toBe('id: [');
  await draft.load();
  expect(draft.state()).toMatchObject({ isChanged: false, value: { name: 'Morning' } });
});

it('a secret goes with the change, and is in nothing that is shown', async () => {
  const { draft } = await opened();
  draft.setSecret({ connection: 'relay', field: 'passwordFile', secret: 'wrong' });
  draft.setSecret({ connection: 'relay', field: 'passwordFile', secret: 'hunter2' });
  await checked(draft);
  await draft.save();
  expect(draft.state().text).toMatch(/passwordFile: \S+relay-passwordfile-/);
  expect(JSON.stringify(draft.state())).not.toContain('hunter2');
});

it('@EDITING-28: a secret counts as set once it is saved, and not after its change was discarded', async () => {
  const { draft } = await opened();
  const place = { connection: 'relay', field: 'passwordFile' };
  draft.setSecret({ ...place, secret: 'discarded' });
  expect(draft.hasSet(place, 'discarded')).toBe(true);
  await draft.load();
  draft.setSecret({ ...place, secret: 'saved' });
  await draft.save();
  const others = [draft.hasSet(place, 'discarded'), draft.hasSet({ webhook: 'relay', field: 'passwordFile' }, 'saved')];
  expect([draft.hasSet(place, 'saved'), ...others]).toEqual([true, false, false]);
});

it.each<[string, (draft: StudioDraft) => void]>([
  [
    'it is typed no longer',
    (draft) => {
      draft.setSecret({ connection: 'relay', field: 'passwordFile', secret: '' });
    },
  ],
  [
    'its connection has another id',
    (draft) => {
      draft.set('connections', [{ id: 'other', protocol: 'http', host: '192.0.2.1' }]);
    },
  ],
  ['the change is discarded', (draft) => void draft.load()],
])('a secret is forgotten when %s', async (_, change) => {
  const { draft } = await opened();
  draft.setSecret({ connection: 'relay', field: 'passwordFile', secret: 'hunter2' });
  expect(draft.edit().change.secrets).toHaveLength(1);
  change(draft);
  await vi.waitFor(() => {
    expect(draft.edit().change.secrets).toBeUndefined();
  });
});

it('what is edited before the file has been read again stays', async () => {
  const { draft } = await opened();
  const reading = draft.open();
  draft.set('name', 'Evening');
  await reading;
  expect(draft.state()).toMatchObject({ isChanged: true, value: { name: 'Evening' } });
});

it('text can’t be edited before it has what forms have changed, and a check without an answer is repeated', async () => {
  vi.useFakeTimers();
  const base = { version: 1, value: { name: 'Morning' }, text: 'name: Morning', issues: [] };
  const answers: readonly (() => object)[] = [
    () => base,
    () => {
      throw new Error('the service isn’t connected');
    },
    () => ({ issues: [], changes: [], text: 'name: Evening' }),
  ];
  let asked = 0;
  const draft = new StudioDraft(<A>() => Promise.resolve().then(() => answers[asked++]?.() as A));
  await draft.load();
  draft.set('name', 'Evening');
  await vi.advanceTimersByTimeAsync(300);
  expect(draft.state()).toMatchObject({ behind: 'text', failure: 'The service isn’t connected.' });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(draft.state()).toMatchObject({ behind: undefined, failure: undefined, text: 'name: Evening' });
  vi.useRealTimers();
});

it('a change of a file that others have changed is merged, or discarded', async () => {
  const { draft, ask } = await opened();
  const text = draft.state().text ?? '';
  await ask({ ask: 'save', base: 1, change: { text: text.replace('Morning', 'Night') } });
  draft.set('timezone', 'Europe/Berlin');
  await draft.save();
  expect(draft.state()).toMatchObject({
    outdated: { theirs: ['name: Morning → Night'], newest: { by: 'operator:anna' } },
  });
  draft.takeMerged();
  await checked(draft);
  await draft.save();
  expect(draft.state()).toMatchObject({ base: { version: 3 }, value: { name: 'Night', timezone: 'Europe/Berlin' } });
  await draft.restore(1);
  expect(draft.state()).toMatchObject({ base: { version: 4, restored: 1 }, text });
});

it('a request that fails is explained, and keeps the change', async () => {
  const draft = new StudioDraft(() => Promise.reject(new Error('the service can’t be reached')));
  await draft.load();
  await draft.save();
  await draft.restore(1);
  draft.takeMerged();
  expect(draft.state()).toMatchObject({ failure: 'The service can’t be reached.', base: undefined });
});
