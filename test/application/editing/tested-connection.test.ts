// Testing a connection or a webhook before it is saved.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { SystemClock } from '../../../adapters/node/clock.js';
import type { TestedConnection, TestedWebhook } from '../../../application/editing/answers.js';
import { connectionDriver, type ConnectionDeps } from '../../../application/connections/connection-driver.js';
import { ConnectionStates } from '../../../application/connections/connection-states.js';
import type { Discovery, ProbeResult } from '../../../application/connections/discovery.js';
import { Equipment } from '../../../application/editing/equipment.js';
import type { Change } from '../../../application/editing/requests.js';
import { SeenLines } from '../../../application/editing/seen-lines.js';
import { testedConnection } from '../../../application/editing/tested-connection.js';
import { textIn } from '../../../domain/codec/unchecked.js';
import { connectionFaces } from '../../../infra/simulated/connection-faces.js';
import { connectionDrivers } from '../../../infra/service/connection-drivers.js';
import { studioTexts } from '../../../infra/studio-file/studio-file.js';
import { formSchema } from '../../../infra/studio-file/studio-schema.js';
import { hidden } from '../../../domain/editing/hidden-values.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { simulatedStudio } from '../../../simulator/studio.js';
import { closedAfterEach } from '../../support/closed-after-each.js';
import { freePort } from '../../support/loopback.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { host, openEditor, operator, studio } from './edited-studio.js';

const layout = E.getOrElse<unknown, typeof demoStudio>((issues) => {
  throw new Error(JSON.stringify(issues));
})(studioTexts.check(studio));

const closers = closedAfterEach();

let clock: ManualClock;
let states: ConnectionStates;
/** What the driver was opened with, and what it does then. */
let opened: { readonly settings: unknown; readonly lines: readonly string[] }[];
let closed: number;
/** The URLs that a test was sent to, each with the secret, or with the file that has it. */
let sent: (readonly string[])[];
let behave: (deps: ConnectionDeps) => unknown;

beforeEach(() => {
  clock = manualClock();
  states = new ConnectionStates(clock);
  opened = [];
  closed = 0;
  sent = [];
  behave = () => undefined;
});

interface BenchOptions {
  readonly isShared: boolean;
  readonly probe?: Discovery['probe'];
}

const driver = ({ isShared, probe }: BenchOptions) =>
  connectionDriver<{ readonly host: string }, object>({
    grade: 'basic',
    settings: t.type({ host: t.string }),
    line: t.type({}),
    ...(isShared && { beside: (settings) => ({ ...settings, isSecond: true }) }),
    ...(probe && { discovery: { port: 80, probe } }),
    open: (settings, { lines }, deps) => {
      opened.push({ settings, lines: [...lines.keys()] });
      behave(deps);
      return { follow: () => undefined, close: () => (closed += 1) };
    },
  });

const url = 'https://hooks.example.com/swordfish';
const studioWith = (address: string, secretFile = '/etc/newsroom'): string =>
  `${studio}webhooks: [{ id: newsroom, url: ${address}, secretFile: ${secretFile} }]\n`;

const begun = () => expect.poll(() => opened.length > closed).toBe(true);

const bench = async (options: BenchOptions = { isShared: true }) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'studio.yaml'), studioWith(url));
  const equipment = new Equipment({
    find: () => Promise.reject(new Error('expected no search')),
    templates: () => Promise.resolve([]),
    schemaOf: formSchema,
    tryRecord: () => Promise.reject(new Error('expected no try')),
    report: () => Promise.reject(new Error('expected no report')),
    testWebhook: (webhook, held) => {
      sent.push([webhook.url, held.get(webhook.secretFile) ?? webhook.secretFile]);
      return Promise.resolve({ isDelivered: true, answer: 'accepted' });
    },
    layout: () => layout,
    devices: simulatedStudio(layout, clock),
    table: { http: driver(options) },
    readSecret: (path) => Promise.reject(new Error(`${path} is missing`)),
    ...{ clock, states },
  });
  const editor = await openEditor(folder, undefined, equipment);
  const testWebhook = (change: Change, webhook = 'newsroom', who = operator) =>
    editor.ask<TestedWebhook>({ ask: 'testWebhook', base: 1, change, webhook }, who);
  const test = (change: Change, connection = 'relay', who = host) =>
    editor.ask<TestedConnection>({ ask: 'test', base: 1, change, connection }, who);
  return { folder, equipment, test, testWebhook };
};

