// The summary of a valid studio file: what it has, and what of it reaches a device.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { checkStudioFile } from '../../../infra/studio-file/check.js';
import { demoStudio } from '../../../simulator/demo-studio.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const [output] = demoStudio.outputs;
const [signal] = demoStudio.signals;
const [camera] = demoStudio.cameras;
const [bank] = demoStudio.banks;

const summaryOf = async (studio: object): Promise<readonly string[]> => {
  const file = join(folder, 'studio.json');
  writeFileSync(file, JSON.stringify(studio));
  const { lines, exitCode } = await checkStudioFile(file);
  expect({ exitCode, lines: exitCode === 0 ? [] : lines }).toEqual({ exitCode: 0, lines: [] });
  return (lines[0] ?? '').replace(`${file}: valid; `, '').split(', ');
};

const without = (record: object | undefined, ...fields: readonly string[]): object =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => !fields.includes(name)));

it('counts all records, the clips of all banks, and what has a player, a line or a head', async () => {
  const player = { protocol: 'casparcg', host: '127.0.0.1', channel: 1, layers: { full: 10 } };
  const clips = [1, 2].map((number) => ({ number, key: `clip-${String(number)}`, name: 'Clip' }));
  const attached = { connection: 'relays', coil: 0 };
  const studio = {
    ...demoStudio,
    connections: [{ id: 'relays', protocol: 'modbus', host: '127.0.0.1' }],
    outputs: [
      { ...without(output, 'player', 'graphics'), id: 'one', slot: 'one', scenes: ['full'], player },
      { ...without(output, 'player', 'graphics'), id: 'two', slot: 'two', scenes: ['full'] },
    ],
    activeBank: 'one',
    banks: ['one', 'two'].map((key) => ({ ...bank, key, name: key, clips })),
    signals: ['one', 'two', 'three'].map((id, at) => ({
      ...without(signal, 'line'),
      ...{ id, identifier: id },
      ...(at === 0 && { line: attached }),
    })),
    cameras: [{ ...without(camera, 'head', 'shownBy') }],
    variables: [],
    macros: [],
    automations: [],
    panels: [],
  };
  expect(await summaryOf(studio)).toEqual([
    '2 outputs (1 with a player)',
    '4 clips',
    '3 signals (1 with a line)',
    '1 camera (0 with a head)',
    '0 macros',
    '0 automations',
  ]);
});

it('@STUDIO-FILE-4: shows how a player with the address of its server is written now', async () => {
  const file = join(folder, 'studio.yaml');
  const address = { protocol: 'casparcg', host: 'fd00::1', port: 5_251 };
  const player = { ...address, channel: 1, layers: { full: 10 } };
  const output = { id: 'one', slot: 'one', name: 'One', scenes: ['full'], player };
  const clips = [{ number: 1, key: 'clip-1', name: 'Clip' }];
  const studio = { ...demoStudio, banks: [{ ...bank, clips }], activeBank: bank?.key, outputs: [output] };
  const others = { cameras: [], macros: [], automations: [], panels: [] };
  writeFileSync(file, JSON.stringify({ ...studio, ...others }, null, 2));
  const { lines, exitCode } = await checkStudioFile(file);
  const line = readFileSync(file, 'utf8').slice(0, readFileSync(file, 'utf8').indexOf('"player"')).split('\n').length;
  expect([exitCode, lines.at(-1)]).toEqual([
    0,
    `${file}:${String(line)}:17: hint: outputs[0].player has an earlier form; write { connection: casparcg-fd00::1-5251, ` +
      'channel: 1, layers: { full: 10 } }, and in connections { id: casparcg-fd00::1-5251, protocol: casparcg, ' +
      'host: fd00::1, port: 5251 }',
  ]);
});

it('@MACRO-9: names the features that each macro controls, also through the macros that it runs', async () => {
  const file = join(folder, 'studio.json');
  const macros = [
    { id: 'lights', name: 'Lights', steps: [{ switch: { signal: 'lamp', on: true } }, { waitMs: 10 }] },
    { id: 'opening', name: 'Opening', steps: [{ stop: { output: 'one' } }, { run: { macro: 'lights' } }] },
    { id: 'pause', name: 'Pause', steps: [{ waitMs: 10 }] },
  ];
  const studio = {
    ...demoStudio,
    outputs: [{ ...without(output, 'player', 'graphics'), id: 'one', slot: 'one', scenes: ['full'] }],
    signals: [{ ...without(signal, 'line'), id: 'lamp', identifier: 'lamp' }],
    cameras: [{ ...without(camera, 'head', 'shownBy') }],
    variables: [],
    macros,
    automations: [],
    panels: [],
  };
  writeFileSync(file, JSON.stringify(studio));
  const { lines } = await checkStudioFile(file);
  expect(lines.filter((line) => line.includes(': macro "'))).toEqual([
    `${file}: macro "lights" controls: Signals`,
    `${file}: macro "opening" controls: Signals, Macros, Outputs`,
    `${file}: macro "pause" controls: nothing`,
  ]);
});
