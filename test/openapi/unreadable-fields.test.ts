// The document of a service whose signals may be switched but not read: no event and no field shows them.
import { expect, it } from 'vitest';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { controlDocument } from '../../adapters/http/control/openapi/document.js';
import { configuration } from '../domain/fixtures.js';

const documentOf = controlDocument(routeTable, { name: 'Studio Control', version: '1.0.0', simulated: false });

const schemasOf = (read: boolean) => {
  const { features } = configuration({});
  const access = configuration({ features: { ...features, signals: { read, control: true } } });
  return documentOf(access).components['schemas'] ?? {};
};

it('describes no event of records that may be controlled but not read', () => {
  expect(Object.keys(schemasOf(true))).toContain('SignalEvent');
  expect(Object.keys(schemasOf(false))).not.toContain('SignalEvent');
});

it('describes no field of such records in the event of all records', () => {
  const fieldsOf = (read: boolean): string => JSON.stringify(schemasOf(read)['StateEvent']);
  expect(fieldsOf(true)).toContain('"signals":');
  expect(fieldsOf(false)).not.toContain('"signals":');
});
