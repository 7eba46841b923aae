// Updates of a connected service whose reads of the store end in any order: it gets versions in order and the last one, and nothing
// that was changed after its key ended.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serviceConnections } from '../../application/console/sync/service-connections.js';
import type { StudioEntry } from '../../application/ports/console-store.js';
import { defaultConfiguration } from '../../domain/access/configuration.js';

const id = 'studio-1';

const entryOf = (version: number, keyHash: string | null): StudioEntry => ({
  studio: { id, name: id },
  keyHash,
  configuration: { ...defaultConfiguration(id), version },
  appliedVersion: null,
});

const changes = fc.array(fc.constantFrom('change', 'change', 'revocation'), { minLength: 1, maxLength: 6 });

it('a service gets versions in order, whatever the order of the reads, and none after its key ended', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), changes, async (scheduler, kinds) => {
      const connections = serviceConnections();
      const sent: number[] = [];
      let [version, endedAt, isEnded] = [1, Infinity, false];
      const send = (configuration: { readonly version: number }) => void sent.push(configuration.version);
      connections.listen(id, { keyHash: 'key', send, end: () => (isEnded = true) });
      const updates = kinds.map((kind) => {
        if (kind === 'change') version += 1;
        else endedAt = Math.min(endedAt, version);
        const entry = entryOf(version, endedAt === Infinity ? 'key' : null);
        return connections.sendUpdates([id], () => scheduler.schedule(Promise.resolve([entry])), 0);
      });
      await scheduler.waitFor(Promise.all(updates));
      expect(sent).toEqual([...new Set(sent)].sort((one, other) => one - other));
      expect(isEnded).toBe(endedAt < Infinity);
      if (isEnded) expect(Math.max(0, ...sent)).toBeLessThanOrEqual(endedAt);
      else expect(sent.at(-1)).toBe(version);
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 300) },
  );
});
