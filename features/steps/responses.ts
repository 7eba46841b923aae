// Steps that check the last response.
import { Given, Then } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import { formatValue, valueAt } from '../support/event-stream.js';
import type { StudioWorld } from '../support/world.js';

const isPlain = (path: string): boolean => path.startsWith('/api/v2/plain');

const checkRows = (world: StudioWorld, table: DataTable, rows: readonly Record<string, unknown>[]): void => {
  const expected = table.hashes().map((row) => Object.entries(row).map(([name, value]) => [name, world.fill(value)]));
  const actual = rows.map((row, index) =>
    (expected[index] ?? []).map(([name = '']) => [name, formatValue(valueAt(row, name))]),
  );
  assert.deepEqual(actual, expected);
};

const message = async (world: StudioWorld): Promise<string> => formatValue(valueAt(await world.json(), 'message'));

Then('the response status is {int}', async function (this: StudioWorld, status: number) {
  const answer = await this.answer();
  assert.equal(answer.status, status, answer.body);
});

Then('the call is refused with {int} {code}', async function (this: StudioWorld, status: number, code: string) {
  const { status: actual, body } = await this.answer();
  const refusal = isPlain(this.lastPath) ? body : `ERR ${formatValue(valueAt(JSON.parse(body), 'error'))}`;
  assert.deepEqual({ status: actual, refusal }, { status, refusal: `ERR ${code}` }, body);
});

Then('there is no response yet', async function (this: StudioWorld) {
  assert.equal(await this.pending.isAnswered(), false, 'the call is answered already');
});

Then('the response contains:', async function (this: StudioWorld, table: DataTable) {
  const body = await this.json();
  for (const [path = '', value = ''] of table.raw())
    assert.equal(formatValue(valueAt(body, path)), this.fill(value), path);
});

Then('the response lists in {string}:', async function (this: StudioWorld, path: string, table: DataTable) {
  checkRows(this, table, valueAt(await this.json(), path) as Record<string, unknown>[]);
});

Then('the response is a JSON list:', async function (this: StudioWorld, table: DataTable) {
  checkRows(this, table, (await this.json()) as Record<string, unknown>[]);
});

/** Checks the names of a record's fields, such as `ok, macros`, in their order. */
const checkFields = (record: unknown, fields: string): void => {
  assert.ok(!Array.isArray(record), 'expected a record, got a list');
  assert.equal(Object.keys(record as object).join(', '), fields);
};

Then(/^the response has the fields (\w+(?:, \w+)*)$/, async function (this: StudioWorld, fields: string) {
  checkFields(await this.json(), fields);
});

Then(/^"([^"]*)" has the fields (\w+(?:, \w+)*)$/, async function (this: StudioWorld, path: string, fields: string) {
  checkFields(valueAt(await this.json(), path), fields);
});

const checkItems = (records: unknown, fields: string): void => {
  assert.ok(Array.isArray(records) && records.length > 0, 'expected a list with items');
  for (const record of records) checkFields(record, fields);
};

Then(
  /^each item of "([^"]*)" has the fields (\w+(?:, \w+)*)$/,
  async function (this: StudioWorld, path: string, fields: string) {
    checkItems(valueAt(await this.json(), path), fields);
  },
);

Then(/^each item of the response has the fields (\w+(?:, \w+)*)$/, async function (this: StudioWorld, fields: string) {
  checkItems(await this.json(), fields);
});

Then('{string} is empty', async function (this: StudioWorld, path: string) {
  assert.deepEqual(valueAt(await this.json(), path), []);
});

Then('{string} contains {string}', async function (this: StudioWorld, path: string, text: string) {
  const value = formatValue(valueAt(await this.json(), path));
  assert.ok(value.includes(this.fill(text)), value);
});

Then('the response has text in {string}', async function (this: StudioWorld, path: string) {
  assert.match(formatValue(valueAt(await this.json(), path)), /\S/);
});

Then('the response has a time in {string}', async function (this: StudioWorld, path: string) {
  assert.match(formatValue(valueAt(await this.json(), path)), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

Then("the response doesn't contain {string}", async function (this: StudioWorld, text: string) {
  const { body } = await this.answer();
  assert.ok(!body.includes(this.fill(text)), body);
});

Then('the response body is {string}', async function (this: StudioWorld, text: string) {
  assert.equal((await this.answer()).body, this.fill(text));
});

Then('the response body is empty', async function (this: StudioWorld) {
  assert.equal((await this.answer()).body, '');
});

Then('the response body contains {string}', async function (this: StudioWorld, text: string) {
  const { body } = await this.answer();
  assert.ok(body.includes(text), body);
});

Then('the response body is a version number', async function (this: StudioWorld) {
  assert.match((await this.answer()).body, /^\d+\.\d+\.\d+$/);
});

Then(
  '{string} is {int} ms after {string}',
  async function (this: StudioWorld, later: string, ms: number, sooner: string) {
    const body = await this.json();
    assert.equal(Date.parse(formatValue(valueAt(body, later))) - Date.parse(formatValue(valueAt(body, sooner))), ms);
  },
);

Then('the error message contains {string}', async function (this: StudioWorld, text: string) {
  assert.ok((await message(this)).includes(this.fill(text)), await message(this));
});

Then("the error message doesn't contain {string}", async function (this: StudioWorld, text: string) {
  assert.ok(!(await message(this)).includes(this.fill(text)), 'the error message contains it');
});

Then('the header {string} is {string}', async function (this: StudioWorld, name: string, value: string) {
  assert.equal((await this.answer()).headers[name.toLowerCase()], this.fill(value));
});

Then('the header {string} starts with {string}', async function (this: StudioWorld, name: string, start: string) {
  assert.ok((await this.answer()).headers[name.toLowerCase()]?.startsWith(start), name);
});

Then('there is a header {string}', async function (this: StudioWorld, name: string) {
  assert.match((await this.answer()).headers[name.toLowerCase()] ?? '', /\S/);
});

Given('the header {string} is saved as {string}', async function (this: StudioWorld, header: string, name: string) {
  this.placeholders.set(name, (await this.answer()).headers[header.toLowerCase()] ?? '');
});

Then('there is no header {string}', async function (this: StudioWorld, name: string) {
  assert.equal((await this.answer()).headers[name.toLowerCase()], undefined);
});

Then(/^the header "Allow" names (\S+(?:, \S+)*)$/, async function (this: StudioWorld, methods: string) {
  const allowed = (await this.answer()).headers['allow']?.split(', ') ?? [];
  for (const method of methods.split(', '))
    assert.ok(allowed.includes(method), `${method} is not in ${String(allowed)}`);
});

Then(
  'the response field {string} equals the header {string}',
  async function (this: StudioWorld, path: string, name: string) {
    const header = (await this.answer()).headers[name.toLowerCase()];
    assert.match(header ?? '', /\S/);
    assert.equal(valueAt(await this.json(), path), header);
  },
);

Then('the list of devices shows:', async function (this: StudioWorld, table: DataTable) {
  checkRows(this, table, valueAt(await this.json(), 'devices') as Record<string, unknown>[]);
});

Then('the list of devices is empty', async function (this: StudioWorld) {
  assert.deepEqual(valueAt(await this.json(), 'devices'), []);
});

Given('the field {string} is saved as {string}', async function (this: StudioWorld, path: string, name: string) {
  this.placeholders.set(name, formatValue(valueAt(await this.json(), path)));
});

Given('the action id is saved as {string}', async function (this: StudioWorld, name: string) {
  const id = (await this.answer()).headers['x-action-id'];
  assert.ok(id, 'the response has no action id');
  this.placeholders.set(name, id);
});
