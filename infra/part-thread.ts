// The thread in which a part runs, apart from the thread that handles signals.
import 'reflect-metadata';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { whenDiskAnswered } from './command-line/end-process.js';
import { mapStacks } from './command-line/mapped-stacks.js';
import type { Part } from './command-line/parts.js';
import type { Settings } from './settings/settings.js';
import { collectStartGarbage } from './machine/start-garbage.js';
import { explanation } from './machine/startup-errors.js';
import { parts } from './command-line/start.js';
import type { ThreadMessage, ThreadRequest, ThreadTask } from './threaded-part.js';

mapStacks();

const send = (message: ThreadMessage): void => parentPort?.postMessage(message);

/** Resolves when the main thread has written what was logged. */
const logged = async (): Promise<void> => {
  await nextTurn();
  await new Promise((resolve) => process.stderr.write('', resolve));
};

const startPart = async (): Promise<Part> => {
  const { part, settings } = workerData as ThreadTask;
  const { OIDC_ISSUER: issuer, ...others } = settings;
  const definition = parts[part];
  if (definition === undefined) throw new Error(`${part} is not a part`);
  return definition.start({ ...others, ...(issuer !== undefined && { OIDC_ISSUER: new URL(issuer) }) } as Settings);
};

const stopPart = async ({ stop }: Part): Promise<never> => {
  await stop();
  await whenDiskAnswered();
  await logged();
  process.exit(0);
};

const run = async (): Promise<void> => {
  const part = await startPart();
  parentPort?.on('message', (request: ThreadRequest) => {
    if (request === 'reload') part.reload?.();
    else if (request === 'ping') send({ kind: 'alive' });
    else void stopPart(part);
  });
  send({ kind: 'started', lines: part.lines });
  collectStartGarbage();
};

await run().catch(async (error: unknown) => {
  send({ kind: 'failed', explanation: explanation(error) });
  await logged();
  process.exit(1);
});
