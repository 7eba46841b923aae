// Names within texts: they are shown as they stand, whatever they contain (CONSOLE-25).
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { expect, it } from 'vitest';
import { show } from '../page-bench.js';

it.each(['a\\u202egnp', '\\x41\\', '{name}', "'{'", '#', '<b></b>', '</0>, <1>10.0.0.5</1><0>', '<0/>', '%s'])(
  '@CONSOLE-25: %j is shown as it stands',
  (name) => {
    expect(t`Delete ${name}?`).toBe(`Delete ${name}?`);
    expect(plural(2, { one: `# device: ${name}`, other: `# devices: ${name}` })).toBe(`2 devices: ${name}`);
    show(
      <p>
        <Trans>
          <b>{name}</b> at <code>1.2.3.4</code>
        </Trans>
      </p>,
    );
    expect(document.querySelector('p')?.innerHTML).toBe(
      `<b>${name.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</b> at <code>1.2.3.4</code>`,
    );
  },
);
