// Steps of editing the studio file at its host.
import { DataTable, Given, Then, When } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { readFile } from 'node:fs/promises';
import { eventually } from '../../test/support/eventually.js';
import { lastProcess, listening, startProcess } from '../support/started-processes.js';
import type { StudioWorld } from '../support/world.js';

/** What the steps read of an answer. */
interface Answer {
  readonly result?: string;
  readonly version: number;
  readonly text: string;
  readonly issues: readonly { readonly line?: number; readonly message: string }[];
  readonly merged: { readonly text: string } | null;
  readonly versions: readonly unknown[];
  readonly message: string;
}

/** An editor: the version that was read, and the answers so far. */
interface EditorState {
  readonly url: string;
  readonly file: string;
  readonly read: Answer;
  readonly before: string;
  readonly answers: string[];
  last: Answer;
}

const editors = new WeakMap<StudioWorld, EditorState>();

const editorOf = (world: StudioWorld): EditorState => {
  const found = editors.get(world);
  assert.ok(found, 'nobody edits');
  return found;
};

const post = (url: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

const ask = async (editor: EditorState, body: object): Promise<Answer> => {
  const text = await (await post(editor.url, body)).text();
  editor.answers.push(text);
  return JSON.parse(text) as Answer;
};

const fileOf = (world: StudioWorld): string => world.placeholders.get('studio file') ?? '';

Given('the studio file can be edited', { timeout: 30_000 }, async function (this: StudioWorld) {
  const file = fileOf(this);
  const settings = [
    ['studio-file', file],
    ['devices', 'simulated'],
    ['studio-editing', 'on'],
    ['studio-editing-port', '0'],
  ];
  await startProcess(this, 'service', new DataTable(settings));
  const url = `${await listening(this, 'studio')}/api/studio-file`;
  const read = (await (await post(url, { ask: 'read' })).json()) as Answer;
  editors.set(this, { url, file, read, before: await readFile(file, 'utf8'), answers: [read.text], last: read });
});

Then('no page edits the studio file', async function (this: StudioWorld) {
  await listening(this, 'service');
  assert.doesNotMatch(lastProcess(this).output()[0], /^studio /m);
});

const save = async (world: StudioWorld, before: string, after: string): Promise<void> => {
  const editor = editorOf(world);
  const { version: base, text } = editor.read;
  assert.ok(text.includes(before));
  editor.last = await ask(editor, { ask: 'save', base, change: { text: text.replace(before, after) } });
};

When('the editor saves {string} as {string}', function (this: StudioWorld, before: string, after: string) {
  return save(this, before, after);
});

When('another editor has saved {string} as {string}', function (this: StudioWorld, before: string, after: string) {
  return save(this, before, after);
});

Then('the answer is {string}', function (this: StudioWorld, result: string) {
  assert.equal(editorOf(this).last.result, result, JSON.stringify(editorOf(this).last));
});

Then('line {int} has the issue {string}', function (this: StudioWorld, line: number, message: string) {
  const found = editorOf(this).last.issues.filter((issue) => issue.line === line && issue.message.startsWith(message));
  assert.equal(found.length, 1, JSON.stringify(editorOf(this).last.issues));
});

Then('the studio file is as before', async function (this: StudioWorld) {
  const { file, before } = editorOf(this);
  assert.equal(await readFile(file, 'utf8'), before);
});

Then('the studio file has lost {string} only', async function (this: StudioWorld, lost: string) {
  const { file, before } = editorOf(this);
  const [head = '', tail = ''] = before.split(lost);
  const now = await readFile(file, 'utf8');
  assert.ok(now.startsWith(head) && now.endsWith(tail) && !now.includes(lost), now);
});

Then('both changes together have {string} and {string}', function (this: StudioWorld, one: string, other: string) {
  const text = editorOf(this).last.merged?.text ?? '';
  assert.ok(text.includes(one) && text.includes(other), text);
});

const versionCount = async (editor: EditorState): Promise<number> =>
  (await ask(editor, { ask: 'versions' })).versions.length;

When('soon there are {int} versions of the studio file', function (this: StudioWorld, count: number) {
  const editor = editorOf(this);
  return eventually(`${String(count)} versions`, async () => (await versionCount(editor)) === count);
});

Then('there are {int} versions of the studio file', async function (this: StudioWorld, count: number) {
  assert.equal(await versionCount(editorOf(this)), count);
});

When('version {int} of the studio file is restored', async function (this: StudioWorld, version: number) {
  const editor = editorOf(this);
  const { version: base } = await ask(editor, { ask: 'read' });
  editor.last = await ask(editor, { ask: 'restore', version, base });
});

Then('no answer contains {string}', function (this: StudioWorld, secret: string) {
  const { answers } = editorOf(this);
  assert.ok(answers.length > 1 && answers.every((answer) => !answer.includes(secret)), answers.join('\n'));
});

const refusedAs = async (
  world: StudioWorld,
  headers: Readonly<Record<string, string>>,
  status: number,
  text: string,
) => {
  const response = await post(editorOf(world).url, { ask: 'read' }, headers);
  assert.deepEqual([response.status, ((await response.json()) as Answer).message], [status, text]);
};

Then('an editor behind a proxy is answered {int} {string}', function (this: StudioWorld, status: number, text: string) {
  return refusedAs(this, { 'x-forwarded-for': '127.0.0.1' }, status, text);
});

Then(
  'an editor on a page of another site is answered {int} {string}',
  function (this: StudioWorld, status: number, text: string) {
    return refusedAs(this, { origin: 'http://elsewhere.example' }, status, text);
  },
);

const lastAnswer = (world: StudioWorld): string => editorOf(world).answers.at(-1) ?? '';

When(
  'the editor enters the host {string} for the template {string}',
  async function (this: StudioWorld, host: string, template: string) {
    await ask(editorOf(this), { ask: 'expand', template, values: { id: template, connection: { host } } });
  },
);

When('the editor plans a macro with the steps:', async function (this: StudioWorld, table: DataTable) {
  const editor = editorOf(this);
  const { version: base, text } = editor.read;
  const steps = table.raw().map(([step = '']) => step);
  const macros = `macros: [{ id: opening, name: Opening, steps: [${steps.join(', ')}] }]`;
  const change = { text: text.replace('macros: []', macros) };
  await ask(editor, { ask: 'plan', base, change, kind: 'macro', id: 'opening' });
});

When(
  'the editor tries {string} at the signal {string}',
  async function (this: StudioWorld, action: string, id: string) {
    await ask(editorOf(this), { ask: 'try', kind: 'signal', id, action });
  },
);

Then('the last answer contains {string}', function (this: StudioWorld, text: string) {
  assert.ok(lastAnswer(this).includes(text), lastAnswer(this));
});

Then('soon the state of the equipment contains {string}', function (this: StudioWorld, text: string) {
  return eventually(text, async () => {
    await ask(editorOf(this), { ask: 'state' });
    return lastAnswer(this).includes(text);
  });
});