const attached = studio.replace(
  'name: Red light }',
  'name: Red light, line: { connection: relay, on: /on, off: /off, confirm: accepted } }',
);
const moved = { text: attached.replace('192.0.2.1', '192.0.2.9') };

describe('@EDITING-23: a test of a connection', () => {
  it('uses the draft and its new secret, which is neither stored nor shown unless the draft has it', async () => {
    const { folder, test } = await bench();
    behave = async ({ readSecret, failed, log }) => {
      const [{ settings } = {}] = opened;
      expect(await readSecret(textIn(settings, 'passwordFile') ?? '')).toBe('hunter2');
      log.warn('a device refuses what it is asked', { reason: 'neither hunter2 nor swordfish' });
      failed?.('refused');
    };
    const secrets = [{ connection: 'relay', field: 'passwordFile', secret: 'hunter2' }];
    expect(await test({ ...moved, secrets })).toEqual({
      connected: false,
      seen: ['a device refuses what it is asked: neither (hidden) nor swordfish'],
    });
    expect(opened).toMatchObject([{ settings: { host: '192.0.2.9', isSecond: true }, lines: ['red'] }]);
    expect([closed, readdirSync(folder).includes('secrets')]).toEqual([1, false]);
  });

  it('waits a moment for what equipment says once it is connected', async () => {
    const { test } = await bench();
    behave = ({ failed, log }) => {
      failed?.(null);
      log.warn('a broker refused topics', { topics: 'a/b' });
    };
    const tested = test(moved);
    await begun();
    await expect(test(moved)).rejects.toThrow('another test is under way');
    await clock.advance(500);
    expect(await tested).toEqual({ connected: true, seen: ['a broker refused topics: a/b'] });
    expect([opened.length, closed, clock.waiting()]).toEqual([1, 1, 0]);
  });

  it('ends after 8 s, or with the service', async () => {
    const { equipment, test } = await bench();
    const seen = ['nothing has answered within 8 s'];
    const late = test(moved);
    await begun();
    await clock.advance(8_000);
    expect(await late).toEqual({ connected: false, seen });
    const stopped = test(moved);
    await begun();
    equipment.stop();
    expect(await stopped).toEqual({ connected: false, seen });
    expect(closed).toBe(2);
  });

  it.each<[string, ProbeResult, object]>([
    ['what it is', E.right({ description: 'a mixer' }), { connected: true, seen: ['a mixer'] }],
    ['whether it is', E.left('is no mixer'), { connected: false, seen: ['it is no mixer'] }],
  ])('asks equipment without records %s', async (_, result, expected) => {
    const { test } = await bench({ isShared: true, probe: () => Promise.resolve(result) });
    const tested = test({ text: studio });
    await begun();
    await clock.advance(1_500);
    expect(await tested).toEqual(expected);
  });

  it('leaves alone what accepts one connection only, and answers the state of that', async () => {
    const { test } = await bench({ isShared: false });
    states.note('relay', 'no route to host');
    const seen = [expect.stringMatching(/^"relay" is connected to this address/) as string, 'no route to host'];
    expect(await test({ text: attached })).toEqual({ connected: false, seen, running: 'relay' });
    states.note('relay', null);
    expect(await test({ text: attached })).toMatchObject({ connected: true, running: 'relay' });
    expect(opened).toEqual([]);
    const tested = test(moved);
    await begun();
    await clock.advance(8_000);
    expect(await tested).not.toHaveProperty('running');
  });

  it('names the issues of the draft, and sends no kept secret elsewhere', async () => {
    const { test } = await bench();
    const issue = (path: string) => [expect.objectContaining({ path }) as object];
    const wrong = { text: studio.replace('off_air', 'maybe') };
    expect(await test(wrong)).toEqual({ connected: false, seen: [], issues: issue('status') });
    const entered = moved.text.replace('swordfish', 'other').replace('server-of-the-studio', hidden);
    const { issues } = await test({ text: entered }, 'relay', operator);
    expect(issues).toEqual(issue('connections[0].passwordFile'));
    await expect(test(moved, 'lamp')).rejects.toThrow('there is no connection "lamp"');
    expect(opened).toEqual([]);
  });
});

