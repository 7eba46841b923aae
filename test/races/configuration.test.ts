// Configurations that arrive while others are written, whatever the order of their writes and failures: when one is reported as
// written, the disk has it or a newer one, and in the end it has the one in force.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accessPolicyHolder } from '../../application/access/access-policy-holder.js';
import { configurationIntake } from '../../application/access/configuration-intake.js';
import { AccessConfiguration, defaultConfiguration } from '../../domain/access/configuration.js';
import { hashToken } from '../../adapters/node/secrets.js';
import { silent } from '../../features/support/silent-log.js';
import { manualClock } from '../../simulator/clock.js';
import { noAudit } from '../simulation/parts/no-audit.js';

const first = defaultConfiguration('studio-1');
const legacySettings = { serverId: 'server-1', studioId: first.studioId, appUsernames: [] };

/** Time after which a failed write is tried again, in milliseconds. */
const retryMs = 30_000;

const versions = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 });

it('@CONFIG-16: a configuration is reported as written when the disk has it, whatever overlaps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), versions, fc.func(fc.boolean()), async (scheduler, offered, fails) => {
      const clock = manualClock();
      const access = accessPolicyHolder({ hashToken, legacySettings, trustLoopback: true, clock }, first);
      let [onDisk, writes, areFailing] = [first.version, 0, true];
      const save = async ({ version }: AccessConfiguration): Promise<void> => {
        writes += 1;
        const isFailing = areFailing && fails(writes);
        await scheduler.schedule(Promise.resolve(), `write of ${String(version)}`);
        if (isFailing) throw new Error('ENOSPC');
        onDisk = version;
      };
      const intake = configurationIntake({ access, file: { save }, clock, log: silent, audit: noAudit });
      const early: string[] = [];
      const offers = offered.map(async (version) => {
        await scheduler.schedule(Promise.resolve(), `offer of ${String(version)}`);
        const inForce = intake.offer(AccessConfiguration.encode({ ...first, version })).version;
        const failedBefore = writes;
        await intake.written();
        const hasFailed = Array.from({ length: writes }, (_, index) => index + 1).some(
          (write) => write >= failedBefore && fails(write),
        );
        if (onDisk < inForce && !hasFailed) early.push(`${String(inForce)} while the disk has ${String(onDisk)}`);
      });
      await scheduler.waitFor(Promise.all(offers));
      expect(early).toEqual([]);
      areFailing = false;
      const retried = clock.advance(retryMs);
      await scheduler.waitFor(retried.then(() => intake.written()));
      expect(onDisk).toBe(access.current().configuration.version);
      expect(onDisk).toBe(Math.max(first.version, ...offered));
      access.stop();
    }),
    { numRuns: Number(process.env['MODEL_RUNS'] ?? 300) },
  );
});
