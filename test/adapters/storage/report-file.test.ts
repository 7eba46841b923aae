// The stored reports of calls: what is stored, and files that can't be used.
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportFile } from '../../../adapters/storage/report-file.js';
import type { UnreportedCalls } from '../../../application/ports/report-file.js';
import { storageFixture } from './storage-fixture.js';

const { folder, loggedProblems, log } = storageFixture();

const storedFile = () => reportFile({ folder: join(folder(), 'data'), log });

const nothing: UnreportedCalls = { lastCalls: [], counted: [], sending: null };

const unreported: UnreportedCalls = {
  lastCalls: [{ device: 'panel', time: 1_000, address: 'fd00::1', answer: { status: 200, error: null } }],
  counted: [{ address: '10.0.0.9', reason: 'unknown_token', count: 3, lastTime: 1_100 }],
  sending: { id: 'batch-1', callers: [{ address: '10.0.0.8', reason: 'unknown_token', count: 1, lastTime: 900 }] },
  denied: [{ device: 'panel', address: '10.0.0.1', reason: 'feature_disabled', count: 1, lastTime: 1_200 }],
};

describe('the stored reports', () => {
  it('are none at first, which is no problem', async () => {
    expect(await storedFile().load()).toEqual(nothing);
    expect(loggedProblems()).toEqual([]);
  });

  it('are those that were stored last', async () => {
    await storedFile().save(nothing);
    await storedFile().save(unreported);
    expect(await storedFile().load()).toEqual(unreported);
    await storedFile().save(nothing);
    expect(await storedFile().load()).toEqual(nothing);
    expect(loggedProblems()).toEqual([]);
  });
});
