// The documents of one running service: one for each access policy, and operations grouped by path.
import { describe, expect, it } from 'vitest';
import { controlReference } from '../../adapters/http/control/reference.js';
import { routeTable } from '../../adapters/http/control/route-table.js';
import { pathsOf } from '../../adapters/http/server/openapi/document.js';
import { compileAccessPolicy, type AccessPolicy } from '../../domain/access/access-policy.js';
import { configuration, hashToken, legacySettings, noon } from '../domain/fixtures.js';

const { features } = configuration();

const policyWith = (read: boolean): AccessPolicy =>
  compileAccessPolicy({ hashToken, legacySettings, trustLoopback: true })(
    configuration({ features: { ...features, signals: { read, control: true } } }),
    noon,
  );

describe('the reference of a service', () => {
  it('has a document for each policy, whichever was described before', () => {
    const { document } = controlReference(routeTable, { name: 'API', version: '1.0.0', simulated: false }, '');
    const [readable, unreadable] = [policyWith(true), policyWith(false)];
    const isDescribed = (policy: AccessPolicy): boolean => document(policy).includes('"signal.list"');
    expect([readable, unreadable, readable, unreadable].map(isDescribed)).toEqual([true, false, true, false]);
    expect(document(readable)).toBe(document(readable));
  });
});

describe('the paths of a document', () => {
  it('have all methods of a path, also if another path is declared between them', () => {
    const operations = [
      ['/a', 'GET', { summary: 'reads a' }],
      ['/b', 'GET', { summary: 'reads b' }],
      ['/a', 'POST', { summary: 'changes a' }],
    ] as const;
    expect(pathsOf(operations)).toEqual({
      '/a': { get: { summary: 'reads a' }, post: { summary: 'changes a' } },
      '/b': { get: { summary: 'reads b' } },
    });
  });
});
