// The command that shows templates, and what it reports about files that are none.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deviceTemplates, showTemplates } from '../../../infra/studio-file/device-templates.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

describe('@TEMPLATE-1: the command templates', () => {
  it('lists all of them with the protocol and how they were tested', async () => {
    const { lines, exitCode } = await showTemplates(undefined);
    expect(exitCode).toBe(0);
    expect(lines).toHaveLength((await deviceTemplates()).length + 1);
    expect(lines).toContainEqual(expect.stringMatching(/^pjlink +Many +tcp +document +Projectors/));
  });

  it('shows what to enter for one, and the example', async () => {
    const { lines, exitCode } = await showTemplates('netio');
    expect(exitCode).toBe(0);
    expect(lines).toContainEqual(expect.stringMatching(/^# {3}output +Output, counted from 1 \(1 to 8, such as 1\)$/));
    expect(lines).toContain('connections:');
  });

  it('suggests the one that was meant', async () => {
    expect(await showTemplates('netoi')).toMatchObject({
      exitCode: 1,
      lines: ['templates: there is no template "netoi"; did you mean netio?'],
    });
  });
});

describe('@TEMPLATE-2: a file that is no template', () => {
  it.each([
    ['a.yaml', 'id: a\nvendor: [\n', /a\.yaml:3:1: a \[ before this has no closing/],
    ['a.yaml', 'id: a\nvendor: 5\n', /a\.yaml:2:\d+: vendor: expected a text/],
  ])('is reported with its line: %s %j', async (name, text, message) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, name), text);
    await expect(deviceTemplates(folder)).rejects.toThrow(message);
  });

  it('is reported if its id is not its name', async () => {
    const folder = temporaryFolder();
    const text =
      'vendor: A\nmodels: [A]\nprotocol: tcp\ntested: document\nsources: [{ title: A, url: "https://a.b" }]\n';
    writeFileSync(join(folder, 'a.yaml'), `id: b\n${text}`);
    await expect(deviceTemplates(folder)).rejects.toThrow('expected the id a, got b');
  });
});
