// Steps that read the as-run log.
import { Then, When } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import { asRunEntries } from '../../application/as-run/entries.js';
import { AsRunLine } from '../../domain/as-run.js';
import { eventually } from '../../test/support/eventually.js';
import { formatValue, valueAt } from '../support/event-stream.js';
import type { StudioWorld } from '../support/world.js';

async function* asRunLines(world: StudioWorld): AsyncGenerator<AsRunLine> {
  for (const line of await world.driver.auditLog('as-run')) {
    assert.ok(AsRunLine.is(line), JSON.stringify(line));
    yield line;
  }
}

const cell = (value: unknown): string => (value === undefined ? '' : formatValue(value));

/** Returns the columns of a table for every entry. */
const shownEntries = async (world: StudioWorld, columns: readonly string[]): Promise<readonly unknown[]> => {
  const shown: unknown[] = [];
  for await (const entry of asRunEntries(asRunLines(world), { from: undefined, to: undefined }))
    shown.push(Object.fromEntries(columns.map((column) => [column, cell(valueAt(entry, column))])));
  return shown;
};

Then(
  'the as-run log soon contains at least {int} takes, all confirmed within {int} ms',
  async function (this: StudioWorld, count: number, ms: number) {
    const columns = ['operation', 'parameters.clip', 'outcome', 'durationMs'];
    let takes: readonly Readonly<Record<string, string>>[] = [];
    await eventually('the takes', async () => {
      const entries = (await shownEntries(this, columns)) as readonly Readonly<Record<string, string>>[];
      takes = entries.filter(({ operation }) => operation === 'output.take');
      return takes.length >= count;
    }).catch(() => {
      assert.fail(`there are ${String(takes.length)} takes`);
    });
    const late = takes.filter(({ outcome, durationMs }) => outcome !== 'confirmed' || Number(durationMs) > ms);
    assert.deepEqual(late, []);
  },
);

Then('the as-run log soon contains exactly:', async function (this: StudioWorld, table: DataTable) {
  const [columns = []] = table.raw();
  const expected: readonly unknown[] = table.hashes();
  let shown: readonly unknown[] = [];
  await eventually('the entries', async () => {
    shown = await shownEntries(this, columns);
    return isDeepStrictEqual(shown, expected);
  }).catch(() => {
    assert.deepEqual(shown, expected);
  });
});

interface ConsolePage {
  readonly entries: readonly unknown[];
  readonly older: string | null;
  readonly message?: string;
}

/** The page that the console has answered last. */
const pages = new WeakMap<StudioWorld, ConsolePage>();

const readPage = async (world: StudioWorld, query: string, someone = 'the operator') => {
  const { user, credentials } = world.consoleCaller(someone);
  const answer = await world.callConsole(user, 'GET', `/api/studios/{studio}/as-run?${query}`, credentials);
  const page = JSON.parse(answer.body) as ConsolePage;
  pages.set(world, page);
  return { status: answer.status, page };
};

const columnsOf = ({ entries }: ConsolePage, columns: readonly string[]): readonly (readonly string[])[] =>
  entries.map((entry) => columns.map((column) => cell(valueAt(entry, column))));

Then(
  /^the as-run log at the console(?: with (\S+))? is soon:$/,
  async function (this: StudioWorld, query: string | null, table: DataTable) {
    const [columns = [], ...expected] = table.raw();
    let shown: readonly (readonly string[])[] = [];
    await eventually('the entries', async () => {
      shown = columnsOf((await readPage(this, query ?? '')).page, columns);
      return isDeepStrictEqual(shown, expected);
    }).catch(() => {
      assert.deepEqual(shown, expected);
    });
  },
);

When('the operator asks for older entries with {word}', async function (this: StudioWorld, query: string) {
  const older = pages.get(this)?.older ?? assert.fail('there are no older entries');
  await readPage(this, `${query}&older=${older}`);
});

Then('the as-run log at the console goes on with:', function (this: StudioWorld, table: DataTable) {
  const [columns = [], ...expected] = table.raw();
  assert.deepEqual(columnsOf(pages.get(this) ?? assert.fail('no page was read'), columns), expected);
});

Then('the as-run log at the console ends here', function (this: StudioWorld) {
  assert.equal(pages.get(this)?.older, null);
});

Then(
  /^(a visitor|"[^"]+") who reads the as-run log at the console is answered (\d+)$/,
  async function (this: StudioWorld, someone: string, status: string) {
    assert.equal((await readPage(this, '', someone)).status, Number(status));
  },
);

Then('the console soon says that {string}', async function (this: StudioWorld, message: string) {
  await eventually(message, async () => (await readPage(this, '')).page.message === message);
});