describe('@EDITING-28: a test of a webhook', () => {
  const [secretFile, secret] = ['secretFile', `whsec_${'A'.repeat(43)}=`] as const;
  const setTo = (value: string) => ({ secrets: [{ webhook: 'newsroom', field: secretFile, secret: value }] });
  const shown = (text: string): string =>
    text.replace('swordfish }', `${hidden} }`).replace('server-of-the-studio', hidden);
  const kept = shown(studioWith(hidden));
  const moved = shown(studioWith('https://other.example.com/'));

  it.each<[string, Change, readonly string[]]>([
    ['a kept secret', { text: kept }, [url, '/etc/newsroom']],
    ['a new secret, which isn’t stored', { text: kept, ...setTo(secret) }, [url, secret]],
    ['a new secret to another URL', { text: moved, ...setTo(secret) }, ['https://other.example.com/', secret]],
  ])('is sent with %s', async (_, change, expected) => {
    const { folder, testWebhook } = await bench();
    expect(await testWebhook(change)).toEqual({ accepted: true, seen: ['accepted'] });
    expect([sent, readdirSync(folder).includes('secrets')]).toEqual([[expected], false]);
    await expect(testWebhook(change, 'other')).rejects.toThrow('there is no webhook "other"');
  });

  it.each<[string, Change, string]>([
    ['at another URL with a kept secret', { text: moved }, 'leads to another address now'],
    ['at the hidden URL that was guessed', { text: shown(studioWith(url)) }, 'leads to another address now'],
    ['with another file of the host', { text: shown(studioWith(hidden, '/etc/shadow')) }, 'a secret that is set here'],
    ['with a secret of another form', { text: kept, ...setTo('hunter2') }, 'expected whsec_ and the base64 of 24'],
  ])('isn’t sent from the console %s', async (_, change, message) => {
    const { testWebhook } = await bench();
    const issue = { path: 'webhooks[0].secretFile', message: expect.stringContaining(message) as string };
    const { issues, ...answer } = await testWebhook(change);
    expect([answer, issues]).toEqual([{ accepted: false, seen: [] }, [expect.objectContaining(issue)]]);
    expect([sent, JSON.stringify(issues).includes('hunter2')]).toEqual([[], false]);
  });
});

it('@EDITING-23: a test of real protocols reads, and commands nothing', async () => {
  const devices = simulatedStudio(demoStudio, new SystemClock());
  closers.push(() => {
    devices.stop();
  });
  const deps = { table: connectionDrivers, layout: () => demoStudio, states: undefined, clock: new SystemClock() };
  const readSecret = () => Promise.reject(new Error('expected no secret'));
  const attachments = { lines: new Map(), heads: new Map(), players: new Map(), selections: [] };
  const face = connectionFaces.vmix({ settings: {}, attachments, devices, now: Date.now });
  const port = await face.listen(0, '127.0.0.1');
  closers.push(() => face.close());
  const test = (at: number) => {
    const definition = { id: 'mixer', protocol: 'vmix', host: '127.0.0.1', port: at };
    const layout = { ...demoStudio, connections: [definition] };
    const { signal } = new AbortController();
    return testedConnection({ ...deps, readSecret }, { layout, definition, secrets: new Map(), entered: '', signal });
  };
  expect(await test(port)).toEqual({ connected: true, seen: [] });
  const refused = await test(await freePort());
  expect(refused).toEqual({ connected: false, seen: [expect.stringContaining('ECONNREFUSED') as string] });
});

it('@EDITING-6: what an editor has guessed is quoted whether or not it is the secret', () => {
  const said = (entered: string): readonly string[] => {
    const seen = new SeenLines(entered);
    seen.hide('hunter2');
    seen.add('there is no source "hunter2"');
    return seen.lines;
  };
  expect(said('scenes: [hunter2]')).toEqual(['there is no source "hunter2"']);
  expect(said('scenes: [full]')).toEqual(['there is no source "(hidden)"']);
});

it('@EDITING-23: a second connection to a broker has an id of its own, and announces nothing', () => {
  const settings = { host: 'broker', clientId: 'studio', statusTopic: 'studio/status' };
  expect(connectionDrivers.mqtt.beside?.(settings)).toEqual({ host: 'broker' });
});
