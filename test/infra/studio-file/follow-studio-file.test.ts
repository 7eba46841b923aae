// What the log states of a studio file that was read again, and when it is read into force.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as E from 'fp-ts/lib/Either.js';
import { expect, it } from 'vitest';
import type { ReadLayout } from '../../../application/state/layout-intake.js';
import { followStudioFile } from '../../../infra/studio-file/follow-studio-file.js';
import { manualClock } from '../../../simulator/clock.js';
import { memoryLog } from '../../application/console/readable-log.js';
import { eventually } from '../../support/eventually.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

it('@RELOAD-1: an unchanged file is named in the log only if its reading was requested', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'studio.yaml');
  copyFileSync(resolve(import.meta.dirname, '../../../infra/studio-file/example-studio.yaml'), file);
  const [clock, log] = [manualClock(), memoryLog()];
  let offered = 0;
  const offer = () => {
    offered += 1;
    return 'unchanged' as const;
  };
  const isOffered = (times: number): Promise<void> =>
    eventually(`${String(times)} readings`, async () => {
      await clock.advance(300);
      return offered >= times;
    });
  const followed = followStudioFile(file, { intake: { offer }, clock, log });
  await isOffered(1);
  expect(log.lines).toEqual([]);
  followed.reload();
  await isOffered(2);
  expect(log.lines).toEqual(['the studio file was read again; nothing has changed {}']);
  followed.stop();
});

it('a file that was to be read when the service stopped is not read into force', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'studio.yaml');
  copyFileSync(resolve(import.meta.dirname, '../../../infra/studio-file/example-studio.yaml'), file);
  const clock = manualClock();
  let offered = 0;
  const offer = () => {
    offered += 1;
    return 'unchanged' as const;
  };
  const deps = { intake: { offer }, clock, log: memoryLog() };
  const stopped = followStudioFile(file, deps);
  stopped.reload();
  stopped.stop();
  let ofAnother = 0;
  const another = followStudioFile(file, {
    ...deps,
    intake: { offer: () => ((ofAnother += 1), 'unchanged' as const) },
  });
  another.reload();
  await eventually('a file that is still followed is read', async () => {
    await clock.advance(300);
    return ofAnother > 0;
  });
  another.stop();
  expect(offered).toBe(0);
});

it('a file that is away while an editor replaces it is not refused, and one that stays away is', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'studio.yaml');
  const example = readFileSync(resolve(import.meta.dirname, '../../../infra/studio-file/example-studio.yaml'), 'utf8');
  writeFileSync(file, example);
  const clock = manualClock();
  const offered = new Set<string>();
  const offer = (read: ReadLayout) => {
    offered.add(E.isRight(read) ? read.right.name : read.left.join());
    return 'unchanged' as const;
  };
  const refusal = `${file}: can't be read (ENOENT)`;
  const isOffered = (content: string): Promise<void> =>
    eventually(content, async () => {
      await clock.advance(300);
      return offered.has(content);
    });
  const followed = followStudioFile(file, { intake: { offer }, clock, log: memoryLog() });
  await isOffered('Example Studio');
  rmSync(file);
  followed.reload();
  for (let read = 0; read < 5; read += 1) {
    await eventually('the file is read', () => clock.waiting() > 0 || offered.has(refusal));
    await clock.advance(300);
  }
  expect([...offered]).toEqual(['Example Studio']);
  writeFileSync(file, example.replace(/^name: .*$/m, 'name: Another'));
  await isOffered('Another');
  expect([...offered]).toEqual(['Example Studio', 'Another']);
  rmSync(file);
  followed.reload();
  await isOffered(refusal);
  followed.stop();
});
