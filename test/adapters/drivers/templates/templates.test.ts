// Every template of a device: its expansion is valid, and the driver says and understands what the maker's document shows.
import * as E from 'fp-ts/lib/Either.js';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { Part } from '../../../../application/connections/device-template.js';
import { exampleValues } from '../../../../application/connections/expand-template.js';
import { templateRecords } from '../../../../application/connections/template-records.js';
import { deviceTemplates, exampleYaml } from '../../../../infra/studio-file/device-templates.js';
import { readStudioInput } from '../../../../infra/studio-file/studio-file.js';
import type { ConnectionProtocol } from '../../../../infra/service/connection-drivers.js';
import { demoStudio } from '../../../../simulator/demo-studio.js';
import { sentCommand, stepResult } from '../../../contracts/device-commands.js';
import { openBench } from '../closed-bench.js';
import { attachedPart, expandedWith, recordOf } from './records.js';
import { follow, transcriptsOf } from './transcripts.js';

const templates = await deviceTemplates();

/** CasparCG can't play a clip of the other bank. */
const studio = {
  ...demoStudio,
  macros: [],
  automations: [],
  panels: [],
  cameras: [],
  banks: demoStudio.banks.slice(0, 1),
};

describe.each(templates.map((one) => [one.id, one] as const))('@TEMPLATE-2: the template %s', (_, template) => {
  it.each([[false], [true]])(
    'becomes a valid studio file from its examples (with optional ones: %s)',
    (withOptional) => {
      const entered = exampleValues(template, withOptional);
      const records = templateRecords(expandedWith(template, entered), entered);
      const read = readStudioInput({ ...studio, ...records });
      expect(E.isLeft(read) ? read.left : []).toEqual([]);
    },
  );

  it('is shown as it becomes', () => {
    const entered = exampleValues(template);
    expect(parse(exampleYaml(template))).toEqual(templateRecords(expandedWith(template, entered), entered));
  });
});

it('@DISCOVER-8: no description is recognized by two templates', () => {
  const beginnings = templates.flatMap(({ protocol, recognized = [] }) =>
    recognized.map((one) => `${protocol} ${one}`),
  );
  const shared = beginnings.filter((one, at) =>
    beginnings.some((other, index) => index !== at && other.startsWith(one)),
  );
  expect(shared).toEqual([]);
});

describe.each(templates.filter(({ tested }) => tested === 'document').map((one) => [one.id, one] as const))(
  '@TEMPLATE-3: the device of the template %s, as its documents describe it',
  (_, template) => {
    const transcripts = transcriptsOf(template);

    it.each(transcripts.parts.map((one) => [one.part, one] as const))('is driven as %s', async (__, transcript) =>
      follow(template, transcripts, transcript),
    );

    it('has a transcript for every part', () => {
      const names = [template.lines, template.heads, template.players].flat().map(({ name }: Part) => name);
      expect(new Set(transcripts.parts.map(({ part }) => part))).toEqual(new Set(names));
    });
  },
);

const commandsOf = { lines: ['on', 'off'], heads: ['wide', 'close'], players: ['playing', 'stopped'] } as const;

describe.each(templates.filter(({ tested }) => tested !== 'document').map((one) => [one.id, one] as const))(
  '@TEMPLATE-3: the simulated equipment of the template %s',
  (_, template) => {
    const kinds = ['lines', 'heads', 'players'] as const;

    it.each(kinds.flatMap((kind) => template[kind].map((part) => [part.name, kind] as const)))(
      'is driven as %s',
      async (part, kind) => {
        const each = kind === 'heads' ? { wide: 1, close: 2 } : undefined;
        const [name = ''] = Object.keys(template[kind].find((one) => one.name === part)?.each?.parameters ?? {});
        const values =
          each && Object.fromEntries(Object.entries(each).map(([angle, preset]) => [angle, { [name]: preset }]));
        const options = attachedPart(template, kind, { part, ...(values && { each: values }) });
        const { passUntil: pass, drivers } = await openBench(template.protocol as ConnectionProtocol, options);
        const record = recordOf[kind];
        await pass('the equipment is connected', () => record.isConnected(drivers));
        for (const state of commandsOf[kind]) {
          const command = sentCommand(record.send(drivers, state));
          let isDone = false;
          void command.confirmed.then(() => (isDone = true));
          await pass('the command has ended', () => isDone);
          expect([state, await stepResult(command.confirmed), record.shown(drivers)]).toEqual([state, 'done', state]);
        }
      },
    );
  },
);
