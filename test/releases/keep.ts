// Keeps what this version stores, as an example for the versions that follow, and its documents: keep.ts
// The programs must be built. An example of the same version is replaced.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { version } from '../../infra/machine/version.js';
import { operate, runCommand, startPart } from '../adapters/storage/programs.js';
import { frozenDocuments, frozenFolder } from '../openapi/frozen-documents.js';
import { eventually } from '../support/eventually.js';
import {
  asRunOf,
  historyOf,
  keptPath,
  keptReleases,
  keptStudio,
  keysIn,
  messagesIn,
  versionsIn,
  lastingState,
  readWith,
  serviceSettings,
  startConsole,
  type KeptFacts,
} from './kept-release.js';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'studio-control-release-'));
const target = join(keptReleases, version);

/** Files that a start writes anew, or that are large and empty. */
const isKept = (path: string): boolean => !/(-reserve|-lock|-lock-holder|lock|lock-holder|\.log)$/.test(path);

const example = readFileSync(join(root, 'infra/studio-file/example-studio.yaml'), 'utf8');
// Its secret can't be read, so its messages wait.
const webhooks = "webhooks: [{ id: away, url: 'http://127.0.0.1:9', secretFile: /nowhere/away.secret }]\n";
writeFileSync(join(folder, 'studio.yaml'), example.replace('id: example-studio', `id: ${keptStudio}`) + webhooks);

const running = await startConsole(folder);
const { url } = running;
const { key } = await operate<{ key: string }>(url, 'POST', '/api/studios', { id: keptStudio, name: 'Kept' });
writeFileSync(join(folder, 'key'), key);
const settings = await serviceSettings(folder, running);
const service = await startPart('service', settings);

const addDevice = async (name: string, access: string): Promise<string> =>
  (await operate<{ token: string }>(url, 'POST', `${keptPath}/devices`, { name, access })).token;
const tokens = { Desk: await addDevice('Desk', 'read_and_control'), Wall: await addDevice('Wall', 'read_only') };
await operate(url, 'POST', '/api/operators', { username: 'olga', password: 'a password of olga', role: 'operator' });
const { token: apiToken } = await operate<{ token: string }>(url, 'POST', '/api/api-tokens', {
  name: 'newsroom',
  role: 'viewer',
});
await eventually(
  'the service accepts the tokens',
  async () => (await readWith(service, tokens.Wall, '/signals')).status === 200,
);

const actions = ['/studio/onair', '/outputs/main/clips/3/play', '/variables/Headline/set?value=Good%20night'];
const keys = actions.map((_, index) => `press-${String(index + 1)}`);
for (const [index, path] of actions.entries()) {
  const headers = { authorization: `Bearer ${tokens.Desk}`, 'idempotency-key': keys[index] ?? '' };
  const reply = await fetch(service.url + path, { method: 'POST', headers });
  if (!reply.ok) throw new Error(`${path}: ${String(reply.status)} ${await reply.text()}`);
}
const state = await lastingState(service, tokens.Desk);
const history = await historyOf(running);
await runCommand(['console', 'backup', join(folder, 'console.backup')], settings);
await service.stop();
await running.stop();

const facts: KeptFacts = {
  ...{ tokens, apiToken, state, history, asRun: await asRunOf(settings) },
  ...{ keys: await keysIn(folder), messages: await messagesIn(folder), versions: await versionsIn(folder) },
};
rmSync(target, { recursive: true, force: true });
mkdirSync(target);
for (const name of ['stored', 'studio.yaml', 'key', 'console.backup'])
  cpSync(join(folder, name), join(target, name), { recursive: true, filter: isKept });
writeFileSync(join(target, 'facts.json'), `${JSON.stringify(facts, null, 2)}\n`);
rmSync(folder, { recursive: true });

// The documents of the release, which later versions must not break.
const documents = join(frozenFolder, version);
mkdirSync(documents, { recursive: true });
for (const { file } of frozenDocuments) copyFileSync(file, join(documents, basename(file)));
console.log([target, documents].join('\n'));
