// The configuration intake on the manual clock: it waits for no disk, and what is in force is stored in the end.
import { beforeEach, describe, expect, it } from 'vitest';
import { hashToken } from '../../../adapters/node/secrets.js';
import { accessPolicyHolder, type AccessPolicyHolder } from '../../../application/access/access-policy-holder.js';
import { configurationIntake, type ConfigurationIntake } from '../../../application/access/configuration-intake.js';
import { defaultConfiguration, maxVersion } from '../../../domain/access/configuration.js';
import { manualClock, type ManualClock } from '../../../simulator/clock.js';
import { memoryLog, type MemoryLog } from '../console/readable-log.js';
import { configurationFileContract } from '../../contracts/configuration-file.js';
import { memoryAudit, type MemoryAudit } from '../../support/memory-audit.js';
import { settle } from '../demo-bench.js';
import { slowConfigurationFile, type SlowConfigurationFile } from '../slow-configuration-file.js';

const version = (number: number) => ({ ...defaultConfiguration('studio-1'), version: number });

let clock: ManualClock;
let file: SlowConfigurationFile;
let log: MemoryLog;
let audit: MemoryAudit;
let access: AccessPolicyHolder;
let intake: ConfigurationIntake;

beforeEach(() => {
  [clock, file, log, audit] = [manualClock(0), slowConfigurationFile(), memoryLog(), memoryAudit()];
  const legacySettings = { serverId: 'server-1', studioId: 'studio-1', appUsernames: [] };
  access = accessPolicyHolder({ hashToken, legacySettings, trustLoopback: true, clock }, version(0));
  intake = configurationIntake({ access, file, clock, log, audit });
});

const inForce = (): number => access.current().configuration.version;
const offer = async (number: number): Promise<number> => {
  const result = intake.offer(version(number));
  expect(result).toEqual({ version: inForce() });
  await settle(clock);
  return result.version;
};
const finish = async (error?: Error): Promise<void> => {
  file.finish(error);
  await settle(clock);
};

/** The fake with a disk that always answers. */
const quick = () => {
  const slow = slowConfigurationFile();
  const save: typeof slow.save = (configuration) => {
    const saved = slow.save(configuration);
    slow.finish();
    return saved;
  };
  return { ...slow, save };
};
configurationFileContract('the fake', quick);

describe('with a disk that never answers', () => {
  it('each configuration is in force at once', async () => {
    expect([await offer(1), await offer(2), await offer(3)]).toEqual([1, 2, 3]);
    expect(file.begun).toEqual([1]);
  });

  it('old and invalid configurations still change nothing', async () => {
    await offer(2);
    expect(intake.offer(version(1))).toEqual({ version: 2 });
    expect(intake.offer('{')).toMatchObject({ version: 2, refused: expect.any(String) as string });
    expect(inForce()).toBe(2);
  });

  it('an error is logged after ten seconds', async () => {
    await offer(1);
    await clock.advance(9_999);
    expect(log.lines.join()).not.toContain('the disk has not finished');
    await clock.advance(1);
    expect(log.lines.join()).toContain('the disk has not finished writing');
  });

  it('stopping takes one second', async () => {
    await offer(1);
    let stopped = false;
    void intake.stop().then(() => (stopped = true));
    await clock.advance(999);
    expect(stopped).toBe(false);
    await clock.advance(1);
    expect(stopped).toBe(true);
  });
});

describe('what is recorded of a configuration', () => {
  it('@AUDIT-2: that comes into force is its version and what it changes', () => {
    const listedDevices = [{ address: '0.0.0.0/0', label: 'all' }];
    const open = { ...version(1).access, accessWithoutToken: 'listed' as const, listedDevices };
    intake.offer({ ...version(1), access: open });
    expect(audit.events).toEqual([
      {
        ...{ kind: 'configuration', caller: 'console', version: 1, error: null },
        summary: 'access without a token: listed devices; listed 0.0.0.0/0 "all"',
      },
    ]);
    expect(log.lines).toEqual([
      'an access configuration came into force {"version":1}',
      'listed ranges give callers from the internet full control without a token {"ranges":"0.0.0.0/0","count":1}',
    ]);
  });

  it('that is refused is why, within bounds; an older one is logged, and the same one is not', async () => {
    await offer(2);
    audit.events.length = log.lines.length = 0;
    expect(intake.offer({ ...version(3), studioId: 'studio-2' })).toEqual({
      version: 2,
      refused: 'it belongs to another studio',
    });
    expect(audit.events).toEqual([
      { kind: 'configuration', caller: 'console', error: 'refused', summary: 'it belongs to another studio' },
    ]);
    const { refused } = intake.offer({ ...version(3), devices: [{ ['x'.repeat(9_000)]: 1 }], features: {} });
    expect(refused?.length).toBeLessThanOrEqual(4_096);
    expect(audit.events.at(-1)).toMatchObject({ error: 'refused', summary: refused });
    log.lines.length = 0;
    expect([intake.offer(version(1)), intake.offer(version(2))]).toEqual([{ version: 2 }, { version: 2 }]);
    expect(log.lines).toEqual(['an older access configuration was ignored {"version":1}']);
  });

  it('@CONFIG-16: is written when the disk has it, or after ten seconds', async () => {
    await offer(1);
    const ends: string[] = [];
    void intake.written().then(() => ends.push('first'));
    await clock.advance(9_999);
    expect(ends).toEqual([]);
    await clock.advance(1);
    expect(ends).toEqual(['first']);
    void intake.written().then(() => ends.push('second'));
    await finish();
    expect(ends).toEqual(['first', 'second']);
  });
});

describe('with a slow disk', () => {
  it('only the newest of the configurations received during a write is written after it', async () => {
    for (const number of [1, 2, 3]) await offer(number);
    await finish();
    expect(file.begun).toEqual([1, 3]);
    await finish();
    expect([await file.load(), file.begun]).toEqual([version(3), [1, 3]]);
    expect(clock.waiting()).toBe(0);
  });

  it('stopping waits for the write', async () => {
    await offer(1);
    const stopped = intake.stop();
    await finish();
    await stopped;
    expect([await file.load(), clock.waiting()]).toEqual([version(1), 0]);
  });
});

describe('with a full disk', () => {
  it('the newest configuration is written at the next retry', async () => {
    await offer(1);
    await finish(new Error('ENOSPC'));
    expect(log.lines.join()).toContain('could not be written to disk');
    await offer(2);
    await finish(new Error('ENOSPC'));
    expect(await offer(3)).toBe(3);
    await finish(new Error('ENOSPC'));
    await clock.advance(30_000);
    await finish();
    expect([await file.load(), clock.waiting()]).toEqual([version(3), 0]);
  });

  it('stopping cancels the retry', async () => {
    await offer(1);
    await finish(new Error('ENOSPC'));
    await intake.stop();
    expect([clock.waiting(), file.begun]).toEqual([0, [1]]);
  });
});

it('no version above the highest comes into force', () => {
  expect(intake.offer(version(maxVersion + 1))).toMatchObject({ version: 0, refused: expect.any(String) as string });
  expect(intake.offer(version(Number.MAX_SAFE_INTEGER))).toMatchObject({ version: 0 });
  expect(intake.offer(version(maxVersion))).toEqual({ version: maxVersion });
});
