// Steps that look at the last answer.
import { Given, Then } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import type { StudioWorld } from '../support/world.js';

const isPlain = (path: string): boolean => path.startsWith('/api/v2/plain');

/** The value at a place such as `output.scenes.0.clip`. */
const at = (value: unknown, place: string): unknown =>
  place.split('.').reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** A value as a feature file writes it. */
const spelt = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const checkRows = (world: StudioWorld, table: DataTable, rows: readonly Record<string, unknown>[]): void => {
  const expected = table.hashes().map((row) => Object.entries(row).map(([name, value]) => [name, world.fill(value)]));
  const actual = rows.map((row, place) => (expected[place] ?? []).map(([name = '']) => [name, spelt(row[name])]));
  assert.deepEqual(actual, expected);
};

const message = async (world: StudioWorld): Promise<string> => spelt(at(await world.json(), 'message'));

Then('it is answered {int}', async function (this: StudioWorld, status: number) {
  const answer = await this.answer();
  assert.equal(answer.status, status, answer.body);
});

Then('it is refused with {int} {code}', async function (this: StudioWorld, status: number, code: string) {
  const { status: actual, body } = await this.answer();
  const told = isPlain(this.lastPath) ? body : `ERR ${spelt(at(JSON.parse(body), 'error'))}`;
  assert.deepEqual({ status: actual, told }, { status, told: `ERR ${code}` }, body);
});

Then("it isn't answered yet", async function (this: StudioWorld) {
  assert.equal(await this.waiting.isAnswered(), false, 'it is answered already');
});

Then('the answer says:', async function (this: StudioWorld, table: DataTable) {
  const body = await this.json();
  for (const [place = '', value = ''] of table.raw()) assert.equal(spelt(at(body, place)), this.fill(value), place);
});

Then('the answer lists in {string}:', async function (this: StudioWorld, place: string, table: DataTable) {
  checkRows(this, table, at(await this.json(), place) as Record<string, unknown>[]);
});

Then('the answer is a bare list:', async function (this: StudioWorld, table: DataTable) {
  checkRows(this, table, (await this.json()) as Record<string, unknown>[]);
});

/** `ok, macros` are the fields of the answer, or of what stands at a place in it, or of each record listed there. */
Then(
  /^(?:each in )?(?:"([^"]*)"|the answer) has the fields (\w+(?:, \w+)*)$/,
  async function (this: StudioWorld, place: string | null, fields: string) {
    const body = await this.json();
    const shown = place ? at(body, place) : body;
    const records = [shown].flat();
    assert.ok(records.length > 0, 'the list is empty');
    for (const record of records) assert.equal(Object.keys(record as object).join(', '), fields);
  },
);

Then('{string} is empty', async function (this: StudioWorld, place: string) {
  assert.deepEqual(at(await this.json(), place), []);
});

Then('the answer has a text in {string}', async function (this: StudioWorld, place: string) {
  assert.match(spelt(at(await this.json(), place)), /\S/);
});

Then('the answer has a time in {string}', async function (this: StudioWorld, place: string) {
  assert.match(spelt(at(await this.json(), place)), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

Then("the answer doesn't mention {string}", async function (this: StudioWorld, text: string) {
  const { body } = await this.answer();
  assert.ok(!body.includes(this.fill(text)), body);
});

Then('the text is {string}', async function (this: StudioWorld, text: string) {
  assert.equal((await this.answer()).body, this.fill(text));
});

Then('the text is empty', async function (this: StudioWorld) {
  assert.equal((await this.answer()).body, '');
});

Then('the text mentions {string}', async function (this: StudioWorld, text: string) {
  const { body } = await this.answer();
  assert.ok(body.includes(text), body);
});

Then('the text is a version', async function (this: StudioWorld) {
  assert.match((await this.answer()).body, /^\d+\.\d+\.\d+$/);
});

Then(
  '{string} is {int} ms after {string}',
  async function (this: StudioWorld, later: string, ms: number, sooner: string) {
    const body = await this.json();
    assert.equal(Date.parse(spelt(at(body, later))) - Date.parse(spelt(at(body, sooner))), ms);
  },
);

Then('the message mentions {string}', async function (this: StudioWorld, text: string) {
  assert.ok((await message(this)).includes(this.fill(text)), await message(this));
});

Then("the message doesn't mention {string}", async function (this: StudioWorld, text: string) {
  assert.ok(!(await message(this)).includes(this.fill(text)), 'it does');
});

Then('the header {string} is {string}', async function (this: StudioWorld, name: string, value: string) {
  assert.equal((await this.answer()).headers[name.toLowerCase()], value);
});

Then('the header {string} starts with {string}', async function (this: StudioWorld, name: string, start: string) {
  assert.ok((await this.answer()).headers[name.toLowerCase()]?.startsWith(start), name);
});

Then('there is a header {string}', async function (this: StudioWorld, name: string) {
  assert.match((await this.answer()).headers[name.toLowerCase()] ?? '', /\S/);
});

Then('there is no header {string}', async function (this: StudioWorld, name: string) {
  assert.equal((await this.answer()).headers[name.toLowerCase()], undefined);
});

Then(/^the header "Allow" names (\S+(?:, \S+)*)$/, async function (this: StudioWorld, methods: string) {
  const allowed = (await this.answer()).headers['allow']?.split(', ') ?? [];
  for (const method of methods.split(', '))
    assert.ok(allowed.includes(method), `${method} is not in ${String(allowed)}`);
});

Then("the answer's {string} is the header {string}", async function (this: StudioWorld, place: string, name: string) {
  const header = (await this.answer()).headers[name.toLowerCase()];
  assert.match(header ?? '', /\S/);
  assert.equal(at(await this.json(), place), header);
});

Then('the list of devices shows:', async function (this: StudioWorld, table: DataTable) {
  checkRows(this, table, at(await this.json(), 'devices') as Record<string, unknown>[]);
});

Then('the list of devices is empty', async function (this: StudioWorld) {
  assert.deepEqual(at(await this.json(), 'devices'), []);
});

Given('that action is called {string}', async function (this: StudioWorld, name: string) {
  const id = (await this.answer()).headers['x-action-id'];
  assert.ok(id, 'the answer names no action');
  this.known.set(name, id);
});
