// Steps that read the audit log.
import { Then } from '@cucumber/cucumber';
import type { DataTable } from '@cucumber/cucumber';
import { strict as assert } from 'node:assert';
import type { AuditPart } from '../../application/ports/audit.js';
import type { StoredEntry } from '../support/audit-log.js';
import { eventually } from '../../test/support/eventually.js';
import type { StudioWorld } from '../support/world.js';

const matches = (entry: StoredEntry, rows: readonly (readonly [string, string])[]): boolean =>
  rows.every(([field, expected]) => String(entry[field]) === expected);

const expectedRows = (world: StudioWorld, table: DataTable): readonly (readonly [string, string])[] =>
  Object.entries(table.rowsHash()).map(([field, value]) => [field, world.fill(value)] as const);

/** Entries are written in the background, so that no call waits for the disk. */
const eventuallyRecorded = (world: StudioWorld, part: AuditPart, rows: DataTable): Promise<void> => {
  const expected = expectedRows(world, rows);
  return eventually(`an entry with ${JSON.stringify(expected)}`, async () =>
    (await world.driver.auditLog(part)).some((entry) => matches(entry, expected)),
  );
};

Then(
  /^the audit log of the (service|console) soon contains an entry with:$/,
  async function (this: StudioWorld, part: AuditPart, rows: DataTable) {
    await eventuallyRecorded(this, part, rows);
  },
);

Then(
  /^the audit log of the (service|console) contains (\d+) entr(?:y|ies) with:$/,
  async function (this: StudioWorld, part: AuditPart, count: string, rows: DataTable) {
    const expected = expectedRows(this, rows);
    const found = (await this.driver.auditLog(part)).filter((entry) => matches(entry, expected));
    assert.equal(found.length, Number(count), JSON.stringify(found));
  },
);

Then(
  /^the audit log of the (service|console) doesn't contain "([^"]*)"$/,
  async function (this: StudioWorld, part: AuditPart, text: string) {
    const entries = JSON.stringify(await this.driver.auditLog(part));
    assert.ok(!entries.includes(this.fill(text)), `the audit log contains ${text}`);
  },
);
