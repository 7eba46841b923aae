// Makes docs/devices/templates.md: every template of a device, with what to enter, and where its facts are from.
import type { DeviceTemplate } from '../../application/connections/device-template.js';
import { deviceTemplates, enteredTables, exampleYaml } from '../../infra/studio-file/device-templates.js';

/** Path of the page. */
export const pagePath = 'docs/devices/templates.md';

/** The template that the page shows as an example. */
const shown = 'shelly-plus';

/** Pages of protocols that have none of their own name. */
const pages: Readonly<Record<string, string>> = {
  casparcg: '../devices.md#casparcg',
  ...Object.fromEntries(['http', 'tcp', 'udp', 'osc'].map((protocol) => [protocol, 'text.md'])),
};

const introduction = (example: string): string => `# Templates of devices

A template is what a studio file says about the devices of a maker, with placeholders for what you enter. A studio file has only
what a template becomes, never its name, so nothing depends on the templates later. \`npm run templates:document\` writes this
page from the files in \`adapters/drivers/templates\`.

\`\`\`sh
studio-control templates               # lists them
studio-control templates ${shown}   # shows what to enter, and an example for a studio file
\`\`\`

The example of \`${shown}\`:

\`\`\`yaml
${example}
\`\`\`

\`discover\` names the template of equipment that it recognizes.

| Tested      | Meaning                                                                                    |
| ----------- | ------------------------------------------------------------------------------------------ |
| \`document\`  | the driver sends and understands what the sources state                                    |
| \`simulated\` | the driver acts on the simulated equipment of the protocol; the sources name what is alike |
| \`real\`      | the driver was tested with the program itself                                              |

Apart from programs, no template has met a device of its maker yet. A device that no template fits can be described by hand, see
[Devices](../devices.md). To add a template, see [Contributing](../../CONTRIBUTING.md#add-a-template-of-a-device).`;

const entered = (template: DeviceTemplate): readonly string[] =>
  enteredTables(template).map(([title, rows]) =>
    [`- ${title}`, ...rows.map(([name, what]) => `  - \`${name}\`: ${what}`)].join('\n'),
  );

const section = (template: DeviceTemplate): string => {
  const { id, vendor, models, protocol, tested, notes, sources } = template;
  return [
    `## ${id}`,
    `${vendor}: ${models.join(', ')}. Protocol [${protocol}](${pages[protocol] ?? `${protocol}.md`}), tested: \`${tested}\`.`,
    ...(notes.length > 0 ? [notes.join('\n')] : []),
    entered(template).join('\n'),
    `Sources: ${sources.map(({ title, url }) => `[${title}](${url})`).join(', ')}.`,
  ].join('\n\n');
};

/** Returns the text that the page must have, formatted as the formatter does. */
export const makeTemplatesPage = async (): Promise<string> => {
  const templates = await deviceTemplates();
  const example = templates.find(({ id }) => id === shown);
  const text = example === undefined ? '' : exampleYaml(example);
  return `${[introduction(text), ...templates.map(section)].join('\n\n')}\n`;
};
